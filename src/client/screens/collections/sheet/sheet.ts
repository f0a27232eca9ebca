import type { BodyOf } from '#contract/call'
import {
  type DueLine,
  type DueLoan,
  type DuePayout,
  type EarlierSheet,
  type LineCard,
  type NotCollectedReason,
  notCollectedReasons,
} from '#contract/calls/collections'
import type { calls } from '#contract/index'
import { type Kobo, maxCustomerAmount } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { amountFault } from '#domain/money/enteredAmount'
import { signedNaira } from '#domain/money/change'
import { addKobo, formatNaira, koboOf, subtractKobo, sumKobo } from '#domain/money/kobo'
import { progressOf, restTexts, typedText } from '#domain/savings/card'
import { type CashText, countOf, noCash } from './cashCount'

/** One amount to collect, for a savings wallet or a loan. */
export type SheetLine = {
  key: string
  kind: 'saving' | 'loan'
  /** The record that is paid into. */
  id: number
  reference: string
  /** What it is for, as shown. */
  label: string
  user_id: number
  customer: string
  customer_reference: string
  phone: string
  /** What is still expected on this day; zero once it was collected. */
  expected: Kobo
  collected: Kobo
  collected_at: string | null
  /** All that is owed on a loan: no more is accepted. */
  owed?: Kobo
  /** A loan with an overdue instalment. */
  isLate?: boolean
  /** The cycle of a savings wallet. */
  card?: LineCard
}

/** The lines of a sheet by customer: savings and loans. */
export const dueLines = ({ lines, loans }: { lines: readonly DueLine[]; loans: readonly DueLoan[] }) =>
  together(
    [...lines.map(savingLine), ...loans.map(loanLine)].toSorted((a, b) =>
      a.customer < b.customer ? -1 : a.customer > b.customer ? 1 : a.user_id - b.user_id,
    ),
  )

export const loanLine = (due: DueLoan): SheetLine => ({
  key: `loan ${due.loan_id}`,
  kind: 'loan',
  id: due.loan_id,
  reference: due.loan_reference,
  label: loanLabel(due),
  user_id: due.user_id,
  customer: due.customer,
  customer_reference: due.customer_reference,
  phone: due.customer_phone,
  expected: due.expected,
  collected: due.collected,
  collected_at: due.collected_at,
  owed: due.owed,
  isLate: due.late > 0,
})

/** 'Loan, no. 8 late and no. 9', 'Loan, 3 instalments late' */
function loanLabel({ instalment, late, due_instalment }: DueLoan): string {
  if (late === 0) return `Loan, no. ${due_instalment ?? instalment}`
  const overdue = late === 1 ? `no. ${instalment} late` : `${pluralize(late, 'installment')} late`
  return `Loan, ${overdue}${due_instalment === null ? '' : ` and no. ${due_instalment}`}`
}

export function savingLine(due: DueLine): SheetLine {
  const rest = due.expected - due.collected
  return {
    key: `saving ${due.savings_id}`,
    kind: 'saving',
    id: due.savings_id,
    reference: due.savings_reference,
    label: due.market ? `${due.saving_type_name}, ${due.market}` : due.saving_type_name,
    user_id: due.user_id,
    customer: due.customer,
    customer_reference: due.customer_reference,
    phone: due.customer_phone,
    expected: rest > 0 ? subtractKobo(due.expected, due.collected) : zero,
    collected: due.collected,
    collected_at: due.collected_at,
    ...(due.card && { card: due.card }),
  }
}

/** What is typed into a line. */
export type LineInput = {
  text: string
  reason?: NotCollectedReason
  /** The same amount is on an earlier sheet of this day, and came a second time. */
  twice?: boolean
  /** Faulty text is marked once the field was left, or the sheet was to be sent. */
  marked?: boolean
}

/** The draft of a sheet; with its lines, because a line may no longer be due when the draft is opened again. */
export type SheetDraft = {
  agent_id: number
  agent: string
  day: string
  entries: [SheetLine, LineInput][]
  cash: CashText
  /** The withdrawals that the agent paid. Absent in a draft of an older release. */
  paid?: readonly number[]
}

