import { eq } from 'drizzle-orm'
import type { Database } from '../db/database'
import { importUploads } from '../db/tables/imports'
import { checkImport } from './check'
import { addFile } from './staging'
import { TableFault, WorkEnded } from './tableRow'
import { type Place, removeUploaded, uploadedFor, withTable } from './uploaded'

type DryRun = {
  importId: number
  now: Date
  /** What it throws ends the dry run. */
  onProgress: (progress: { step: string; done: number; total: number }) => Promise<void>
}

/**
 * Reads the files that were uploaded for an import, each as a whole or not at all, and compares all rows. A kill leaves the files
 * that were not read, and the next attempt resumes with them. The books are not touched.
 */
export async function dryRun(database: Database, place: Place, { importId, now, onProgress }: DryRun) {
  const unread: string[] = []
  for (const uploaded of await uploadedFor(place.database, importId)) {
    const { id, name, noun, addedBy: adminId } = uploaded
    await onProgress({ step: name, done: 0, total: 0 })
    const added = { importId, noun, name, adminId, now, inJob: true }
    try {
      await withTable(place, uploaded, (file) =>
        addFile(database, {
          ...added,
          path: file,
          onRows: (done, about) => onProgress({ step: name, done, total: Math.max(done, about) }),
          onDone: (tx) => tx.delete(importUploads).where(eq(importUploads.id, id)),
        }),
      )
    } catch (error) {
      if (!(error instanceof TableFault) || error instanceof WorkEnded) throw error
      unread.push(`${name}: ${error.message}`)
    }
    await removeUploaded(place, uploaded)
  }
  await database.transaction((tx) =>
    checkImport(tx, importId, {
      inJob: true,
      unread: unread.length > 0 ? unread.join('\n') : undefined,
      onRule: (done, total) => onProgress({ step: 'comparing', done, total }),
    }),
  )
}
