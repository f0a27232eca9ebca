import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FieldOutput } from '#contract/field/call'
import { fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { verifyChain } from '#server/audit/auditChain'
import { hashOfClosing } from '#server/audit/closedDays'
import { businessDays } from '#server/db/tables/businessDays'
import { accounts, entries } from '#server/db/tables/ledger'
import { fieldLines, lateBatches } from '#server/db/tables/field'
import { agents, customers } from '#server/db/tables/schema'
import { agentCashOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { type Beat, lendToBeat, makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { password } from '../support/people'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { ask, raw, makeDevice, nextAgent } = fieldClient(server)
const { recordBatch, getDay } = fieldCalls
const opened = new Date(server.clock.now().getTime() - 60 * 86_400_000)
const pool = await makeBeats(server.database, { agents: 40, wallets: 4 }, opened)
const today = lagosDay(server.clock.now())
const lender = await server.makeAdmin()

let beat: Beat
let device: Awaited<ReturnType<typeof makeDevice>>
beforeEach(async () => {
  ;[beat, device] = await nextAgent(pool)
})

type Line = {
  id: string
  savings_id?: number
  loan_id?: number
  amount: string
  day: string
  recorded_at: string
}
const line = (at: number, naira: number, more: Partial<Line> = {}): Line => ({
  id: randomUUID(),
  savings_id: beat.wallets[at]?.id ?? 0,
  amount: `${naira}.00`,
  day: today,
  recorded_at: server.clock.now().toISOString(),
  ...more,
})
const send = (lines: object[], more: object = {}) => ask(recordBatch, { lines, ...more }, device.token)
const states = ({ results }: FieldOutput<typeof recordBatch>) => results.map(({ state }) => state)
const balanceOf = async (name: string) =>
  (await server.database.select().from(accounts).where(eq(accounts.name, name)))[0]?.balance
const walletOf = (at: number) => balanceOf(beat.wallets[at]?.reference ?? '')
const held = async () => 0 - ((await balanceOf(agentCashOf(beat.agentId))) ?? 0)
const booksAreRight = async () => {
  expect(await verifyLedger(server.database)).toMatchObject({ faults: [] })
  expect(await verifyChain(server.database)).toMatchObject({ intact: true })
}

describe('a batch', () => {
  it('is booked line by line, on the agent’s own account, with a result for each', async () => {
    const lines = [
      line(0, 1000, { place: { latitude: 7.37, longitude: 3.9, accuracy: 9 } } as object),
      line(1, 2500),
    ]
    const reply = await send(lines, { device_time: server.clock.now().toISOString() })
    expect(reply.results.map(({ id, state }) => [id, state])).toEqual(lines.map(({ id }) => [id, 'booked']))
    expect(reply.results[0]?.reference).toMatch(/^SD-/)
    expect(reply.results[1]?.message).toMatch(/^\d+ days?, \d+ of \d+$/)
    expect([reply.holds, await held(), await walletOf(0), await walletOf(1)]).toEqual([
      350_000, 350_000, 100_000, 250_000,
    ])
    const [stored] = await server.database
      .select()
      .from(fieldLines)
      .where(eq(fieldLines.lineKey, lines[0]?.id ?? ''))
    expect(stored).toMatchObject({
      latitude: 7.37,
      longitude: 3.9,
      accuracy: 9,
      recordedAt: server.clock.now(),
    })
    const day = await ask(getDay, {}, device.token)
    expect([day.booked, day.lines.length]).toEqual([350_000, 2])
    await booksAreRight()
  })

  it('again, in another order and with new lines, changes nothing but the new', async () => {
    const [one, two, three] = [line(0, 100), line(1, 200), line(2, 300)]
    const first = await send([one, two])
    const again = await send([three, two, one])
    expect(states(again)).toEqual(['booked', 'booked', 'booked'])
    expect(again.results.slice(1).toReversed()).toEqual(first.results)
    expect(await held()).toBe(60_000)
    expect(states(await send([{ ...one, amount: '101.00' }, two]))).toEqual(['conflict', 'booked'])
    expect(await held()).toBe(60_000)
  })

  it('sent eight times at once is booked once', async () => {
    const lines = [line(0, 100), line(1, 200)]
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => raw(recordBatch, { lines }, device.token)),
    )
    for (const { http, json } of replies) expect([200, 429, 503, 409]).toContain(http || json)
    expect(await held()).toBe(30_000)
  })

  it('keeps two deposits into one wallet, and one id twice as one', async () => {
    const one = line(0, 100)
    expect(states(await send([one, line(0, 100), one]))).toEqual(['booked', 'booked', 'booked'])
    expect(await walletOf(0)).toBe(20_000)
    await booksAreRight()
  })

  it('lets no line keep back the others', async () => {
    const closed = beat.wallets[1]?.id ?? 0
    await server.database.execute(sql`update savings set status = 'closed' where id = ${closed}`)
    const reply = await send([line(0, 100), line(1, 200), line(2, 300)])
    expect(states(reply)).toEqual(['booked', 'refused', 'booked'])
    expect(reply.results[1]?.message).toMatch(/^BEAT-\d+: the savings wallet is closed$/)
    await server.database.execute(sql`update savings set status = 'active' where id = ${closed}`)
    expect(await held()).toBe(40_000)
    await booksAreRight()
  })

  it('is not taken from a device that is not the primary one, nor from one that was shut', async () => {
    const reader = await makeDevice(beat.agentId, { isPrimary: false })
    const refused = await raw(recordBatch, { lines: [line(0, 100)] }, reader.token)
    expect([refused.http, refused.json.code]).toEqual([403, 'forbidden'])
    await server.database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, beat.agentId))
    expect((await raw(recordBatch, { lines: [line(0, 100)] }, device.token)).http).toBe(401)
    expect(await held()).toBe(0)
  })

  it.each([
    ['no lines', { lines: [] }],
    ['too many lines', { lines: Array.from({ length: 101 }, () => ({})) }],
    [
      'nothing for a line',
      { lines: [{ id: randomUUID(), amount: '1.00', day: today, recorded_at: '2026-11-30T09:30:00Z' }] },
    ],
    [
      'no amount',
      {
        lines: [
          {
            id: randomUUID(),
            savings_id: 1,
            amount: '0.00',
            day: today,
            recorded_at: '2026-11-30T09:30:00Z',
          },
        ],
      },
    ],
    [
      'a fraction of a kobo',
      {
        lines: [
          {
            id: randomUUID(),
            savings_id: 1,
            amount: '1.001',
            day: today,
            recorded_at: '2026-11-30T09:30:00Z',
          },
        ],
      },
    ],
    [
      'no time',
      { lines: [{ id: randomUUID(), savings_id: 1, amount: '1.00', day: today, recorded_at: 'now' }] },
    ],
  ])('with %s is not valid', async (_what, body) => {
    expect((await raw(recordBatch, body, device.token)).json).toMatchObject({ status: 422, code: 'invalid' })
  })

  it('says which lines are not valid, and the others are booked without them', async () => {
    const lines = [line(0, 100), line(1, 0), line(2, 300, { recorded_at: 'now' })]
    expect((await raw(recordBatch, { lines }, device.token)).json).toMatchObject({
      fields: [
        'lines.1.amount: Please enter a valid amount.',
        'lines.2.recorded_at: Times are written as 2026-11-30T09:30:00Z.',
      ],
    })
    expect(states(await send(lines.slice(0, 1)))).toEqual(['booked'])
    expect(await held()).toBe(10_000)
  })

  it.each([
    ['0000-01-01T00:00:00Z', false],
    ['0001-01-01T00:00:00Z', false],
    ['1000-01-01T00:00:00+01:00', false],
    ['1000-01-01T00:00:00Z', true],
    ['1970-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['9999-12-31T23:59:59-14:00', false],
  ])(
    'of a device’s clock at %s is kept, or refused where it would be read as another',
    async (at, isKept) => {
      const reply = await raw(recordBatch, { lines: [line(0, 100, { recorded_at: at })] }, device.token)
      expect(reply.http).toBe(isKept ? 200 : 422)
      if (isKept) expect(reply.json).toMatchObject({ results: [{ state: 'booked' }] })
      const { lines } = await ask(getDay, {}, device.token)
      expect(lines.map(({ recorded_at }) => Date.parse(recorded_at))).toEqual(isKept ? [Date.parse(at)] : [])
      // What signs, asks and registers says times too.
      expect((await raw(recordBatch, { lines: [line(1, 100)], device_time: at }, device.token)).http).toBe(
        isKept ? 200 : 422,
      )
    },
  )
})

