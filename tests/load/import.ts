import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportNoun } from '#contract/calls/imports'
import { importFileNames } from '#domain/import/nouns'
import { openDatabase } from '#server/db/database'
import { checkImport, enterTotals } from '#server/import/check'
import { headingLine } from '#domain/import/template'
import { runRelease, runUndo } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../server/support/people'
import { openOthers } from './others'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { processorTime } from './processorTime'

/**
 * `npm run load:import`: 200,000 customers, 200,000 savings and 20,000 loans are read, checked, moved in and undone, on a PostgreSQL
 * of its own. Prints what each step takes, with the processor time, and the memory of this program; and how long calls of others take
 * meanwhile. Ends after thirty minutes at the latest.
 */
const url = ownPostgres('load:import')
endAfter(30)
const scale = Number(process.argv[2] ?? 1)
const [customers, loans, agents, times] = [200_000 * scale, 20_000 * scale, 200, 10]
const pad = (n: number, width: number) => String(n).padStart(width, '0')

function* lines(noun: ImportNoun): Generator<string> {
  yield headingLine(noun)
  switch (noun) {
    case 'agents':
      for (let n = 1; n <= agents; n++)
        yield `A-${n},Bola,Agent ${pad(n, 3)},0803${pad(n, 7)},agent${n}@load.example,Ogun,Abeokuta South,,,Active,${n * 10}.50\r\n`
      return
    case 'savingTypes':
      yield 'Daily Thrift,Daily,0,100,,,,,,,Active\r\n'
      return
    case 'loanTypes':
      yield 'Trader Loan,For stock,10,5,3,Yes,Yes,Yes,Active\r\n'
      return
    case 'customers':
      for (let n = 1; n <= customers; n++)
        yield `C-${n},${names[n % names.length]},${names[(n * 7) % names.length]} ${pad(n, 6)},8${pad(n, 9)},${n} Market Road,,Ogun,Abeokuta South,A-${(n % agents) + 1},2025-02-01,Active,${n % 5 === 0 ? '100.25' : ''}\r\n`
      return
    case 'savings':
      for (let n = 1; n <= customers; n++)
        yield `S-${n},C-${n},Daily Thrift,,500,Daily,365,2026-02-01,,,,,,,,,,,"₦1,${pad(n % 1000, 3)}.50"\r\n`
      return
    case 'loans':
      for (let n = 1; n <= loans; n++)
        yield `L-${n},C-${n * 10},Trader Loan,"100,000",15/08/2026,Weekly,,Stock\r\n`
      return
    case 'instalments':
      for (let n = 1; n <= loans; n++)
        for (let part = 0; part < times; part++)
          yield `L-${n},2027-0${1 + (n % 9)}-${pad((part % 28) + 1, 2)},"1,100.25",0\r\n`
      return
    default:
      yield 'Main,1000000\r\n'
  }
}
const names = [
  'Amina',
  'Bello',
  'Chidi',
  'Dayo',
  'Emeka',
  'Folake',
  'Garba',
  'Halima',
  'Ibrahim',
  'Joy',
  'Kunle',
  'Ladi',
]
const files: ImportNoun[] = [
  'agents',
  'savingTypes',
  'loanTypes',
  'customers',
  'savings',
  'loans',
  'instalments',
  'wallets',
]

const folder = await mkdtemp(path.join(tmpdir(), 'alajo-load-import-'))
const opened = await openDatabase({ url, dataDir: folder })
const { database } = opened
await seedBaseData(database)
const people = peopleOf(database, () => new Date())
const [maker, checker] = [await people.makeAdmin(), await people.makeAdmin()]

const clerk = await people.enter('can-record-collection', 'can-view-customer', 'can-view-all')
const others = await openOthers(database, clerk.token)
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 200)
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
async function measured<T>(what: string, act: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const worked = await processorTime(database, process.pid)
  peak = 0
  const result = await act()
  const work = (await processorTime(database, process.pid)) - worked
  say(
    `${what}: ${seconds(performance.now() - begun)}, ${seconds(work)} of processor time, at most ${Math.round(peak / 1_048_576)} MB`,
  )
  return result
}

await others.measured('idle', () => wait(30_000))
const now = new Date()
const importId = await createImport(database, {
  adminId: maker.id,
  cutOverDay: now.toISOString().slice(0, 10),
  now,
})
await measured('dry run', async () => {
  for (const noun of files) {
    const file = path.join(folder, `${importFileNames[noun]}.csv`)
    await pipeline(lines(noun), createWriteStream(file))
    const added = { importId, noun, path: file, name: path.basename(file), adminId: maker.id, now }
    const { rows, refused } = await measured(`  ${noun}`, () => addFile(database, added))
    say(`    ${rows} rows, ${refused} refused, ${Math.round((await stat(file)).size / 1_048_576)} MB`)
  }
  const { faults, totals } = await measured('  check', () =>
    database.transaction((tx) => checkImport(tx, importId)),
  )
  if (faults > 0) throw new Error(`${faults} faults.`)
  await database.transaction((tx) => enterTotals(tx, importId, totals))
})
const job = { importId, adminId: checker.id, now: new Date(), allowSameAdmin: false }
const release = () => {
  let step = ''
  let since = performance.now()
  return runRelease(
    { database, singleConnection: false },
    {
      ...job,
      onProgress: (progress) => {
        if (progress.step === step) return
        say(`  ${step || 'start'}: ${seconds(performance.now() - since)}`)
        step = progress.step
        since = performance.now()
      },
    },
  )
}
await measured('release', () => others.measured('during the release', release))
await measured('undo', () =>
  others.measured('during the undoing', () => runUndo({ database, singleConnection: false }, job)),
)
clearInterval(watch)
await others.end()
await opened.close()
await rm(folder, { recursive: true, force: true })
