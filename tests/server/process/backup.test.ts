import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { toWire } from '#domain/wire'
import { archiveOf, headingName } from '#server/backup/archive'
import { restoreArchive } from '#server/backup/restore'
import { lastProven, recordProven } from '#server/backup/state'
import { readConfig } from '#server/config'
import { type Database, openDatabase } from '#server/db/database'
import { migrationsFolder } from '#server/db/migrationsFolder'
import { readMigrations } from '#server/db/upgrade/migrationFiles'
import { ledgerCheckpoints } from '#server/db/tables/checkpoints'
import { accounts } from '#server/db/tables/ledger'
import { customers, sessions, settings } from '#server/db/tables/schema'
import { folderStore } from '#server/files/folderStore'
import { readIdentity, saveIdentity } from '#server/identity/identities'
import { loadIdentityKeys } from '#server/identity/keys'
import { verifyBooks } from '#server/ledger/verify'
import { openBackupWorker } from '#server/process/workers/backupWorker'
import { seedBaseData } from '#server/seedBaseData'
import { bodyKeys, type LogLine } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira, peopleOf } from '../support/people'
import { addressOf, startProcess, startServer } from '../support/processes'
import { report, isLong, roundsOf } from '../support/rounds'
import { emptyDatabase, onPostgres, type TestDatabase, withDatabase } from '../support/testDatabase'
import { post } from '../support/tillClients'