export type Totals = {
  /** Lines that an earlier sheet has with the same amount: not counted until the admin says that they came twice. */
  equal: number
  /** Lines that can be typed: all but those that were collected on this day already. */
  due: number
  expected: Kobo
  /** Lines with a valid amount, zero too. */
  typed: number
  toType: number
  /** Lines with an amount above zero, and their sum. */
  collected: number
  total: Kobo
  /** Withdrawals that the agent was to pay, those that were paid, and their sum. */
  toPay: number
  paid: number
  paidOut: Kobo
  /** Keys of lines with faulty text. */
  faulty: readonly string[]
  isEmpty: boolean
  /** Something is typed, and there are lines to record. */
  canBook: boolean
}

const zero = 0 as Kobo
const blank: LineInput = { text: '' }
const noPayouts: readonly DuePayout[] = []

/** The amount of a text: 'none' without text, undefined if it can't be understood. */
export function amountOf(text: string): Kobo | 'none' | undefined {
  if (text.trim() === '') return 'none'
  const amount = koboOf(text)
  return amount !== undefined && amount >= 0 && amount <= maxCustomerAmount ? amount : undefined
}

/** The amount of a line's text; undefined also if it is more than is owed on the loan. */
export function amountIn({ owed }: SheetLine, text: string): Kobo | 'none' | undefined {
  const amount = amountOf(text)
  return amount !== undefined && amount !== 'none' && owed !== undefined && amount > owed ? undefined : amount
}

/** What is wrong with a text that is no amount of the line. */
export const faultIn = ({ owed }: SheetLine, text: string): string =>
  owed !== undefined && amountOf(text) !== undefined
    ? `Only ${formatNaira(owed)} is owed`
    : (amountFault(text) ?? 'Not an amount, such as 1,500.00')

/** '1,500.00': the amount without a sign, for a field. */
export const amountText = (amount: Kobo) => formatNaira(amount).replace('₦', '')

/** '−₦37.50', '+₦12.50'; empty when the amount is what was expected. */
export function differenceText(amount: Kobo, expected: Kobo): string {
  return signedNaira(subtractKobo(amount, expected))
}

/** Whether the line was collected on this day already and nothing more is typed, or 0: it is not sent. */
export const isHad = (line: SheetLine, { text }: LineInput) =>
  line.collected > 0 && (text.trim() === '' || amountOf(text) === 0)

/** The reason of a line of which nothing is collected; the chosen one, or the usual one of its text. */
export const reasonOf = (input: LineInput): NotCollectedReason =>
  input.reason ?? (input.text.trim() === '' ? 'not seen' : 'paid nothing')

export const reasonOptions = Object.entries(notCollectedReasons) as [NotCollectedReason, string][]

/** The card of a savings wallet with what is typed, or as it stands: '4 days, 17 of 31', and what is carried and behind. */
export function cardTexts({ card }: SheetLine, typed: Kobo | undefined) {
  if (!card) return undefined
  const span = { boxes: card.boxes, dueBoxes: card.due_boxes, fixedAmount: card.fixed_amount }
  const progress = progressOf(span, addKobo(card.paid, typed ?? zero))
  return { filled: typedText(span, card.unit, card.paid, typed), ...restTexts(progress) }
}

const isBlank = ({ text, reason }: LineInput) => text.trim() === '' && reason === undefined

type Body = BodyOf<(typeof calls)['collections']['recordSheet']>

export type Sheet = ReturnType<typeof createSheet>

/** Whether an earlier sheet of the agent and day has the same amount for the line's wallet or loan. */
const isOn = ({ lines }: EarlierSheet, { kind, id }: SheetLine, amount: Kobo) =>
  lines.some((one) => one.amount === amount && (kind === 'loan' ? one.loan_id === id : one.savings_id === id))

/**
 * What is typed into a sheet, outside React: each row subscribes to its own line, so that typing renders one row and the
 * totals.
 */
