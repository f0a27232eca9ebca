import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type BodyOf, makesStale, type NamedWrite } from '#contract/call'
import { type CustomerFigure, figureAccess } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { customerDebts } from '#server/db/tables/arrears'
import { accounts, postings } from '#server/db/tables/ledger'
import { customers } from '#server/db/tables/schema'
import { disburse } from '#server/ledger/loanDecisions'
import { postReversal } from '#server/ledger/reversal'
import { postSavingsMovement } from '#server/ledger/savings'
import { verifyLedger } from '#server/ledger/verify'
import { csvCells } from '../../csvCells'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const { getCustomers } = calls.customers
const server = await openServer({ limits: manyCalls })
const { database } = server
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(1_000_000))
const admin = await server.makeAdmin()
const other = await server.makeAgent({ name: 'Musa Bello' })
const rights = ['can-view-customer-details', 'can-view-loan-details', 'can-view-withdrawal'] as const
const viewer = await server.enter('can-view-customer', 'can-download-csv-file', ...rights)
const today = lagosDay(server.clock.now())
const ago = (days: number) => addDays(today, -days)
const noon = (day: string) => new Date(startOfLagosDay(day).getTime() + 12 * 3_600_000)

type Body = Omit<BodyOf<typeof getCustomers>, 'page'>
const list = async (body: Body = {}, from = viewer) =>
  (await server.ask(getCustomers, { page: 1, ...body }, from)).output().data.data
const idsOf = async (body: Body) => (await list(body)).map(({ id }) => id)
const figuresOf = async (id: number) => {
  const { savings, loan_owed, days_late, last_paid } = (await list()).find((one) => one.id === id) ?? {}
  return { savings, loan_owed, days_late, last_paid }
}
type Owner = Awaited<ReturnType<typeof server.makeCustomer>>

const deposit = (
  owner: Owner,
  wallet: Awaited<ReturnType<typeof parts.makeSaving>>,
  day: string,
  on?: string,
) =>
  database.transaction((tx) =>
    postSavingsMovement(tx, wallet.id, {
      kind: 'deposit',
      amount: naira(1_000),
      customerId: owner.id,
      wallet: wallet.reference,
      agentId: owner.agentId,
      madeAt: noon(day),
      ...(on !== undefined && { collectedOn: on }),
    }),
  )
async function takeBack(
  entryId: number,
  owner: Owner,
  account: { savingsWallet?: string; loanAccount?: string },
) {
  const moves = await database
    .select({ account: accounts.name, amount: postings.amount })
    .from(postings)
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .where(eq(postings.entryId, entryId))
  const reversed = { savingsWallet: undefined, loanAccount: undefined, ...account }
  await database.transaction((tx) =>
    postReversal(
      tx,
      { id: entryId, customerId: owner.id, agentId: owner.agentId, moves, ...reversed },
      { madeAt: server.clock.now(), adminId: admin.id },
    ),
  )
}
/** A loan that was paid out so many days ago, with four weekly instalments. */
async function lend(owner: Owner, daysAgo: number, amount = naira(4_000)) {
  const at = noon(ago(daysAgo))
  const loan = await parts.apply(
    owner,
    { amount },
    { applicationStatus: 'in-progress', firstApprovalId: admin.id, firstApprovalDate: at, createdAt: at },
  )
  const facts = { adminId: admin.id, activityReference: null, comment: null, seesBalance: true }
  await database.transaction((tx) => disburse(tx, loan, { ...facts, now: at }))
  return loan
}
const lastEntry = async (ownerId: number) => (await parts.entriesFor(ownerId)).at(-1)?.id ?? 0