const place = await emptyDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'alajo-backups-'))
afterAll(async () => {
  await place.drop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const passphrase = { BACKUP_PASSPHRASE: 'never the same words twice' }
const environmentOf = ({ dataDir, url }: TestDatabase) => ({
  DATA_DIR: dataDir,
  ...(url && { DATABASE_URL: url }),
})
async function run(
  program: 'backup' | 'restore',
  database: TestDatabase,
  args: string[],
  env: NodeJS.ProcessEnv,
) {
  const command = startProcess(program, { ...environmentOf(database), ...env }, args)
  return { code: await command.ended, ...command.output }
}
const keysOf = ({ dataDir }: TestDatabase) => loadIdentityKeys({ dataDir, identityKeys: [] })
const filesOf = ({ dataDir }: TestDatabase) => folderStore(path.join(dataDir, 'files'))
const proven = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup'))

const idCard = `upload-${randomUUID()}`
const bvn = '22345678901'
let customerId = 0
let saving = ''
let savingsId = 0
let clerk = ''

beforeAll(() =>
  withDatabase(place, async (database) => {
    await seedBaseData(database)
    const now = () => new Date()
    const people = peopleOf(database, now)
    const money = moneyOf({ database, clock: { now }, checksums: async () => ({}) })
    const customer = await people.makeCustomer((await people.makeAgent()).id)
    const made = await money.makeSaving(customer)
    await saveIdentity(database, await keysOf(place), customer.id, { bvn })
    await filesOf(place).put(idCard, Buffer.from('a card'))
    await database.update(customers).set({ idCardFile: idCard }).where(eq(customers.id, customer.id))
    customerId = customer.id
    saving = made.reference
    savingsId = made.id
    clerk = (await people.enter('can-record-collection')).token
    expect((await verifyBooks(database)).faults).toEqual([])
    expect(await database.$count(ledgerCheckpoints)).toBe(1)
  }),
)

/** Deposits of ₦1 until `stop`; returns how many were acknowledged so far. */
function depositing(url: string) {
  const { depositSaving } = calls.savings
  const body = JSON.stringify(toWire(depositSaving.input, { savings_id: savingsId, amount: naira(1) }))
  let count = 0
  let isStopped = false
  const loop = async () => {
    while (!isStopped) {
      const { reply } = await post(url, { path: depositSaving.path, body, key: randomUUID(), token: clerk })
      expect(reply).toMatchObject({ status: '200' })
      count += 1
      // Far below the limit of calls an account.
      await wait(100)
    }
  }
  const running = loop()
  return {
    count: () => count,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

const balanceOf = async (database: Database) =>
  (await database.select().from(accounts).where(eq(accounts.name, saving)))[0]?.balance ?? kobo(0)

/** The rules of the database: indexes, constraints and triggers, with their state. */
const rulesOf = async (database: Database) =>
  (
    await database.execute(sql`select indexdef as rule from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`)
  ).rows

describe('npm run backup', { shuffle: false, timeout: 600_000 }, () => {
  it('backs up a running server that changes, proves it, and restores every row, file and key', async () => {
    const server = startServer(environmentOf(place))
    const load = depositing(await addressOf(server))
    while (load.count() < 3) await wait(20)
    const before = load.count()
    const backup = await run('backup', place, [folder], passphrase)
    const after = load.count()
    expect(backup).toMatchObject({ code: 0, err: '' })
    expect(backup.out).toMatch(/Restored as a test: [\d,]+ rows and 1 file are the same, the ledger and/)
    await load.stop()
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    const [name = '', ...more] = await proven()
    expect(more).toEqual([])
    const file = path.join(folder, name)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file)).includes('customers')).toBe(false)
    const provenAt = await withDatabase(place, lastProven)
    expect(Math.abs(Date.now() - (provenAt?.getTime() ?? 0))).toBeLessThan(600_000)

    const target = await emptyDatabase({ migrated: false })
    try {
      expect(await run('restore', target, [folder], passphrase)).toMatchObject({ code: 0, err: '' })
      const rules = await withDatabase(place, rulesOf)
      await withDatabase(target, async (database) => {
        const deposits = Number(await balanceOf(database)) / 100
        expect(deposits).toBeGreaterThanOrEqual(before)
        expect(deposits).toBeLessThanOrEqual(after)
        expect(await rulesOf(database)).toEqual(rules)
        await expect(database.execute(sql`delete from ledger_postings`)).rejects.toThrow()
        expect(await database.$count(sessions)).toBe(0)
        // What is restored was not verified where it is now.
        expect(await database.$count(ledgerCheckpoints)).toBe(0)
        expect(await readIdentity(database, await keysOf(target), customerId)).toMatchObject({ bvn })
        const people = peopleOf(database, () => new Date())
        const agent = await people.makeAgent({ email: 'new@alajo.test', phoneNumber: '08039999999' })
        expect((await people.makeCustomer(agent.id)).id).toBeGreaterThan(customerId)
      })
      expect(String(await filesOf(target).read(idCard))).toBe('a card')
      expect(await run('restore', target, [folder], passphrase)).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is data in this database already.'),
      })
    } finally {
      await target.drop()
    }
  })

  it('explains what is missing', async () => {
    const other = { BACKUP_PASSPHRASE: 'other words than before' }
    const [name = ''] = await proven()
    for (const [reason, run_] of Object.entries({
      'is not that of this backup': run('restore', place, [path.join(folder, name), '--test'], other),
      'BACKUP_PASSPHRASE_FILE is missing': run('backup', place, [folder], {}),
      'must have at least 12 characters': run('backup', place, [folder], { BACKUP_PASSPHRASE: 'short' }),
      'There is no backup in': run('restore', place, [place.dataDir], passphrase),
      'Usage: npm run backup': run('backup', place, [], passphrase),
    }))
      expect(await run_, reason).toMatchObject({ code: 1, err: expect.stringContaining(reason) })
    expect(await proven()).toEqual([name])
  })
})

it('a restored table that differs is refused, and nothing stays', async () => {
  await withDatabase(place, async (database) => {
    const source = { database, files: filesOf(place), config: place, now: new Date() }
    const parts: Buffer[] = []
    for await (const part of archiveOf(source)) parts.push(part as Buffer)
    const whole = Buffer.concat(parts)
    const target = await emptyDatabase()
    try {
      const config = { databaseUrl: target.url, dataDir: target.dataDir }
      const cutOff = async function* () {
        yield whole.subarray(0, -2_000)
      }
      await expect(restoreArchive(cutOff(), { config, files: filesOf(target) })).rejects.toThrow()
      await withDatabase(target, async (empty) => expect(await empty.$count(customers)).toBe(0))
    } finally {
      await target.drop()
    }
  })
})

