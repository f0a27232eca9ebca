import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { SettingKey } from '#contract/businessSettings'
import { calls } from '#contract/index'
import { settingChanges } from '#server/db/tables/businessSettings'
import { creditRequests } from '#server/db/tables/limits'
import { withdrawals } from '#server/db/tables/money'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'

type By = { token: string }

/** A server with customers who have money, and what is requested of it. */
export async function openLimitDesk(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env, limits: manyCalls })
  const { ask, database } = server
  const parts = await loanFixturesOf(server)
  const clerk = await server.enter('can-create-withdrawal', 'can-credit-customer', 'can-edit-customer')
  const setter = await server.enter('can-edit-setting')
  const settled = await server.enter('can-approve-setting')

  /** A customer whose main wallet has so many naira. */
  async function customerWith(amount: number) {
    const customer = await parts.makeBorrower()
    if (amount > 0) await parts.pay(`customer ${customer.id}`, naira(amount))
    return customer
  }
  async function withdrawal(customer_id: number, amount: number, by: By = clerk) {
    const body = { customer_id, amount: naira(amount), description: 'School fees' }
    const { data } = (await ask(calls.withdrawals.createWithDrawalRequest, body, by)).output()
    const [row] = await database.select().from(withdrawals).where(eq(withdrawals.reference, data.reference))
    return row?.id ?? 0
  }
  async function creditRequest(made: Promise<{ output: () => { data: { reference: string } } }>) {
    const { reference } = (await made).output().data
    const [row] = await database.select().from(creditRequests).where(eq(creditRequests.reference, reference))
    return row?.id ?? 0
  }
  return {
    server,
    ask,
    database,
    parts,
    clerk,
    customerWith,
    withdrawal,
    creditRequest,
    approve: (id: number, by: By) =>
      ask(calls.withdrawals.WithDrawalRequestApproval, { id, status: 'approve' }, by),
    caseOf: async (id: number, by: By) =>
      (await ask(calls.withdrawals.getWithDrawal, { id }, by)).output().data.data[0],
    waiting: async (by: By) => (await ask(calls.dashboard.getWaitingDecisions, {}, by)).output().data,
    credit: (customer_id: number, amount: number, by: By = clerk) =>
      ask(calls.customers.creditUser, { customer_id, amount: naira(amount) }, by),
    /** Sets a setting of the business, as two admins do; the value as it is entered. */
    async set(key: SettingKey, value: string) {
      const body = { key, value, reason: 'After the audit' }
      expect((await ask(calls.settings.requestSettingChange, body, setter)).status).toBe('200')
      const [change] = await database.select().from(settingChanges).orderBy(desc(settingChanges.id)).limit(1)
      const decision = { id: change?.id ?? 0, status: 'accept' } as const
      expect((await ask(calls.settings.settingChangeDecision, decision, settled)).status).toBe('200')
    },
  }
}
