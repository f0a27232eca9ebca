/*
 * The books of wallets and of the agents who collect for them, in plain integers of kobo, as docs/use/rules.md says them. It imports nothing
 * of Alajo. Days are numbers, 0 for 27 November 2026, a Friday.
 */

export type Terms = {
  commission: 'none' | 'amount' | 'contribution' | 'percent'
  charge: number
  /** Hundredths of a percent. */
  rate: number
  cycle: 'month' | 'days'
  cycleDays: number
  taken: 'first' | 'end'
  planEnd: 'carry-on' | 'pay-out' | 'close'
}
export type Rhythm = 'daily' | 'weekly' | 'monthly'
export type Market = { weekday: number; every: number; first: number }
type Cycle = {
  number: number
  from: number
  through: number
  fixed: number
  paid: number
  taken: number
  waived: number
}
type Plan = { from: number; fixed: number; rhythm: Rhythm }
export type Wallet = {
  id: number
  reference: string
  customer: number
  terms: Terms
  market: Market | null
  opened: number
  duration: number
  due: number
  isOpen: boolean
  /** The day whose end closed it; null where a person did. */
  closedOn: number | null
  balance: number
  /** What charges left, and what each month's left by its last day. */
  owed: number
  left: { day: number; open: number }[]
  cycles: Map<number, Cycle>
  /** What deposits that stand brought for each day. */
  brought: Map<number, number>
  plans: Plan[]
  /** The days of payouts that stand. */
  paidOut: number[]
}
export type Deposit = {
  wallet: Wallet
  amount: number
  day: number
  cash: string
  reference: string
  isReversed: boolean
}
type Customer = { id: number; agent: number }
/** What a run posted on a wallet. */
type Posted = {
  day: number
  kind: 'commissions' | 'charges' | 'plans'
  wallet: Wallet
  cycle: number
  amount: number
}
/** A charge, a commission of a cycle (0 of no cycle), or a transfer to the main wallet: of the run of a day, of a payout on a day, or of neither. */
export type FromWallet = Omit<Posted, 'day'> & { run: number | null; day: number | null }
export type Run = { kind: string; day: number; posted: number; amount: number; skipped: number }
type Brought = { month: string; agent: number; customer: number; earned: number; savings: number }

const oneDay = 86_400_000
const dayZero = Date.UTC(2026, 10, 27)
export const nameOf = (day: number) => new Date(dayZero + day * oneDay).toISOString().slice(0, 10)
const weekday = (day: number) => ((((day + 4) % 7) + 7) % 7) + 1
const dateOf = (day: number) => Number(nameOf(day).slice(8))
export const isLastOfMonth = (day: number) => dateOf(day + 1) === 1
export const monthOf = (day: number) => nameOf(day).slice(0, 7)

const isMonthlyCharge = ({ commission, cycle, taken }: Terms) =>
  commission === 'amount' && cycle === 'month' && taken === 'end'
const hasCycles = (terms: Terms) => terms.commission !== 'none' && !isMonthlyCharge(terms)

/** Parts of ten thousand, half a kobo up; of less than nothing the same with the other sign. */
export function share(amount: number, rate: number) {
  const size = amount < 0 ? -amount : amount
  const parts = size * rate
  const whole = (parts - (parts % 10_000)) / 10_000 + (parts % 10_000 >= 5000 ? 1 : 0)
  return amount < 0 ? 0 - whole : whole
}

function cycleAt({ terms, opened }: Wallet, day: number) {
  let [number, from] = [1, opened]
  for (let at = opened + 1; at <= day; at += 1)
    if (terms.cycle === 'month' ? dateOf(at) === 1 : at - from === terms.cycleDays) {
      number += 1
      from = at
    }
  let through = from
  while (terms.cycle === 'month' ? !isLastOfMonth(through) : through - from + 1 < terms.cycleDays)
    through += 1
  return { number, from, through }
}

