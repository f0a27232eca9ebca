import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { type ImportNoun, importNouns } from '#contract/calls/imports'
import { csvFile } from '#domain/lists/csvFile'
import { importFileNames } from '#domain/import/nouns'
import { controlNames, controlTotals, type ControlTotals, isSum } from '#domain/import/totals'
import { dateIn, type DateOrder, moneyIn } from '#domain/import/cells'
import { formatCount, pluralize } from '#domain/money/figures'
import { formatNaira, kobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { databaseTime } from '../clock/databaseTime'
import { ConfigError } from '../config'
import type { Database, Queries } from '../db/database'
import { checkImport, enterTotals } from '../import/check'
import { faultsFile } from '../import/faultsFile'
import {
  cancelAll,
  cancelUndoing,
  type ImportAction,
  logImport,
  type Progress,
  runRelease,
  runUndo,
} from '../import/jobs'
import { addFile, cancelImport, createImport, DatesFit } from '../import/staging'
import { TableFault } from '../import/reading/tableRow'
import { seedBaseData } from '../seedBaseData'
import { runCommand } from './command'

const usage = `Usage:
  npm run import -- FOLDER --admin EMAIL --cut-over YYYY-MM-DD      reads the files and checks them: a dry run
  npm run import -- FOLDER --mend NUMBER --admin EMAIL              reads the mended files of faults in it, and checks again
                                                  with --dates day or --dates month where a file's dates fit both ways
  npm run import -- --totals NUMBER --admin EMAIL customers=… …     enters the control totals of the old books
  npm run import -- --release NUMBER --admin EMAIL                  moves it in; by another admin
  npm run import -- --undo NUMBER --admin EMAIL
  npm run import -- --cancel NUMBER --admin EMAIL`

const options = {
  admin: { type: 'string' },
  'cut-over': { type: 'string' },
  mend: { type: 'string' },
  dates: { type: 'string' },
  totals: { type: 'string' },
  release: { type: 'string' },
  undo: { type: 'string' },
  cancel: { type: 'string' },
} as const

await runCommand(async (database, config) => {
  const { values, words } = readArguments()
  await seedBaseData(database)
  const adminId = await adminOf(database, values.admin)
  const numbered = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : fail(usage))
  const where = { database, singleConnection: config.databaseUrl === undefined }
  const now = await databaseTime(database)
  const job = (text: string) => ({
    importId: numbered(text),
    adminId,
    now,
    allowSameAdmin: config.allowSameApprover,
    onProgress: progressPrinter(),
  })
  const logged = (action: ImportAction, importId: number) => (tx: Queries) =>
    logHere(tx, action, { adminId, importId })
  try {
    if (values.totals) await enter(database, { importId: numbered(values.totals), adminId, words })
    else if (values.release) {
      const release = job(values.release)
      await runRelease(where, { ...release, onDone: logged('releaseImport', release.importId) })
      print(`\nImport ${values.release} is in the books, and the ledger is right.`)
    } else if (values.undo) {
      const undo = job(values.undo)
      await runUndo(where, { ...undo, onDone: logged('undoImport', undo.importId) })
      print(`\nImport ${values.undo} is undone, and the ledger is right.`)
    } else if (values.cancel) {
      const importId = numbered(values.cancel)
      const isCancelled = await database.transaction(async (tx) => {
        const wasUndoing = await cancelUndoing(tx, importId)
        if (!wasUndoing) await cancelAll(tx, importId)
        await logged('cancelImport', importId)(tx)
        return !wasUndoing
      })
      print(
        isCancelled
          ? `Import ${importId} is cancelled.`
          : `The undoing of import ${importId} is ended: it is still in the books.`,
      )
    } else {
      const folder = words[0] ?? fail(usage)
      const dates = values.dates === undefined ? undefined : orderIn(values.dates)
      const source = { folder, adminId, dates }
      if (values.mend) await read(database, { ...source, importId: numbered(values.mend), prefix: 'faults-' })
      else await begin(database, { ...source, cutOver: values['cut-over'] ?? fail(usage) })
    }
  } catch (error) {
    throw error instanceof TableFault ? new ConfigError(error.message) : error
  }
})

