import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { sumKobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { countDeposits, cycleWallets } from '#server/ledger/cycles'
import { postSavingsMovements } from '#server/ledger/savings'
import { verifyLedger } from '#server/ledger/verify'
import { makeBeats } from '../support/beats'
import { naira } from '../support/people'
import { statementLog } from '../support/tables'
import { openPayoutDesk, thrift } from './payoutDesk'

const log = statementLog()
const desk = await openPayoutDesk()
const { server, database, clerk, manager, by } = desk
const opened = new Date(startOfLagosDay('2026-10-01').getTime() + 9 * 3_600_000)
/** Each wallet saved ₦3,000 in October, of which its cycle keeps one contribution. */
const terms = { ...thrift, fixedAmount: naira(100) }
const [small, large] = await makeBeats(database, { agents: 2, wallets: 500 }, opened, terms)
if (!small || !large) throw new Error('No agents were made.')

await desk.on('2026-10-20', async () => {
  const madeAt = server.clock.now()
  for (const { wallets } of [small, large])
    await database.transaction(async (tx) => {
      const amount = naira(3000)
      const all = await cycleWallets(
        tx,
        wallets.map(({ id }) => id),
      )
      const day = lagosDay(madeAt)
      const counted = await countDeposits(
        tx,
        all.map((wallet) => ({ wallet, amount, day })),
        { now: madeAt, today: day },
      )
      await postSavingsMovements(
        tx,
        all.map(({ id, reference, customerId }) => ({
          savingsId: id,
          movement: {
            kind: 'deposit',
            amount,
            customerId,
            wallet: reference,
            cycleId: counted.get(id)?.cycleId ?? null,
            madeAt,
            adminId: clerk.id,
          },
        })),
      )
    })
})

/** Requests and approves the payout of some wallets of an agent; returns the statements and the time of both. */
async function payOut(agent_id: number, count: number, paid: 'counter' | 'agent') {
  const rows = (await desk.ended({ agent_id })).slice(0, count)
  expect(rows).toHaveLength(count)
  const total = sumKobo(rows.map(({ payable }) => payable))
  const wallets = rows.map(({ savings_id }) => savings_id)
  const pay = paid === 'agent' ? { paid, pay_on: desk.tomorrow() } : { paid }
  const [asking, deciding] = [await by(clerk), await by(manager)]
  log.take()
  const began = performance.now()
  const reply = await server.ask(calls.payouts.requestPayout, { wallets, total, ...pay }, asking)
  const { id } = await desk.batchOf(reply.output().data.reference)
  ;(await server.ask(calls.payouts.payoutDecision, { id, status: 'accept' }, deciding)).output()
  return { ms: performance.now() - began, statements: log.take().length }
}

it.each(['counter', 'agent'] as const)(
  '500 wallets are paid by %s with as many statements as three, in at most ten seconds',
  async (paid) => {
    const few = await payOut(small.agentId, 3, paid)
    const many = await payOut(
      paid === 'counter' ? large.agentId : small.agentId,
      paid === 'counter' ? 500 : 494,
      paid,
    )
    expect(many.statements).toBe(few.statements)
    expect(many.ms).toBeLessThan(10_000)
    console.info(`${paid}: ${Math.round(many.ms)} ms, ${many.statements} statements`)
    expect((await verifyLedger(database)).faults).toEqual([])
  },
)
