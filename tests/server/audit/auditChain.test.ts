import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#server/audit/auditChain'
import { openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { adminActivity } from '#server/db/tables/schema'
import { peopleOf } from '../support/people'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

const place = await emptyDatabase()
const opened = await openDatabase(place)
await seedBaseData(opened.database)
const people = peopleOf(opened.database, () => new Date())
const admin = await people.makeAdmin()
const other = await people.makeAdmin()
afterAll(async () => {
  await opened.close()
  await place.drop()
})

const run = (statement: string) => opened.database.$client.query(statement)
const activityRow = (fields: Partial<typeof adminActivity.$inferInsert> = {}) => ({
  adminId: admin.id,
  action: 'agents.deleteAgent',
  description: 'Deleted agent 7',
  subject: 'agent 7',
  status: 'success' as const,
  reference: randomUUID(),
  ...fields,
})
const write = (...rows: ReturnType<typeof activityRow>[]) =>
  opened.database.insert(adminActivity).values(rows)
const rowsInOrder = () => opened.database.select().from(adminActivity).orderBy(asc(adminActivity.place))
/** Changes rows as the owner of the database can. */
async function tamper(...statements: string[]) {
  await run('alter table admin_activity disable trigger user')
  try {
    for (const statement of statements) await run(statement)
  } finally {
    await run('alter table admin_activity enable trigger user')
  }
}

afterEach(() => tamper('truncate admin_activity'))

describe('the chain', () => {
  it('of an empty log is whole', async () => {
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 0, lastHash: '' })
  })

  it('gives each row the next place, the hash of the row before and its own', async () => {
    await write(activityRow())
    await write(activityRow(), activityRow())
    const rows = await rowsInOrder()
    expect(rows.map((row) => row.place)).toEqual([1, 2, 3])
    expect(rows.map((row) => row.previousHash)).toEqual(['', rows[0]?.hash, rows[1]?.hash])
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await verifyChain(opened.database)).toMatchObject({
      intact: true,
      rows: 3,
      lastHash: rows[2]?.hash,
    })
  })

  it('ignores a place and a hash that the insert gives', async () => {
    await write(activityRow({ place: 77, hash: 'mine', previousHash: 'mine' }))
    const [row] = await rowsInOrder()
    expect(row).toMatchObject({ place: 1, previousHash: '' })
    expect(row?.hash).not.toBe('mine')
  })

  it('hashes every character equally in SQL and in TypeScript', async () => {
    const letters = [
      '"',
      '\\',
      '\n\r\t\b\f',
      '\u0001\u001f\u007f\u0085',
      '\u2028',
      '/',
      '😀',
      'Ọ̀ṣun ₦',
      '<&>',
      '',
    ]
    await write(...letters.map((text) => activityRow({ description: text, subject: text, detail: text })))
    await write(
      activityRow({ subject: null, detail: 'null', createdAt: new Date('1999-12-31T23:59:59.007Z') }),
    )
    await run(
      `insert into admin_activity (admin_id, action, description, status, reference, created_at)
       values (${admin.id}, '', '', 'success', '', '2026-11-18T09:00:00.123456+01:00')`,
    )
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: letters.length + 2 })
  })

  it('continues from one batch to the next', async () => {
    await run(
      `insert into admin_activity (admin_id, action, description, status, reference)
       select ${admin.id}, 'x', 'Row ' || n, 'success', '' from generate_series(1, 1000) n`,
    )
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 1000 })
    await write(activityRow())
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 1001 })
  })

  it('leaves no gap for a change that is rolled back', async () => {
    await write(activityRow())
    await opened.database
      .transaction(async (tx) => {
        await tx.insert(adminActivity).values(activityRow())
        tx.rollback()
      })
      .catch(() => {})
    await write(activityRow())
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 2 })
  })
})