it('a backup of a newer release, and one of another format, are refused before anything is written', async () => {
  const own = readMigrations(migrationsFolder).at(-1)
  const target = await emptyDatabase({ migrated: false })
  try {
    const config = { databaseUrl: target.url, dataDir: target.dataDir }
    const later = { hash: 'of a migration to come', createdAt: (own?.time ?? 0) + 1 }
    for (const [format, migration] of [
      [1, later],
      [2, { hash: own?.hash, createdAt: own?.time }],
    ] as const) {
      const tar = pack()
      tar.entry({ name: headingName }, JSON.stringify({ format, takenAt: new Date(), migration }))
      tar.finalize()
      const restored = restoreArchive(tar.pipe(createGzip()), { config, files: filesOf(target) })
      await expect(restored).rejects.toThrow('This backup is of a newer release of Alajo.')
    }
    await withDatabase(target, async (empty) => expect(await empty.$count(customers)).toBe(0))
  } finally {
    await target.drop()
  }
})

it.runIf(onPostgres)('a backup of an older release is restored and brought up to date', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: 'src/server/db/migrations' })
  const through = migrations.at(-4)?.folderMillis ?? 0
  const [old, target] = [await emptyDatabase({ migrated: false }), await emptyDatabase({ migrated: false })]
  try {
    const opened = await openDatabase(old, { through })
    await opened.database.insert(settings).values({ name: 'note', value: 'kept' })
    const source = { database: opened.database, files: filesOf(old), config: old, now: new Date() }
    const config = { databaseUrl: target.url, dataDir: target.dataDir }
    await restoreArchive(archiveOf(source), { config, files: filesOf(target) })
    await opened.close()
    await withDatabase(target, async (database) => {
      expect(await database.$count(settings, eq(settings.name, 'note'))).toBe(1)
      const applied = sql`select count(*)::int as count from drizzle.__drizzle_migrations`
      expect((await database.execute(applied)).rows).toEqual([{ count: migrations.length }])
    })
  } finally {
    await old.drop()
    await target.drop()
  }
})

it('there is an alarm, once an hour, after a day without a proven backup', async () => {
  await withDatabase(place, async (database) => {
    const config = readConfig({ ...bodyKeys, BACKUP_FOLDER: folder, ...passphrase })
    const lines: LogLine[] = []
    const write = (fields: object, msg?: string) => void lines.push({ level: 50, msg: msg ?? '', ...fields })
    let now = new Date()
    const worker = openBackupWorker({
      config,
      database,
      log: { error: write, info: write } as never,
      now: () => now,
    })
    await recordProven(database, now)
    await worker.run()
    expect(worker.lateBackup()).toBeUndefined()
    now = new Date(now.getTime() + 24 * 3_600_000 + 1)
    await worker.run()
    await worker.run()
    expect(worker.lateBackup()).toEqual({ takenAt: new Date(now.getTime() - 24 * 3_600_000 - 1) })
    expect(lines.map(({ msg }) => msg)).toEqual(['no backup was proven in the last 24 hours'])
    await recordProven(database, now)
    await worker.run()
    expect(worker.lateBackup()).toBeUndefined()
  })
})

const rounds = roundsOf(1)
it.runIf(isLong)(
  `a backup that is killed leaves the last good one, and the next one succeeds, ${rounds} rounds`,
  async () => {
    let finished = 0
    for (let round = 0; round < rounds; round++) {
      const before = await proven()
      const command = startProcess('backup', { ...environmentOf(place), ...passphrase }, [folder])
      await wait(Math.random() * 15_000)
      command.kill('SIGKILL')
      if ((await command.ended) === 0) finished += 1
      expect(await proven()).toEqual(expect.arrayContaining(before))
    }
    expect(await run('backup', place, [folder], passphrase)).toMatchObject({ code: 0 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    expect((await readdir(place.dataDir)).filter((name) => name === 'restore-test')).toEqual([])
    expect(await run('restore', place, [folder, '--test'], passphrase)).toMatchObject({ code: 0 })
    report('backups killed', { rounds, finished })
  },
  600_000 + rounds * 60_000,
)