const bookDay = ({ brought }: Wallet, day: number, amount: number) =>
  brought.set(day, (brought.get(day) ?? 0) + amount)

function planOn({ plans }: Wallet, day: number): Plan {
  let found = plans[0] as Plan
  for (const plan of plans) if (plan.from <= day && plan.from >= found.from) found = plan
  return found
}

function costOf({ terms }: Wallet, { paid, fixed }: Cycle) {
  if (terms.commission === 'percent') return share(paid, terms.rate)
  const cost = { none: 0, amount: terms.charge, contribution: fixed }[terms.commission]
  return paid < cost ? paid : cost
}
export function dueOf(wallet: Wallet, cycle: Cycle) {
  const due = costOf(wallet, cycle) - cycle.waived
  return due > 0 ? due : 0
}

const inOrder = ({ cycles }: Wallet) => [...cycles.values()].toSorted((a, b) => a.number - b.number)

/** What would be taken of some cycles, the oldest first. */
function partsOf(wallet: Wallet, isDue: (cycle: Cycle) => boolean) {
  let left = wallet.balance
  return inOrder(wallet)
    .map((cycle) => ({ cycle, owed: isDue(cycle) ? dueOf(wallet, cycle) - cycle.taken : 0 }))
    .filter(({ owed }) => owed > 0)
    .map(({ cycle, owed }) => {
      const part = owed < left ? owed : left
      left -= part
      return { cycle, owed, part }
    })
}
const always = () => true
const owedNow = (wallet: Wallet) => partsOf(wallet, always).reduce((sum, { part }) => sum + part, 0)

export type Books = ReturnType<typeof openBooks>

