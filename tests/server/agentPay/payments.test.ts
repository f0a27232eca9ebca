import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { agentPayments } from '#server/db/tables/agentPay'
import { entries } from '#server/db/tables/ledger'
import { databaseError } from '#server/errors/refusals'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openPayDesk } from './payDesk'

const desk = await openPayDesk()
const {
  server,
  ask,
  money,
  one,
  two,
  payer,
  blindPayer,
  approvedOf,
  statementOf,
  pay,
  caseOf,
  heldBy,
  balance,
} = desk
await money.pay('PW', naira(1_000_000))
const paymentsOf = (statementId: number) =>
  server.database.$count(agentPayments, eq(agentPayments.statementId, statementId))

describe('pay', () => {
  it('goes from the profit wallet in cash, in parts, and never above what is open', async () => {
    const { id, reference, agent } = await approvedOf(naira(900))
    const [profit, cash, held] = [await balance('PW'), await balance('CASH'), await heldBy(agent.id)]
    const part = await pay(id, naira(400))
    expect(part.message).toBe('₦400.00 of Oct 2026 paid: in cash at the counter. ₦500.00 is left to pay.')
    expect(part.output().data).toMatchObject({
      reference: expect.stringMatching(/^AP-261118-\d{6}$/),
      way: 'cash',
      amount: naira(400),
      admin: payer.name,
    })
    expectRefused(await pay(id, naira(500.01)), `₦500.00 of statement ${reference} is open, and not ₦500.01.`)
    expect((await pay(id, naira(500))).message).toBe('₦500.00 of Oct 2026 paid: in cash at the counter.')
    expectRefused(await pay(id, naira(0.01)), `Statement ${reference} is paid already. Reload the list.`)
    expect(await balance('PW')).toBe(profit - naira(900))
    expect(await balance('CASH')).toBe(cash + naira(900))
    expect(await heldBy(agent.id)).toBe(held)
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.reference, part.output().data.reference))
    expect(entry).toMatchObject({
      kind: 'Agent commission',
      agentId: agent.id,
      adminId: payer.id,
      reason: reference,
      customerId: null,
    })
    expect(await caseOf(id, payer)).toMatchObject({ status: 'Paid', paid: naira(900), is_short: false })
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('is set off against what the agent holds, and no more than that', async () => {
    const { id, agent } = await approvedOf(naira(900))
    // Handed in since: ₦300 is left.
    await money.pay(`agent ${agent.id}`, naira(600), { kind: 'Remittance', agentId: agent.id })
    const profit = await balance('PW')
    expectRefused(
      await pay(id, naira(300.01), 'set-off'),
      'This agent holds ₦300.00. No more can be set off; the rest is paid at the counter.',
    )
    expect((await pay(id, naira(300), 'set-off')).message).toBe(
      '₦300.00 of Oct 2026 paid: set off against the cash held. ₦600.00 is left to pay.',
    )
    expect(await heldBy(agent.id)).toBe(0)
    expect(await balance('PW')).toBe(profit - naira(300))
    expect((await pay(id, naira(600))).status).toBe('200')
  })

  it('is set off by no admin who may not see what agents hold, and no refusal tells it', async () => {
    const { id } = await approvedOf(naira(7_654.32))
    const refused = await pay(id, naira(7_654.32), 'set-off', blindPayer)
    expectRefused(refused, 'Only an admin who may see what agents hold can set pay off against it.')
    expect(await caseOf(id, blindPayer)).toMatchObject({ holds: null, paid: 0 })
    expect(await caseOf(id, payer)).toMatchObject({ holds: naira(7_654.32) })
    expect((await pay(id, naira(100), 'cash', blindPayer)).status).toBe('200')
  })

  it('needs both approvals, and a profit wallet that covers it', async () => {
    const waiting = await statementOf(naira(500))
    const refusal = `Statement ${waiting.reference} is not approved: nothing can be paid on it.`
    expectRefused(await pay(waiting.id, naira(500)), refusal)
    await desk.first(waiting.id, one)
    expectRefused(await pay(waiting.id, naira(500)), refusal)
    await desk.second(waiting.id, two, 'reject', 'Disputed')
    expectRefused(await pay(waiting.id, naira(500)), refusal)
    expectRefused(await pay(999_999, naira(500)), 'Statement with ID 999999 not found')
    const large = await approvedOf(naira(2_000_000))
    expect(await caseOf(large.id, payer)).toMatchObject({ is_short: true })
    expectRefused(
      await pay(large.id, naira(2_000_000)),
      'Insufficient funds in the business wallet. Nothing was done.',
    )
    expect(await paymentsOf(large.id)).toBe(0)
  })

  it('is paid once by two admins at the same time', async () => {
    const { id } = await approvedOf(naira(700))
    const profit = await balance('PW')
    const both = await Promise.all([
      pay(id, naira(700)),
      pay(id, naira(700), 'set-off'),
      pay(id, naira(700), 'cash', blindPayer),
    ])
    expect(both.filter(({ status }) => status === '200')).toHaveLength(1)
    expect(await balance('PW')).toBe(profit - naira(700))
    expect(await paymentsOf(id)).toBe(1)
  })

  it('and a remittance at the same time never take more than the agent holds', async () => {
    const { id, agent } = await approvedOf(naira(700))
    const profit = await balance('PW')
    const recorder = await server.enter('can-record-remittance')
    const counted = { agent_id: agent.id, counted: naira(700), counted_again: naira(700) }
    const [paid] = await Promise.all([
      pay(id, naira(700), 'set-off'),
      ask(calls.cash.recordRemittance, counted, recorder),
    ])
    // A count may be above what is held, a set-off never.
    expect(await heldBy(agent.id)).toBe(paid.status === '200' ? naira(-700) : 0)
    expect(await balance('PW')).toBe(paid.status === '200' ? profit - naira(700) : profit)
  })

  it('that the agent owes is charged to the agent’s cash as a whole', async () => {
    const agent = await desk.agentAt([0, 10, 0])
    const { reference } = await desk.daysAgo(60, () => agent.collect(naira(900)))
    await desk.inOctober(async () => {
      const boss = await server.enterAs({ role: 'SuperAdmin' })
      await ask(calls.reversals.requestReversal, { reference, reason: 'Typed twice' }, boss)
      const { rows } = await server.database.execute<{ id: string }>(sql`select max(id) as id from reversals`)
      const decision = { id: Number(rows[0]?.id), status: 'accept' } as const
      expect((await ask(calls.reversals.reversalDecision, decision, one)).status).toBe('200')
    })
    await desk.make(agent.id)
    const statement = await desk.lastOf(agent.id)
    await desk.first(statement.id, one)
    await desk.second(statement.id, two)
    const profit = await balance('PW')
    expectRefused(
      await pay(statement.id, naira(90)),
      `The agent owes statement ${statement.reference}: it is set off against the cash held.`,
    )
    expectRefused(
      await pay(statement.id, naira(50), 'set-off'),
      `₦90.00 of statement ${statement.reference} is open, and not ₦50.00.`,
    )
    expect((await pay(statement.id, naira(90), 'set-off')).message).toBe(
      '₦90.00 of Oct 2026 is charged to the cash of the agent.',
    )
    expect(await heldBy(agent.id)).toBe(naira(90))
    expect(await balance('PW')).toBe(profit + naira(90))
    expect(await caseOf(statement.id, payer)).toMatchObject({ status: 'Paid', paid: naira(-90) })
  })

  it('in cash is paid out in the day’s close, what is set off lowers what the agent holds', async () => {
    const keeper = await server.enter('can-view-day-close')
    const closed = async () => {
      const { paid_out, agents } = (
        await ask(calls.closing.getDayClose, { day: '2026-11-18' }, keeper)
      ).output().data
      const setOff = agents.reduce((sum, { set_off = naira(0) }) => sum + set_off, 0)
      return { ...(paid_out.agents ?? { count: 0, amount: naira(0) }), setOff }
    }
    const before = await closed()
    const { id } = await approvedOf(naira(600))
    await pay(id, naira(250), 'set-off')
    await pay(id, naira(350))
    expect(await closed()).toEqual({
      count: before.count + 1,
      amount: before.amount + naira(350),
      setOff: before.setOff + naira(250),
    })
  })
})

it('the database refuses a payment above the total, of an unapproved statement, or changed', async () => {
  const { id } = await approvedOf(naira(500))
  const waiting = await statementOf(naira(500))
  await pay(id, naira(200))
  const insert = (statement: number, amount: number) => sql`insert into agent_payments
    (reference, statement_id, way, amount, admin_id, entry_id)
    select 'AP-X', ${statement}, 'cash', ${amount}, ${payer.id}, min(id) from ledger_entries`
  for (const change of [
    insert(id, naira(300.01)),
    insert(waiting.id, naira(1)),
    sql`update agent_payments set amount = amount + 1`,
    sql`delete from agent_payments`,
  ]) {
    const code = await server.database.execute(change).then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
    expect(code).toBe('23001')
  }
})