describe('the day of collection', () => {
  it('is the line’s: of yesterday at once, of more than seven days ago once an admin decides, of a later day not yet', async () => {
    const days = [-1, -7, -8, -32, 1].map((days) => addDays(today, days))
    const lines = days.map((day, at) => line(at % 4, 100 * (at + 1), { day }))
    const reply = await send(lines)
    expect(states(reply)).toEqual(['booked', 'booked', 'waiting', 'refused', 'not yet'])
    expect(await held()).toBe(30_000)
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.reference, reply.results[0]?.reference ?? ''))
    expect(entry).toMatchObject({ collectedOn: days[0], adminId: null, agentId: beat.agentId })
    expect(reply.results[2]?.reference).toMatch(/^LB-/)
    await booksAreRight()
  })

  it('waits for an admin once it is closed', async () => {
    const day = addDays(today, -3)
    const closing = { day, round: 0, previousHash: '', createdAt: server.clock.now(), figures: {} as never }
    await server.database.insert(businessDays).values({ ...closing, hash: hashOfClosing(closing) })
    const lines = [line(0, 100, { day }), line(1, 200)]
    expect(states(await send(lines))).toEqual(['waiting', 'booked'])
    expect(states(await send(lines))).toEqual(['waiting', 'booked'])
    const waiting = await server.database
      .select()
      .from(lateBatches)
      .where(eq(lateBatches.agentId, beat.agentId))
    expect(waiting).toMatchObject([{ reason: 'closed day', lines: 1, total: 10_000, status: 'pending' }])
    expect(await held()).toBe(20_000)
  })
})