export function openBooks() {
  const books = { today: 0, closed: -1 }
  const accounts: Record<string, number> = { TW: 0, CASH: 0, PW: 0 }
  const wallets: Wallet[] = []
  const customers: Customer[] = []
  const closedWeekdays: { from: number; weekdays: number[] }[] = []
  const holidays: number[] = []
  let runs: Run[] = []
  let posted: Posted[] = []
  /** What agents brought by month and customer. */
  const brought: Brought[] = []

  const agentOf = (customer: number) => customers.find(({ id }) => id === customer)?.agent ?? 0
  function bring(agent: number, customer: number, what: 'earned' | 'savings', amount: number) {
    const month = monthOf(books.today)
    const known = brought.find(
      (one) => one.month === month && one.agent === agent && one.customer === customer,
    )
    const own = known ?? { month, agent, customer, earned: 0, savings: 0 }
    if (!known) brought.push(own)
    own[what] += amount
  }
  const add = (account: string, amount: number) => {
    accounts[account] = (accounts[account] ?? 0) + amount
  }
  const mainOf = (customer: number) => `customer ${customer}`
  /** Into TW, or with less than nothing out of it. */
  function earn(wallet: Wallet, amount: number) {
    wallet.balance -= amount
    add('TW', amount)
    bring(agentOf(wallet.customer), wallet.customer, 'earned', amount)
  }
  function toMain(wallet: Wallet, amount: number) {
    wallet.balance -= amount
    add(mainOf(wallet.customer), amount)
  }
  function take(wallet: Wallet, isDue: (cycle: Cycle) => boolean) {
    const parts = partsOf(wallet, isDue)
    for (const { cycle, part } of parts) {
      cycle.taken += part
      earn(wallet, part)
    }
    return parts
  }
  const contribution = (wallet: Wallet) => planOn(wallet, books.closed + 1).fixed
  const isOpenDay = (day: number) => {
    let [weekdays, since]: [number[], number] = [[], -100]
    for (const change of closedWeekdays)
      if (change.from <= day && change.from >= since) {
        weekdays = change.weekdays
        since = change.from
      }
    return !weekdays.includes(weekday(day)) && !holidays.includes(day)
  }
  function isWanted(wallet: Wallet, day: number) {
    const { market, opened } = wallet
    const { rhythm } = planOn(wallet, day)
    if (day < opened || !isOpenDay(day)) return false
    if (market && market.every > 0) return day >= market.first && (day - market.first) % market.every === 0
    if (market) return weekday(day) === market.weekday
    if (rhythm === 'daily') return true
    if (rhythm === 'weekly') return weekday(day) === weekday(opened)
    return dateOf(day) === dateOf(opened) || (isLastOfMonth(day) && dateOf(opened) > dateOf(day))
  }
  /** Whether deposits of earlier days filled the boxes of its cycle until a day. */
  function isPaidAhead(wallet: Wallet, day: number) {
    const cycle = wallet.cycles.get(cycleAt(wallet, day).number)
    if (!cycle) return false
    let open = 0
    for (let at = cycle.from; at <= day; at += 1) {
      if (at < day) open += wallet.brought.get(at) ?? 0
      if (isWanted(wallet, at)) open -= cycle.fixed
    }
    return open >= 0
  }
  const hasEnded = ({ terms, due }: Wallet, day: number) => terms.planEnd !== 'carry-on' && due <= day + 1
  const open = () => wallets.filter(({ isOpen }) => isOpen)

  /** The runs of a day that has ended, all of them on the day on which they are done. */
  function closeDay(day: number) {
    const run = (
      kind: Posted['kind'],
      items: { wallet: Wallet; cycle?: number; amount: number; owed: number }[],
    ) => {
      const made = items.filter(({ amount }) => amount > 0)
      posted.push(...made.map(({ wallet, cycle = 0, amount }) => ({ day, kind, wallet, cycle, amount })))
      const skipped = items.filter(({ amount, owed }) => amount < owed).length
      if (made.length > 0 || skipped > 0)
        runs.push({
          kind,
          day,
          posted: made.length,
          amount: made.reduce((sum, { amount }) => sum + amount, 0),
          skipped,
        })
    }
    run(
      'commissions',
      open()
        .filter(({ terms }) => hasCycles(terms))
        .flatMap((wallet) =>
          take(
            wallet,
            ({ from, through }) =>
              through <= day || (from <= day && (wallet.terms.taken === 'first' || hasEnded(wallet, day))),
          ).map(({ cycle, part, owed }) => ({ wallet, cycle: cycle.number, amount: part, owed })),
        ),
    )
    if (isLastOfMonth(day))
      run(
        'charges',
        open()
          .filter(
            ({ terms, opened, owed }) =>
              isMonthlyCharge(terms) && terms.charge + owed > 0 && opened <= day - dateOf(day),
          )
          .map((wallet) => {
            const due = wallet.terms.charge + wallet.owed
            const amount = due < wallet.balance ? due : wallet.balance
            earn(wallet, amount)
            wallet.owed = due - amount
            wallet.left.push({ day, open: wallet.owed })
            return { wallet, amount, owed: due }
          }),
      )
    run(
      'plans',
      open()
        .filter((wallet) => hasEnded(wallet, day))
        .map((wallet) => {
          const amount = wallet.balance - owedNow(wallet)
          toMain(wallet, amount)
          if (wallet.terms.planEnd === 'close') {
            take(wallet, always)
            wallet.isOpen = false
            wallet.closedOn = day
          } else while (wallet.due <= day + 1) wallet.due += wallet.duration
          return { wallet, amount, owed: amount }
        }),
    )
    books.closed = day
  }

  /** What reopening the days from one on takes back; undefined where a wallet does not cover it. */
  function reopening(from: number) {
    const back = posted.filter(({ day }) => day >= from)
    const isBack = (wallet: Wallet) => wallet.isOpen || (wallet.closedOn ?? -1) >= from
    const ofMain: Record<string, number> = {}
    let fromTW = 0
    /** Of each cycle: all that runs took, at most what stands of it. */
    const ofCycles = new Map<Cycle, { wallet: Wallet; amount: number }>()
    for (const { kind, wallet, cycle: number, amount } of back) {
      if (!isBack(wallet)) continue
      if (kind === 'plans') ofMain[mainOf(wallet.customer)] = (ofMain[mainOf(wallet.customer)] ?? 0) + amount
      if (kind === 'charges') fromTW += amount
      const cycle = wallet.cycles.get(number)
      if (kind === 'commissions' && cycle)
        ofCycles.set(cycle, { wallet, amount: (ofCycles.get(cycle)?.amount ?? 0) + amount })
    }
    for (const [cycle, one] of ofCycles) {
      if (one.amount > cycle.taken) one.amount = cycle.taken
      fromTW += one.amount
    }
    const isCovered =
      fromTW <= (accounts['TW'] ?? 0) &&
      Object.entries(ofMain).every(([name, amount]) => amount <= (accounts[name] ?? 0))
    if (!isCovered || from > books.closed) return undefined
    return () => {
      for (const { kind, wallet, amount } of back) {
        if (!isBack(wallet)) continue
        if (kind === 'plans') toMain(wallet, 0 - amount)
        if (kind === 'charges') earn(wallet, 0 - amount)
      }
      for (const [cycle, { wallet, amount }] of ofCycles) {
        cycle.taken -= amount
        earn(wallet, 0 - amount)
      }
      for (const wallet of wallets.filter(isBack)) {
        const { opened, duration, terms } = wallet
        if (wallet.isOpen && terms.planEnd !== 'carry-on' && wallet.due > from + 1) {
          wallet.due = opened + duration
          while (wallet.due <= from) wallet.due += duration
        }
        wallet.isOpen = true
        wallet.closedOn = null
        wallet.left = wallet.left.filter(({ day }) => day < from)
        wallet.owed = wallet.left.at(-1)?.open ?? 0
      }
      posted = posted.filter(({ day }) => day < from)
      runs = runs.filter(({ day }) => day < from)
      books.closed = from - 1
    }
  }

  return {
    books,
    accounts,
    wallets,
    customers,
    brought,
    closedWeekdays,
    holidays,
    open,
    add,
    mainOf,
    agentOf,
    contribution,
    closeDay,
    reopening,
    runs: () => runs,
    cycleAt,
    openWallet(
      wallet: Pick<Wallet, 'id' | 'reference' | 'customer' | 'terms' | 'market' | 'duration'>,
      fixed: number,
      rhythm: Rhythm,
    ) {
      const opened = books.today
      const made: Wallet = {
        ...wallet,
        opened,
        due: opened + wallet.duration,
        isOpen: true,
        closedOn: null,
        balance: 0,
        owed: 0,
        left: [],
        cycles: new Map(),
        brought: new Map(),
        plans: [{ from: opened, fixed, rhythm }],
        paidOut: [],
      }
      wallets.push(made)
      return made
    },
    deposit(wallet: Wallet, amount: number, day: number, cash: string) {
      if (hasCycles(wallet.terms)) {
        const cycle = cycleAt(wallet, day)
        const fresh = { ...cycle, fixed: planOn(wallet, cycle.from).fixed, paid: 0, taken: 0, waived: 0 }
        const own = wallet.cycles.get(cycle.number) ?? fresh
        own.paid += amount
        wallet.cycles.set(cycle.number, own)
      }
      bookDay(wallet, day, amount)
      wallet.balance += amount
      add(cash, 0 - amount)
      const [, agent] = cash.split('agent ')
      if (agent) bring(Number(agent), wallet.customer, 'savings', amount)
      take(wallet, ({ through }) => wallet.terms.taken === 'first' || through <= books.today - 1)
    },
    /** Whether a deposit can be reversed, and then does it. */
    reverse(deposit: Deposit) {
      const { wallet, amount, day, cash } = deposit
      const cycle = wallet.cycles.get(cycleAt(wallet, day).number)
      const without = cycle && { ...cycle, paid: cycle.paid - amount }
      const excess = without ? without.taken - dueOf(wallet, without) : 0
      const back = excess > 0 ? excess : 0
      if (!wallet.isOpen || wallet.balance + back < amount || (accounts['TW'] ?? 0) < back) return false
      if (cycle) {
        cycle.paid -= amount
        cycle.taken -= back
      }
      if (back > 0) earn(wallet, 0 - back)
      bookDay(wallet, day, 0 - amount)
      wallet.balance -= amount
      add(cash, amount)
      const [, agent] = cash.split('agent ')
      if (agent) bring(Number(agent), wallet.customer, 'savings', 0 - amount)
      deposit.isReversed = true
      return true
    },
    /** Whether what was kept of a wallet, or moved out of it, can be reversed, and then does it. */
    reversePosted(one: FromWallet) {
      const { kind, wallet, amount, day, run } = one
      const cycle = wallet.cycles.get(one.cycle)
      const payer = kind === 'plans' ? mainOf(wallet.customer) : 'TW'
      const isCovered = amount <= (accounts[payer] ?? 0)
      if (!wallet.isOpen || !isCovered) return false
      if (kind === 'commissions') {
        if (!cycle || amount < 0 || amount > cycle.taken) return false
        cycle.taken -= amount
        cycle.waived += amount
      }
      if (kind === 'plans') toMain(wallet, 0 - amount)
      else earn(wallet, 0 - amount)
      // A reopening leaves it.
      const at = posted.findIndex(
        (other) =>
          run !== null &&
          other.day === run &&
          other.kind === kind &&
          other.wallet === wallet &&
          other.cycle === one.cycle &&
          other.amount === amount,
      )
      if (at >= 0) posted.splice(at, 1)
      if (day !== null) wallet.paidOut.splice(wallet.paidOut.indexOf(day), 1)
      return true
    },
    transfer(wallet: Wallet, amount: number) {
      const most = wallet.balance - owedNow(wallet)
      const step = contribution(wallet)
      if (most < step || amount > most || (amount % step !== 0 && amount !== most)) return false
      take(wallet, always)
      toMain(wallet, amount)
      return true
    },
    close(wallet: Wallet) {
      take(wallet, always)
      toMain(wallet, wallet.balance)
      wallet.isOpen = false
    },
    /** From the next cycle on, whose first day it returns; undefined where nothing changes. */
    change(wallet: Wallet, fixed: number, rhythm: Rhythm) {
      const from = cycleAt(wallet, books.today).through + 1
      const last = planOn(wallet, from)
      if (last.fixed === fixed && last.rhythm === rhythm) return undefined
      wallet.plans.push({ from, fixed, rhythm })
      return from
    },
    /** What wallets of an agent's customers pay out whose cycle has ended. */
    ended: (agent: number) =>
      open().flatMap((wallet) => {
        const { number, from } = cycleAt(wallet, books.today)
        const payable = wallet.balance - owedNow(wallet)
        const isPaid = wallet.paidOut.some((day) => day >= from)
        return agentOf(wallet.customer) === agent && number > 1 && !isPaid && payable > 0
          ? [{ wallet, payable }]
          : []
      }),
    payOut(wallet: Wallet, amount: number, isCash: boolean) {
      take(wallet, always)
      toMain(wallet, amount)
      wallet.paidOut.push(books.today)
      if (!isCash) return
      add(mainOf(wallet.customer), 0 - amount)
      add('CASH', amount)
    },
    /** What wallets of an agent's customers are expected to get on a day, each by its id. */
    expected: (agent: number, day: number) =>
      open()
        .filter((one) => agentOf(one.customer) === agent && isWanted(one, day) && !isPaidAhead(one, day))
        .map((one) => [one.id, planOn(one, day).fixed] as const),
  }
}
