import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { collections } from '#server/db/tables/collections'
import { cashDifferences, remittances } from '#server/db/tables/cash'
import { accounts, entries } from '#server/db/tables/ledger'
import { loanChanges } from '#server/db/tables/loanChanges'
import { loanHistory, loanRepaymentSchedule, loans } from '#server/db/tables/loans'
import { fundRequests, savings, withdrawals } from '#server/db/tables/money'
import { reversals } from '#server/db/tables/reversals'
import { runs } from '#server/db/tables/runs'
import { mainWalletOf } from '#server/ledger/accounts'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import type { TestServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import {
  arrearsOn,
  disburse,
  forgive,
  instalmentOf,
  interestOf,
  type ModelInstalment,
  type ModelLoan,
  type ModelLoanType,
  type NewInstalments,
  nextDueOf,
  openOf,
  openPenaltyOf,
  owedOn,
  type Punished,
  repay,
  takeBack,
  undisburse,
  writeOff,
  writeOn,
} from './loanModel'
import { openMonthEntries } from './monthEntries'
import { type Change, dayOf, type ModelWallet, openRunModel } from './runModel'

export const flags = ['MBW', 'PW', 'TW', 'SW'] as const
export type Flag = (typeof flags)[number]

type FundRequest = { id: number; flag: Flag; gain: number; by: number; first: number; state: number }
type Difference = { id: number; agent: number; amount: number; by: number; first: number; state: number }
/** A write-off, or a rescheduling, which has terms; for what was owed at its request. */
export type LoanChange = {
  id: number
  loan: ModelLoan
  owed: number
  terms: NewInstalments | undefined
  by: number
  first: number
  state: number
}
type Withdrawal = { id: number; wallet: string; amount: number; by: number; state: string }
type Reversal = { id: number; movement: string; by: number; state: string }
type Remittance = { agent: number; expected: number; counted: number; by: number }
type Sheet = { agent: number; lines: number; collected: number; total: number; counted: number | null }
/** What can be reversed: the gains of wallets, who recorded it, and the agent whose cash it changed, by as much as the wallets gained or by `purse`. */
type Movement = {
  reference: string
  gains: Record<string, number>
  by: number
  agent?: number
  purse?: number
  isReversed: boolean
  /** Of a deposit into savings, what it did there. */
  deposit?: Change | undefined
  /** Of interest, the last day of its month. */
  month?: string
  /** The loan that it changed, whether the loan lets it be reversed now, and what that does to the loan. */
  lent?: { loan: ModelLoan; isReversible: () => boolean; reverse: () => void }
}
export type ModelMovement = Movement
/** Who recorded a movement, and the agent who collected it. */
type Receipt = Pick<Movement, 'reference' | 'by' | 'agent'>
type Made = Partial<Pick<Movement, 'agent' | 'purse' | 'lent' | 'month'>>

export type MoneyModel = Awaited<ReturnType<typeof openMoneyModel>>
export type Admin = MoneyModel['admins'][number]

/** Admins, agents and savers on an empty database, and a small model of their money. */
export async function openMoneyModel(server: TestServer) {
  const { database } = server
  const money = moneyOf(server)
  const enter = () =>
    server.enter(
      'can-credit-customer',
      'can-create-withdrawal',
      'can-approve-withdrawal',
      'can-create-request',
      'can-do-first-approval',
      'can-do-second-approval',
      'can-record-collection',
      'can-record-remittance',
      // Who does not see what agents hold may request a difference of any size.
      'can-view-remittance',
      'can-request-reversal',
      'can-approve-reversal',
      'can-create-loan',
      'can-write-off-loan',
      'can-reschedule-loan',
      'can-view-loan-details',
    )
  const admins = [await enter(), await enter(), await enter()] as const

  /** A saver with three savings wallets, and the agent who collects for them. */
  async function openSaver() {
    const agent = await server.makeAgent()
    const customer = await server.makeCustomer(agent.id)
    const openSaving = async (yearly: number, charge: Kobo): Promise<ModelWallet> => {
      const { id, reference } = await money.makeSaving(customer)
      await database.update(savings).set({ interestBasisPoints: yearly, charge }).where(eq(savings.id, id))
      await money.pay(reference, naira(1250))
      return { id, reference, yearly, charge, owed: 0 }
    }
    const plain = await openSaving(0, naira(0))
    const wallets = [plain, await openSaving(1137, naira(0)), await openSaving(450, naira(180))] as const
    return { id: customer.id, agent: agent.id, wallet: mainWalletOf(customer.id), savings: wallets }
  }
  const start = server.clock.now()
  const savers = [await openSaver(), await openSaver()] as const
  const opening: Record<Flag, Kobo> = { MBW: naira(1000), PW: naira(0), TW: naira(0), SW: naira(40) }
  await money.pay('MBW', opening.MBW)
  await money.pay('SW', opening.SW)

  type Terms = Omit<ModelLoanType, 'id'>
  async function openType({ rate, penaltyRate, grace, periods }: Terms): Promise<ModelLoanType> {
    const fields = { penaltyBasisPoints: penaltyRate, graceDays: grace, periods }
    const { id } = await money.makeLoanType(rate, fields)
    return { id, rate, penaltyRate, grace, periods }
  }
  const types = [
    await openType({ rate: 1250, penaltyRate: 500, grace: 0, periods: ['daily', 'weekly'] }),
    await openType({ rate: 737, penaltyRate: 333, grace: 3, periods: ['daily', 'weekly', 'monthly'] }),
    await openType({ rate: 0, penaltyRate: 0, grace: 0, periods: ['daily', 'monthly'] }),
  ] as const

  const balances: Record<string, number> = Object.fromEntries([
    ...flags.map((flag) => [flag, opening[flag]]),
    ...savers.flatMap(({ wallet, savings }) => [
      [wallet, 0],
      ...savings.map(({ reference }) => [reference, naira(1250)]),
    ]),
  ])
  const changes: Record<string, Change[]> = {}
  for (const [name, balance] of Object.entries(balances))
    changes[name] = [{ at: start, amount: balance, counts: true }]
  /** What pending withdrawals hold. */
  const holds: Record<string, number> = {}
  /** What each agent holds; below zero if more was handed in than collected. */
  const cash: Record<number, number> = Object.fromEntries(savers.map(({ agent }) => [agent, 0]))
  const documents = {
    requests: [] as FundRequest[],
    withdrawals: [] as Withdrawal[],
    differences: [] as Difference[],
    reversals: [] as Reversal[],
    changes: [] as LoanChange[],
    loans: [] as ModelLoan[],
  }
  const movements: Movement[] = []
  const handedIn: Remittance[] = []
  /** The receipts of the sheets of an agent and day. */
  const receipts = new Map<string, string[]>()
  const sheets: Sheet[] = []

  const balance = (name: string) => balances[name] ?? 0
  const gain = (name: string, amount: number, counts = true): Change => {
    balances[name] = balance(name) + amount
    const change = { at: server.clock.now(), amount, counts }
    changes[name]?.push(change)
    return change
  }
  const hold = (wallet: string, amount: number) => {
    holds[wallet] = (holds[wallet] ?? 0) + amount
  }
  const held = (agent: number) => cash[agent] ?? 0
  const collect = (agent: number, amount: number) => {
    cash[agent] = held(agent) + amount
  }
  /** Adds what can be reversed. */
  function move(reference: string, gains: Record<string, number>, by: number, more: Made = {}) {
    const made = Object.entries(gains).map(([account, amount]) => gain(account, amount))
    const deposit = reference.startsWith('SD') ? made[0] : undefined
    movements.push({ reference, gains, by, isReversed: false, deposit, ...more })
  }
  /** What the reversal of a deposit or of interest changes beside its mirror: months' interest, and its sum, which the wallet gains from SW. */
  function besideOf({ gains, deposit, month }: Movement) {
    const [account = ''] = Object.keys(gains).filter((name) => name.startsWith('X-'))
    if (deposit) {
      const months = runModel.correctionsFor(account, deposit, server.clock.now())
      const total = months.reduce((sum, { amount }) => sum + amount, 0)
      return total > balance('SW') ? { account, months: [], total: 0 } : { account, months, total }
    }
    const one = month === undefined ? undefined : runModel.interestOf(account, month)
    if (!one) return { account, months: [], total: 0 }
    return { account, months: [{ one, amount: -one.corrected }], total: -one.corrected }
  }
  /** Takes back what a movement gained, with interest that depends on it. */
  function reverse(movement: Movement) {
    const { account, months, total } = besideOf(movement)
    movement.isReversed = true
    if (movement.deposit) movement.deposit.counts = false
    for (const [name, amount] of Object.entries(movement.gains))
      gain(name, 0 - amount, movement.deposit === undefined)
    for (const { one, amount } of months) {
      one.corrected += amount
      if (movement.month !== undefined) one.state = 'reversed'
    }
    if (total === 0) return
    gain('SW', -total)
    gain(account, total)
  }
  async function handIn(agent: number, counted: number, by: number) {
    handedIn.push({ agent, expected: held(agent), counted, by })
    collect(agent, 0 - counted)
    const [row] = await database
      .select({ reference: remittances.reference })
      .from(remittances)
      .orderBy(desc(remittances.id))
      .limit(1)
    move(row?.reference ?? '', {}, by, { agent, purse: 0 - counted })
  }

  const lending = {
    types,
    add(
      terms: Pick<ModelLoan, 'id' | 'reference' | 'wallet' | 'type' | 'amount' | 'times' | 'period' | 'by'>,
    ) {
      const never = { instalments: [], history: [], interestPaid: 0, writtenOff: 0, standing: 0, first: 0 }
      const loan: ModelLoan = { ...terms, ...never, isRescheduled: false, state: 'pending' }
      documents.loans.push(loan)
      return loan
    },
    payOut(loan: ModelLoan, { reference, by }: Receipt) {
      disburse(loan, dayOf(server.clock.now()))
      const gains = { MBW: -loan.amount, [loan.wallet]: loan.amount }
      const isReversible = () => isCollected(loan) && loan.standing === 0
      move(reference, gains, by, { lent: { loan, isReversible, reverse: () => undisburse(loan) } })
    },
    repay(loan: ModelLoan, amount: number, { reference, by, ...collected }: Receipt) {
      const made = repay(loan, amount, dayOf(server.clock.now()))
      const gains = { MBW: made.principal, PW: made.profit }
      const lent = { loan, isReversible: () => isCollected(loan), reverse: () => takeBack(loan, made) }
      move(reference, gains, by, { lent, ...collected })
    },
    writeOff(loan: ModelLoan, { reference, by }: Receipt) {
      const parts = writeOff(loan)
      move(reference, {}, by, {
        lent: { loan, isReversible: () => true, reverse: () => writeOn(loan, parts) },
      })
    },
  }
  /** While a loan is written off, only that can be reversed. */
  const isCollected = ({ state }: ModelLoan) => state !== 'written-off'

  /** Penalties of the days that were just closed. */
  let penalties: Punished[] = []
  /** Makes the new penalties movements, by the references that the server gave them. */
  async function movePenalties() {
    if (penalties.length === 0) return
    const { loanId, kind, reference, reversesId, instalmentId } = loanHistory
    const { number } = loanRepaymentSchedule
    const posted = await database
      .select({ loanId, number, reference })
      .from(loanHistory)
      .innerJoin(loanRepaymentSchedule, eq(loanRepaymentSchedule.id, instalmentId))
      .where(
        and(
          eq(kind, 'penalty'),
          isNull(reversesId),
          inArray(
            loanId,
            penalties.map(({ loan }) => loan.id),
          ),
        ),
      )
    for (const one of penalties) {
      const row = posted.find((row) => row.loanId === one.loan.id && row.number === one.number)
      if (!row) throw new Error(`Installment ${one.number} of loan ${one.loan.reference} has no penalty.`)
      const isReversible = () =>
        isCollected(one.loan) && openPenaltyOf(instalmentOf(one.loan, one.number)) >= one.penalty
      const lent = { loan: one.loan, isReversible, reverse: () => forgive(one) }
      // Nobody recorded it: any other admin may decide on its reversal.
      move(row.reference, {}, 0, { lent })
    }
    penalties = []
  }

  const runModel = openRunModel({
    start,
    wallets: savers.flatMap((saver) => saver.savings),
    loans: documents.loans,
    balance,
    gain,
    changesOf: (account) => changes[account] ?? [],
    addPenalty: (penalty) => void penalties.push(penalty),
  })
  const postedByMonths = openMonthEntries()
  await openRuns(database, { now: start, through: lastEndedDay(start) })
  /** Passes days; then one server closes them, or several at once. */
  async function endDays(days: number, servers: number) {
    server.clock.pass(days * 1440)
    if (days > 0) for (const admin of admins) admin.token = await server.openSession(admin.id)
    const now = server.clock.now()
    const close = () => postRuns(database, { now, through: lastEndedDay(now) })
    await Promise.all(Array.from({ length: servers }, close))
    if (servers > 1) expect(await close()).toEqual([])
    runModel.close(now)
    await movePenalties()
    // Their gains are in the model.
    for (const { day, ...one } of await postedByMonths(database))
      movements.push({
        ...one,
        by: 0,
        isReversed: false,
        ...(one.reference.startsWith('SI') && { month: day }),
      })
    await expectLoans(documents.loans.filter(({ state }) => state === 'active'))
  }

  /** Compares loans with the database: what is owed, schedule, history, interest and arrears. */
  async function expectLoans(some: readonly ModelLoan[]) {
    const ids = some.map(({ id }) => id)
    if (ids.length === 0) return
    const { id, applicationStatus, loanStatus, totalPayable, interestPaid, writtenOff, nextDue } = loans
    const stored = await database
      .select({
        id,
        applicationStatus,
        loanStatus,
        totalPayable,
        interestPaid,
        writtenOff,
        nextDue,
        maturityDate: loans.maturityDate,
        isRescheduled: sql<boolean>`${loans.rescheduledDate} is not null`,
        isReversed: sql<boolean>`${loans.reversedDate} is not null`,
        owed: accounts.balance,
      })
      .from(loans)
      .leftJoin(accounts, eq(accounts.id, loans.accountId))
      .where(inArray(loans.id, ids))
      .orderBy(asc(loans.id))
    const byId = some.toSorted((a, b) => a.id - b.id)
    const isOut = ({ instalments }: ModelLoan) => instalments.length > 0
    expect(stored).toEqual(
      byId.map((loan) => ({
        id: loan.id,
        applicationStatus: isOut(loan) ? 'approved' : loan.state,
        loanStatus: isOut(loan) ? loan.state : 'non-active',
        totalPayable: loan.amount + interestOf(loan),
        interestPaid: loan.interestPaid,
        writtenOff: loan.writtenOff,
        nextDue: nextDueOf(loan),
        maturityDate: loan.instalments.at(-1)?.due ?? null,
        isRescheduled: loan.isRescheduled,
        isReversed: loan.state === 'reversed',
        owed: isOut(loan) ? owedOn(loan) : null,
      })),
    )
    const schedule = await database
      .select()
      .from(loanRepaymentSchedule)
      .where(inArray(loanRepaymentSchedule.loanId, ids))
      .orderBy(asc(loanRepaymentSchedule.loanId), asc(loanRepaymentSchedule.number))
    expect(schedule.map(({ id: _id, paidAt: _paidAt, ...one }) => one)).toEqual(
      byId.flatMap((loan) =>
        loan.instalments.map((one) => ({
          loanId: loan.id,
          number: one.number,
          // Of loans with a reducing balance, and of those that were settled early.
          interest: null,
          waived: 0,
          dueDate: one.due,
          amount: one.amount,
          penalty: one.penalty,
          paid: one.paid + one.penaltyPaid,
          penaltyPaid: one.penaltyPaid,
          moved: one.moved + one.penaltyMoved,
          penaltyMoved: one.penaltyMoved,
          status: statusOf(one),
        })),
      ),
    )
    const { kind, repayment, penalty, amountBefore: before, amountAfter, status, loanId } = loanHistory
    const { number } = loanRepaymentSchedule
    const history = await database
      .select({ loanId, kind, number, repayment, penalty, before, after: amountAfter, status })
      .from(loanHistory)
      .innerJoin(loanRepaymentSchedule, eq(loanRepaymentSchedule.id, loanHistory.instalmentId))
      .where(inArray(loanHistory.loanId, ids))
      .orderBy(asc(loanHistory.loanId), asc(loanHistory.id))
    expect(history).toEqual(byId.flatMap((loan) => loan.history.map((row) => ({ loanId: loan.id, ...row }))))
  }

  /** Compares what the page of a loan says with the model. */
  async function expectPageOf(loan: ModelLoan) {
    const reply = await server.ask(calls.loans.getLoanAccount, { loan_id: loan.id }, admins[0])
    const { data } = reply.output()
    const { days, amount } = arrearsOn(loan, dayOf(server.clock.now()))
    expect(data.arrears).toMatchObject({ days, amount })
    expect(data.schedule.map(({ open }) => open)).toEqual(loan.instalments.map(openOf))
  }

  const tables = {
    requests: fundRequests,
    withdrawals,
    differences: cashDifferences,
    reversals,
    changes: loanChanges,
  }
  async function lastId(kind: keyof typeof tables): Promise<number> {
    const { id } = tables[kind]
    const [row] = await database.select({ id: max(id) }).from(tables[kind])
    return row?.id ?? 0
  }
  /** The reference of the entry that was just posted. */
  async function lastReference(): Promise<string> {
    const [entry] = await database
      .select({ reference: entries.reference })
      .from(entries)
      .orderBy(desc(entries.id))
      .limit(1)
    return entry?.reference ?? ''
  }

  /** Compares balances, holds, the agents' cash and all documents with the database. */
  async function expectAsModelled() {
    const rows = await database.select().from(accounts)
    expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0)
    const named = rows.filter(({ name }) => Object.hasOwn(balances, name))
    expect(Object.fromEntries(named.map((row) => [row.name, row.balance]))).toEqual(balances)
    for (const row of rows) expect(row.held).toBe(holds[row.name] ?? 0)
    const purses = rows.filter(({ agentId }) => agentId !== null)
    expect(Object.fromEntries(purses.map((row) => [row.agentId, 0 - row.balance]))).toEqual(cash)

    const stored = {
      requests: await database
        .select({ id: fundRequests.id, state: fundRequests.initialStatus })
        .from(fundRequests),
      withdrawals: await database.select({ id: withdrawals.id, state: withdrawals.status }).from(withdrawals),
      differences: await database
        .select({ id: cashDifferences.id, state: cashDifferences.state })
        .from(cashDifferences),
      reversals: await database.select({ id: reversals.id, state: reversals.status }).from(reversals),
      changes: await database.select({ id: loanChanges.id, state: loanChanges.state }).from(loanChanges),
      loans: await database
        .select({
          id: loans.id,
          state: sql<string>`case ${loans.applicationStatus} when 'approved' then ${loans.loanStatus}
            else ${loans.applicationStatus} end`,
        })
        .from(loans),
    }
    const statesOf = (all: readonly { id: number; state: number | string }[]) =>
      Object.fromEntries(all.map(({ id, state }) => [id, state]))
    for (const kind of documentKinds) expect(statesOf(stored[kind])).toEqual(statesOf(documents[kind]))

    const { agentId: agent, counted, expected, adminId: by } = remittances
    const received = database.select({ agent, expected, counted, by }).from(remittances)
    expect(await received.orderBy(asc(remittances.id))).toEqual(handedIn)
    const recorded = database
      .select({
        agent: collections.agentId,
        lines: collections.lines,
        collected: collections.collectedLines,
        total: collections.total,
        counted: collections.counted,
      })
      .from(collections)
    expect(await recorded.orderBy(asc(collections.id))).toEqual(sheets)
    for (const loan of documents.loans.slice(-2)) await expectPageOf(loan)
  }

  /** Compares all loans and runs with the database: there are many in a long run. */
  async function expectAllLoans() {
    await expectLoans(documents.loans)
    const { kind, day, state, posted, amount, skipped } = runs
    const closed = database.select({ kind, day, state, posted, amount, skipped }).from(runs)
    expect(await closed.orderBy(asc(runs.day), asc(runs.id))).toEqual(runModel.runs)
  }

  return {
    admins,
    savers,
    documents,
    movements,
    sheets,
    receiptsOf: (agent: number, day: string) => {
      const key = `${agent} ${day}`
      const known = receipts.get(key) ?? []
      receipts.set(key, known)
      return known
    },
    now: () => server.clock.now(),
    balance,
    hold,
    besideOf,
    reverse,
    /** What a wallet has beyond its pending withdrawals. */
    spendable: (wallet: string) => balance(wallet) - (holds[wallet] ?? 0),
    held,
    collect,
    move,
    handIn,
    lastId,
    lastReference,
    lending,
    endDays,
    expectLoans,
    expectAsModelled,
    expectAllLoans,
  }
}

export const documentKinds = [
  'requests',
  'withdrawals',
  'differences',
  'reversals',
  'changes',
  'loans',
] as const

function statusOf(one: ModelInstalment) {
  if (one.closed) return one.closed
  if (openOf(one) > 0) return 'pending'
  return one.moved + one.penaltyMoved > 0 ? 'rescheduled' : 'paid'
}
