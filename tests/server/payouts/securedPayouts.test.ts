import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { accounts } from '#server/db/tables/ledger'
import { loanFixturesOf } from '../loans/loanFixtures'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openPayoutDesk } from './payoutDesk'

const desk = await openPayoutDesk()
const { server, database, balanceOf, wallet, ended, request, requested, decide, by } = desk
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(10_000_000))
const lender = await server.enter('can-create-loan', 'can-do-first-approval', 'can-record-collection')
const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
const applicant = await server.enter('can-create-loan')

type Wallet = Awaited<ReturnType<typeof wallet>>
/** A loan of which a fifth is held in a wallet. */
async function secureBy({ id: security_savings_id, customer }: Wallet, amount: Kobo) {
  const type = await parts.makeLoanType(0, { securityBasisPoints: 2000 })
  const reply = await server.ask(
    calls.loans.createLoan,
    {
      customer_id: customer.id,
      loan_type_id: type.id,
      amount,
      instalment_period: 'weekly',
      instalment_times: 4,
      description: 'Stock',
      guarantors: [],
      security_savings_id,
    },
    await by(applicant),
  )
  const { id } = reply.output().data
  const approval = { id, status: 'accepted' } as const
  expect((await server.ask(calls.loans.firstLoanApproval, approval, await by(lender))).status).toBe('200')
  expect((await server.ask(calls.loans.secondLoanApproval, approval, await by(second))).status).toBe('200')
  return id
}
const heldOf = async ({ reference }: Wallet) =>
  (await database.select().from(accounts).where(eq(accounts.name, reference)))[0]?.held

/** ₦1,500 of October, of which the commission is ₦100. */
const saver = async () => {
  const agent = await server.makeAgent()
  return { agent, one: await wallet(agent, [['2026-10-05', naira(1500)]]) }
}
const nameOf = ({ reference, customer: { firstName, lastName } }: Wallet) =>
  `${firstName} ${lastName}, ${reference}`
const rowOf = async (agent: { id: number }) => (await ended({ agent_id: agent.id }))[0]

it('a wallet that secures a loan pays out what is not held, in a batch and at the counter', async () => {
  const { agent, one } = await saver()
  await secureBy(one, naira(2_000))
  expect(await rowOf(agent)).toMatchObject({
    balance: naira(1500),
    commission: naira(100),
    held: naira(400),
    payable: naira(1000),
  })
  expectRefused(
    await request({ wallets: [one.id], total: naira(1400), paid: 'counter' }),
    'These wallets pay out ₦1,000.00 by now, not ₦1,400.00. Reload them.',
  )
  const main = await balanceOf(one.main)
  const batch = await requested({ wallets: [one.id], total: naira(1000), paid: 'counter' })
  expect((await decide(batch.id)).status).toBe('200')
  expect([await balanceOf(one.reference), await heldOf(one)]).toEqual([naira(400), naira(400)])
  expect(await balanceOf(one.main)).toBe(main)
  expect(await faultsIn(database)).toEqual([])
})

it('all of it is held: nothing is listed, and nothing can be requested', async () => {
  const { agent, one } = await saver()
  await secureBy(one, naira(7_500))
  expect(await rowOf(agent)).toBeUndefined()
  expectRefused(
    await request({ wallets: [one.id], total: naira(1400), paid: 'main wallet' }),
    `Nothing was requested. 1 of 1 can’t be paid out: ${nameOf(one)}: nothing is to be paid out.`,
  )
  expect(await balanceOf(one.reference)).toBe(naira(1500))
})

it('what is held between the request and the approval refuses the whole batch', async () => {
  const { one } = await saver()
  const { one: other } = await saver()
  const batch = await requested({ wallets: [one.id, other.id], total: naira(2800), paid: 'main wallet' })
  const loan = await secureBy(one, naira(2_000))
  expectRefused(
    await decide(batch.id),
    `Nothing was paid out. 1 of 2 can’t be paid out: ${nameOf(one)}: only ₦1,000.00 can be paid out.`,
  )
  expect([await balanceOf(one.reference), await balanceOf(other.reference)]).toEqual([
    naira(1500),
    naira(1500),
  ])
  const body = { loan_id: loan, amount: naira(2_000) }
  expect((await server.ask(calls.loans.recordRepayment, body, await by(lender))).status).toBe('200')
  expect(await heldOf(one)).toBe(0)
  expect((await decide(batch.id)).status).toBe('200')
  expect([await balanceOf(one.reference), await balanceOf(other.reference)]).toEqual([0, 0])
  expect(await faultsIn(database)).toEqual([])
})