describe('the office’s sheet', () => {
  const record = (lines: object[], seen: string[] = []) =>
    server
      .enter('can-record-collection')
      .then((clerk) =>
        server.ask(
          calls.collections.recordSheet,
          { agent_id: beat.agentId, day: today, lines, seen } as never,
          clerk,
        ),
      )

  it('has a line already: it is not booked twice; with another amount it waits', async () => {
    const sheet = await record([
      { savings_id: beat.wallets[0]?.id, amount: kobo(10_000) },
      { savings_id: beat.wallets[1]?.id, amount: kobo(20_000) },
    ])
    expect(sheet.status, sheet.text).toBe('200')
    const reply = await send([line(0, 100), line(1, 250), line(2, 300), line(0, 100)])
    expect(states(reply)).toEqual(['in office', 'waiting', 'booked', 'booked'])
    expect(await held()).toBe(10_000 + 20_000 + 30_000 + 10_000)
    await booksAreRight()
  })

  it('is refused while it does not know of the batch, and for an amount that the batch has', async () => {
    await send([line(0, 100)])
    const lines = [{ savings_id: beat.wallets[0]?.id, amount: kobo(10_000) }]
    const unseen = await record(lines)
    expect(String(unseen.message)).toMatch(/FB-.*by the agent’s device/)
    const clerk = await server.enter('can-record-collection')
    const due = await server.ask(
      calls.collections.getCollectionSheet,
      { agent_id: beat.agentId, day: today },
      clerk,
    )
    const seen = due.output().data.sheets?.map(({ reference }) => reference) ?? []
    expect(String((await record(lines, seen)).message)).toContain('Say that it came twice')
    expect(await held()).toBe(10_000)
  })
})

