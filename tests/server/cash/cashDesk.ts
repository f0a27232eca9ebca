import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { cashDifferences } from '#server/db/tables/cash'
import { agentCashOf } from '#server/ledger/accounts'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const { requestCashDifference, firstCashDifferenceDecision, secondCashDifferenceDecision } = calls.cash

/** A server with agents who collect, and three admins who record and decide. */
export async function openCashDesk(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env, limits: manyCalls })
  const money = moneyOf(server)
  const enter = () =>
    server.enter(
      'can-view-remittance',
      'can-record-remittance',
      'can-do-first-approval',
      'can-do-second-approval',
    )
  const [asker, one, two] = [await enter(), await enter(), await enter()]
  type Admin = { token: string }

  /** An agent who has collected this much. */
  async function agentWith(amount: Kobo, fields: Parameters<typeof server.makeAgent>[0] = {}) {
    const agent = await server.makeAgent(fields)
    const customer = await server.makeCustomer(agent.id)
    if (amount > 0) await money.collect(customer, amount)
    return { ...agent, collect: (more: Kobo) => money.collect(customer, more) }
  }
  const record = (agentId: number, counted: Kobo, by: Admin = asker, note?: string) =>
    server.ask(
      calls.cash.recordRemittance,
      { agent_id: agentId, counted, counted_again: counted, ...(note && { note }) },
      by,
    )

  type Wish = Partial<BodyOf<typeof requestCashDifference>>
  const request = (agentId: number, wish: Wish = {}, by: Admin = asker) => {
    const body = { type: 'missing', amount: naira(500), reason: 'Lost on the way', ...wish } as const
    return server.ask(requestCashDifference, { ...body, agent_id: agentId }, by)
  }
  async function stateOf(reference: string) {
    const [row] = await server.database
      .select()
      .from(cashDifferences)
      .where(eq(cashDifferences.reference, reference))
    if (!row) throw new Error(`There is no difference ${reference}.`)
    return row
  }
  /** A requested difference. */
  async function ask(agentId: number, wish?: Wish, by: Admin = asker) {
    const reply = await request(agentId, wish, by)
    return { ...(await stateOf(reply.output().data.reference)), message: reply.message }
  }
  const decide =
    (call: typeof firstCashDifferenceDecision) =>
    (id: number, by: Admin, status: 'accept' | 'reject' = 'accept', comment?: string) =>
      server.ask(call, { id, status, ...(comment !== undefined && { comment }) }, by)

  return {
    server,
    money,
    asker,
    one,
    two,
    agentWith,
    record,
    request,
    ask,
    stateOf,
    first: decide(firstCashDifferenceDecision),
    second: decide(secondCashDifferenceDecision),
    /** What the agent holds. */
    heldBy: async (agentId: number) => 0 - (await money.accountOf(agentCashOf(agentId))).balance,
    balance: async (account: string) => (await money.accountOf(account)).balance,
  }
}
