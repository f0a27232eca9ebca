import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { loanRateChanges } from '#server/db/tables/loans'
import { fundRequests } from '#server/db/tables/money'
import { databaseError } from '#server/errors/refusals'
import { openLoanDesk } from '../loans/loanDesk'
import { naira } from '../support/people'

const { server, inState } = await openLoanDesk()
const { database } = server

/** The database's reaction to a change that no handler makes. */
const codeOf = (change: ReturnType<typeof sql>) =>
  database.execute(change).then(
    () => 'done',
    (error: unknown) => databaseError(error)?.code,
  )
const restricted = '23001'
const withoutApproval = sql`application_status = 'pending', first_approval_id = null, first_approval_date = null`

it.each([
  ['pending', sql`application_status = 'approved'`],
  ['in-progress', sql`application_status = 'pending', first_approval_id = null`],
  ['in-progress', sql`first_approval_comment = 'Seen'`],
  ['in-progress', sql`interest_basis_points = 1, interest_amount = 5, total_payable = amount + 5`],
  ['in-progress', sql`${withoutApproval}, interest_basis_points = 1`],
  ['in-progress', sql`${withoutApproval}, interest_basis_points = 1, instalment_times = 5`],
  ['pending', sql`interest_basis_points = 1`],
  ['pending', sql`application_status = 'in-progress', first_approval_id = 1, interest_basis_points = 1`],
  ['rejected', sql`application_status = 'in-progress', rejected_id = null`],
  ['rejected', sql`amount = amount + 1, total_payable = total_payable + 1`],
  ['approved', sql`application_status = 'rejected'`],
  ['approved', sql`amount = amount + 1, total_payable = total_payable + 1`],
  ['approved', sql`loan_status = 'non-active'`],
  ['in-progress', sql`penalty_basis_points = 1`],
  ['approved', sql`grace_days = 1`],
] as const)('the database rejects an invalid change of a %s loan: %#', async (state, change) => {
  const loan = await inState[state]()
  expect(await codeOf(sql`update loans set ${change} where id = ${loan.id}`)).toBe(restricted)
})

it('a recorded change of rate may withdraw the first approval and change nothing else', async () => {
  const loan = await inState['in-progress']()
  const change = (more: ReturnType<typeof sql>, from = loan.interestBasisPoints) =>
    database.transaction(async (tx) => {
      await tx.insert(loanRateChanges).values({
        loanId: loan.id,
        adminId: loan.firstApprovalId ?? 0,
        fromBasisPoints: from,
        toBasisPoints: 1,
        withdrawnApprovalId: loan.firstApprovalId,
        withdrawnApprovalDate: loan.firstApprovalDate,
      })
      await tx.execute(sql`update loans set interest_basis_points = 1, ${more} where id = ${loan.id}`)
    })
  const codeOfChange = (...made: Parameters<typeof change>) =>
    change(...made).then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  expect(await codeOfChange(sql`first_approval_comment = null`)).toBe(restricted)
  expect(await codeOfChange(sql`${withoutApproval}, instalment_times = 5`)).toBe(restricted)
  expect(await codeOfChange(withoutApproval, 2)).toBe(restricted)
  expect(await codeOfChange(withoutApproval)).toBe('done')
  expect(await codeOf(sql`update loan_rate_changes set admin_id = 1`)).toBe(restricted)
  expect(await codeOf(sql`delete from loan_rate_changes`)).toBe(restricted)
})

it('the database rejects skipped decisions and changed terms of a fund request', async () => {
  const asks = await server.enter('can-create-request')
  const body = { amount: naira(5), type: 'credit', description: 'x', flag: 'MBW' } as const
  await server.ask(calls.requests.createRequest, body, asks)
  const [{ id } = { id: 0 }] = await database.select({ id: fundRequests.id }).from(fundRequests)
  const change = (what: ReturnType<typeof sql>) =>
    codeOf(sql`update fund_requests set ${what} where id = ${id}`)
  expect(await change(sql`initial_status = 2`)).toBe(restricted)
  expect(await change(sql`amount = amount + 1`)).toBe(restricted)
  expect(await change(sql`flag = 'PW'`)).toBe(restricted)
  expect(await change(sql`description = 'y'`)).toBe('done')
})