describe('what waits for an admin', () => {
  const { lateBatchDecision, getLateBatches, getLateBatch } = calls.collections
  const late = addDays(today, -9)
  const idOf = async () =>
    (await server.database.select().from(lateBatches).where(eq(lateBatches.agentId, beat.agentId)))[0]?.id ??
    0

  it('is listed with its lines, and booked on its day once it is approved; once', async () => {
    const sent = [line(0, 100, { day: late }), line(1, 200, { day: late }), line(0, 50, { day: late })]
    expect(new Set(states(await send(sent)))).toEqual(new Set(['waiting']))
    const boss = await server.enter('can-approve-collection')
    const list = await server.ask(getLateBatches, { page: 1, agent_id: beat.agentId }, boss)
    const totals = list.output().data.data.map(({ total, reason }) => [total, reason])
    expect(new Set(totals.map(([total]) => total))).toEqual(new Set([30_000, 5_000]))
    expect(totals.every(([, reason]) => reason === 'too old')).toBe(true)
    const all = await server.database.select().from(lateBatches).where(eq(lateBatches.agentId, beat.agentId))
    for (const { id } of all) {
      const one = await server.ask(getLateBatch, { id }, boss)
      expect(one.output().data[0]?.against).toBeNull()
      const reply = await server.ask(lateBatchDecision, { id, status: 'accept' }, boss)
      expect(reply.status, reply.text).toBe('200')
      expect((await server.ask(lateBatchDecision, { id, status: 'accept' }, boss)).status).toBe('400')
    }
    expect([await held(), await walletOf(0)]).toEqual([35_000, 15_000])
    expect(states(await send(sent))).toEqual(['booked', 'booked', 'booked'])
    const { results } = await send(sent)
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.reference, results[0]?.reference ?? ''))
    expect(entry?.collectedOn).toBe(late)
    expect(await held()).toBe(35_000)
    await booksAreRight()
  })

  it('is not decided on by who approved the device, and rejected only with a reason', async () => {
    const keeper = await server.makeAdmin({ permissions: ['can-approve-collection'] })
    await server.database.execute(
      sql`update agent_devices set approved_by = ${keeper.id} where id = ${device.id}`,
    )
    const sent = [line(0, 100, { day: late })]
    await send(sent)
    const id = await idOf()
    const own = await server.signIn(keeper.email, password)
    expect(
      String((await server.ask(lateBatchDecision, { id, status: 'accept' }, { token: own })).message),
    ).toContain('You approved the device of late batch')
    const boss = await server.enter('can-approve-collection')
    expect((await server.ask(lateBatchDecision, { id, status: 'reject' }, boss)).status).toBe('100')
    await server.ask(lateBatchDecision, { id, status: 'reject', comment: 'Counted already' }, boss)
    expect((await send(sent)).results).toMatchObject([{ state: 'rejected', message: 'Counted already' }])
    expect(await held()).toBe(0)
    await booksAreRight()
  })

  it('leaves out what can’t be booked any more, and what the office has recorded since', async () => {
    const { requestSheet, sheetRequestDecision, getSheetRequests } = calls.collections
    await send([line(0, 100, { day: late }), line(1, 200, { day: late }), line(2, 300, { day: late })])
    const clerk = await server.enter('can-record-collection')
    const boss = await server.enter('can-approve-collection', 'can-record-collection')
    const sheet = {
      agent_id: beat.agentId,
      day: late,
      lines: [{ savings_id: beat.wallets[0]?.id, amount: kobo(10_000) }],
    }
    await server.ask(requestSheet, { ...sheet, seen: [], reason: 'Lost' } as never, clerk)
    const requests = await server.ask(getSheetRequests, { page: 1, agent_id: beat.agentId }, boss)
    const request = requests.output().data.data[0]?.id ?? 0
    expect((await server.ask(sheetRequestDecision, { id: request, status: 'accept' }, boss)).status).toBe(
      '200',
    )
    await server.database.execute(sql`update savings set status = 'closed' where id = ${beat.wallets[1]?.id}`)
    const reply = await server.ask(lateBatchDecision, { id: await idOf(), status: 'accept' }, boss)
    expect(reply.output().data.booked).toBe(1)
    await server.database.execute(sql`update savings set status = 'active' where id = ${beat.wallets[1]?.id}`)
    const one = await server.ask(calls.collections.getLateBatch, { id: await idOf() }, boss)
    expect(one.output().data[0]?.rows.map(({ state }) => state)).toEqual(['in office', 'refused', 'booked'])
    expect(await held()).toBe(40_000)
    await booksAreRight()
  })
})

