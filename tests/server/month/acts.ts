import { sql } from 'drizzle-orm'
import { calls } from '#contract/index'
import { sheetAfterOthers } from '../support/sheets'
import { type Borrowed, cashOf, type Entry, mainOf, type Moves, type ToPay, type Wallet } from './books'
import { nextOpen } from './calendar'
import { givenBack, owedOf } from './cycles'
import { keptBackOf } from './dayClose'
import { accept, type Acts, type Clerk, type Desk, kobo, type Movement, reject } from './desk'
import {
  disburse,
  isUntouched,
  newLoan,
  openOf,
  owedOn,
  type Payment,
  type Period,
  repay,
  repayLate,
  reschedule,
  sum,
  undisburse,
  unpay,
  writeOff,
} from './loan'
import { dayAfter } from './loan'
import { payActs, type Statement } from './payActs'
import { payoutActs, type Payout } from './payoutActs'

type Lines = {
  repayments: { loan: Borrowed; amount: number }[]
  deposits: { wallet: Wallet; amount: number }[]
}
type Decided = { id: number; state: number }
type Change = Decided & { loan: Borrowed; owed: number; terms: [number, Period, string] | undefined }

/** What the admins of a business do in a month, each with what it means for the books. */
export function actsOf(desk: Desk) {
  const { books, dice, send, saw, accepts, idOf, database, movements, agents, loanTypes } = desk
  const { recorder, keeper, second } = desk.clerks
  const { wallets, loans, customers, holds, post, change, balance, spendable, covers } = books
  const { calendar, isDue } = books
  const today = () => books.books.today
  const open = () => wallets.filter((one) => one.isOpen && isActive(one.customer))
  const isActive = (customer: number) => customers.some(({ id, isActive: is }) => id === customer && is)
  const active = () => loans.filter(({ state }) => state === 'active')
  const decided = {
    loans: [] as { loan: Borrowed; step: number }[],
    requests: [] as (Decided & { flag: 'MBW' | 'PW' | 'TW' | 'SW'; gain: number })[],
    withdrawals: [] as { id: number; customer: number; amount: number }[],
    differences: [] as (Decided & { agent: number; amount: number })[],
    changes: [] as Change[],
    reversals: [] as { id: number; movement: Movement }[],
    sheets: [] as ({ id: number; agent: number; day: string } & Lines)[],
    reopenings: [] as { id: number; from: string }[],
    payouts: [] as Payout[],
    statements: [] as Statement[],
  }
  /** Sheets that are typed on a later day. */
  const late: { agent: number; day: string; typedOn: string }[] = []

  type More = Partial<Pick<Movement, 'loan' | 'may' | 'undo'>>
  const move = (kind: string, reference: string, entry: Entry, by: Clerk, more: More = {}) => {
    saw(kind)
    const always = { may: () => true, undo: () => undefined }
    movements.push({ kind, reference, entry, by: by.id, ...always, ...more })
  }
  function deposit(
    wallet: Wallet,
    amount: number,
    cash: string,
    on: string,
    reference: string,
    by = recorder,
  ) {
    const entry = books.postDeposit(wallet, amount, cash, on)
    const kind = `${on < today() ? 'late' : cash === 'CASH' ? 'counter' : 'collected'} deposit`
    move(kind, reference, entry, by, { may: () => wallet.isOpen })
  }
  function repayment(
    loan: Borrowed,
    amount: number,
    cash: string,
    on: string,
    reference: string,
    by = recorder,
  ) {
    const wasCorrected = books.entries.length
    const moves = change(loan, amount, () => {
      if (on < today()) repayLate(loan, amount, on)
      else repay(loan, amount, on)
    })
    if (books.entries.length > wasCorrected) saw('penalty taken back')
    if (owedOn(loan) === 0) saw('loan paid')
    const payment = loan.payments.at(-1) as Payment
    const entry = post('repayment', { [cash]: 0 - amount, ...moves }, { on, product: loan.product })
    const kind = `${on < today() ? 'late' : cash === 'CASH' ? 'counter' : 'collected'} repayment`
    move(kind, reference, entry, by, { loan, undo: () => unpay(loan, payment) })
  }

  /** Cash at the counter is seldom typed on a later day. */
  const counterDay = () => {
    const day = dayAfter(today(), 0 - dice.pick([0, 0, 0, 1, 3, 7]))
    return day < desk.firstDay ? today() : day
  }
  const isLoanDue = (agent: number) =>
    active().some(
      ({ customer, parts }) =>
        customers.some((one) => one.id === customer && one.agent === agent) &&
        parts.some((part) => part.due === today() && openOf(part) > 0),
    )
  const mayRepayLate = (loan: Borrowed, amount: number, day: string) =>
    repayLate(structuredClone<Borrowed>(loan), amount, day)
  const isOf = (agent: number, customer: number) =>
    customers.some((one) => one.id === customer && one.agent === agent)
  /** A sheet of an agent and day: what is due, some of it not, some more; some lines that are not due. That of a closed day is requested. */
  async function sheet(agent: number, day: string) {
    const [isLate, isOld, cash] = [day < today(), dayAfter(day, 7) < today(), cashOf(agent)]
    const record = async (
      lines: Parameters<typeof sheetAfterOthers>[1]['lines'],
      counted: number | undefined,
      isGood: boolean,
      paid: readonly ToPay[] = [],
    ) => {
      const body = { agent_id: agent, day, lines, ...(counted !== undefined && { counted: kobo(counted) }) }
      const { counted_again, ...whole } = await sheetAfterOthers(database, body)
      if (isOld) {
        await send(
          calls.collections.requestSheet,
          { ...whole, reason: 'The agent was ill' },
          recorder,
          isGood,
        )
        return []
      }
      const again = counted_again !== undefined && { counted_again }
      const payouts = paid.map(({ id }) => id)
      const sheet = { ...whole, ...again, payouts }
      const reply = await send(calls.collections.recordSheet, sheet, recorder, isGood)
      if (!isGood) return []
      books.sheets.add(`${agent} ${day}`)
      saw(whole.seen.length > 0 ? 'second sheet' : isLate ? 'late sheet' : 'sheet')
      return reply.output().data.rows.map(({ reference }) => reference ?? '')
    }
    const refused = async (
      what: string,
      line: { savings_id: number } | { loan_id: number },
      amount: number,
    ) => {
      await record([{ ...line, amount: kobo(amount) }], undefined, false)
      saw(what)
    }
    const isKnown = ({ customer, openedOn }: { customer: number; openedOn: string }) =>
      isOf(agent, customer) && openedOn <= day
    const isEarly = (one: { customer: number; openedOn: string }) =>
      isOf(agent, one.customer) && !isKnown(one)
    const early = dice.some(open().filter(isEarly))
    if (early && dice.chance(50))
      await refused('deposit before the opening', { savings_id: early.id }, early.fixed)
    const unpaid = dice.some(active().filter(isEarly))
    if (unpaid && dice.chance(50))
      await refused('repayment before the disbursement', { loan_id: unpaid.id }, 100)
    const saved = open().filter((one) => isKnown(one) && (isDue(one, day) || dice.chance(10)))
    const deposits = saved.map((wallet) => ({
      wallet,
      amount: dice.pick([1, 1, 1, 2, 3, 0.5, 0]) * wallet.fixed,
    }))
    const repayments = []
    for (const loan of active().filter(isKnown)) {
      const [owed, late] = [owedOn(loan), sum(loan.parts.filter(({ due }) => due <= day).map(openOf))]
      if (late === 0 && !dice.chance(15)) continue
      const some = Math.min(owed, dice.within(1, 30) * 10_000)
      const amount = dice.pick([late, late, Math.floor(late / 2), Math.min(owed, late + some), some, 0])
      const isGood = amount === 0 || !isLate || mayRepayLate(loan, amount, day)
      if (isGood) repayments.push({ loan, amount })
      else await refused('late repayment of more than is owed', { loan_id: loan.id }, amount)
    }
    const lines = [
      ...repayments.map(({ loan, amount }) => ({ loan_id: loan.id, amount: kobo(amount) })),
      ...deposits.map(({ wallet, amount }) => ({ savings_id: wallet.id, amount: kobo(amount) })),
    ]
    const paid = isOld
      ? []
      : books.toPay.filter(({ customer, payOn }) => payOn === day && isOf(agent, customer) && dice.chance(70))
    if (lines.length + paid.length === 0) return
    if (isOld) {
      const isGood = !decided.sheets.some((one) => one.agent === agent && one.day === day)
      await record(lines, undefined, isGood)
      if (!isGood) return saw('sheet that is requested already')
      decided.sheets.push({ id: await desk.newestId('sheet_requests'), agent, day, repayments, deposits })
      return
    }
    const collected = sum(lines.map(({ amount }) => amount)) - sum(paid.map(({ amount }) => amount))
    const holds = 0 - balance(cash) + collected
    const wrong = dice.pick([0, 0, 0, -5000, 2500])
    const counted = dice.chance(40) && holds + wrong > 0 ? holds + wrong : undefined
    const references = await record(lines, counted, true, paid)
    for (const one of paid) payouts.pay(one, agent, day)
    book({ repayments, deposits }, references, agent, day)
    if (counted !== undefined) handIn(agent, counted)
  }
  /** What a sheet means: its repayments, its deposits, and then what these change of the interest of earlier months. */
  function book(
    { repayments, deposits }: Lines,
    references: string[],
    agent: number,
    day: string,
    by = recorder,
  ) {
    const [cash, referenceAt] = [cashOf(agent), (at: number) => references[at] ?? '']
    for (const [at, { loan, amount }] of repayments.entries())
      if (amount > 0) repayment(loan, amount, cash, day, referenceAt(at), by)
    const made = [...deposits.entries()].filter(([, { amount }]) => amount > 0)
    for (const [at, { wallet, amount }] of made)
      deposit(wallet, amount, cash, day, referenceAt(repayments.length + at), by)
    for (const [, { wallet }] of made) if (day < today()) correct(wallet, day)
  }
  /** What a deposit of a month that has ended changes of its interest. */
  function correct(wallet: Wallet, on: string, kind = 'interest added') {
    if (on.slice(0, 7) === today().slice(0, 7)) return
    const before = books.entries.length
    books.correctInterest(wallet, on)
    if (books.entries.length > before) saw(kind)
  }
  function handIn(agent: number, counted: number) {
    saw(counted === 0 - balance(cashOf(agent)) ? 'remittance' : 'remittance with a difference')
    post('remittance', { [cashOf(agent)]: counted, CASH: 0 - counted })
  }

  const payouts = payoutActs(desk, decided, move)
  const acts: Acts = {
    'sheets of the day': [
      100,
      async () => {
        for (const agent of agents)
          if (dice.chance(isLoanDue(agent) ? 60 : 30))
            late.push({ agent, day: today(), typedOn: dayAfter(today(), dice.within(1, 7)) })
          else await sheet(agent, today())
      },
    ],
    'sheets of earlier days': [
      100,
      async () => {
        const ripe = late.filter(({ typedOn }) => typedOn <= today())
        // The newest first.
        for (const one of ripe.toReversed()) {
          late.splice(late.indexOf(one), 1)
          if (dayAfter(one.day, 7) >= today()) await sheet(one.agent, one.day)
        }
      },
    ],
    'second sheet': [15, async () => sheet(dice.pick(agents), dayAfter(today(), 0 - dice.within(0, 3)))],
    'sheet of a closed day': [
      45,
      async () => {
        const day = dayAfter(today(), 0 - dice.within(8, 31))
        const waiting = decided.sheets[0]
        if (waiting && !accepts(80, 'sheet that is requested already'))
          return sheet(waiting.agent, waiting.day)
        if (day >= desk.firstDay) await sheet(dice.pick(agents), day)
      },
    ],
    'decision on a sheet': [
      35,
      async () => {
        const one = take(decided.sheets)
        if (!one) return
        const { id, agent, day, repayments, deposits } = one
        const [isYes, by] = [accepts(85, 'requested sheet rejected'), dice.pick([keeper, second])]
        const isSame =
          dayAfter(day, 31) >= today() &&
          [...repayments.map(({ loan }) => loan), ...deposits.map(({ wallet }) => wallet)].every(
            ({ customer }) => isOf(agent, customer),
          ) &&
          deposits.every(({ wallet }) => wallet.isOpen && isActive(wallet.customer)) &&
          repayments.every(({ loan, amount }) => amount === 0 || mayRepayLate(loan, amount, day))
        const { sheetRequestDecision } = calls.collections
        const reply = await send(
          sheetRequestDecision,
          { id, ...(isYes ? accept : reject) },
          by,
          isSame || !isYes,
        )
        if (isYes && !isSame) await send(sheetRequestDecision, { id, ...reject }, by)
        if (!isYes || !isSame)
          return saw(isYes ? 'requested sheet that is no longer right' : 'requested sheet rejected')
        const { rows } = await database.execute<{
          reference: string | null
        }>(sql`select e.reference from collections c
          join collection_lines l on l.collection_id = c.id left join ledger_entries e on e.id = l.entry_id
          where c.reference = ${reply.output().data.receipt} order by l.place`)
        saw('requested sheet')
        book(
          one,
          rows.map(({ reference }) => reference ?? ''),
          agent,
          day,
          by,
        )
      },
    ],
    'deposit at the counter': [
      50,
      async () => {
        const wallet = dice.some(open())
        if (!wallet) return
        const amount = dice.within(1, 400) * 1250
        const day = counterDay()
        const body = { savings_id: wallet.id, amount: kobo(amount), day }
        const isGood = wallet.openedOn <= day
        const reply = await send(calls.savings.recordDeposit, body, recorder, isGood)
        if (!isGood) return saw('deposit before the opening')
        deposit(wallet, amount, 'CASH', day, reply.output().data.reference)
        if (day < today()) correct(wallet, day)
      },
    ],
    'repayment at the counter': [
      35,
      async () => {
        const loan = dice.some(active())
        if (!loan) return
        const owed = owedOn(loan)
        const some = Math.min(owed, dice.within(1, 90) * 3_777)
        const amount = dice.pick([some, some, some, some, owed])
        const day = counterDay()
        const isMuch = dice.chance(15)
        const body = { loan_id: loan.id, amount: kobo(isMuch ? owed + 1 : amount), day }
        const isEarly = loan.openedOn > day
        const isGood = !isMuch && !isEarly && (day === today() || mayRepayLate(loan, amount, day))
        const reply = await send(calls.loans.repayLoan, body, recorder, isGood)
        if (!isGood)
          return saw(isEarly ? 'repayment before the disbursement' : 'repayment of more than is owed')
        repayment(loan, amount, 'CASH', day, reply.output().data.reference)
        if (amount === owed && loan.parts.some(({ due }) => due > today())) saw('settled early')
      },
    ],
    credit: [
      35,
      async () => {
        const inactive = customers.filter((one) => !one.isActive)
        const { id } = dice.pick(inactive.length > 0 && dice.chance(30) ? inactive : customers)
        const amount = dice.within(1, 900) * 1000
        const isGood = isActive(id)
        const reply = await send(
          calls.customers.creditUser,
          { customer_id: id, amount: kobo(amount) },
          recorder,
          isGood,
        )
        if (!isGood) return saw('credit of an inactive customer')
        const entry = post('credit', { CASH: 0 - amount, [mainOf(id)]: amount })
        move('credit', reply.output().data.reference, entry, recorder)
      },
    ],
    fee: [
      15,
      async () => {
        const { id } = dice.pick(customers)
        const main = mainOf(id)
        const isPaid = books.entries.some(
          ({ kind, product, isReversed }) => kind === 'fee' && product === main && !isReversed,
        )
        const from = dice.pick(['cash', 'wallet'] as const)
        const amount = 50_000
        const isGood = !isPaid && (from === 'cash' || spendable(main) >= amount)
        const body = { customer_id: id, fee_id: desk.fees.form, amount: kobo(amount), from }
        const reply = await send(calls.fees.payFee, body, recorder, isGood)
        if (!isGood) return saw(isPaid ? 'fee that was paid already' : 'fee that is not covered')
        const source = from === 'cash' ? 'CASH' : main
        const entry = post('fee', { [source]: 0 - amount, TW: amount }, { product: main })
        move('fee', reply.output().data.reference, entry, recorder)
      },
    ],
    'transfer from savings': [
      35,
      async () => {
        const wallet = dice.some(wallets.filter((one) => one.isOpen && balance(one.reference) > 0))
        if (!wallet) return
        const has = balance(wallet.reference) - owedOf(wallet, balance(wallet.reference))
        const steps = Math.floor(has / wallet.fixed)
        const some = dice.within(1, Math.max(1, steps)) * wallet.fixed
        const amount = dice.pick([has, has, some, some + 1])
        const isStep = amount % wallet.fixed === 0 || amount === has
        const isGood = has >= wallet.fixed && amount > 0 && amount <= has && isStep
        const body = { customer_id: wallet.customer, savings_ref: wallet.reference, amount: kobo(amount) }
        const reply = await send(calls.customers.savingWalletToMainWallets, body, recorder, isGood)
        if (!isGood) return saw(isStep ? 'transfer of too little' : 'transfer that is no step')
        books.takeOwed(wallet)
        const entry = post('transfer', { [wallet.reference]: 0 - amount, [mainOf(wallet.customer)]: amount })
        move('transfer', reply.output().data.reference, entry, recorder, { may: () => wallet.isOpen })
      },
    ],
    'withdrawal request': [
      60,
      async () => {
        const rich = customers.filter(({ id }) => balance(mainOf(id)) > 0)
        const customer = dice.some(rich)
        if (!customer) return
        const free = spendable(mainOf(customer.id))
        const amount = dice.pick([free, Math.ceil(free / 2), free + 1, 100_000])
        const isGood = amount > 0 && amount <= free
        if (amount <= 0) return
        const body = { customer_id: customer.id, amount: kobo(amount), description: 'School fees' }
        const reply = await send(calls.withdrawals.createWithDrawalRequest, body, recorder, isGood)
        if (!isGood) return saw('withdrawal of more than is free')
        holds[mainOf(customer.id)] = (holds[mainOf(customer.id)] ?? 0) + amount
        const id = await idOf('withdrawals', reply.output().data.reference)
        decided.withdrawals.push({ id, customer: customer.id, amount })
        saw('hold')
      },
    ],
    'withdrawal decision': [
      55,
      async () => {
        const one = take(decided.withdrawals)
        if (!one) return
        const isApproved = dice.chance(75)
        const main = mainOf(one.customer)
        holds[main] = (holds[main] ?? 0) - one.amount
        if (isApproved && dice.chance(60)) return payouts.approveForAgent(one)
        const body = {
          id: one.id,
          status: isApproved ? 'approve' : 'rejected',
          comment: 'As agreed',
        } as const
        await send(calls.withdrawals.WithDrawalRequestApproval, body, keeper)
        saw(isApproved ? 'withdrawal' : 'withdrawal rejected')
        if (isApproved) post('withdrawal', { [main]: 0 - one.amount, CASH: one.amount })
      },
    ],
    'fund request': [
      25,
      async () => {
        const isShort = books.runs.some(({ state }) => state === 'short')
        const flag = isShort ? 'SW' : dice.pick(['MBW', 'PW', 'TW'] as const)
        const gain =
          isShort || dice.chance(60) ? dice.within(1, 50) * 100_000 : 0 - dice.within(1, 100) * 5_000
        await fund(flag, gain)
      },
    ],
    'fund decision': [
      50,
      async () => {
        const one = dice.some(decided.requests)
        if (one) await decideFund(one, accepts(85, 'fund request rejected'))
      },
    ],
    remittance: [
      45,
      async () => {
        const agent = dice.pick(agents)
        const counted = 0 - balance(cashOf(agent)) + dice.pick([0, 0, -10_000, 5_000])
        if (counted <= 0) return
        await send(calls.cash.recordRemittance, { agent_id: agent, counted: kobo(counted) }, recorder)
        handIn(agent, counted)
      },
    ],
    'cash difference': [
      35,
      async () => {
        const agent = dice.pick(agents)
        const held = 0 - balance(cashOf(agent))
        if (held === 0 || decided.differences.some((one) => one.agent === agent)) return
        const amount = Math.min(Math.abs(held), dice.pick([Math.abs(held), 1_500]))
        const type = held > 0 ? 'missing' : 'surplus'
        const body = { agent_id: agent, type, amount: kobo(amount), reason: 'Counted twice' } as const
        const reply = await send(calls.cash.requestCashDifference, body, recorder)
        const id = await idOf('cash_differences', reply.output().data.reference)
        decided.differences.push({ id, state: 0, agent, amount: held > 0 ? amount : 0 - amount })
      },
    ],
    'cash difference decision': [
      60,
      async () => {
        const one = dice.some(decided.differences)
        if (!one) return
        const isYes = accepts(80, 'difference rejected')
        const [call, by] =
          one.state === 0
            ? [calls.cash.firstCashDifferenceDecision, keeper]
            : [calls.cash.secondCashDifferenceDecision, second]
        const held = 0 - balance(cashOf(one.agent))
        const shows = one.amount > 0 ? held : 0 - held
        const isGood = one.state === 0 || !isYes || shows >= Math.abs(one.amount)
        await send(call, { id: one.id, ...(isYes ? accept : reject) }, by, isGood)
        if (!isGood) return saw('difference that is no longer there')
        one.state = isYes ? one.state + 1 : 3
        if (one.state < 2) return
        decided.differences.splice(decided.differences.indexOf(one), 1)
        saw(isYes ? (one.amount > 0 ? 'missing cash written off' : 'surplus kept') : 'difference rejected')
        if (isYes) post('other', { [cashOf(one.agent)]: one.amount, 'OVER-SHORT': 0 - one.amount })
      },
    ],
    'loan application': [
      60,
      async () => {
        const { id } = dice.pick(customers)
        if (!isActive(id)) return
        const type = dice.pick(loanTypes)
        const [period, times] = [dice.pick(type.periods), dice.within(1, 6)]
        const amount = dice.within(30, 400) * 10_010
        const body = {
          customer_id: id,
          loan_type_id: type.id,
          amount: kobo(amount),
          instalment_period: period,
          instalment_times: times,
        }
        const reply = await send(
          calls.loans.createLoan,
          { ...body, description: 'Goods', guarantors: [] },
          recorder,
        )
        const { id: loanId, reference } = reply.output().data
        const { rate, penaltyRate, grace } = type
        const loan = {
          ...newLoan({ amount, rate, penaltyRate, grace, times, period }, calendar),
          id: loanId,
          reference,
          customer: id,
          product: type.name,
        }
        loans.push(loan)
        decided.loans.push({ loan, step: 0 })
        saw('application')
      },
    ],
    'loan decision': [
      80,
      async () => {
        const one = dice.some(decided.loans)
        if (!one) return
        const { loan } = one
        const isYes = dice.chance(90)
        const isPaid = isYes && one.step === 1
        const isGood = !isPaid || balance('MBW') >= loan.amount
        const [call, by] =
          one.step === 0 ? [calls.loans.firstLoanApproval, keeper] : [calls.loans.secondLoanApproval, second]
        await send(
          call,
          { id: loan.id, status: isYes ? 'accepted' : 'rejected', comment: 'As seen' },
          by,
          isGood,
        )
        if (!isGood) return saw('loan that is not covered')
        one.step += 1
        if (isYes && !isPaid) return
        decided.loans.splice(decided.loans.indexOf(one), 1)
        if (!isPaid) {
          loan.state = 'rejected'
          return saw('application rejected')
        }
        disburse(loan, today())
        const total = loan.amount + loan.interest
        const moves = {
          MBW: 0 - loan.amount,
          [mainOf(loan.customer)]: loan.amount - keptBackOf(loan),
          ...(keptBackOf(loan) > 0 && { TW: keptBackOf(loan) }),
          [loan.reference]: total,
          LENT: 0 - total,
        }
        const { rows } = await database.$client.query<{ reference: string }>(
          'select e.reference from ledger_entries e join loans l on l.disbursement_entry_id = e.id where l.id = $1',
          [loan.id],
        )
        const may = () => isUntouched(loan)
        const undo = () => undisburse(loan)
        move('disbursement', rows[0]?.reference ?? '', post('disbursement', moves), second, {
          loan,
          may,
          undo,
        })
      },
    ],
    'loan change': [
      40,
      async () => {
        const loan = dice.some(
          active().filter((one) => !decided.changes.some((change) => change.loan === one)),
        )
        if (!loan) return
        const owed = owedOn(loan)
        const body = { loan_id: loan.id, amount: kobo(owed), reason: 'The stall burned' }
        const capital = sum(loan.parts.map((part) => part.amount - part.paid - part.moved))
        if (dice.chance(50)) {
          const reply = await send(calls.loanChanges.requestWriteOff, body, recorder)
          const id = await idOf('loan_changes', reply.output().data.reference)
          decided.changes.push({ id, state: 0, loan, owed, terms: undefined })
        } else if (capital > 10_000) {
          const [times, period, first] = [
            dice.within(1, 5),
            dice.pick(['daily', 'weekly', 'monthly'] as const),
            dayAfter(today(), dice.within(5, 9)),
          ]
          const terms = { instalment_times: times, instalment_period: period, first_due: first }
          const reply = await send(calls.loanChanges.requestRescheduling, { ...body, ...terms }, recorder)
          const id = await idOf('loan_changes', reply.output().data.reference)
          decided.changes.push({ id, state: 0, loan, owed, terms: [times, period, first] })
        }
      },
    ],
    'loan change decision': [
      75,
      async () => {
        const one = decided.changes[0]
        if (!one) return
        const { loan, terms } = one
        const isYes = accepts(88, 'change rejected')
        const isSame = loan.state === 'active' && owedOn(loan) === one.owed && (!terms || terms[2] > today())
        const isGood = !isYes || isSame
        const [call, by] =
          one.state === 0
            ? [calls.loanChanges.firstLoanChangeDecision, keeper]
            : [calls.loanChanges.secondLoanChangeDecision, second]
        await send(call, { id: one.id, ...(isYes ? accept : reject) }, by, isGood)
        if (!isGood) {
          saw('change of what is no longer owed')
          await send(call, { id: one.id, ...reject }, by)
        }
        one.state = isYes && isGood ? one.state + 1 : 3
        // What is owed seldom stays the same until another day.
        if (one.state === 1 && dice.chance(60)) return acts['loan change decision']?.[1]()
        if (one.state < 2) return
        decided.changes.splice(0, 1)
        if (one.state === 3) return saw('change rejected')
        if (terms) {
          saw('rescheduling')
          return reschedule(loan, ...terms, today())
        }
        const undo = writeOff(loan)
        const entry = post('write-off', { [loan.reference]: 0 - one.owed, LENT: one.owed })
        const { rows } = await database.$client.query<{ reference: string }>(
          'select e.reference from ledger_entries e join loan_changes c on c.entry_id = e.id where c.id = $1',
          [one.id],
        )
        const may = () => recoveredOn(loan) === 0
        move('write-off', rows[0]?.reference ?? '', entry, second, { loan, may, undo })
      },
    ],
    recovery: [
      50,
      async () => {
        const loan = dice.some(loans.filter(({ state }) => state === 'written-off'))
        if (!loan) return
        const left = sum(
          loan.parts.filter(({ closed }) => closed).map((one) => openOf({ ...one, closed: false })),
        )
        const most = left - recoveredOn(loan)
        const isGood = most > 0 && dice.chance(80)
        const amount = isGood ? dice.within(1, most) : most + 1
        const body = { loan_id: loan.id, amount: kobo(amount) }
        const reply = await send(calls.loans.recordRecovery, body, recorder, isGood)
        if (!isGood) return saw('recovery of more than was written off')
        const entry = post('recovery', { CASH: 0 - amount, PW: amount }, { product: loan.reference })
        move('recovery', reply.output().data.reference, entry, recorder, { loan })
      },
    ],
    'reversal request': [
      75,
      async () => {
        const standing = movements.filter(({ entry }) => !entry.isReversed)
        const rare = standing.filter(
          (one) => desk.seen[`${one.kind} reversed`] === undefined && isReversible(one),
        )
        const kind = dice.some([...new Set(rare.map((one) => one.kind))])
        const ofKind = rare.filter((one) => one.kind === kind)
        const movement = dice.some(dice.pick([ofKind, ofKind, ofKind, standing.slice(-25), standing]))
        if (!movement || decided.reversals.some((one) => one.movement === movement)) return
        const isGood = isReversible(movement)
        const body = { reference: movement.reference, reason: 'Typed wrongly' }
        const reply = await send(calls.reversals.requestReversal, body, recorder, isGood)
        if (!isGood) return saw('reversal refused')
        decided.reversals.push({ id: await idOf('reversals', reply.output().data.reference), movement })
      },
    ],
    'reversal decision': [
      75,
      async () => {
        const one = take(decided.reversals)
        if (!one) return
        const { movement } = one
        const isYes = accepts(85, 'reversal rejected')
        const isGood = !isYes || (isReversible(movement) && isInterestCovered(movement))
        // Not who recorded it.
        const by = dice.pick([second, keeper].filter(({ id }) => id !== movement.by))
        await send(calls.reversals.reversalDecision, { id: one.id, ...(isYes ? accept : reject) }, by, isGood)
        if (!isGood) {
          decided.reversals.push(one)
          await send(calls.reversals.reversalDecision, { id: one.id, ...reject }, by)
          decided.reversals.pop()
          return saw('reversal no longer covered')
        }
        if (!isYes) return saw('reversal rejected')
        reverse(movement)
      },
    ],
    'reopening request': [
      15,
      async () => {
        if (decided.reopenings.length > 0) return
        const endOfMonth = dayAfter(`${today().slice(0, 8)}01`, -1)
        const daysAgo = [1, 2, 4, 8].map((days) => dayAfter(today(), 0 - days))
        const from = dice.pick([...daysAgo, endOfMonth, endOfMonth, endOfMonth])
        const isGood = books.reopening(from) !== undefined
        const body = { from_day: from, reason: 'The clock was wrong' }
        await send(calls.closing.requestReopening, body, recorder, isGood)
        if (!isGood) return saw('reopening refused')
        decided.reopenings.push({ id: await desk.newestId('reopenings'), from })
      },
    ],
    'reopening decision': [
      65,
      async () => {
        const one = take(decided.reopenings)
        if (!one) return
        const reopen = books.reopening(one.from)
        const isYes = dice.chance(85)
        const isGood = !isYes || reopen !== undefined
        await send(
          calls.closing.reopeningDecision,
          { id: one.id, ...(isYes ? accept : reject) },
          keeper,
          isGood,
        )
        if (!isGood) await send(calls.closing.reopeningDecision, { id: one.id, ...reject }, keeper)
        if (!isYes || !reopen) return saw(isYes ? 'reopening no longer allowed' : 'reopening rejected')
        const kinds = new Set(
          books.entries
            .slice(reopen())
            .flatMap(({ kind, reverses }) => (reverses ? [reverses.kind] : [kind])),
        )
        for (const kind of kinds) saw(`reopening of ${kind}`)
      },
    ],
    reassigning: [
      25,
      async () => {
        const customer = dice.pick(customers)
        const agent = dice.pick(agents.filter((id) => id !== customer.agent))
        await send(
          calls.customers.assignAgentToCustomer,
          { agent_id: agent, customer_id: customer.id },
          recorder,
        )
        customer.agent = agent
        saw('reassigning')
      },
    ],
    'closing of a wallet': [
      10,
      async () => {
        const wallet = dice.some(wallets.filter(({ isOpen }) => isOpen))
        if (!wallet) return
        await send(calls.savings.closeSaving, { savings_id: wallet.id }, recorder)
        books.takeOwed(wallet)
        const amount = balance(wallet.reference)
        if (amount > 0)
          post('transfer', { [wallet.reference]: 0 - amount, [mainOf(wallet.customer)]: amount })
        wallet.isOpen = false
        saw('closing of a wallet')
        if (isActive(wallet.customer)) await desk.openWallet(wallet.customer)
      },
    ],
    'status of a customer': [
      12,
      async () => {
        const customer = customers.find(({ isActive: is }) => !is) ?? dice.pick(customers)
        const call = customer.isActive ? calls.customers.deactivateCustomer : calls.customers.activateCustomer
        await send(call, { customer_id: customer.id }, recorder)
        customer.isActive = !customer.isActive
        saw(customer.isActive ? 'activation' : 'deactivation')
      },
    ],
    holiday: [
      12,
      async () => {
        const day = dayAfter(today(), dice.within(1, 12))
        const isGood = !calendar.holidays.has(day)
        await send(calls.calendar.createHoliday, { day, name: 'Eid' }, keeper, isGood)
        if (!isGood) return saw('holiday of a holiday')
        calendar.holidays.set(day, await desk.newestId('holidays'))
        moveDue()
        saw('holiday')
      },
    ],
    'removal of a holiday': [
      5,
      async () => {
        const coming = [...calendar.holidays].find(([day]) => day > today())
        if (!coming) return
        await send(calls.calendar.removeHoliday, { id: coming[1] }, keeper)
        calendar.holidays.delete(coming[0])
        saw('removal of a holiday')
      },
    ],
    'closed Sundays': [
      6,
      async () => {
        if (calendar.sundaysFrom < '9999') return
        const from_day = dayAfter(today(), dice.within(1, 9))
        await send(calls.calendar.setClosedWeekdays, { from_day, weekdays: [7] }, keeper)
        calendar.sundaysFrom = from_day
        moveDue()
        saw('closed Sundays')
      },
    ],
    ...payouts.acts,
    ...payActs(desk, decided),
  }

  function moveDue() {
    for (const part of loans.flatMap(({ parts }) => parts))
      if (part.due > today()) part.due = nextOpen(calendar, part.due)
  }
  const take = <T>(all: T[]): T | undefined =>
    all.length > 0 ? all.splice(dice.within(0, all.length - 1), 1)[0] : undefined
  async function fund(flag: 'MBW' | 'PW' | 'TW' | 'SW', gain: number) {
    const body = {
      flag,
      type: gain > 0 ? 'credit' : 'debit',
      amount: kobo(Math.abs(gain)),
      description: 'Float',
    } as const
    const reply = await send(calls.requests.createRequest, body, recorder)
    const one = { id: await idOf('fund_requests', reply.output().data.reference), state: 0, flag, gain }
    decided.requests.push(one)
    return one
  }
  async function decideFund(one: (typeof decided.requests)[number], isYes: boolean) {
    const { firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests
    const [call, by] =
      one.state === 0 ? [firstApprovalOrDisapproval, keeper] : [secondApprovalOrDisapproval, second]
    const isGood = !isYes || one.state === 0 || covers({ [one.flag]: one.gain })
    await send(call, { id: one.id, status: isYes ? 'accept' : 'reject', flag: one.flag }, by, isGood)
    if (!isGood) return saw('debit that is not covered')
    one.state = isYes ? one.state + 1 : 3
    if (one.state < 2) return
    decided.requests.splice(decided.requests.indexOf(one), 1)
    saw(isYes ? (one.gain > 0 ? 'fund credit' : 'fund debit') : 'fund request rejected')
    if (isYes) post('other', { [one.flag]: one.gain, CASH: 0 - one.gain })
  }

  const walletOf = ({ moves }: Entry) => wallets.find(({ reference }) => reference in moves)
  function isReversible({ entry, loan, may, kind }: Movement) {
    if (entry.isReversed || (loan?.state === 'written-off' && kind !== 'write-off' && kind !== 'recovery'))
      return false
    return may() && covers(withCommission(entry))
  }
  /** What the reversal of a deposit gives back of its cycle's commission. */
  function backOf({ kind, cycle, moves }: Entry) {
    const wallet = wallets.find(({ reference }) => reference in moves)
    return kind === 'deposit' && cycle && wallet
      ? { wallet, cycle, back: givenBack(wallet, cycle, moves[wallet.reference] ?? 0) }
      : undefined
  }
  function withCommission(entry: Entry): Moves {
    const [moves, given] = [books.mirror(entry), backOf(entry)]
    if (!given || given.back === 0) return moves
    const { reference } = given.wallet
    return { ...moves, [reference]: (moves[reference] ?? 0) + given.back, TW: 0 - given.back }
  }
  /** What stands of the recoveries on a loan. */
  const recoveredOn = ({ reference }: Borrowed) =>
    sum(
      books.entries
        .filter(
          ({ kind, product, isReversed }) => kind === 'recovery' && product === reference && !isReversed,
        )
        .map(({ moves }) => moves['PW'] ?? 0),
    )
  /** What is taken back with a deposit: the interest of months that have ended. */
  function isInterestCovered({ entry }: Movement) {
    const wallet = entry.kind === 'deposit' ? walletOf(entry) : undefined
    if (!wallet) return true
    const left = balance(wallet.reference) + (withCommission(entry)[wallet.reference] ?? 0)
    return left + books.interestOf(wallet, entry) >= 0
  }
  function reverse(movement: Movement) {
    const { entry, loan, undo, kind } = movement
    saw(`${kind} reversed`)
    const { product } = entry
    const cash = Object.fromEntries(
      Object.entries(books.mirror(entry)).filter(([name]) => /^(CASH|agent .*)$/.test(name)),
    )
    const moves: Moves =
      loan && entry.kind === 'repayment'
        ? { ...cash, ...change(loan, 0 - sum(Object.values(cash)), undo) }
        : books.mirror(entry)
    if (entry.kind !== 'repayment') undo()
    const given = backOf(entry)
    if (given) {
      given.cycle.paid -= entry.moves[given.wallet.reference] ?? 0
      given.cycle.taken -= given.back
    }
    if (given && given.back > 0) {
      saw('commission given back')
      post('commission', { [given.wallet.reference]: given.back, TW: 0 - given.back }, { cycle: given.cycle })
    }
    entry.isReversed = true
    post('reversal', moves, { reverses: entry, product })
    const wallet = entry.kind === 'deposit' ? walletOf(entry) : undefined
    if (wallet) correct(wallet, entry.on, 'interest taken back')
  }

  /** Reverses a deposit with the commission that was kept of it, which chance seldom does. */
  async function reverseKept() {
    const movement = movements.find(
      (one) =>
        (backOf(one.entry)?.back ?? 0) > 0 &&
        isReversible(one) &&
        isInterestCovered(one) &&
        !decided.reversals.some((open) => open.movement === one),
    )
    const by = [second, keeper].find(({ id }) => id !== movement?.by)
    if (!movement || !by) return
    const body = { reference: movement.reference, reason: 'Typed wrongly' }
    const reply = await send(calls.reversals.requestReversal, body, recorder)
    const id = await idOf('reversals', reply.output().data.reference)
    await send(calls.reversals.reversalDecision, { id, ...accept }, by)
    reverse(movement)
  }

  return { acts, fund, decideFund, reverseKept, decided }
}
