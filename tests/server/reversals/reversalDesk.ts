import { eq } from 'drizzle-orm'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { reversals } from '#server/db/tables/reversals'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { sheetAfterOthers } from '../support/sheets'

const { requestReversal, reversalDecision, getReversalCase, getReversible } = calls.reversals

/** A server with admins who record movements, request reversals and decide on them. */
export async function openReversalDesk(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env, limits: manyCalls })
  const money = moneyOf(server)
  const all = [
    'can-record-collection',
    'can-view-collection',
    'can-credit-customer',
    'can-create-withdrawal',
    'can-close-saving',
    'can-view-saving',
    'can-view-saving-history',
    'can-view-saving-details',
    'can-view-withdrawal',
    'can-view-remittance',
    'can-record-remittance',
    'can-download-csv-file',
    'can-request-reversal',
    'can-approve-reversal',
  ] as const
  const enter = () => server.enter(...all)
  const [recorder, asker, approver, other] = [await enter(), await enter(), await enter(), await enter()]
  type Admin = { token: string }

  /** A customer with a savings wallet and an agent. */
  async function saver(fields: Parameters<typeof server.makeAgent>[0] = {}) {
    const agent = await server.makeAgent(fields)
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    return { agent, customer, saving, main: mainWalletOf(customer.id) }
  }
  const deposit = async (savings_id: number, amount: Kobo, by: Admin = recorder): Promise<string> =>
    (await server.ask(calls.savings.depositSaving, { savings_id, amount }, by)).output().data.reference
  const credit = async (customer_id: number, amount: Kobo, by: Admin = recorder): Promise<string> =>
    (await server.ask(calls.customers.creditUser, { customer_id, amount }, by)).output().data.reference
  const transfer = async (
    { customer, saving }: Pick<Awaited<ReturnType<typeof saver>>, 'customer' | 'saving'>,
    amount: Kobo,
  ) => {
    const body = { customer_id: customer.id, savings_ref: saving.reference, amount }
    const reply = await server.ask(calls.customers.savingWalletToMainWallets, body, recorder)
    return reply.output().data.reference
  }
  /** A recorded sheet of one line. */
  const collect = async (agent_id: number, savings_id: number, amount: Kobo) => {
    const body = { agent_id, day: '2026-11-18', lines: [{ savings_id, amount }] }
    const seen = await sheetAfterOthers(server.database, body)
    const sheet = (await server.ask(calls.collections.recordSheet, seen, recorder)).output().data
    return { ...sheet, line: sheet.rows[0]?.reference ?? '' }
  }

  const request = (reference: string, by: Admin = asker, reason = 'Typed wrongly') =>
    server.ask(requestReversal, { reference, reason }, by)
  async function stateOf(reference: string) {
    const [row] = await server.database.select().from(reversals).where(eq(reversals.reference, reference))
    if (!row) throw new Error(`There is no reversal ${reference}.`)
    return row
  }
  /** A requested reversal. */
  async function ask(movement: string, by: Admin = asker) {
    const reply = await request(movement, by)
    return { ...(await stateOf(reply.output().data.reference)), message: reply.message }
  }
  const decide = (
    id: number,
    by: Admin = approver,
    status: 'accept' | 'reject' = 'accept',
    comment?: string,
    key?: string,
  ) =>
    server.ask(
      reversalDecision,
      { id, status, ...(comment !== undefined && { comment }) },
      { ...by, ...(key && { key }) },
    )
  /** Reverses a movement, and returns the reference of the reversing entry. */
  async function reverse(movement: string): Promise<string> {
    const { id } = await ask(movement)
    return (await decide(id)).output().data.entry ?? ''
  }

  return {
    server,
    money,
    recorder,
    asker,
    approver,
    other,
    saver,
    deposit,
    credit,
    transfer,
    collect,
    request,
    ask,
    stateOf,
    decide,
    reverse,
    caseOf: async (id: number, by: Admin = approver) =>
      (await server.ask(getReversalCase, { id }, by)).output().data[0],
    reversible: (reference: string, by: Admin = asker) => server.ask(getReversible, { reference }, by),
    balance: async (account: string) => (await money.accountOf(account)).balance as number,
    /** What the agent holds. */
    heldBy: async (agentId: number) => 0 - (await money.accountOf(agentCashOf(agentId))).balance,
  }
}