const orderIn = (text: string): DateOrder => (text === 'day' || text === 'month' ? text : fail(usage))

async function logHere(tx: Queries, action: ImportAction, ids: { adminId: number; importId: number }) {
  return logImport(tx, action, { ...ids, now: await databaseTime(tx), detail: "On the server's console." })
}

function fail(text: string): never {
  throw new ConfigError(text)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { values, words: positionals.filter((word) => word !== 'import') }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}

/** An active admin who may import, by role or directly. */
async function adminOf(database: Database, email: string | undefined): Promise<number> {
  const { rows } = await database.execute<{ id: string }>(sql`select a.id from admins a
    where a.email = lower(${email ?? ''}) and a.status = 'active' and not a.deleted and exists (
      select from permissions p where p.name = 'can-import' and (
        p.id in (select permission_id from role_permissions where role_id = a.role_id)
        or p.id in (select permission_id from admin_permissions where admin_id = a.id)))`)
  const [row] = rows
  return row ? Number(row.id) : fail('Name an active admin who has can-import with --admin EMAIL.')
}

async function begin(
  database: Database,
  { cutOver, ...source }: Pick<Folder, 'folder' | 'adminId' | 'dates'> & { cutOver: string },
) {
  const now = await databaseTime(database)
  const day = dateIn(cutOver)
  if ('fault' in day) fail(`The cut-over day ${cutOver} ${day.fault}.`)
  if (day.value > lagosDay(now)) fail(`The cut-over day ${cutOver} has not come.`)
  const importId = await createImport(database, { adminId: source.adminId, cutOverDay: day.value, now })
  try {
    await read(database, { ...source, importId, prefix: '' })
  } catch (error) {
    await database.transaction((tx) => cancelImport(tx, importId))
    throw error
  }
}

type Folder = {
  folder: string
  adminId: number
  importId: number
  prefix: '' | 'faults-'
  /** Of files whose dates fit both ways. */
  dates: DateOrder | undefined
}

/** Reads the files of a folder into an import and checks it. */
async function read(database: Database, { folder, prefix, ...source }: Folder) {
  const files = await filesIn(folder, prefix)
  if (files.length === 0)
    fail(
      `${folder} has none of ${importNouns.map((noun) => `${prefix}${importFileNames[noun]}.csv`).join(', ')} (or .xlsx).`,
    )
  const { adminId, importId } = source
  for (const file of files) await readFile(database, { ...file, ...source })
  const { faultyRows, totals } = await database.transaction(async (tx) => {
    const checked = await checkImport(tx, importId)
    await logHere(tx, 'readImport', { adminId, importId })
    return checked
  })
  print(`\nImport ${importId}, nothing is in the books yet. The files have:`)
  for (const name of controlNames) print(`  ${controlTotals[name]} (${name}): ${shown(name, totals)}`)
  if (faultyRows === 0) {
    const words = controlNames.map((name) => `${name}=…`).join(' ')
    print(
      `\nNo faults. Compare with the old books, then: npm run import -- --totals ${importId} --admin EMAIL ${words}`,
    )
    return
  }
  process.exitCode = 1
  print(`\n${pluralize(faultyRows, 'row')} with faults.`)
  await writeFaults(database, importId, folder)
  print(`Mend these files, then: npm run import -- ${folder} --mend ${importId} --admin EMAIL`)
}

type Source = Omit<Folder, 'folder' | 'prefix'> & { noun: ImportNoun; file: string }

