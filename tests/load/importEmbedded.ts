import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { headingLine } from '#domain/import/template'
import { openDatabase } from '#server/db/database'
import { importFiles, importFaults, imports, importUploads } from '#server/db/tables/imports'
import { uploads } from '#server/db/tables/uploads'
import { folderStore } from '#server/files/folderStore'
import { beginJob, waitingStep } from '#server/import/jobs'
import { createImport } from '#server/import/staging'
import { seedBaseData } from '#server/seedBaseData'
import { makeBeats } from '../server/support/beats'
import { peopleOf } from '../server/support/people'
import { askerOf } from './ask'
import { endAfter, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:import:embedded`: how long another admin's list takes on the embedded database while 20,000 customers with savings
 * are read and compared, beside an idle server. Ends after ten minutes at the latest.
 */
endAfter(10)
const rows = Number(process.argv[2] ?? 20_000)
const pad = (n: number, width: number) => String(n).padStart(width, '0')
const files: [ImportNoun, (n: number) => string, number][] = [
  [
    'agents',
    (n) => `A-${n},Bola,Ade ${n},0803${pad(n, 7)},agent${n}@load.example,Ogun,Abeokuta South,,,Active,`,
    100,
  ],
  ['savingTypes', () => 'Daily Thrift,Daily,0,100,,,,,,,Active', 1],
  [
    'customers',
    (n) =>
      `C-${n},Amina,Bello ${n},0805${pad(n, 7)},${n} Market Road,,Ogun,Abeokuta South,A-${(n % 100) + 1},2025-02-01,Active,100.25`,
    rows,
  ],
  ['savings', (n) => `S-${n},C-${n},Daily Thrift,,500,Daily,365,2026-02-01,,,,,,,,,,,"1,000.50"`, rows],
]

const dataDir = await mkdtemp(path.join(tmpdir(), 'alajo-load-import-'))
const store = folderStore(path.join(dataDir, 'files'))
const opened = await openDatabase({ dataDir })
const { database } = opened
await seedBaseData(database)
const people = peopleOf(database, () => new Date())
const [maker, clerk] = [await people.makeAdmin(), await people.enter('can-view-customer', 'can-view-all')]
await makeBeats(database, { agents: 10, wallets: 300 }, new Date())
const now = new Date()
const importId = await createImport(database, {
  adminId: maker.id,
  cutOverDay: now.toISOString().slice(0, 10),
  now,
})
for (const [noun, line, count] of files) {
  const text = Array.from({ length: count }, (_, n) => `${line(n + 1)}\r\n`).join('')
  await store.put(`${noun}.csv`, Buffer.from(headingLine(noun) + text))
  const [part] = await database
    .insert(uploads)
    .values({ adminId: maker.id, file: `${noun}.csv`, createdAt: now, storedAt: now })
    .returning()
  await database
    .insert(importUploads)
    .values({ importId, noun, name: `${noun}.csv`, parts: [part?.id ?? 0], addedBy: maker.id })
}
await beginJob(database, 'checking', { importId, adminId: maker.id, now, step: waitingStep })
await opened.close()

const { server, port } = await startServer({
  LOAD_DATA_DIR: dataDir,
  LOAD_FILES: path.join(dataDir, 'files'),
})
const ask = askerOf({ port, token: clerk.token })
async function timesUntil(done: () => boolean) {
  const taken: number[] = []
  while (!done()) {
    taken.push((await ask(calls.customers.getCustomers, { page: 1 })).ms)
    await wait(50)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const ms = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1)
  return `${taken.length} calls, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, longest ${ms(1)} ms`
}
const after = (ms: number) => {
  const end = performance.now() + ms
  return () => performance.now() > end
}
await timesUntil(after(3_000))
say(`first page of customers, idle: ${await timesUntil(after(15_000))}`)
let isDone = false
server.once('message', () => {
  isDone = true
})
const begun = performance.now()
server.send('import')
const during = await timesUntil(() => isDone)
say(`during the dry run: ${during}; it takes ${((performance.now() - begun) / 1000).toFixed(1)} s`)
const ended = once(server, 'exit')
server.disconnect()
await ended

const again = await openDatabase({ dataDir })
const [found] = await again.database.select().from(imports).where(eq(imports.id, importId))
const read = await again.database.select({ noun: importFiles.noun, rows: importFiles.rows }).from(importFiles)
say(
  `${found?.state}: ${read.map((file) => `${file.rows} ${file.noun}`).join(', ')}; ${await again.database.$count(importFaults)} faults`,
)
await again.close()
await rm(dataDir, { recursive: true, force: true })
