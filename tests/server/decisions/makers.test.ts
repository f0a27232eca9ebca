import { desc, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { type Waiting, waitingKinds } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { addDays, lagosDay } from '#domain/time/lagos'
import { cashDifferences } from '#server/db/tables/cash'
import { sheetRequests } from '#server/db/tables/collections'
import { importFiles, imports } from '#server/db/tables/imports'
import { agentStatements } from '#server/db/tables/agentPay'
import { expenses } from '#server/db/tables/expenses'
import { loanChanges } from '#server/db/tables/loanChanges'
import { fundRequests, withdrawals } from '#server/db/tables/money'
import { payoutBatches } from '#server/db/tables/payoutBatches'
import { reversals } from '#server/db/tables/reversals'
import { reopenings } from '#server/db/tables/runs'
import { dayOpenings } from '#server/db/tables/businessDays'
import { creditRequests, messagesOffRequests } from '#server/db/tables/limits'
import { settingChanges } from '#server/db/tables/businessSettings'
import { termChanges } from '#server/db/tables/terms'
import { changerOf } from '../support/changes'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { loanFixturesOf } from '../loans/loanFixtures'

const server = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' }, limits: manyCalls })
const { database, ask } = server
const { config } = server.services
const { bodyOf } = await changerOf(server)
const parts = await loanFixturesOf(server)
const { agentPay: pay, cash, imports: importCalls, loanChanges: changes, loans, requests, savings } = calls

type Admin = { id: number; token: string }
const enter = (): Promise<Admin> => server.enter(...permissionCatalogue)

/** What waits for a decision: who had a part in it, how each of them makes theirs, and the decision. */
type Decided<Maker extends string> = {
  makers: readonly Maker[]
  make: (by: Record<Maker, Admin>) => Promise<number>
  decide: (id: number, by: Admin) => Promise<{ status: unknown; message: unknown }>
}
const decided = <Maker extends string>(one: Decided<Maker>) => one as unknown as Decided<string>

/** The id of the newest row, after a change that must succeed. */
async function newest(table: PgTable & { id: PgColumn }, made: Promise<{ output: () => unknown }>) {
  ;(await made).output()
  const [row] = await database.select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(1)
  return Number(row?.id)
}

/** First and second decisions on what was requested. */
type Request = (by: Admin) => Promise<number>
type Decide = Decided<string>['decide']
const twice = (request: Request, first: Decide, second: Decide) => ({
  first: decided({ makers: ['requested it'], make: (by) => request(by['requested it']), decide: first }),
  second: decided({
    makers: ['requested it', 'made the first decision'],
    make: async (by) => {
      const id = await request(by['requested it'])
      const { status, message } = await first(id, by['made the first decision'])
      expect(status, String(message)).toBe('200')
      return id
    },
    decide: second,
  }),
})

const loan = twice(
  async (by) => {
    const body = { ...(await bodyOf(loans.createLoan)), guarantors: [] } as never
    return (await ask(loans.createLoan, body, by)).output().data.id
  },
  (id, by) => ask(loans.firstLoanApproval, { id, status: 'accepted' }, by),
  (id, by) => ask(loans.secondLoanApproval, { id, status: 'accepted' }, by),
)
const request = twice(
  (by) =>
    newest(
      fundRequests,
      ask(
        requests.createRequest,
        { amount: naira(100), type: 'credit', description: 'Float', flag: 'PW' },
        by,
      ),
    ),
  (id, by) => ask(requests.firstApprovalOrDisapproval, { id, status: 'accept', flag: 'PW' }, by),
  (id, by) => ask(requests.secondApprovalOrDisapproval, { id, status: 'accept', flag: 'PW' }, by),
)
const difference = twice(
  async (by) =>
    newest(
      cashDifferences,
      ask(cash.requestCashDifference, (await bodyOf(cash.requestCashDifference)) as never, by),
    ),
  (id, by) => ask(cash.firstCashDifferenceDecision, { id, status: 'accept' }, by),
  (id, by) => ask(cash.secondCashDifferenceDecision, { id, status: 'accept' }, by),
)
const statement = twice(
  async (by) =>
    newest(
      agentStatements,
      ask(pay.makeAgentStatements, (await bodyOf(pay.makeAgentStatements)) as never, by),
    ),
  (id, by) => ask(pay.firstAgentStatementDecision, { id, status: 'accept' }, by),
  (id, by) => ask(pay.secondAgentStatementDecision, { id, status: 'accept' }, by),
)
const change = twice(
  async (by) =>
    newest(loanChanges, ask(changes.requestWriteOff, (await bodyOf(changes.requestWriteOff)) as never, by)),
  (id, by) => ask(changes.firstLoanChangeDecision, { id, status: 'accept' }, by),
  (id, by) => ask(changes.secondLoanChangeDecision, { id, status: 'accept' }, by),
)

const expense = twice(
  async (by) =>
    newest(
      expenses,
      ask(calls.expenses.requestExpense, (await bodyOf(calls.expenses.requestExpense)) as never, by),
    ),
  (id, by) => ask(calls.expenses.firstExpenseDecision, { id, status: 'accept' }, by),
  (id, by) => ask(calls.expenses.secondExpenseDecision, { id, status: 'accept' }, by),
)

/** Every kind of decision that waits for somebody; a new one does not compile without its makers. */
const kinds: Record<Waiting, Decided<string> | 'has no admin as its maker'> = {
  loans_first: loan.first,
  loans_second: loan.second,
  requests_first: request.first,
  requests_second: request.second,
  differences_first: difference.first,
  differences_second: difference.second,
  statements_first: statement.first,
  statements_second: statement.second,
  expenses_first: expense.first,
  expenses_second: expense.second,
  loan_changes_first: change.first,
  loan_changes_second: change.second,
  withdrawals: decided({
    makers: ['requested it'],
    make: async (by) =>
      newest(
        withdrawals,
        ask(
          calls.withdrawals.createWithDrawalRequest,
          (await bodyOf(calls.withdrawals.createWithDrawalRequest)) as never,
          by['requested it'],
        ),
      ),
    decide: (id, by) => ask(calls.withdrawals.WithDrawalRequestApproval, { id, status: 'approve' }, by),
  }),
  payments: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { createWithDrawalRequest, approveWithdrawalForAgent } = calls.withdrawals
      const body = (await bodyOf(createWithDrawalRequest)) as never
      const id = await newest(withdrawals, ask(createWithDrawalRequest, body, by['requested it']))
      const pay_on = addDays(lagosDay(server.clock.now()), 1)
      ;(await ask(approveWithdrawalForAgent, { id, pay_on }, await enter())).output()
      return id
    },
    decide: (id, by) => {
      const pay_on = lagosDay(server.clock.now())
      return ask(calls.withdrawals.withdrawalPayment, { id, payment: 'agent', pay_on }, by)
    },
  }),
  payouts: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestPayout } = calls.payouts
      const body = (await bodyOf(requestPayout)) as never
      return newest(payoutBatches, ask(requestPayout, body, by['requested it']))
    },
    decide: (id, by) => ask(calls.payouts.payoutDecision, { id, status: 'accept' }, by),
  }),
  reversals: decided({
    makers: ['recorded the movement', 'requested it'],
    make: async (by) => {
      const saving = await parts.makeSaving(await parts.makeBorrower())
      const body = { savings_id: saving.id, amount: naira(100) }
      const { data } = (await ask(savings.depositSaving, body, by['recorded the movement'])).output()
      const asked = { reference: data.reference, reason: 'Typed wrongly' }
      return newest(reversals, ask(calls.reversals.requestReversal, asked, by['requested it']))
    },
    decide: (id, by) => ask(calls.reversals.reversalDecision, { id, status: 'accept' }, by),
  }),
  sheets: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestSheet } = calls.collections
      return newest(
        sheetRequests,
        ask(requestSheet, (await bodyOf(requestSheet)) as never, by['requested it']),
      )
    },
    decide: (id, by) => ask(calls.collections.sheetRequestDecision, { id, status: 'accept' }, by),
  }),
  late_batches: decided({
    makers: ['approved the device'],
    make: async (by) => {
      const { id } = (await bodyOf(calls.collections.lateBatchDecision)) as { id: number }
      await database.$client.query(`alter table late_batches disable trigger user;
        update late_batches set requested_by = ${by['approved the device'].id} where id = ${id};
        alter table late_batches enable trigger user`)
      return id
    },
    decide: (id, by) => ask(calls.collections.lateBatchDecision, { id, status: 'accept' }, by),
  }),
  day_openings: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestDayOpening } = calls.closing
      const body = (await bodyOf(requestDayOpening)) as never
      return newest(dayOpenings, ask(requestDayOpening, body, by['requested it']))
    },
    decide: (id, by) => ask(calls.closing.dayOpeningDecision, { id, status: 'accept' }, by),
  }),
  reopenings: decided({
    makers: ['requested it'],
    make: async (by) =>
      newest(
        reopenings,
        ask(
          calls.closing.requestReopening,
          (await bodyOf(calls.closing.requestReopening)) as never,
          by['requested it'],
        ),
      ),
    decide: (id, by) => ask(calls.closing.reopeningDecision, { id, status: 'reject', comment: 'No' }, by),
  }),
  term_changes: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { updateSavingTypeTerms } = savings
      return newest(
        termChanges,
        ask(updateSavingTypeTerms, (await bodyOf(updateSavingTypeTerms)) as never, by['requested it']),
      )
    },
    decide: (id, by) => ask(calls.terms.termChangeDecision, { id, status: 'accept' }, by),
  }),
  messages_off: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestMessagesOff } = calls.messages
      const body = (await bodyOf(requestMessagesOff)) as never
      return newest(messagesOffRequests, ask(requestMessagesOff, body, by['requested it']))
    },
    decide: (id, by) => ask(calls.messages.messagesOffDecision, { id, status: 'accept' }, by),
  }),
  credits: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestCustomerCredit } = calls.credits
      const body = (await bodyOf(requestCustomerCredit)) as never
      return newest(creditRequests, ask(requestCustomerCredit, body, by['requested it']))
    },
    decide: (id, by) => ask(calls.credits.creditDecision, { id, status: 'accept' }, by),
  }),
  setting_changes: decided({
    makers: ['requested it'],
    make: async (by) => {
      const { requestSettingChange } = calls.settings
      return newest(
        settingChanges,
        ask(requestSettingChange, (await bodyOf(requestSettingChange)) as never, by['requested it']),
      )
    },
    decide: (id, by) => ask(calls.settings.settingChangeDecision, { id, status: 'accept' }, by),
  }),
  imports: decided({
    makers: ['created it', 'added a file'],
    make: async (by) => {
      const { id } = (await bodyOf(importCalls.releaseImport)) as { id: number }
      await database.update(imports).set({ createdBy: by['created it'].id }).where(eq(imports.id, id))
      await database.insert(importFiles).values({
        importId: id,
        noun: 'customers',
        name: `customers ${id}.csv`,
        sha256: String(id),
        bytes: 0,
        rows: 0,
        addedBy: by['added a file'].id,
      })
      return id
    },
    decide: (id, by) => ask(importCalls.releaseImport, { id }, by),
  }),
  devices: 'has no admin as its maker',
}

