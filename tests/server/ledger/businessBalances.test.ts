import { describe, expect, it } from 'vitest'
import type { BodyOf, Call, Named } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { nairaOf } from '#domain/money/kobo'
import { csvCells } from '../../csvCells'
import { openServer } from '../support/harness'
import { loanFixturesOf } from '../loans/loanFixtures'
import { naira } from '../support/people'
import { sampleOf } from '../support/samples'

const server = await openServer()
const parts = await loanFixturesOf(server)
const { businessHistory, businessTotals } = calls.transactions
const { secondLoanApproval, firstLoanApproval, getLoanCase } = calls.loans
const { createRequest, getRequestCase, firstApprovalOrDisapproval, secondApprovalOrDisapproval } =
  calls.requests

/** Two movements each, so that no amount is a balance. */
const held = {
  MBW: naira(7_654_321.09),
  PW: naira(4_567_890.12),
  TW: naira(3_456_789.01),
  SW: naira(2_345_678.9),
}
// The vault has other cash too, so that what it holds is no wallet's balance.
await parts.pay('OPENING', naira(3))
for (const [wallet, balance] of Object.entries(held)) {
  await parts.pay(wallet, naira(1))
  await parts.pay(wallet, naira((balance - 100) / 100))
}
const superadmin = await server.enterAs({ role: 'SuperAdmin' })
const clerk = await server.enter(...permissionCatalogue)
const other = await server.enter(...permissionCatalogue)
const cashier = await server.enter('can-view-withdrawal', 'can-download-csv-file')
const onlooker = await server.enter('can-view-all', 'can-download-csv-file')
const loan = await parts.apply(await parts.makeBorrower(), { amount: naira(100_000_000) })
const requests: { id: number; flag: string }[] = []
for (const flag of ['MBW', 'PW', 'TW', 'SW'] as const) {
  const wish = { amount: naira(100_000_000), type: 'debit', description: 'x', flag } as const
  await server.ask(createRequest, wish, other)
  requests.push({ id: requests.length + 1, flag })
}

const reads = allCalls.filter(({ kind }) => kind === 'read')
const bodiesOf = (call: Named): object[] => {
  if (call.name === businessHistory.name || call.name === businessTotals.name)
    return [1, 2, 3].map((business_id) => ({
      ...(call.name === businessHistory.name && { page: 1 }),
      business_id,
    }))
  if (call.name === getRequestCase.name) return requests.map(({ id }) => ({ id }))
  return [call.name === getLoanCase.name ? { id: loan.id } : sampleOf(call)]
}
/** The balances that an admin can read in replies and files, or add up from a column of a file, whole or by another column. */
async function balancesFor(from: typeof clerk) {
  const told = new Set<number>()
  const texts: string[] = []
  for (const call of reads)
    for (const body of bodiesOf(call)) {
      texts.push((await server.ask(call, body as BodyOf<Call>, from)).text)
      if (!('csv' in call) || !call.csv) continue
      const file = await server.ask(call, { ...body, download: 'csv' } as BodyOf<Call>, from)
      texts.push(file.text)
      if (file.http === 200) for (const sum of sumsOf(csvCells(file.text.slice(1)).slice(1))) told.add(sum)
    }
  return Object.entries(held).flatMap(([wallet, balance]) =>
    told.has(balance) || texts.some((text) => text.includes(nairaOf(balance))) ? [wallet] : [],
  )
}

function sumsOf(rows: readonly string[][]): number[] {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => at)
  const amounts = columns.filter((at) => rows.some((row) => /^-?\d+\.\d\d$/.test(row[at] ?? '')))
  return amounts.flatMap((amount) =>
    [...columns, -1].flatMap((by) => {
      const sums = new Map<string, number>()
      for (const row of rows) {
        const value = Math.round(Number(row[amount] || 0) * 100)
        const group = row[by] ?? ''
        sums.set(group, (sums.get(group) ?? 0) + value)
      }
      return [...sums.values()].map(Math.abs)
    }),
  )
}