export function createSheet() {
  let lines: readonly SheetLine[] = []
  let added: readonly string[] = []
  let inputs = new Map<string, LineInput>()
  let cash = noCash
  let earlier: readonly EarlierSheet[] = []
  let totals: Totals | undefined
  /** Undefined until they are known. */
  let payouts: readonly DuePayout[] | undefined
  let paid: ReadonlySet<number> = new Set()
  const lineListeners = new Map<string, Set<() => void>>()
  const listeners = new Set<() => void>()
  /** Lines by key, also those that are no longer due but have an input. */
  const known = new Map<string, SheetLine>()

  const notify = (key?: string) => {
    totals = undefined
    const all = key === undefined ? [...lineListeners.values()] : [lineListeners.get(key) ?? new Set()]
    for (const set of all) for (const listener of set) listener()
    for (const listener of listeners) listener()
  }
  const get = (key: string) => inputs.get(key) ?? blank
  const set = (key: string, input: LineInput) => {
    if (isBlank(input)) inputs.delete(key)
    else inputs.set(key, input)
    notify(key)
  }
  /** The receipts of the earlier sheets that have the typed amount of the line. */
  const equalOn = (line: SheetLine): readonly string[] => {
    const amount = amountIn(line, get(line.key).text)
    if (amount === undefined || amount === 'none' || amount === 0) return []
    return earlier.filter((one) => isOn(one, line, amount)).map(({ reference }) => reference)
  }
  const isEqual = (line: SheetLine) => get(line.key).twice !== true && equalOn(line).length > 0
  /** A blank line that is not due, or was collected already, is not part of the sheet. */
  const counts = (line: SheetLine) => {
    const input = get(line.key)
    return !isHad(line, input) && !(added.includes(line.key) && isBlank(input)) && !isEqual(line)
  }
  const donePayouts = () => (payouts ?? []).filter(({ withdrawal_id }) => paid.has(withdrawal_id))
  const computeTotals = (): Totals => {
    const sums = { equal: 0, due: 0, expected: zero, typed: 0, toType: 0, collected: 0, total: zero }
    const faulty: string[] = []
    for (const line of lines) {
      if (isEqual(line)) sums.equal++
      if (!counts(line)) continue
      const input = get(line.key)
      const amount = amountIn(line, input.text)
      sums.due++
      sums.expected = addKobo(sums.expected, line.expected)
      if (amount === undefined) faulty.push(line.key)
      else if (amount === 'none') sums.toType += input.reason ? 0 : 1
      else {
        sums.typed++
        sums.total = addKobo(sums.total, amount)
        if (amount > 0) sums.collected++
      }
    }
    const done = donePayouts()
    // One that was ticked and is not to be paid any more does not count.
    const ticked = payouts ? done.length : paid.size
    const isEmpty = inputs.size === 0 && cash === noCash && ticked === 0
    return {
      ...sums,
      toPay: payouts?.length ?? 0,
      paid: done.length,
      paidOut: sumKobo(done.map(({ amount }) => amount)),
      faulty,
      isEmpty,
      canBook: !isEmpty && sums.due + done.length > 0,
    }
  }
  const totalsNow = () => {
    totals ??= computeTotals()
    return totals
  }

  return {
    lines: () => lines,
    isAdded: (key: string) => added.includes(key),
    /** The receipts that have the same amount for the line; empty if none has. */
    equalOn,
    earlier: () => earlier,
    /** Takes over the lines that are due. Lines that were added, or have an input, stay; each once. */
    setDue: (due: readonly SheetLine[], sheets: readonly EarlierSheet[] = []) => {
      earlier = sheets
      const dueKeys = new Set(due.map(({ key }) => key))
      for (const line of due) known.set(line.key, line)
      added = [...new Set([...added, ...inputs.keys()])].filter((key) => !dueKeys.has(key) && known.has(key))
      lines = together([...due, ...added.flatMap((key) => known.get(key) ?? [])])
      notify()
    },
    payouts: () => payouts ?? noPayouts,
    setPayouts: (due: readonly DuePayout[]) => {
      payouts = due
      notify('')
    },
    isPaid: (id: number) => paid.has(id),
    setPaid: (id: number, isPaid: boolean) => {
      const next = new Set(paid)
      if (isPaid) next.add(id)
      else next.delete(id)
      paid = next
      notify('')
    },
    add: (line: SheetLine) => {
      if (lines.some(({ key }) => key === line.key)) return
      known.set(line.key, line)
      added = [...added, line.key]
      lines = together([...lines, line])
      notify()
    },
    remove: (key: string) => {
      inputs.delete(key)
      added = added.filter((one) => one !== key)
      lines = lines.filter((line) => line.key !== key)
      notify()
    },
    get,
    type: (line: SheetLine, text: string) => {
      const { reason, marked } = get(line.key)
      // The key for what is expected, on a keyboard that reports no keys. Where nothing is, it types nothing.
      const isKey = text.trim() === '='
      if (isKey && line.expected === 0) return
      const next = isKey ? amountText(line.expected) : text
      const keepsReason = reason !== undefined && (next.trim() === '' || amountOf(next) === 0)
      set(line.key, {
        text: next,
        ...(keepsReason && { reason }),
        ...(marked && amountIn(line, next) === undefined && { marked }),
      })
    },
    /** Takes over what is pasted or dropped if it is exactly an amount; anything else is shown and marked, never read in part. */
    paste: (line: SheetLine, text: string) => {
      const amount = amountIn(line, text)
      if (amount === 'none') return
      set(line.key, amount === undefined ? { text, marked: true } : { text: amountText(amount) })
    },
    /** Nothing is taken over where nothing is expected: it was collected already. */
    takeExpected: (line: SheetLine) => {
      if (line.expected > 0) set(line.key, { text: amountText(line.expected) })
    },
    setTwice: (key: string, twice: boolean) => set(key, { ...get(key), twice }),
    setReason: (key: string, reason: NotCollectedReason) => set(key, { ...get(key), reason }),
    /** On leaving a field: shows the amount in full, or marks the text. */
    leave: (key: string) => {
      const input = get(key)
      const line = known.get(key)
      const amount = line && amountIn(line, input.text)
      if (amount === 'none') return
      if (amount === undefined) set(key, { ...input, marked: true })
      else if (input.text !== amountText(amount)) set(key, { ...input, text: amountText(amount) })
    },
    /** Marks all faulty texts. */
    markFaulty: () => {
      for (const key of totalsNow().faulty) set(key, { ...get(key), marked: true })
    },
    cash: () => cash,
    setCash: (next: CashText) => {
      cash = Object.values({ ...next.notes, text: next.text }).every((text) => text === '') ? noCash : next
      notify('')
    },
    totals: totalsNow,
    body: (): Pick<Body, 'lines' | 'counted' | 'seen' | 'payouts'> => {
      const counted = countOf(cash)
      const done = donePayouts().map(({ withdrawal_id }) => withdrawal_id)
      return {
        lines: lines.filter(counts).flatMap((line) => {
          const input = get(line.key)
          const amount = amountIn(line, input.text)
          if (amount === undefined) return []
          const isPaid = amount !== 'none' && amount > 0
          return [
            {
              ...(line.kind === 'loan' ? { loan_id: line.id } : { savings_id: line.id }),
              amount: amount === 'none' ? zero : amount,
              ...(!isPaid && { reason: reasonOf(input) }),
              ...(equalOn(line).length > 0 && { twice: true }),
            },
          ]
        }),
        seen: earlier.map(({ reference }) => reference),
        ...(counted !== undefined && counted > 0 && { counted }),
        ...(done.length > 0 && { payouts: done }),
      }
    },
    draft: (): Pick<SheetDraft, 'entries' | 'cash' | 'paid'> => ({
      entries: [...inputs].flatMap(([key, input]): [SheetLine, LineInput][] => {
        const line = known.get(key)
        return line ? [[line, input]] : []
      }),
      cash,
      paid: [...paid],
    }),
    restore: (draft: Pick<SheetDraft, 'entries' | 'cash' | 'paid'>) => {
      paid = new Set(draft.paid)
      inputs = new Map(draft.entries.map(([{ key }, input]) => [key, input]))
      for (const [line] of draft.entries) if (!known.has(line.key)) known.set(line.key, line)
      cash = draft.cash
      const missing = draft.entries.flatMap(([line]) =>
        lines.some(({ key }) => key === line.key) ? [] : [line],
      )
      if (missing.length > 0) {
        added = [...added, ...missing.map(({ key }) => key)]
        lines = together([...lines, ...missing])
      }
      notify()
    },
    clear: () => {
      inputs = new Map()
      paid = new Set()
      cash = noCash
      lines = lines.filter(({ key }) => !added.includes(key))
      added = []
      notify()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    subscribeLine: (key: string, listener: () => void) => {
      const all = lineListeners.get(key) ?? new Set()
      lineListeners.set(key, all.add(listener))
      return () => {
        all.delete(listener)
      }
    },
  }
}

/** Puts each customer's lines together, in the order in which the customers come. */
function together(lines: readonly SheetLine[]): readonly SheetLine[] {
  const byCustomer = new Map<number, SheetLine[]>()
  for (const line of lines) byCustomer.set(line.user_id, [...(byCustomer.get(line.user_id) ?? []), line])
  return [...byCustomer.values()].flat()
}
