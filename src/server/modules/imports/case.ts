import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type ImportCase, type ImportNoun, type ImportRow, shownFaults } from '#contract/calls/imports'
import type { Kobo } from '#contract/values'
import type { ControlTotals } from '#domain/import/totals'
import type { Queries } from '../../db/database'
import { importFaults, importFiles, imports, importUploads } from '../../db/tables/imports'
import { admins } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { releaseBlocker } from '../../approvals/decisions'
import { jobStates } from '../../import/jobs'
import { lagosStamp } from '../../lists/conditions'

const maker = alias(admins, 'maker')
const releaser = alias(admins, 'releaser')
const undoer = alias(admins, 'undoer')

const found = (queries: Queries) =>
  queries
    .select({
      import: imports,
      created_at: lagosStamp(imports.createdAt),
      created_by_name: maker.name,
      released_by_name: releaser.name,
      released_at: sql<string | null>`${lagosStamp(imports.releasedAt)}`,
      undone_by_name: undoer.name,
      undone_at: sql<string | null>`${lagosStamp(imports.undoneAt)}`,
    })
    .from(imports)
    .innerJoin(maker, eq(maker.id, imports.createdBy))
    .leftJoin(releaser, eq(releaser.id, imports.releasedBy))
    .leftJoin(undoer, eq(undoer.id, imports.undoneBy))
    .$dynamic()
type Found = Awaited<ReturnType<typeof found>>[number]

const rowOf = ({ import: { id, state, cutOverDay, totals }, ...one }: Found): ImportRow => ({
  id,
  created_at: one.created_at,
  state,
  cut_over_day: cutOverDay,
  created_by_name: one.created_by_name,
  customers: totals && Number(totals.customers),
  saved: totals && koboIn(totals.saved),
  owed: totals && koboIn(totals.owed),
  released_by_name: one.released_by_name,
  released_at: one.released_at,
})

/** All imports, newest first: a business has few. */
export const importsList = async (queries: Queries) =>
  (await found(queries).orderBy(desc(imports.id))).map(rowOf)

/** An import with its files, totals and first faults, what runs, and why the caller can't release it. */
export async function importCaseOf(context: Context, id: number): Promise<ImportCase> {
  const { queries, now } = context
  const [one] = await found(queries).where(eq(imports.id, id))
  if (!one) return reject(`Import ${id} is not there.`)
  const { state, step, done, total, stepsFrom, failure, totals } = one.import
  const runs = jobStates.some((job) => job === state)
  const seconds = stepsFrom ? Math.max(0, (now.getTime() - stepsFrom.getTime()) / 1000) : 0
  return {
    ...rowOf(one),
    undone_by_name: one.undone_by_name,
    undone_at: one.undone_at,
    failure,
    progress: runs ? { step: step ?? '', done, total, seconds } : null,
    files: await queries
      .select({
        id: importFiles.id,
        noun: importFiles.noun,
        name: importFiles.name,
        sha256: importFiles.sha256,
        bytes: importFiles.bytes,
        rows: importFiles.rows,
        read_as: importFiles.readAs,
        added_by_name: admins.name,
        created_at: lagosStamp(importFiles.createdAt),
      })
      .from(importFiles)
      .innerJoin(admins, eq(admins.id, importFiles.addedBy))
      .where(and(eq(importFiles.importId, id), eq(importFiles.isReading, false)))
      .orderBy(asc(importFiles.id)),
    questions: await questionsOf(queries, id),
    totals: totals && numbersOf(totals),
    ...(await faultsOf(queries, id)),
    against: await releaseBlocker(id, context),
  }
}

async function questionsOf(queries: Queries, id: number) {
  const asked = await queries
    .select({ id: importUploads.id, name: importUploads.name, question: importUploads.question })
    .from(importUploads)
    .where(eq(importUploads.importId, id))
    .orderBy(asc(importUploads.id))
  return asked.flatMap(({ question, ...upload }) => (question ? [{ ...upload, ...question }] : []))
}

async function faultsOf(queries: Queries, id: number) {
  const { rows } = await queries.execute<{ noun: ImportNoun; rows: string }>(sql`
    select noun, count(distinct (file_id, line)) as rows from import_faults where import_id = ${id} group by noun order by noun`)
  const faults = await queries
    .select({
      noun: importFaults.noun,
      file: importFiles.name,
      line: importFaults.line,
      column: importFaults.header,
      reason: importFaults.reason,
    })
    .from(importFaults)
    .innerJoin(importFiles, eq(importFiles.id, importFaults.fileId))
    .where(eq(importFaults.importId, id))
    .orderBy(asc(importFaults.noun), asc(importFaults.line), asc(importFaults.id))
    .limit(shownFaults)
  return { faulty: rows.map(({ noun, rows: count }) => ({ noun, rows: Number(count) })), faults }
}

const koboIn = (sum: string) => Number(sum) as Kobo

const numbersOf = (totals: ControlTotals): NonNullable<ImportCase['totals']> => ({
  agents: Number(totals.agents),
  customers: Number(totals.customers),
  savings: Number(totals.savings),
  loans: Number(totals.loans),
  saved: koboIn(totals.saved),
  owed: koboIn(totals.owed),
  customer_wallets: koboIn(totals.customer_wallets),
  business_wallets: koboIn(totals.business_wallets),
  agent_cash: koboIn(totals.agent_cash),
})
