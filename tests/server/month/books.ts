import { isClosed, openCalendar } from './calendar'
import { type Commission, type Cycle, firstOf, partsOf, spanOf } from './cycles'
import { dayAfter, gainedOn, isMoved, type Loan, owedOn, punish, sum, withoutPenalties } from './loan'

/*
 * The books of a business in plain integers of kobo, as docs/use/rules.md says them: accounts are sums of entries, the figures of a day are
 * sums of the entries that count on it. It imports nothing of Alajo.
 */

export type Kind =
  | 'deposit'
  | 'repayment'
  | 'credit'
  | 'transfer'
  | 'withdrawal'
  | 'payment'
  | 'cancellation'
  | 'pay'
  | 'disbursement'
  | 'penalty'
  | 'correction'
  | 'interest'
  | 'charge'
  | 'commission'
  | 'remittance'
  | 'write-off'
  | 'recovery'
  | 'fee'
  | 'reversal'
  | 'other'
export type Moves = Record<string, number>
export type Entry = {
  kind: Kind
  /** When it was recorded, and the day on which it counts. */
  day: string
  on: string
  moves: Moves
  /** The saving or loan type. */
  product?: string | undefined
  /** Of a deposit and a commission. */
  cycle?: Cycle | undefined
  /** Of a penalty, interest, a charge or a commission: what it posts for the runs of days. */
  ofRuns?: Moves
  /** Of a penalty: its instalment. */
  at?: number
  /** The agent of the savings wallet's customer when it was recorded. */
  agent?: number | undefined
  /** What it reverses. */
  reverses?: Entry
  isReversed?: boolean
}
/** What a customer means to pay each time. */
export type Contribution = {
  fixed: number
  every: 'daily' | 'weekly' | 'monthly'
  /** The weekday of its market, 1 for Monday. */
  market: number | null
}
export type PlanSince = Contribution & { from: string }
export type Wallet = Contribution & {
  id: number
  reference: string
  customer: number
  product: string
  /** Hundredths of a percent a year, and kobo a month. */
  yearly: number
  charge: number
  commission: Commission | null
  cycles: Cycle[]
  openedOn: string
  /** As it was opened, and what it changed to, or will, each from a day on, in order. */
  plans: [PlanSince, ...PlanSince[]]
  isOpen: boolean
  /** Charges that were not covered, by the last day of their month. */
  owed: Moves
  /** The months of which a run paid the interest. */
  done: string[]
}
export type Customer = { id: number; agent: number; isActive: boolean }
export type Borrowed = Loan & { id: number; reference: string; customer: number; product: string }
export type Run = {
  kind: string
  day: string
  posted: number
  amount: number
  skipped: number
  state: string
  isReopened: boolean
}

/** A withdrawal that the customer's agent pays on a day. */
export type ToPay = { id: number; customer: number; amount: number; payOn: string }

export const mainOf = (customer: number) => `customer ${customer}`
export const cashOf = (agent: number) => `agent ${agent}`
const weekday = (day: string) => new Date(day).getUTCDay() || 7
const endsMonth = (day: string) => dayAfter(day, 1).endsWith('-01')

/** Whether a deposit into a wallet is due on a day with collection. */
function isInRhythm({ market, every, openedOn }: Wallet, day: string) {
  if (day < openedOn) return false
  if (market !== null) return weekday(day) === market
  if (every === 'monthly')
    return day.slice(8) === openedOn.slice(8) || (endsMonth(day) && openedOn.slice(8) > day.slice(8))
  return every === 'daily' || weekday(day) === weekday(openedOn)
}

/** The contribution of a wallet on a day. */
export const planOn = ({ plans }: Wallet, day: string): Contribution => {
  const { from: _from, ...plan } = plans.findLast(({ from }) => from <= day) ?? plans[0]
  return plan
}

/** What the last standing run left of the charges. */
export const owedCharge = ({ owed }: Wallet) => Object.values(owed).at(-1) ?? 0

const emptyRun = (kind: string, day: string): Run => ({
  kind,
  day,
  posted: 0,
  amount: 0,
  skipped: 0,
  state: 'done',
  isReopened: false,
})

