import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { calls } from '#contract/index'
import { lagosDay } from '#domain/time/lagos'
import { archiveOf } from '#server/backup/archive'
import { restoreArchive } from '#server/backup/restore'
import type { Database } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { lendToBeat, makeBeats } from '../server/support/beats'
import { peopleOf } from '../server/support/people'
import { openApp } from './app'
import { say } from './ownPostgres'
import { seconds, timed } from './postingShapes'

const sheets = 100
const size = { agents: 10, wallets: 100 }
/** Of the lines of a sheet, as many are repayments. */
const loansOfSheet = 25

/**
 * Prints by how many rows and bytes each table grows for a line of a sheet, as the server writes it: three deposits to a repayment. Then
 * how long a backup of these rows takes, and how long to restore and check it in another empty database.
 */
export async function sayGrowth(url: string, emptyUrl: string) {
  const { app, opened } = await openApp({ url, dataDir: '' })
  const { database } = opened
  await seedBaseData(database)
  const admin = await peopleOf(database, () => new Date()).enter('can-record-collection')
  const beats = await makeBeats(database, size, new Date())
  const lent = []
  for (const beat of beats)
    lent.push(
      await lendToBeat(
        database,
        { ...beat, wallets: beat.wallets.slice(0, loansOfSheet) },
        admin.id,
        new Date(),
      ),
    )
  const before = await tablesOf(database)
  const seen: string[][] = beats.map(() => [])
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const receipts = seen[sheet % beats.length] ?? []
    const beat = beats[sheet % beats.length]
    const loans = lent[sheet % beats.length]
    if (!beat || !loans) throw new Error('No beat was made.')
    const { json } = await app
      .inject({
        method: 'POST',
        url: `/api/admin/${calls.collections.recordSheet.path}`,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          logintoken: admin.token,
          cookie: 'XSRF-TOKEN=load',
          'x-xsrf-token': 'load',
        },
        payload: {
          agent_id: beat.agentId,
          day: lagosDay(new Date()),
          lines: [
            ...beat.wallets
              .slice(loansOfSheet)
              .map(({ id }) => ({ savings_id: id, amount: '500.00', twice: true })),
            ...loans.map(({ id }) => ({ loan_id: id, amount: '1.50', twice: true })),
          ],
          counted: '37537.50',
          seen: receipts,
        },
      })
      .then((reply) => ({
        json: reply.json<{ status: string; message: string; data?: { reference: string } }>(),
      }))
    if (json.status !== '200') throw new Error(`A sheet was answered with ${json.status}: ${json.message}`)
    if (json.data) receipts.push(json.data.reference)
  }
  const after = await tablesOf(database)
  await app.close()

  const lines = sheets * size.wallets
  const grown = [...after]
    .map(([name, { rows, bytes }]) => {
      const start = before.get(name)
      return {
        name,
        rows: (rows - (start?.rows ?? 0)) / lines,
        bytes: (bytes - (start?.bytes ?? 0)) / lines,
      }
    })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  say(
    `| table, grown by ${lines} lines of sheets | rows a line | bytes a line, with indexes | bytes a row |\n|---|---|---|---|`,
  )
  for (const { name, rows, bytes } of grown)
    say(
      `| ${name} | ${rows.toFixed(2)} | ${bytes.toFixed(0)} | ${rows > 0 ? (bytes / rows).toFixed(0) : '–'} |`,
    )
  say(`| all | | ${grown.reduce((sum, { bytes }) => sum + bytes, 0).toFixed(0)} | |\n`)
  await sayBackup(database, emptyUrl)
  await opened.close()
}

async function tablesOf({ $client }: Database) {
  await $client.query('vacuum')
  const { rows: tables } = await $client.query<{ name: string; bytes: string }>(
    `select oid::regclass::text as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const counted = new Map<string, { rows: number; bytes: number }>()
  for (const { name, bytes } of tables) {
    const { rows } = await $client.query<{ count: string }>(`select count(*) from ${name}`)
    counted.set(name, { rows: Number(rows[0]?.count), bytes: Number(bytes) })
  }
  return counted
}

/** Files are not in it: there are none. */
async function sayBackup(database: Database, emptyUrl: string) {
  const files = { read: async () => undefined, put: async () => {}, remove: async () => {} }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'alajo-load-'))
  try {
    const archive: Buffer[] = []
    const written = await seconds(async () => {
      for await (const part of archiveOf({ database, files, config: { dataDir }, now: new Date() }))
        archive.push(part as Buffer)
    })
    const { result, took } = await timed(() =>
      restoreArchive(Readable.from(archive), { config: { databaseUrl: emptyUrl, dataDir }, files }),
    )
    const bytes = archive.reduce((sum, { length }) => sum + length, 0)
    say(
      '| backup | rows | bytes a row, compressed | rows written a second | rows restored and checked a second |',
    )
    say('|---|---|---|---|---|')
    say(
      `| | ${result.rows} | ${(bytes / result.rows).toFixed(0)} | ${(result.rows / written).toFixed(0)} | ${(result.rows / took).toFixed(0)} |\n`,
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