async function readFile(database: Database, { noun, file, adminId, importId, dates }: Source) {
  const name = path.basename(file)
  const begun = performance.now()
  const showRows = (rows: number) =>
    progressLine(`${name}: ${pluralize(rows, 'row')}, ${rateOf(rows, begun)}`)
  const added = {
    importId,
    noun,
    path: file,
    name,
    adminId,
    now: await databaseTime(database),
    dates,
    onRows: showRows,
  }
  const { rows, refused, readAs } = await addFile(database, added).catch((error: unknown) => {
    if (error instanceof DatesFit)
      throw new TableFault(
        `${name}: ${error.message} Run it again with --dates day or --dates month, which says what comes first.`,
      )
    throw error instanceof TableFault ? new TableFault(`${name}: ${error.message}`) : error
  })
  progressLine(`${name}: ${readAs} ${pluralize(rows, 'row')} read, ${formatCount(refused)} refused.\n`)
}

async function filesIn(folder: string, prefix: string): Promise<{ noun: ImportNoun; file: string }[]> {
  const names = await readdir(folder).catch(() => fail(`The folder ${folder} can’t be read.`))
  return importNouns.flatMap((noun) =>
    names
      .filter((name) => new RegExp(`^${prefix}${importFileNames[noun]}\\.(csv|txt|xlsx)$`, 'i').test(name))
      .map((name) => ({ noun, file: path.join(folder, name) })),
  )
}

async function writeFaults(database: Database, importId: number, folder: string) {
  for (const noun of importNouns) {
    const rows = await faultsFile(database, importId, noun)
    if (!rows) continue
    const file = path.join(folder, `faults-${importFileNames[noun]}.csv`)
    await writeFile(file, csvFile(rows.columns, rows.lines()), { mode: 0o600 })
    print(`Faults, with lines and reasons: ${file}`)
  }
}

function shown(name: keyof ControlTotals, totals: ControlTotals) {
  const total = Number(totals[name])
  return isSum(name) ? formatNaira(kobo(total)) : formatCount(total)
}

/** 'customers=200' and 'saved=1,500.50'. */
async function enter(
  database: Database,
  { importId, adminId, words }: { importId: number; adminId: number; words: readonly string[] },
) {
  const entered = new Map(
    words.map((word) => {
      const [name = '', text = ''] = word.split('=')
      return [name, text] as const
    }),
  )
  const missing = controlNames.filter((name) => !entered.has(name))
  if (missing.length > 0) fail(`Enter ${missing.map((name) => `${name}=…`).join(' ')} too.`)
  const totals = Object.fromEntries(
    controlNames.map((name) => {
      const text = entered.get(name) ?? ''
      const read = isSum(name)
        ? moneyIn(text)
        : /^[\d,]+$/.test(text)
          ? { value: Number(text.replaceAll(',', '')) }
          : { fault: 'is not a number' }
      return [name, 'fault' in read ? fail(`${name} ${read.fault}.`) : String(read.value)]
    }),
  ) as ControlTotals
  const different = await database.transaction(async (tx) => {
    const found = await enterTotals(tx, importId, totals)
    await logHere(tx, 'enterImportTotals', { adminId, importId })
    return found
  })
  if (different.length > 0)
    fail(
      `These differ from the files: ${different.map((name) => controlTotals[name]).join(', ')}. Nothing is released.`,
    )
  print(
    `The control totals agree. Another admin releases it: npm run import -- --release ${importId} --admin EMAIL`,
  )
}

function rateOf(done: number, begun: number) {
  return `${formatCount(Math.round((done * 1000) / Math.max(1, performance.now() - begun)))} a second`
}

/** A line that the next one replaces, in a terminal. */
function progressLine(text: string) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${text}`)
  else if (text.endsWith('\n')) process.stdout.write(text)
}

function progressPrinter() {
  const begun = performance.now()
  return ({ step, done, total }: Progress) => {
    const left = done === 0 ? 0 : ((total - done) * (performance.now() - begun)) / done / 1000
    progressLine(
      `${step}: ${formatCount(done)} of ${pluralize(total, 'row')}, ${rateOf(done, begun)}, about ${Math.ceil(left)} s left`,
    )
  }
}
