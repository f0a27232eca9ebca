import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { concernsMoney, type NamedWrite } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { entries } from '#server/db/tables/ledger'
import { idempotencyKeys } from '#server/db/tables/schema'
import { purgeExpired } from '#server/process/workers/retention'
import { changerOf } from '../support/changes'
import { openServer, manyCalls } from '../support/harness'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' }, limits: manyCalls })
const { signedIn, bodyOf } = await changerOf(server)
const monthsMinutes = 62 * 24 * 60

const changesOfMoney = allCalls.filter(
  (call): call is NamedWrite => call.kind === 'write' && concernsMoney(call),
)

/** Two months pass, expired rows are purged, and the same admin signs in again. */
async function monthsLater() {
  server.clock.pass(monthsMinutes)
  await purgeExpired(server.database, server.clock.now())
  return signedIn()
}
/** Everything but keys, sessions and the log of refused changes, which may differ. */
async function books() {
  const { idempotency_keys: _keys, admin_activity: _log, sessions: _open, ...rest } = await server.checksums()
  return rest
}

it('the contract names the changes that concern money', () => {
  expect(changesOfMoney.map(({ name }) => name).toSorted()).toEqual(
    expect.arrayContaining([
      'agentPay.firstAgentStatementDecision',
      'agentPay.makeAgentStatements',
      'agentPay.payAgent',
      'agentPay.secondAgentStatementDecision',
      'cash.firstCashDifferenceDecision',
      'cash.recordRemittance',
      'cash.requestCashDifference',
      'cash.secondCashDifferenceDecision',
      'customers.creditUser',
      'customers.savingWalletToMainWallets',
      'reversals.requestReversal',
      'reversals.reversalDecision',
      'dashboard.creditMainWalletsBalance',
      'loans.firstLoanApproval',
      'loans.secondLoanApproval',
      'loans.updateInterestLoan',
      'requests.createRequest',
      'requests.firstApprovalOrDisapproval',
      'requests.secondApprovalOrDisapproval',
      'withdrawals.WithDrawalRequestApproval',
      'withdrawals.createWithDrawalRequest',
    ]),
  )
})

it.each(changesOfMoney)(
  '$name repeated after two months returns its first reply and does nothing',
  async (call) => {
    const key = randomUUID()
    const body = await bodyOf(call)
    const first = await server.ask(call, body, { ...(await signedIn()), key })
    expect(first.status, first.text).toBe('200')
    const before = await books()
    const again = await monthsLater()
    const repeated = await server.ask(call, body, { ...again, key })
    expect(repeated.json).toEqual(first.json)
    const asked = await server.ask(call, body, { ...again, key, headers: { 'idempotency-check': '1' } })
    expect(asked.json).toEqual(first.json)
    expect(await books()).toEqual(before)
  },
)

it('another body under a stored key is refused after two months', async () => {
  const key = randomUUID()
  const { creditUser } = calls.customers
  const body = (await bodyOf(creditUser)) as { amount: typeof amount; customer_id: number }
  const amount = naira(1)
  const sender = { ...(await signedIn()), key }
  expect((await server.ask(creditUser, body, sender)).status).toBe('200')
  const before = await books()
  const later = await monthsLater()
  const other = await server.ask(creditUser, { ...body, amount }, { ...later, key })
  expect(other.message).toBe(sentences.keyUsed)
  expect(await books()).toEqual(before)
})

it('refused and cancelled changes stay so after two months', async () => {
  const { creditUser } = calls.customers
  const body = { amount: naira(5), customer_id: 999_999 }
  const key = randomUUID()
  const { token } = await signedIn()
  const refused = await server.ask(creditUser, body, { token, key })
  expect(refused.status).toBe('400')
  const good = (await bodyOf(creditUser)) as typeof body
  const never = randomUUID()
  const check = { 'idempotency-check': '1' }
  const cancelled = await server.ask(creditUser, good, { token, key: never, headers: check })
  const later = await monthsLater()
  expect((await server.ask(creditUser, body, { ...later, key })).json).toEqual(refused.json)
  expect((await server.ask(creditUser, good, { ...later, key: never })).json).toEqual(cancelled.json)
})

it('a change makes one entry even where its stored reply is deleted', async () => {
  const { creditUser } = calls.customers
  const body = await bodyOf(creditUser)
  const key = randomUUID()
  const sender = { ...(await signedIn()), key }
  expect((await server.ask(creditUser, body as never, sender)).status).toBe('200')
  await server.database.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  const before = await books()
  const repeated = await server.ask(creditUser, body as never, sender)
  expect(repeated.message).toBe(
    'This change was made before and stands in the ledger. Nothing was done a second time.',
  )
  expect(await books()).toEqual(before)
  expect(await server.database.$count(entries, eq(entries.activityReference, key))).toBe(1)
})
