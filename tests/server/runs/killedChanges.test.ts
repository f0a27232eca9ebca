import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { agentPayTerms, agentStatements } from '#server/db/tables/agentPay'
import { payoutItems } from '#server/db/tables/payoutBatches'
import { countDeposits, cycleWallets } from '#server/ledger/cycles'
import { postSavingsMovements } from '#server/ledger/savings'
import { verifyLedger } from '#server/ledger/verify'
import { makeBeats } from '../support/beats'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { report, roundsOf } from '../support/rounds'
import { onPostgres } from '../support/testDatabase'

/*
 * Changes of many wallets or agents at once: the database ends their connections at random moments, and the portal repeats them with their
 * key until they are done. Each takes effect once.
 */
const rounds = roundsOf(2)
const walletCount = 40
const killsOfChange = 4
const server = await openServer({ limits: manyCalls })
const { database } = server
const killer = new pg.Client({ connectionString: server.environment.DATABASE_URL })
if (onPostgres) await killer.connect()
afterAll(() => killer.end())

const figures = { rounds, killed: 0, repeated: 0 }
/** How long a change takes at most, for when it is killed. */
let longest = 20

/** Makes a change, of which the first attempts may be killed, and repeats it until it is done. */
async function change<C extends Named<Write>>(call: C, body: BodyOf<C>, adminId: number) {
  const from = { token: await server.openSession(adminId), key: randomUUID() }
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const begun = performance.now()
    const asked = server.ask(call, body, from)
    if (attempt < killsOfChange) {
      await wait(Math.random() * longest)
      // It waits for their end: none is given to what follows.
      const { rowCount } = await killer.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
      figures.killed += rowCount ?? 0
    }
    const reply = await asked
    if (reply.status === '200') {
      longest = Math.max(longest, performance.now() - begun)
      // Its reply is kept: another repeat does nothing.
      expect((await server.ask(call, body, from)).json).toEqual(reply.json)
      return reply
    }
    // No rule refuses it: nothing was done, or it is not known what.
    expect(reply.http, reply.text).toBe(503)
    figures.repeated += 1
  }
  throw new Error(`${call.path} was not done.`)
}

it.runIf(onPostgres)(
  `payouts and statements of agents that are killed and repeated are made once, ${rounds} rounds`,
  async () => {
    const [clerk, manager, second] = await Promise.all(
      [1, 2, 3].map(() => server.enterAs({ role: 'SuperAdmin' })),
    )
    if (!clerk || !manager || !second) throw new Error('There is no admin.')
    await moneyOf(server).pay('PW', naira(1_000_000))
    await database.insert(agentPayTerms).values({
      agentId: null,
      fromMonth: '2026-10-01',
      commissionBasisPoints: 1000,
      savingsBasisPoints: 100,
      repaymentBasisPoints: 0,
      adminId: clerk.id,
    })
    // Each wallet saved ₦3,000 in October, of which its cycle keeps a contribution of ₦100.
    const opened = new Date(startOfLagosDay('2026-10-01').getTime() + 9 * 3_600_000)
    const terms = { commissionKind: 'contribution', taken: 'end', fixedAmount: naira(100) } as const
    const beats = await makeBeats(database, { agents: rounds, wallets: walletCount }, opened, terms)
    const madeAt = new Date(startOfLagosDay('2026-10-20').getTime() + 9 * 3_600_000)
    const [day, saved] = [lagosDay(madeAt), naira(3000)]
    for (const { agentId, wallets } of beats)
      await database.transaction(async (tx) => {
        const all = await cycleWallets(
          tx,
          wallets.map(({ id }) => id),
        )
        const deposits = all.map((wallet) => ({ wallet, amount: saved, day }))
        const counted = await countDeposits(tx, deposits, { now: madeAt, today: day })
        await postSavingsMovements(
          tx,
          all.map(({ id, reference, customerId }) => ({
            savingsId: id,
            movement: {
              kind: 'deposit',
              amount: saved,
              customerId,
              wallet: reference,
              agentId,
              cycleId: counted.get(id)?.cycleId ?? null,
              madeAt,
              adminId: clerk.id,
            },
          })),
        )
      })
    const balances = async () => {
      const { rows } = await database.execute<{
        name: string
        balance: string
      }>(sql`select code as name, sum(balance) as balance
        from ledger_accounts where code in ('TW', 'PW', 'CASH', 'AGENT', 'CMW', 'DSW') group by code`)
      return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]))
    }
    const before = await balances()

    for (const { wallets } of beats) {
      const ids = wallets.map(({ id }) => id)
      const total = (walletCount * naira(2900)) as Kobo
      const requested = await change(
        calls.payouts.requestPayout,
        { wallets: ids, total, paid: 'counter' },
        clerk.id,
      )
      const { reference } = requested.output().data
      const { rows } = await database.execute<{ id: string }>(
        sql`select id from payout_batches where reference = ${reference}`,
      )
      await change(calls.payouts.payoutDecision, { id: Number(rows[0]?.id), status: 'accept' }, manager.id)
    }
    await change(calls.agentPay.makeAgentStatements, { month: '2026-10-01' }, clerk.id)
    const made = await database.select().from(agentStatements)
    expect(made.map(({ total }) => total)).toEqual(beats.map(() => (walletCount * naira(3000)) / 100))
    for (const { id, total } of made) {
      await change(calls.agentPay.firstAgentStatementDecision, { id, status: 'accept' }, manager.id)
      await change(calls.agentPay.secondAgentStatementDecision, { id, status: 'accept' }, second.id)
      await change(calls.agentPay.payAgent, { statement_id: id, way: 'cash', amount: total }, clerk.id)
    }

    const [all, pay] = [rounds * walletCount, rounds * walletCount * naira(30)]
    const after = await balances()
    expect(
      Object.fromEntries(
        Object.entries(after).map(([name, balance]) => [name, balance - (before[name] ?? 0)]),
      ),
    ).toEqual({
      TW: all * naira(100),
      DSW: 0 - all * naira(3000),
      CMW: 0,
      AGENT: 0,
      CASH: all * naira(2900) + pay,
      PW: 0 - pay,
    })
    expect(await database.$count(payoutItems, eq(payoutItems.isUndecided, false))).toBe(all)
    expect((await verifyLedger(database)).faults).toEqual([])
    expect(figures.killed).toBeGreaterThan(0)
    report('changes killed', figures)
  },
  600_000 + rounds * 60_000,
)
