import { desc, eq } from 'drizzle-orm'
import type { BodyOf, Named } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { agentPayTerms, agentStatements } from '#server/db/tables/agentPay'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import { postSavingsMovement } from '#server/ledger/savings'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'

/** A month that has ended: the clock begins on 18 November 2026. */
export const october = '2026-10-01'
type Rates = readonly [commissions: number, savings: number, repayments: number]

/** A server with agents who brought something in October, and admins who make statements, decide on them and pay. */
export async function openPayDesk(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env, limits: manyCalls })
  const money = moneyOf(server)
  const decides = ['can-do-first-approval', 'can-do-second-approval'] as const
  const maker = await server.enter(
    'can-view-agent-pay',
    'can-edit-agent-pay',
    'can-view-agent',
    'can-request-reversal',
    'can-approve-reversal',
    ...decides,
  )
  const [one, two] = [
    await server.enter('can-view-agent-pay', 'can-approve-reversal', ...decides),
    await server.enter('can-view-agent-pay', 'can-approve-reversal', ...decides),
  ]
  const payer = await server.enter('can-view-agent-pay', 'can-pay-agent', 'can-view-remittance')
  const blindPayer = await server.enter('can-view-agent-pay', 'can-pay-agent')
  type Admin = { id: number }
  /** In a new session: the clock goes back and forth. */
  const ask = async <C extends Named>(call: C, body: BodyOf<C>, by: Admin) =>
    server.ask(call, body, { token: await server.openSession(by.id) })

  /** Does something so many days ago; the ledger goes on from where it is. */
  async function daysAgo<Made>(days: number, act: () => Promise<Made>) {
    server.clock.pass(-days * 24 * 60)
    const made = await act()
    server.clock.pass(days * 24 * 60)
    return made
  }
  /** On 29 October. */
  const inOctober = <Made>(act: () => Promise<Made>) => daysAgo(20, act)

  /** Sets an agent's own rates since October, which no call does for a month that has ended. */
  const setRates = (agentId: number | null, [commissions, savings, repayments]: Rates, fromMonth = october) =>
    server.database.insert(agentPayTerms).values({
      agentId,
      fromMonth,
      commissionBasisPoints: commissions * 100,
      savingsBasisPoints: savings * 100,
      repaymentBasisPoints: repayments * 100,
      adminId: maker.id,
    })
  /** An agent with these rates, and a customer with a savings wallet. */
  async function agentAt(rates: Rates, fields: Parameters<typeof server.makeAgent>[0] = {}) {
    const agent = await server.makeAgent(fields)
    await setRates(agent.id, rates)
    return { ...agent, ...(await customerOf(agent.id)) }
  }
  async function customerOf(agentId: number) {
    const customer = await server.makeCustomer(agentId)
    const saving = await money.makeSaving(customer)
    const move = (kind: 'deposit' | 'charge', amount: Kobo, by: number | null = null) =>
      server.database.transaction((tx) =>
        postSavingsMovement(tx, saving.id, {
          kind,
          amount,
          customerId: customer.id,
          wallet: saving.reference,
          agentId: by,
          madeAt: server.clock.now(),
        }),
      )
    return {
      customer,
      collect: (amount: Kobo) => move('deposit', amount, agentId),
      deposit: (amount: Kobo) => move('deposit', amount),
      charge: (amount: Kobo) => move('charge', amount),
    }
  }

  const make = (agent_id: number | undefined, month = october, by: Admin = maker) =>
    ask(calls.agentPay.makeAgentStatements, { month, ...(agent_id !== undefined && { agent_id }) }, by)
  async function lastOf(agentId: number) {
    const [row] = await server.database
      .select()
      .from(agentStatements)
      .where(eq(agentStatements.agentId, agentId))
      .orderBy(desc(agentStatements.id))
      .limit(1)
    if (!row) throw new Error(`Agent ${agentId} has no statement.`)
    return row
  }
  /** The statement of an agent who gets this much for October. */
  async function statementOf(total: Kobo, fields: Parameters<typeof server.makeAgent>[0] = {}) {
    const agent = await agentAt([0, 100, 0], fields)
    await inOctober(() => agent.collect(total))
    await make(agent.id)
    return { ...(await lastOf(agent.id)), agent }
  }
  const decide =
    (call: typeof calls.agentPay.firstAgentStatementDecision) =>
    (id: number, by: Admin, status: 'accept' | 'reject' = 'accept', comment?: string) =>
      ask(call, { id, status, ...(comment !== undefined && { comment }) }, by)
  const first = decide(calls.agentPay.firstAgentStatementDecision)
  const second = decide(calls.agentPay.secondAgentStatementDecision)
  /** The same, approved. */
  async function approvedOf(total: Kobo) {
    const statement = await statementOf(total)
    await first(statement.id, one)
    await second(statement.id, two)
    return statement
  }
  const pay = (statement_id: number, amount: Kobo, way: 'cash' | 'set-off' = 'cash', by: Admin = payer) =>
    ask(calls.agentPay.payAgent, { statement_id, amount, way }, by)
  const caseOf = async (id: number, by: Admin) =>
    (await ask(calls.agentPay.getAgentStatementCase, { id }, by)).output().data[0]

  return {
    server,
    money,
    ask,
    maker,
    one,
    two,
    payer,
    blindPayer,
    daysAgo,
    inOctober,
    setRates,
    agentAt,
    customerOf,
    make,
    lastOf,
    statementOf,
    approvedOf,
    first,
    second,
    pay,
    caseOf,
    mainWalletOf,
    /** What the agent holds. */
    heldBy: async (agentId: number) => 0 - (await money.accountOf(agentCashOf(agentId))).balance,
    balance: async (account: string) => (await money.accountOf(account)).balance,
  }
}