describe('savings and the last payment', () => {
  it('are of all wallets and loans, of the day of collection, without what was reversed', async () => {
    const owner = await server.makeCustomer(parts.agent.id, { firstName: 'Amaka' })
    expect(await figuresOf(owner.id)).toEqual({
      savings: 0,
      loan_owed: 0,
      days_late: null,
      last_paid: null,
    })
    const [first, second] = [await parts.makeSaving(owner), await parts.makeSaving(owner)]
    await deposit(owner, first, ago(9))
    await deposit(owner, second, ago(4))
    expect(await figuresOf(owner.id)).toMatchObject({ savings: naira(2_000), last_paid: ago(4) })
    // Recorded later, of an earlier day; then of a later one.
    await deposit(owner, first, ago(3), ago(7))
    expect(await figuresOf(owner.id)).toMatchObject({ savings: naira(3_000), last_paid: ago(4) })
    await deposit(owner, first, ago(1), ago(2))
    expect(await figuresOf(owner.id)).toMatchObject({ savings: naira(4_000), last_paid: ago(2) })
    await takeBack(await lastEntry(owner.id), owner, { savingsWallet: first.reference })
    expect(await figuresOf(owner.id)).toMatchObject({ savings: naira(3_000), last_paid: ago(4) })
    // Neither a charge nor a withdrawal is a payment.
    for (const kind of ['charge', 'withdrawal'] as const)
      await database.transaction((tx) =>
        postSavingsMovement(tx, second.id, {
          kind,
          amount: naira(500),
          customerId: owner.id,
          wallet: second.reference,
          madeAt: server.clock.now(),
        }),
      )
    expect(await figuresOf(owner.id)).toMatchObject({ savings: naira(2_000), last_paid: ago(4) })
    await lend(owner, 40)
    const loan = await lend(owner, 3)
    await parts.repay(loan.id, naira(100))
    expect(await figuresOf(owner.id)).toMatchObject({ last_paid: today, days_late: 33 })
    await takeBack(await lastEntry(owner.id), owner, { loanAccount: loan.reference })
    expect(await figuresOf(owner.id)).toMatchObject({ last_paid: ago(4), loan_owed: naira(9_000) })
  })
})