describe('many concurrent writers', () => {
  /** In this database: others have locks of their own. */
  const blocked = async () =>
    (
      await run(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount

  it('lose no row and do not fork the chain', async () => {
    await Promise.all(Array.from({ length: 60 }, () => write(activityRow(), activityRow())))
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 120 })
  })

  const reason = onPostgres ? '' : ' (not on the embedded database: it has one connection)'
  it.skipIf(!onPostgres)(`get places in the order of their commits${reason}`, async () => {
    const [early, late] = [await opened.database.$client.connect(), await opened.database.$client.connect()]
    const insert = `insert into admin_activity (admin_id, action, description, status, reference) values (${admin.id}, $1, '', 'success', '')`
    await early.query('begin')
    await late.query('begin')
    await late.query(insert, ['late'])
    const waiting = early.query(insert, ['early'])
    await expect.poll(blocked).toBe(1)
    await late.query('commit')
    await waiting
    await early.query('commit')
    for (const client of [early, late]) client.release()
    expect((await rowsInOrder()).map(({ action }) => action)).toEqual(['late', 'early'])
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 2 })
  })

  it.skipIf(!onPostgres)(
    `do not hold the end of the chain while they wait for an account${reason}`,
    async () => {
      const [holder, waiter] = [
        await opened.database.$client.connect(),
        await opened.database.$client.connect(),
      ]
      const insert = `insert into admin_activity (admin_id, action, description, status, reference) values ($1, '', '', 'success', '')`
      await holder.query('begin')
      await holder.query('select 1 from admins where id = $1 for update', [other.id])
      const waiting = waiter.query(insert, [other.id])
      await expect.poll(blocked).toBe(1)
      await holder.query(insert, [admin.id])
      await holder.query('commit')
      await waiting
      for (const client of [holder, waiter]) client.release()
      expect((await rowsInOrder()).map(({ adminId }) => adminId)).toEqual([admin.id, other.id])
    },
  )
})

describe('a log that was tampered with in the database', () => {
  beforeEach(() =>
    write(...Array.from({ length: 9 }, (_, at) => activityRow({ description: `Row ${at + 1}` }))),
  )

  const rehash = (where: string) => `update admin_activity a set hash = admin_activity_hash(a) where ${where}`
  it.each([
    [
      'a word changed',
      ["update admin_activity set description = 'x' where place = 4"],
      /^Row 4 \(id \d+, .+\) was changed/,
    ],
    [
      'a time changed',
      ["update admin_activity set created_at = created_at - interval '1 microsecond' where place = 4"],
      /^Row 4 .+ was changed/,
    ],
    [
      'a reason removed',
      ["update admin_activity set status = 'refused' where place = 9"],
      /^Row 9 .+ was changed/,
    ],
    [
      'the first row changed',
      ['update admin_activity set subject = null where place = 1'],
      /^Row 1 .+ was changed/,
    ],
    [
      'a row changed with its hash',
      ["update admin_activity set detail = 'x' where place = 4", rehash('place = 4')],
      /^Row 5 .+ does not follow the row before it\.$/,
    ],
    [
      'a row deleted',
      ['delete from admin_activity where place = 4'],
      /^Row 4 is missing: row 5 stands in its place\.$/,
    ],
    ['the first row deleted', ['delete from admin_activity where place = 1'], /^Row 1 is missing: row 2/],
    [
      'a row deleted and the others moved up',
      [
        'delete from admin_activity where place = 4',
        'update admin_activity set place = place - 1 where place > 4',
      ],
      /^Row 4 .+ does not follow/,
    ],
    [
      'two rows exchanged',
      [
        'update admin_activity set place = -1 where place = 4',
        'update admin_activity set place = 4 where place = 5',
        'update admin_activity set place = 5 where place = -1',
      ],
      /^Row 4 .+ does not follow/,
    ],
    [
      'a row hidden before the first',
      ['update admin_activity set place = 0 where place = 9'],
      /^It has 9 rows, and its chain 8\.$/,
    ],
  ])('is reported with the first broken row: %s', async (_what, statements, fault) => {
    await tamper(...statements)
    const audit = await verifyChain(opened.database)
    expect(audit).toEqual({ intact: false, fault: expect.stringMatching(fault) })
  })

  it('that was truncated or rewritten from some row on is detected by a noted hash', async () => {
    const noted = (await rowsInOrder())[7]?.hash ?? ''
    expect(await verifyChain(opened.database, noted)).toMatchObject({ intact: true, rows: 9, knownAt: 8 })
    await tamper('delete from admin_activity where place > 7')
    expect(await verifyChain(opened.database)).toMatchObject({ intact: true, rows: 7 })
    await write(activityRow(), activityRow())
    expect(await verifyChain(opened.database, noted)).toEqual({
      intact: false,
      fault: 'No row has the hash given: rows were cut off, or the whole log was rewritten.',
    })
  })
})