const withMakers = waitingKinds.flatMap((kind) => {
  const one = kinds[kind]
  return typeof one === 'string' ? [] : [{ kind, ...one }]
})

async function madeBy({ makers, make }: Decided<string>) {
  const by: Record<string, Admin> = {}
  for (const maker of makers) by[maker] = await enter()
  // Bodies are prepared by one admin alone.
  config.allowSameApprover = true
  return { by, id: await make(by) }
}
async function decides(one: Decided<string>, id: number, by: Admin, sameApprover: boolean) {
  config.allowSameApprover = sameApprover
  const { status, message } = await one.decide(id, by)
  return { status, message }
}

describe.each(withMakers)('of $kind', (one) => {
  it('nobody who had a part in it decides, and another admin does', async () => {
    const { id, by } = await madeBy(one)
    for (const maker of one.makers) {
      const reply = await decides(one, id, by[maker] as Admin, false)
      expect(reply, `the one who ${maker}`).toEqual({
        status: '400',
        message: expect.stringMatching(/another admin/i),
      })
    }
    expect(await decides(one, id, await enter(), false)).toMatchObject({ status: '200' })
  })

  it.each(one.makers)('with ALLOW_SAME_APPROVER the one who %s decides', async (maker) => {
    const { id, by } = await madeBy(one)
    expect(await decides(one, id, by[maker] as Admin, true)).toMatchObject({ status: '200' })
  })
})