describe('what is owed', () => {
  it('is of all open loans, and late from the day after the oldest is due', async () => {
    const owner = await server.makeCustomer(parts.agent.id)
    const [one, two] = [await lend(owner, 30), await lend(owner, 5)]
    expect(await figuresOf(owner.id)).toMatchObject({ loan_owed: naira(9_000), days_late: 23 })
    await parts.repay(one.id, naira(500))
    await parts.repay(two.id, naira(300))
    expect(await figuresOf(owner.id)).toMatchObject({ loan_owed: naira(8_200), days_late: 23 })
    await parts.repay(one.id)
    expect(await figuresOf(owner.id)).toMatchObject({ loan_owed: naira(4_200), days_late: null })
    await parts.repay(two.id)
    expect(await figuresOf(owner.id)).toMatchObject({ loan_owed: 0, days_late: null })
  })

  it.runIf(onPostgres)('counts both of two loans that change at once', async () => {
    const owner = await server.makeCustomer(parts.agent.id)
    const ids = [(await lend(owner, 30)).id, (await lend(owner, 5)).id]
    const [first, second] = [await database.$client.connect(), await database.$client.connect()]
    const add = (client: typeof first, id: number | undefined) =>
      client.query('update open_loans set owed = owed + 100 where loan_id = $1', [id])
    await first.query('begin')
    await add(first, ids[0])
    const waiting = add(second, ids[1])
    const blocked = async () => {
      const { rowCount } = await database.$client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    await expect.poll(blocked).toBe(1)
    await first.query('commit')
    await waiting
    for (const client of [first, second]) client.release()
    expect(await figuresOf(owner.id)).toMatchObject({ loan_owed: naira(9_002) })
    await database.$client.query('update open_loans set owed = owed - 100 where customer_id = $1', [owner.id])
  })

  it('is counted of all customers by the migration', async () => {
    const file = new URL('../../../src/server/db/migrations/0073_customer_debts_of_all.sql', import.meta.url)
    const [, fill = ''] = (await readFile(file, 'utf8')).split('--> statement-breakpoint')
    const kept = () => database.select().from(customerDebts).orderBy(customerDebts.id)
    const before = await kept()
    expect(before.filter(({ owed }) => owed > 0).length).toBeGreaterThan(1)
    await database.delete(customerDebts)
    await database.$client.query(fill)
    expect(await kept()).toEqual(before)
  })

  it('is kept for customers who are not deleted', async () => {
    const owner = await server.makeCustomer(parts.agent.id)
    await lend(owner, 5)
    const kept = () => database.select().from(customerDebts).where(eq(customerDebts.id, owner.id))
    const mark = (isDeleted: boolean) =>
      database.update(customers).set({ isDeleted }).where(eq(customers.id, owner.id))
    const before = await kept()
    expect(before).toMatchObject([{ owed: naira(4_500), nextDue: addDays(today, 2) }])
    await mark(true)
    expect(await kept()).toEqual([])
    expect(await idsOf({ sort: 'loan_owed' })).not.toContain(owner.id)
    await mark(false)
    expect(await kept()).toEqual(before)
  })

  it('follows a changed name, by which debtors are ordered', async () => {
    const debtors = [await server.makeCustomer(parts.agent.id), await server.makeCustomer(parts.agent.id)]
    for (const owner of debtors) await lend(owner, 5)
    const [one, two] = debtors.map(({ id }) => id)
    const rename = (id: number | undefined, lastName: string) =>
      database
        .update(customers)
        .set({ firstName: 'Renamed', lastName })
        .where(eq(customers.id, id ?? 0))
    const found = () => idsOf({ search: 'Renamed', owing: '1', sort: 'name' })
    await rename(one, 'Bello')
    await rename(two, 'Obi')
    expect(await found()).toEqual([one, two])
    await rename(one, 'Zubairu')
    expect(await found()).toEqual([two, one])
  })
})

describe('filters', async () => {
  const made: Record<string, Owner> = {}
  for (const [name, agentId, isActive, lent] of [
    ['Late', parts.agent.id, true, 20],
    ['Owing', other.id, true, 3],
    ['Gone', other.id, false, 20],
    ['Free', other.id, true, null],
    ['Idle', parts.agent.id, false, null],
  ] as const) {
    const owner = await server.makeCustomer(agentId, { firstName: name, lastName: 'Filtered', isActive })
    if (lent !== null) await lend(owner, lent, naira(1_000 * (lent + 1)))
    made[name] = owner
  }
  const names = Object.entries(made)
  const nameOf = (id: number) => names.find(([, owner]) => owner.id === id)?.[0] ?? ''
  const found = async (body: Body) => (await idsOf({ ...body, search: 'Filtered' })).map(nameOf)

  it.each<[Body, string[]]>([
    [{}, ['Free', 'Gone', 'Idle', 'Late', 'Owing']],
    [{ agent_id: other.id }, ['Free', 'Gone', 'Owing']],
    [{ owing: '1' }, ['Gone', 'Late', 'Owing']],
    [{ late: '1' }, ['Gone', 'Late']],
    [{ inactive: '1' }, ['Gone', 'Idle']],
    [{ late: '1', inactive: '1' }, ['Gone']],
    [{ owing: '1', agent_id: parts.agent.id }, ['Late']],
    [{ inactive: '1', agent_id: other.id, owing: '1', late: '1' }, ['Gone']],
  ])('%j finds %j, searched or not, in every order and in the file', async (body, expected) => {
    expect((await found(body)).toSorted()).toEqual(expected)
    for (const sort of [undefined, 'created_at', 'name', 'reference', 'loan_owed'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const options = { ...body, ...(sort && { sort, order }) }
        const named = (await list(options)).filter(({ last_name }) => last_name === 'Filtered')
        expect(named.map(({ id }) => nameOf(id)).toSorted(), JSON.stringify(options)).toEqual(expected)
        expect(await found(options), JSON.stringify(options)).toEqual(named.map(({ id }) => nameOf(id)))
      }
    const file = await server.ask(
      getCustomers,
      { page: 1, ...body, search: 'Filtered', download: 'csv' },
      viewer,
    )
    const [, ...rows] = csvCells(file.text.slice(1))
    expect(rows.map(([name = '']) => name.replace(' Filtered', '')).toSorted()).toEqual(expected)
  })

  it('order by what is owed, page by page', async () => {
    const owed = async (body: Body) =>
      (await list({ ...body, sort: 'loan_owed' })).map((one) => one.loan_owed ?? 0)
    const all = await owed({ order: 'desc' })
    expect(all).toEqual(all.toSorted((one, two) => two - one))
    expect(await owed({})).toEqual(all.toReversed())
    const pages = [1, 2, 3].map(async (page) => {
      const body = { page, perPage: 2, sort: 'loan_owed', order: 'desc', owing: '1' } as const
      return (await server.ask(getCustomers, body, viewer)).output().data.data
    })
    const rows = (await Promise.all(pages)).flat()
    expect(rows.map(({ id }) => id)).toEqual(
      (await idsOf({ sort: 'loan_owed', order: 'desc', owing: '1' })).slice(0, 6),
    )
    // The two who owe the same are ordered by id.
    expect(await found({ sort: 'loan_owed', order: 'desc', owing: '1' })).toEqual(['Gone', 'Late', 'Owing'])
  })

  it('keep the ledger verified', async () => {
    expect((await verifyLedger(database)).faults.filter((fault) => fault.startsWith('customer'))).toEqual([])
  })
})

describe('a caller without the permission', () => {
  const figures = Object.keys(figureAccess) as CustomerFigure[]
  const headers = {
    savings: 'Savings',
    loan_owed: 'Loan Owed',
    days_late: 'Late',
    last_paid: 'Last Paid',
  }
  const sees: Record<Permission & (typeof rights)[number], CustomerFigure[]> = {
    'can-view-customer-details': ['savings'],
    'can-view-loan-details': ['loan_owed', 'days_late'],
    'can-view-withdrawal': ['last_paid'],
  }
  const sets = Array.from({ length: 2 ** rights.length }, (_, bits) =>
    rights.filter((_right, at) => bits & (1 << at)),
  )

  it.each(sets.map((held) => [held]))('of %j gets no other figure, in rows and files', async (held) => {
    const from = await server.enter('can-view-customer', 'can-download-csv-file', ...held)
    const expected = figures.filter((figure) => held.some((right) => sees[right].includes(figure)))
    const reply = await server.ask(getCustomers, { page: 1 }, from)
    const [row] = (reply.json.data as { data: object[] }).data
    expect(figures.filter((figure) => figure in (row ?? {}))).toEqual(expected)
    const { text } = await server.ask(getCustomers, { page: 1, download: 'csv' }, from)
    const [heading = []] = csvCells(text.slice(1))
    expect(figures.filter((figure) => heading.includes(headers[figure]))).toEqual(expected)
  })

  it.each<[Body]>([[{ owing: '1' }], [{ late: '1' }], [{ sort: 'loan_owed' }]])(
    'to see debts is refused %j',
    async (body) => {
      const from = await server.enter('can-view-customer', 'can-view-customer-details')
      const reply = await server.ask(getCustomers, { page: 1, ...body }, from)
      expect(reply).toMatchObject({ http: 403, message: sentences.noPermission })
      expect((await server.ask(getCustomers, { page: 1, inactive: '1' }, from)).status).toBe('200')
    },
  )
})

it('is stale after each change of a figure', () => {
  const changes: NamedWrite[] = [
    calls.collections.recordCollection,
    calls.loans.repayLoan,
    calls.loans.secondLoanApproval,
    calls.loanChanges.secondLoanChangeDecision,
    calls.reversals.reversalDecision,
    calls.customers.savingWalletToMainWallets,
    calls.savings.openSaving,
    calls.savings.closeSaving,
  ]
  for (const change of changes) expect(makesStale(change, getCustomers), change.name).toBe(true)
})