async function whileHidden(act: () => Promise<void>) {
  server.services.config.hidesBusinessBalances = true
  try {
    await act()
  } finally {
    server.services.config.hidesBusinessBalances = false
  }
}

describe('what the business wallets hold', () => {
  it.each([
    ['a superadmin', () => superadmin, ['MBW', 'PW', 'TW', 'SW']],
    ['an admin who holds every permission', () => clerk, ['MBW', 'PW', 'TW', 'SW']],
    ['a cashier who may view withdrawals', () => cashier, ['MBW', 'PW', 'TW']],
    ['an admin who may view all', () => onlooker, ['MBW', 'PW', 'TW', 'SW']],
  ] as const)('is shown to %s', async (_who, from, wallets) => {
    expect(await balancesFor(from())).toEqual(wallets)
  })

  it('is hidden from all but the superadmin where the business chooses so: in replies, files, and sums of them', () =>
    whileHidden(async () => {
      expect(await balancesFor(superadmin)).toEqual(['MBW', 'PW', 'TW', 'SW'])
      for (const from of [clerk, cashier, onlooker]) expect(await balancesFor(from)).toEqual([])
      for (const call of [
        businessHistory,
        businessTotals,
        calls.imports.exportBooks,
        calls.imports.countBooks,
      ])
        expect((await server.ask(call, bodiesOf(call)[0] as BodyOf<Call>, clerk)).http).toBe(403)
    }))

  it('is in no message while it is hidden: the refusal of an uncovered decision has no number', () =>
    whileHidden(async () => {
      await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, other)
      const paid = await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted' }, clerk)
      expect(paid.message).toBe(
        `Loan ${loan.reference} of ₦100,000,000.00 can't be paid out: the main business wallet has not enough. Nothing was done.`,
      )
      const third = await server.enter(...permissionCatalogue)
      const accept = { ...requests[1], status: 'accept' } as BodyOf<typeof firstApprovalOrDisapproval>
      await server.ask(firstApprovalOrDisapproval, accept, third)
      const { message } = await server.ask(secondApprovalOrDisapproval, accept, clerk)
      expect(message).toMatch(
        /^The profit wallet \(PW\) does not cover request RQ-\S+ \(₦100,000,000\.00\)\.$/,
      )
    }))

  it('is not needed to decide: the case says whether the wallet covers it', () =>
    whileHidden(async () => {
      const [one] = (await server.ask(getLoanCase, { id: loan.id }, clerk)).output().data.data
      expect(one).toMatchObject({ business_balance: null, is_short: true })
      const [request] = (await server.ask(getRequestCase, { id: 3 }, clerk)).output().data
      expect(request).toMatchObject({ wallet_balance: null, is_short: true })
      const reader = await server.enter('can-view-request')
      const [seen] = (await server.ask(getRequestCase, { id: 3 }, reader)).output().data
      expect(seen).toMatchObject({ wallet_balance: null, is_short: null })
    }))

  it('is in no decision of an admin who may not open the histories, hidden or not', async () => {
    const reader = await server.enter('can-view-request')
    const [seen] = (await server.ask(getRequestCase, { id: 3 }, reader)).output().data
    expect(seen).toMatchObject({ wallet_balance: null, is_short: null })
  })
})

it('an admin reads beside the own permissions whether the balances are hidden', async () => {
  const own = async () =>
    (await server.ask(calls.session.getSingleAdminPermission, { admin_id: cashier.id }, cashier)).output()
      .data.balances_hidden
  expect(await own()).toBeUndefined()
  await whileHidden(async () => expect(await own()).toBe(true))
})

it.each([() => cashier, () => onlooker])(
  'the file of the business history has both balance columns',
  async (from) => {
    const body = { page: 1, business_id: 2, download: 'csv' } as const
    const [heading] = csvCells((await server.ask(businessHistory, body, from())).text.slice(1))
    expect(heading).toEqual(businessHistory.csv?.map(({ header }) => header))
    expect(heading).toEqual(expect.arrayContaining(['Balance Before', 'Balance']))
  },
)
