import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { collections } from '#server/db/tables/collections'
import { admins } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { openReversalDesk } from '../reversals/reversalDesk'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'

const desk = await openReversalDesk()
const { server, approver, recorder } = desk
const { database } = server
const today = '2026-11-18'
const { getCollectionSheet, recordCollection, recordSheet } = calls.collections

const [me] = await database.select().from(admins).where(eq(admins.id, recorder.id))

/** An agent with two savings wallets of one customer. */
async function beat() {
  const { agent, customer, saving } = await desk.saver()
  return { agent, customer, saving, other: await desk.money.makeSaving(customer) }
}
type Line = BodyOf<typeof recordSheet>['lines'][number]
const record = (agent_id: number, lines: Line[], seen: string[] = [], day = today) =>
  server.ask(recordSheet, { agent_id, day, lines, seen }, { ...recorder, key: randomUUID() })
const receiptOf = (reply: Awaited<ReturnType<typeof record>>) => reply.output().data.reference
const balanceOf = async (account: string) => (await desk.money.accountOf(account)).balance
const sheetsOf = (agentId: number) => database.$count(collections, eq(collections.agentId, agentId))
const lineOf = ({ id }: { id: number }, amount: Kobo, twice?: boolean): Line => ({
  savings_id: id,
  amount,
  ...(twice && { twice }),
})

describe('a second sheet of an agent and day', () => {
  it('is refused without a word about the first: it names receipt, who, when and sum', async () => {
    const { agent, saving } = await beat()
    const lines = [lineOf(saving, naira(500))]
    const receipt = receiptOf(await record(agent.id, lines))
    const named = `Nothing was recorded. 1 sheet of ${agent.name} and this day was recorded already: receipt ${receipt}, by ${me?.name}, 2026-11-18 `
    for (const reply of [
      await record(agent.id, lines),
      await server.ask(recordCollection, { agent_id: agent.id, day: today, lines }, recorder),
    ]) {
      expect(reply).toMatchObject({ status: '400' })
      expect(reply.message).toContain(named)
      expect(reply.message).toContain('₦500.00')
    }
    expect(await balanceOf(saving.reference)).toBe(naira(500))
    expect(await sheetsOf(agent.id)).toBe(1)
  })

  it('counts an equal line only where the admin says that it came twice', async () => {
    const { agent, customer, saving, other } = await beat()
    const receipt = receiptOf(await record(agent.id, [lineOf(saving, naira(500))]))
    const both = [lineOf(saving, naira(500)), lineOf(other, naira(500))]
    expectRefused(
      await record(agent.id, both, [receipt]),
      `Nothing was recorded. 1 line of 2 can’t be: ${customer.firstName} ${customer.lastName}, ${saving.reference}: ₦500.00 is on ${receipt} already. Say that it came twice, or leave it out`,
    )
    expect(await record(agent.id, [lineOf(saving, naira(499.99))], [receipt])).toMatchObject({
      status: '200',
    })
    const seen = (await database.select().from(collections).where(eq(collections.agentId, agent.id))).map(
      ({ reference }) => reference,
    )
    const again = [lineOf(saving, naira(500), true), lineOf(other, naira(500))]
    expect(await record(agent.id, again, seen)).toMatchObject({ status: '200' })
    expect(await balanceOf(saving.reference)).toBe(naira(1499.99))
    expect(await balanceOf(other.reference)).toBe(naira(500))
  })

  it('asks again when another one came in between', async () => {
    const { agent, saving } = await beat()
    const first = receiptOf(await record(agent.id, [lineOf(saving, naira(1))]))
    const between = receiptOf(await record(agent.id, [lineOf(saving, naira(2))], [first]))
    const late = await record(agent.id, [lineOf(saving, naira(3))], [first])
    expect(late.message).toContain(`receipt ${between}`)
    expect(late.message).not.toContain(first)
    expect(await record(agent.id, [lineOf(saving, naira(3))], [first, between])).toMatchObject({
      status: '200',
    })
    const sheet = await server.ask(getCollectionSheet, { agent_id: agent.id, day: today }, recorder)
    expect(sheet.output().data.sheets).toMatchObject([
      { reference: first, total: naira(1), lines: [{ savings_id: saving.id, amount: naira(1) }] },
      { reference: between, total: naira(2) },
      { total: naira(3) },
    ])
  })

  it('compares with what was not reversed', async () => {
    const { agent, saving } = await beat()
    const sheet = await desk.collect(agent.id, saving.id, naira(500))
    const { id } = await desk.ask(sheet.line)
    await desk.decide(id, approver)
    expect(await record(agent.id, [lineOf(saving, naira(500))], [sheet.reference])).toMatchObject({
      status: '200',
    })
    expect(await balanceOf(saving.reference)).toBe(naira(500))
  })

  it('of which two come at once: one is recorded, the other waits for it and asks', async () => {
    const all = []
    for (let at = 0; at < 8; at++) all.push(await beat())
    const replies = await Promise.all(
      all.flatMap(({ agent, saving }) => {
        const lines = [lineOf(saving, naira(500))]
        return [record(agent.id, lines), record(agent.id, lines)]
      }),
    )
    for (const [at, { agent, saving }] of all.entries()) {
      const two = replies.slice(2 * at, 2 * at + 2)
      const [done] = two.filter(({ status }) => status === '200')
      const [refused] = two.filter(({ status }) => status === '400')
      expect(refused?.message).toContain(`receipt ${done && receiptOf(done)}`)
      expect(await balanceOf(saving.reference)).toBe(naira(500))
      expect(await sheetsOf(agent.id)).toBe(1)
    }
  })

  it('of another day is no second one, and the same key gets the first reply', async () => {
    const { agent, saving } = await beat()
    const lines = [lineOf(saving, naira(500))]
    const keyed = { ...recorder, key: randomUUID() }
    const body = { agent_id: agent.id, day: today, lines, seen: [] }
    const first = await server.ask(recordSheet, body, keyed)
    // The wallet is older than the day.
    await database.execute(
      sql`update savings set created_at = created_at - interval '2 days' where id = ${saving.id}`,
    )
    expect(await record(agent.id, lines, [], '2026-11-17')).toMatchObject({ status: '200' })
    expect((await server.ask(recordSheet, body, keyed)).output().data).toEqual(first.output().data)
    expect(await balanceOf(saving.reference)).toBe(naira(1000))
    expect((await verifyLedger(database)).faults).toEqual([])
  })
})
