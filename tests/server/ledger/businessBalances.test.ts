import { describe, expect, it } from 'vitest'
import type { BodyOf, Call, Named } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { businessColumnsWithoutBalances } from '#contract/calls/transactions'
import { nairaOf } from '#domain/money/kobo'
import { csvCells } from '../../csvCells'
import { openServer } from '../support/harness'
import { loanFixturesOf } from '../loans/loanFixtures'
import { naira } from '../support/people'
import { sampleOf } from '../support/samples'

const server = await openServer()
const parts = await loanFixturesOf(server)
const { businessHistory } = calls.transactions
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
for (const [wallet, balance] of Object.entries(held)) {
  await parts.pay(wallet, naira(1))
  await parts.pay(wallet, naira((balance - 100) / 100))
}
const superadmin = await server.enterAs({ role: 'SuperAdmin' })
const clerk = await server.enter(...permissionCatalogue)
const other = await server.enter(...permissionCatalogue)
const loan = await parts.apply(await parts.makeBorrower(), { amount: naira(100_000_000) })
const requests: { id: number; flag: string }[] = []
for (const flag of ['MBW', 'PW', 'TW', 'SW'] as const) {
  const wish = { amount: naira(100_000_000), type: 'debit', description: 'x', flag } as const
  await server.ask(createRequest, wish, other)
  requests.push({ id: requests.length + 1, flag })
}

/** The sum of all movements is the balance, which readers of the whole history can compute (docs/security.md). */
const addsUp = ['transactions.businessTotals']
const reads = allCalls.filter(({ kind, name }) => kind === 'read' && !addsUp.includes(name))
const bodiesOf = (call: Named): object[] => {
  if (call.name === businessHistory.name) return [1, 2, 3].map((business_id) => ({ page: 1, business_id }))
  if (call.name === getRequestCase.name) return requests.map(({ id }) => ({ id }))
  return [call.name === getLoanCase.name ? { id: loan.id } : sampleOf(call)]
}
async function repliesTo(from: typeof clerk) {
  const texts: string[] = []
  for (const call of reads)
    for (const body of bodiesOf(call)) {
      texts.push((await server.ask(call, body as BodyOf<Call>, from)).text)
      if ('csv' in call && call.csv)
        texts.push((await server.ask(call, { ...body, download: 'csv' } as BodyOf<Call>, from)).text)
    }
  return texts
}
const balancesIn = (texts: readonly string[]) =>
  Object.entries(held).flatMap(([wallet, balance]) =>
    texts.some((text) => text.includes(nairaOf(balance))) ? [wallet] : [],
  )

describe('what the business wallets hold', () => {
  it('is in replies and files to a superadmin', async () => {
    expect(balancesIn(await repliesTo(superadmin))).toEqual(['MBW', 'PW', 'TW', 'SW'])
  })
  it('is in no reply and no file to an admin of another role who holds every permission', async () => {
    expect(balancesIn(await repliesTo(clerk))).toEqual([])
  })

  it('is in no message: the refusal of an uncovered decision has no number', async () => {
    await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, other)
    const paid = await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted' }, clerk)
    expect(paid.message).toBe(
      `Loan ${loan.reference} of ₦100,000,000.00 can't be paid out: the main business wallet has not enough. Nothing was done.`,
    )
    const third = await server.enter(...permissionCatalogue)
    const accept = { ...requests[1], status: 'accept' } as BodyOf<typeof firstApprovalOrDisapproval>
    await server.ask(firstApprovalOrDisapproval, accept, third)
    const { message } = await server.ask(secondApprovalOrDisapproval, accept, clerk)
    expect(message).toMatch(/^The profit wallet \(PW\) does not cover request RQ-\S+ \(₦100,000,000\.00\)\.$/)
  })

  it('is not needed to decide: the case says whether the wallet covers it', async () => {
    const [one] = (await server.ask(getLoanCase, { id: loan.id }, clerk)).output().data.data
    expect(one).toMatchObject({ business_balance: null, is_short: true })
    const [request] = (await server.ask(getRequestCase, { id: 3 }, clerk)).output().data
    expect(request).toMatchObject({ wallet_balance: null, is_short: true })
    const onlooker = await server.enter('can-view-request')
    const [seen] = (await server.ask(getRequestCase, { id: 3 }, onlooker)).output().data
    expect(seen).toMatchObject({ wallet_balance: null, is_short: null })
  })
})

it('the file of the business history has no balance columns for those who may not see them', async () => {
  const body = { page: 1, business_id: 2, download: 'csv' } as const
  const heading = async (from: typeof clerk) =>
    csvCells((await server.ask(businessHistory, body, from)).text.slice(1))[0]
  expect(await heading(clerk)).toEqual(businessColumnsWithoutBalances.map(({ header }) => header))
  expect(await heading(superadmin)).toEqual(businessHistory.csv?.map(({ header }) => header))
})
