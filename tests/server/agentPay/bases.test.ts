import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { agentStatementRows, agentStatements } from '#server/db/tables/agentPay'
import { loanFixturesOf } from '../loans/loanFixtures'
import { openCommissionDesk } from '../savings/commissionDesk'
import { faultsIn } from '../support/books'
import { naira, rate } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

it('an agent is paid for the commissions of cycles, and for savings and repayments collected, in the month of each', async () => {
  const desk = await openCommissionDesk()
  const { server, database, agent, today } = desk
  const permissions = [
    'can-edit-agent-pay',
    'can-view-agent-pay',
    'can-pay-agent',
    'can-do-first-approval',
    'can-do-second-approval',
  ] as const
  const [maker, one, two] = [
    await server.enter(...permissions),
    await server.enter(...permissions),
    await server.enter(...permissions),
  ]
  const as = async ({ id }: { id: number }) => ({ token: await server.openSession(id) })
  const parts = await loanFixturesOf(server)
  await parts.pay('MBW', naira(100_000))
  await parts.pay('PW', naira(1000))
  const rates = { commission_rate: rate(20), savings_rate: rate(1), repayment_rate: rate(2) }
  const terms = { from_month: '2026-11-01', agent_id: null, ...rates }
  expect((await server.ask(calls.agentPay.setAgentPayTerms, terms, await as(maker))).status).toBe('200')

  // The first contribution is kept with the deposit, a tenth at the end of the month, ₦100 with a calendar month.
  const first = await desk.open()
  const atEnd = await desk.open({ commission: 'percent', commission_rate: rate(10), taken: 'end' })
  const loan = await parts.apply(first.customer, { amount: naira(12_000), rate: rate(10), times: 4 })
  const accept = { id: loan.id, status: 'accepted' } as const
  await server.ask(calls.loans.firstLoanApproval, accept, await as(one))
  await server.ask(calls.loans.secondLoanApproval, accept, await as(two))
  const sheet = {
    agent_id: agent.id,
    day: today(),
    lines: [
      { savings_id: first.id, amount: naira(2500.5) },
      { savings_id: atEnd.id, amount: naira(1000) },
      { loan_id: loan.id, amount: naira(3300) },
    ],
  }
  const seen = await sheetAfterOthers(database, sheet)
  const recorded = await server.ask(calls.collections.recordSheet, seen, await desk.by())
  expect(recorded.status, recorded.text).toBe('200')
  // Collected by nobody.
  expect((await desk.deposit(first, naira(700))).status).toBe('200')

  const make = async (month: string) => {
    const reply = await server.ask(calls.agentPay.makeAgentStatements, { month }, await as(maker))
    expect(reply.status, reply.text).toBe('200')
    const [made] = await database.select().from(agentStatements).where(eq(agentStatements.month, month))
    const rows = await database
      .select()
      .from(agentStatementRows)
      .where(eq(agentStatementRows.statementId, made?.id ?? 0))
    return { ...made, id: made?.id ?? 0, rows: rows.toSorted((a, b) => a.customerId - b.customerId) }
  }
  desk.goTo('2026-12-01')
  await desk.closeDays()
  const november = await make('2026-11-01')
  // By hand: 20 % of ₦500.00, 1 % of ₦3,500.50 (₦35.005), 2 % of ₦3,300.00.
  expect(november).toMatchObject({
    agentId: agent.id,
    commissions: naira(500),
    savings: naira(3500.5),
    repayments: naira(3300),
    commissionPay: naira(100),
    savingsPay: naira(35.01),
    repaymentPay: naira(66),
    total: naira(201.01),
    rows: [
      {
        customerId: first.customer.id,
        commissions: naira(500),
        savings: naira(2500.5),
        repayments: naira(3300),
      },
      { customerId: atEnd.customer.id, commissions: 0, savings: naira(1000), repayments: 0 },
    ],
  })
  const decide = (call: typeof calls.agentPay.firstAgentStatementDecision, by: { token: string }) =>
    server.ask(call, { id: november.id, status: 'accept' }, by)
  await decide(calls.agentPay.firstAgentStatementDecision, await as(one))
  await decide(calls.agentPay.secondAgentStatementDecision, await as(two))
  const payment = { statement_id: november.id, way: 'cash', amount: naira(201.01) } as const
  const paid = await server.ask(calls.agentPay.payAgent, payment, await as(maker))
  expect(paid.status, paid.text).toBe('200')
  expect(await desk.balanceOf('PW')).toBe(naira(1000) + naira(300) - naira(201.01))
  expect(await faultsIn(database)).toEqual([])

  // The run took it after midnight: it is earned in December.
  desk.goTo('2027-01-01')
  await desk.closeDays()
  expect(await make('2026-12-01')).toMatchObject({
    commissions: naira(100),
    savings: 0,
    repayments: 0,
    total: naira(20),
    rows: [{ customerId: atEnd.customer.id, commissions: naira(100) }],
  })
  expect(await faultsIn(database)).toEqual([])
})