it('a repayment is booked like the office’s, and one of more than is owed is refused', async () => {
  const [loan] = await lendToBeat(server.database, beat, lender.id, server.clock.now())
  const pay = (naira: number) => ({ ...line(0, naira), savings_id: undefined, loan_id: loan?.id ?? 0 })
  const reply = await send([pay(2200), { ...pay(900_000), id: randomUUID() }])
  expect(states(reply)).toEqual(['booked', 'refused'])
  expect(reply.results[0]?.reference).toMatch(/^LR-/)
  expect(await held()).toBe(220_000)
  await booksAreRight()
})

it('touches no customer of another agent, whatever it names', async () => {
  const [other] = pool as [Beat]
  const foreign = other.wallets.map(({ id }) => ({ ...line(0, 100), id: randomUUID(), savings_id: id }))
  const reply = await send([...foreign, { ...line(0, 100), savings_id: 999_999_999 }])
  expect(new Set(states(reply))).toEqual(new Set(['refused']))
  expect(new Set(reply.results.map(({ message }) => message)).size).toBe(1)
  const stored = await server.database
    .select()
    .from(fieldLines)
    .where(and(eq(fieldLines.agentId, beat.agentId)))
  expect(stored.every((row) => row.savingsId === null && row.customerId === null)).toBe(true)
  // One who was moved away since.
  const mine = beat.wallets[3]
  await server.database
    .update(customers)
    .set({ assignedAgentId: other.agentId })
    .where(eq(customers.id, mine?.customerId ?? 0))
  expect(states(await send([line(3, 100)]))).toEqual(['refused'])
})

it('an id of another agent’s line is free: agents do not know of each other’s', async () => {
  const one = line(0, 100)
  await send([one])
  const [other] = pool as [Beat]
  const theirs = await makeDevice(other.agentId)
  const reply = await ask(
    recordBatch,
    { lines: [{ ...one, savings_id: other.wallets[0]?.id }] },
    theirs.token,
  )
  expect(states(reply)).toEqual(['booked'])
})

it('verify-audit notices a changed line, and verify-ledger one whose movement is another', async () => {
  const { results } = await send([line(0, 100), line(1, 200)])
  const change = (what: string) =>
    server.database
      .transaction(async (tx) => {
        await tx.execute(sql`alter table field_lines disable trigger user`)
        await tx.execute(sql.raw(what))
        throw Object.assign(new Error('back'), {
          found: [await verifyChain(tx as never), await verifyLedger(tx as never)],
        })
      })
      .catch((error: unknown) => (error as { found: unknown }).found)
  const where = `where agent_id = ${beat.agentId} and line_key = '${results[0]?.id}'`
  expect(await change(`update field_lines set amount = amount + 1 ${where}`)).toMatchObject([
    { intact: false },
    { faults: [expect.anything()] },
  ])
  expect(await change(`delete from field_lines ${where}`)).toMatchObject([
    { intact: false },
    expect.anything(),
  ])
})