export function openBooks(firstDay: string) {
  const entries: Entry[] = []
  const balances: Moves = {}
  const wallets: Wallet[] = []
  const loans: Borrowed[] = []
  const customers: Customer[] = []
  const holds: Moves = {}
  const runs: Run[] = []
  const toPay: ToPay[] = []
  /** The agents and days of recorded sheets. */
  const sheets = new Set<string>()
  /** What was expected of each agent on closed days. */
  const kept: Record<string, Moves> = {}
  /** The last day on which interest was tried. */
  const tried: Record<string, string> = {}
  const books = { today: firstDay, next: firstDay }
  const calendar = openCalendar()
  const isDue = (wallet: Wallet, day: string) => !isClosed(calendar, day) && isInRhythm(wallet, day)

  const balance = (account: string) => balances[account] ?? 0
  const spendable = (account: string) => balance(account) - (holds[account] ?? 0)
  const covers = (moves: Moves) =>
    Object.entries(moves).every(
      ([name, amount]) => amount >= 0 || isOutside(name) || spendable(name) + amount >= 0,
    )
  const isOutside = (name: string) => /^(CASH|LENT|OVER-SHORT|agent .*)$/.test(name)

  function post(kind: Kind, moves: Moves, more: Partial<Entry> = {}) {
    if (sum(Object.values(moves)) !== 0)
      throw new Error(`${kind} of ${JSON.stringify(moves)} is not balanced.`)
    for (const [name, amount] of Object.entries(moves)) balances[name] = balance(name) + amount
    const owner = wallets.find(({ reference }) => reference in moves)?.customer
    const agent = customers.find(({ id }) => id === owner)?.agent
    const entry: Entry = { kind, day: books.today, on: books.today, moves, agent, ...more }
    entries.push(entry)
    return entry
  }

  /** Changes a loan and posts what that means: `paid` is what was paid in cash; more that leaves the loan are penalties taken back. */
  function change(loan: Borrowed, paid: number, run: () => void) {
    const [owed, before] = [owedOn(loan), gainedOn(loan)]
    run()
    const after = gainedOn(loan)
    const gain = { MBW: after.main - before.main, PW: after.profit - before.profit }
    const back = owed - owedOn(loan) - paid
    if (back !== 0) post('correction', { [loan.reference]: 0 - back, LENT: back })
    return { ...gain, [loan.reference]: 0 - paid, LENT: paid }
  }

  /** Whether deposits of earlier days filled the boxes of its cycle until a day; without a commission it has no cycles. */
  function isPaidAhead(wallet: Wallet, day: string) {
    const { from } = spanOf(wallet, day)
    const cycle = wallet.cycles.find((one) => one.from === from)
    if (!cycle) return false
    const paid = entries.filter(
      (one) => one.kind === 'deposit' && one.cycle === cycle && !one.isReversed && one.on < day,
    )
    let open = sum(paid.map(({ moves }) => moves[wallet.reference] ?? 0))
    for (let at = from; at <= day; at = dayAfter(at, 1)) if (isDue(wallet, at)) open -= cycle.fixed
    return open >= 0
  }
  const expectedOn = (day: string): Moves => {
    const due: Moves = {}
    const add = (customer: number, amount: number) => {
      const agent = customers.find(({ id }) => id === customer)?.agent ?? 0
      due[agent] = (due[agent] ?? 0) + amount
    }
    const isActive = ({ customer }: Wallet) => customers.some(({ id, isActive: is }) => id === customer && is)
    for (const one of wallets)
      if (one.isOpen && isActive(one) && isDue(one, day) && !isPaidAhead(one, day))
        add(one.customer, one.fixed)
    for (const loan of loans)
      for (const part of loan.parts)
        if (part.due === day && !part.closed) add(loan.customer, part.amount - part.moved)
    return due
  }

  /** Of a month by its last day, of what counts on each day; deposits that were reversed and runs that were taken back never counted. */
  function lowestIn({ reference }: Wallet, end: string) {
    const first = firstOf(end)
    const isUndone = ({ kind, isReversed, reverses }: Entry) =>
      (isReversed || reverses) && /^(deposit|interest|charge|commission)$/.test((reverses ?? { kind }).kind)
    const own = entries
      .filter((one) => (one.moves[reference] ?? 0) !== 0 && !isUndone(one))
      .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    const amounts = (some: Entry[]) => some.map(({ moves }) => moves[reference] ?? 0)
    let running = sum(amounts(own.filter(({ on }) => on < first)))
    let lowest = running
    for (const amount of amounts(own.filter(({ on }) => on >= first && on <= end))) {
      running += amount
      lowest = Math.min(lowest, running)
    }
    return Math.max(0, lowest)
  }
  const isWhole = (wallet: Wallet, end: string) => wallet.openedOn < firstOf(end)
  /** A twelfth of the yearly rate, half a kobo rounded up, less what was paid. */
  const missing = (wallet: Wallet, end: string) =>
    Math.floor((lowestIn(wallet, end) * wallet.yearly + 60_000) / 120_000) -
    sum(
      entries
        .filter(
          ({ kind, moves, isReversed }) => kind === 'interest' && wallet.reference in moves && !isReversed,
        )
        .map(({ ofRuns }) => ofRuns?.[end] ?? 0),
    )
  const payInterest = ({ reference }: Wallet, ofRuns: Moves) => {
    const total = sum(Object.values(ofRuns))
    post('interest', { SW: 0 - total, [reference]: total }, { ofRuns })
  }

  /** Wallets whose interest of a month SW did not cover; it is counted when it is paid. */
  const waiting = new Map<string, Set<Wallet>>()
  /** What is missing of a wallet's interest of months that ended since a day. */
  const changesSince = (wallet: Wallet, since: string) =>
    Object.fromEntries(
      standing(since)
        .filter(
          ({ kind, day }) => kind === 'interest' && isWhole(wallet, day) && !waiting.get(day)?.has(wallet),
        )
        .map(({ day }) => [day, missing(wallet, day)] as const)
        .filter(([, amount]) => amount !== 0),
    )
  const standing = (since: string) => runs.filter(({ day, isReopened }) => day >= since && !isReopened)

  /** The interest that a late or a reversed deposit changes, as far as SW covers it. */
  function correctInterest(wallet: Wallet, since: string) {
    const changes = changesSince(wallet, since)
    const total = sum(Object.values(changes))
    if (total !== 0 && total <= balance('SW')) payInterest(wallet, changes)
  }
  /** What the reversal of a deposit changes of it. */
  function interestOf(wallet: Wallet, deposit: Entry) {
    deposit.isReversed = true
    const changes = changesSince(wallet, deposit.on)
    deposit.isReversed = false
    return sum(Object.values(changes))
  }

  function tryInterest(run: Run) {
    tried[run.day] = books.today
    const still = new Set<Wallet>()
    waiting.set(run.day, still)
    for (const wallet of wallets.filter((one) => one.isOpen && one.yearly > 0 && isWhole(one, run.day))) {
      const amount = wallet.done.includes(run.day) ? 0 : missing(wallet, run.day)
      if (amount > balance('SW')) still.add(wallet)
      else if (amount > 0) {
        wallet.done.push(run.day)
        payInterest(wallet, { [run.day]: amount })
        run.posted += 1
        run.amount += amount
      }
    }
    run.skipped = still.size
    run.state = still.size > 0 ? 'short' : 'done'
  }

  function takeCharges(run: Run) {
    for (const wallet of wallets.filter((one) => one.isOpen && !one.commission && isWhole(one, run.day))) {
      const due = wallet.charge + owedCharge(wallet)
      const taken = Math.min(due, balance(wallet.reference))
      wallet.owed[run.day] = due - taken
      if (taken < due) run.skipped += 1
      if (taken === 0) continue
      post('charge', { [wallet.reference]: 0 - taken, TW: taken }, { ofRuns: { [run.day]: taken } })
      run.posted += 1
      run.amount += taken
    }
  }

  function takeParts({ reference }: Wallet, parts: ReturnType<typeof partsOf>, ofRuns?: string) {
    for (const { cycle, amount } of parts.filter((one) => one.amount > 0)) {
      cycle.taken += amount
      const more = { cycle, ...(ofRuns && { ofRuns: { [ofRuns]: amount } }) }
      post('commission', { [reference]: 0 - amount, TW: amount }, more)
    }
  }
  /** What a transfer, a payout and the closing take first. */
  const takeOwed = (wallet: Wallet) => takeParts(wallet, partsOf(wallet, balance(wallet.reference)))
  /** A deposit counts in the cycle of its day; what is due of cycles is taken with it. */
  function postDeposit(wallet: Wallet, amount: number, cash: string, on: string) {
    let cycle: Cycle | undefined
    if (wallet.commission) {
      const span = spanOf(wallet, on)
      cycle = wallet.cycles.find(({ from }) => from === span.from)
      if (!cycle) {
        cycle = { ...span, fixed: planOn(wallet, span.from).fixed, paid: 0, taken: 0 }
        wallet.cycles.push(cycle)
      }
      cycle.paid += amount
    }
    const moves = { [cash]: 0 - amount, [wallet.reference]: amount }
    const entry = post('deposit', moves, { on, product: wallet.product, cycle })
    const isAsked = ({ through }: Cycle) => wallet.commission?.isFirst || through < books.today
    takeParts(wallet, partsOf(wallet, balance(wallet.reference), isAsked))
    return entry
  }
  function takeCommissions(run: Run) {
    for (const wallet of wallets.filter(({ isOpen }) => isOpen)) {
      const parts = partsOf(wallet, balance(wallet.reference), ({ through }) => through <= run.day)
      takeParts(wallet, parts, run.day)
      const taken = parts.filter(({ amount }) => amount > 0)
      run.posted += taken.length
      run.amount += sum(taken.map(({ amount }) => amount))
      run.skipped += parts.filter(({ amount, open }) => amount < open).length
    }
  }

  /** Gives wallets the plan of the first day that is not closed. */
  function setPlans() {
    for (const one of wallets) if (one.isOpen) Object.assign(one, planOn(one, books.next))
  }

  /** Closes the days that have ended, in order; what is posted is of today. Returns the new penalties. */
  function closeDays() {
    for (const run of runs)
      if (run.state === 'short' && (tried[run.day] ?? '') < books.today) tryInterest(run)
    const penalties = []
    // Without cycles, and changes of plans, there are no runs of them.
    const hasCycles = wallets.some(({ cycles }) => cycles.length > 0)
    const hasChanges = wallets.some(({ plans }) => plans.length > 1)
    const runCommissions = (day: string) => {
      const run = emptyRun('commissions', day)
      runs.push(run)
      takeCommissions(run)
    }
    const last = dayAfter(books.next, -1)
    const done = standing(last).map(({ kind }) => kind)
    if (done.length > 0 && hasCycles && !done.includes('commissions')) runCommissions(last)
    if (done.length > 0 && hasChanges && !done.includes('plans')) runs.push(emptyRun('plans', last))
    for (; books.next < books.today; books.next = dayAfter(books.next, 1)) {
      setPlans()
      const day = books.next
      const made = emptyRun('penalties', day)
      for (const loan of loans)
        for (const { at, penalty } of punish(loan, day)) {
          penalties.push({
            loan,
            at,
            entry: post(
              'penalty',
              { [loan.reference]: penalty, LENT: 0 - penalty },
              { ofRuns: { [day]: penalty }, at },
            ),
          })
          made.posted += 1
          made.amount += penalty
        }
      kept[day] = expectedOn(day)
      runs.push(made)
      if (hasCycles) runCommissions(day)
      if (endsMonth(day)) {
        const [interest, charges] = [emptyRun('interest', day), emptyRun('charges', day)]
        runs.push(interest, charges)
        tryInterest(interest)
        takeCharges(charges)
      }
      if (hasChanges) runs.push(emptyRun('plans', day))
    }
    setPlans()
    return penalties
  }

  /** On a wallet that was closed since, or a penalty of what was rescheduled. */
  const isKept = ({ moves, at = 0 }: Entry) =>
    wallets.some(({ reference, isOpen }) => reference in moves && !isOpen) ||
    loans.some(({ reference, parts }) => reference in moves && parts.slice(at, at + 1).some(isMoved))
  /** What takes back the runs of the days from one on, which are closed again; undefined if a loan or a wallet does not allow it. */
  function reopening(from: string) {
    const undone = entries.filter(
      (one) => !one.isReversed && !isKept(one) && Object.keys(one.ofRuns ?? {}).some((day) => day >= from),
    )
    const posts = undone.map(
      (reversed): Parameters<typeof post> => ['reversal', mirror(reversed), { reverses: reversed }],
    )
    // What the reversal of a deposit gave back of a commission since is taken again.
    const cycles = wallets.flatMap((wallet) =>
      wallet.cycles.flatMap((cycle) => {
        const own = undone.filter((one) => one.kind === 'commission' && one.cycle === cycle)
        const back = sum(own.map(({ moves }) => moves['TW'] ?? 0))
        const again = Math.max(0, back - cycle.taken)
        return back > 0 ? [{ wallet, cycle, back, again }] : []
      }),
    )
    for (const { wallet, cycle, again } of cycles)
      if (again > 0) posts.push(['commission', { [wallet.reference]: 0 - again, TW: again }, { cycle }])
    const changed = loans.map((loan) => ({ loan, after: withoutPenalties(loan, from) }))
    for (const { loan, after = loan } of changed) {
      const penalties = undone.map(({ moves }) => moves[loan.reference] ?? 0)
      const back = owedOn(loan) - owedOn(after) - sum(penalties)
      const [gained, had] = [gainedOn(after), gainedOn(loan)]
      const gain = { MBW: gained.main - had.main, PW: gained.profit - had.profit }
      if (back !== 0 || gain.PW !== 0)
        posts.push(['correction', { ...gain, [loan.reference]: 0 - back, LENT: back }])
    }
    const own = wallets.filter(({ reference }) => undone.some(({ moves }) => reference in moves))
    const stays = undone
      .filter(({ kind }) => kind === 'interest')
      .flatMap(({ moves, ofRuns = {} }) => {
        const wallet = own.find(({ reference }) => reference in moves)
        return Object.entries(ofRuns).flatMap(([day, amount]) =>
          wallet && day < from ? [{ wallet, day, amount }] : [],
        )
      })
    const total: Moves = {}
    for (const moves of [
      ...posts.map(([, one]) => one),
      ...stays.map(({ wallet, amount }) => ({ [wallet.reference]: amount, SW: 0 - amount })),
    ])
      for (const [name, amount] of Object.entries(moves)) total[name] = (total[name] ?? 0) + amount
    const isRefused = changed.some(({ after }) => !after) || !covers(total)
    if (standing(from).length === 0 || isRefused) return undefined
    // Returns where its entries begin.
    return () => {
      const start = entries.length
      for (const one of undone) one.isReversed = true
      for (const one of posts) post(...one)
      for (const { cycle, back, again } of cycles) cycle.taken += again - back
      for (const { wallet, day, amount } of stays) payInterest(wallet, { [day]: amount })
      for (const { loan, after } of changed) Object.assign(loan, after)
      for (const run of standing(from)) {
        Object.assign(run, { isReopened: true, state: 'done' })
        delete kept[run.day]
        waiting.delete(run.day)
        for (const wallet of wallets) {
          delete wallet.owed[run.day]
          wallet.done = wallet.done.filter((day) => day !== run.day)
        }
      }
      books.next = from < firstDay ? firstDay : from
      setPlans()
      return start
    }
  }

  /** What reversing an entry takes out of wallets. */
  const mirror = ({ moves }: Entry): Moves =>
    Object.fromEntries(Object.entries(moves).map(([name, amount]) => [name, 0 - amount]))

  return {
    entries,
    balances,
    wallets,
    loans,
    customers,
    holds,
    runs,
    toPay,
    sheets,
    kept,
    books,
    calendar,
    isDue,
    balance,
    spendable,
    covers,
    post,
    change,
    expectedOn,
    correctInterest,
    takeOwed,
    postDeposit,
    interestOf,
    closeDays,
    reopening,
    mirror,
  }
}
export type Books = ReturnType<typeof openBooks>
