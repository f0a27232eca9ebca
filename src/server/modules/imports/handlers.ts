import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import type { Calls } from '#contract/index'
import { fileTypes } from '#contract/values'
import { controlNames, type ControlTotals, controlTotals } from '#domain/import/totals'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { importUploads } from '../../db/tables/imports'
import { uploads } from '../../db/tables/uploads'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { enterTotals } from '../../import/check'
import { archiveOf, countBooks } from '../../import/exportAll'
import { faultsFile } from '../../import/faultsFile'
import { releaseBlocker } from '../../approvals/decisions'
import { beginJob, cancelAll, cancelJob, waitingStep } from '../../import/jobs'
import { createImport } from '../../import/staging'
import { workbookOf } from '../../lists/workbook'
import { CsvRows } from '../../wire/csvRows'
import { FileParts } from '../../wire/fileParts'
import { importCaseOf, importsList } from './case'

export const importHandlers: HandlersFor<Calls['imports']> = {
  getImports: async (_input, { queries }) => ({ data: await importsList(queries) }),

  getImport: async ({ id }, context) => ({ data: await importCaseOf(context, id) }),

  getImportFaults: async ({ id, noun, form }, { queries }) => {
    const { columns, lines } = (await faultsFile(queries, id, noun)) ?? reject('There are no faults.')
    const rows = new CsvRows(columns, lines)
    return form === 'xlsx' ? new FileParts(fileTypes.xlsx, () => workbookOf(rows)) : rows
  },

  createImport: async ({ cut_over_day: cutOverDay }, { queries, actor, now, setAuditSubject }) => {
    if (cutOverDay > lagosDay(now)) invalid('The cut-over day has not come.')
    const id = await createImport(queries, { adminId: actor.adminId, cutOverDay, now })
    await setAuditSubject('import', id)
    return { data: { id }, message: `Import ${id} is open. Nothing is in the books yet.` }
  },

  checkImport: async ({ id, files }, { queries, actor, now, setAuditSubject }) => {
    await setAuditSubject('import', id, files.map(({ name }) => name).join(', ') || undefined)
    await beginJob(queries, 'checking', { importId: id, adminId: actor.adminId, now, step: waitingStep })
    const there = await partsThere(
      queries,
      files.flatMap(({ parts }) => parts),
      actor.adminId,
    )
    const lost = files.find(({ parts }) => parts.some((part) => !there.has(part)))
    if (lost) reject(`${lost.name} is not there any more. Upload it again.`)
    if (files.length > 0)
      await queries
        .insert(importUploads)
        .values(files.map((file) => ({ ...file, importId: id, addedBy: actor.adminId })))
    return { message: `The dry run of import ${id} has started.` }
  },

  answerImportDates: async ({ id, upload_id: uploadId, order }, { queries, actor, now, setAuditSubject }) => {
    const which = and(eq(importUploads.id, uploadId), eq(importUploads.importId, id))
    const [upload] = await queries.select().from(importUploads).where(which)
    await setAuditSubject('import', id, upload?.name)
    await beginJob(queries, 'checking', { importId: id, adminId: actor.adminId, now, step: waitingStep })
    if (!upload?.question) reject('This file does not wait for an answer any more.')
    if (order === 'leave') await queries.delete(importUploads).where(which)
    else await queries.update(importUploads).set({ dates: order, question: null }).where(which)
    return { message: `The dry run of import ${id} has started.` }
  },

  enterImportTotals: async ({ id, ...entered }, { queries, setAuditSubject }) => {
    await setAuditSubject('import', id)
    const totals = Object.fromEntries(
      controlNames.map((name) => [name, String(entered[name])]),
    ) as ControlTotals
    const different = await enterTotals(queries, id, totals)
    if (different.length > 0)
      reject(
        `These differ from the files: ${different.map((name) => controlTotals[name]).join(', ')}. Nothing is released.`,
      )
    return { message: 'The control totals agree. Another admin releases the import.' }
  },

  releaseImport: async ({ id }, context) => {
    const { queries, actor, now } = context
    await context.setAuditSubject('import', id)
    const blocker = await releaseBlocker(id, context)
    if (blocker) reject(blocker)
    await beginJob(queries, 'releasing', { importId: id, adminId: actor.adminId, now, step: waitingStep })
    return { message: `The release of import ${id} has started.` }
  },

  undoImport: async ({ id }, { queries, actor, now, setAuditSubject }) => {
    await setAuditSubject('import', id)
    await beginJob(queries, 'undoing', { importId: id, adminId: actor.adminId, now, step: waitingStep })
    return { message: `The undoing of import ${id} has started.` }
  },

  stopImport: async ({ id }, { queries, setAuditSubject }) => {
    await setAuditSubject('import', id)
    if (!(await cancelJob(queries, id))) reject('Nothing runs any more.')
    return { message: 'Stopped. Nothing was changed.' }
  },

  cancelImport: async ({ id }, { queries, setAuditSubject }) => {
    await setAuditSubject('import', id)
    await cancelAll(queries, id)
    return { message: `Import ${id} is cancelled. What was read is deleted.` }
  },

  countBooks: async (_input, { queries, now }) => {
    const counts = await countBooks(queries, now)
    const rows = Object.entries(counts) as [ImportNoun, number][]
    return { data: { rows: rows.map(([noun, count]) => ({ noun, rows: count })) } }
  },

  exportBooks: async (_input, { services, now }) =>
    new FileParts('application/zip', () => archiveOf(services.connections.exports, now)),
}

/** Those of the parts that the admin has uploaded. */
async function partsThere(queries: Queries, parts: readonly number[], adminId: number) {
  const found = await queries
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        inArray(uploads.id, [...parts]),
        eq(uploads.adminId, adminId),
        isNotNull(uploads.storedAt),
        isNull(uploads.expiredAt),
      ),
    )
  return new Set(found.map(({ id }) => id))
}
