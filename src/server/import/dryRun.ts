import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database'
import { importUploads, imports } from '../db/tables/imports'
import { checkInParts } from './check'
import { addFile, DatesFit, dropUnread, type Turns } from './staging'
import { TableFault, WorkEnded } from './reading/tableRow'
import { askDates, type Place, removeUploaded, uploadedFor, withTable } from './uploaded'

type DryRun = {
  importId: number
  now: Date
  /** The database has one connection, which others get between small parts. */
  isShared: boolean
  /** What it throws ends the dry run. */
  onProgress: (progress: { step: string; done: number; total: number }) => Promise<void>
}

/** Others wait for one small part at most: as long as it took, the connection is theirs. */
const giveWay = (lastMs: number) => wait(Math.min(100, Math.max(5, lastMs)))
const smallTurns: Turns = { rowsAtOnce: 100, giveWay }
/** Reading rows again is faster than writing them. */
const smallChecks: Turns = { rowsAtOnce: 250, giveWay }
const largeTurns: Turns = { rowsAtOnce: 50_000 }

/**
 * Reads the files that were uploaded for an import, each as a whole or not at all, and compares all rows. A kill leaves the files
 * that were not read, and the next attempt resumes with them; so does a file whose dates are asked for. The books are not touched.
 */
export async function dryRun(
  database: Database,
  place: Place,
  { importId, now, isShared, onProgress }: DryRun,
) {
  const unread: string[] = []
  await database.transaction((tx) => dropUnread(tx, importId))
  for (const uploaded of await uploadedFor(place.database, importId)) {
    const { id, name, noun, addedBy: adminId, dates } = uploaded
    await onProgress({ step: name, done: 0, total: 0 })
    const added = { importId, noun, name, adminId, now, inJob: true, dates: dates ?? undefined }
    try {
      await withTable(place, uploaded, (file) =>
        addFile(database, {
          ...added,
          ...(isShared && { turns: smallTurns }),
          path: file,
          onRows: (done, about) => onProgress({ step: name, done, total: Math.max(done, about) }),
          // The next file is another attempt.
          onDone: async (tx) => {
            const read = await tx.delete(importUploads).where(eq(importUploads.id, id)).returning()
            if (read.length === 0) throw new WorkEnded(`Import ${importId} was stopped.`)
            await tx.update(imports).set({ attempts: 1 }).where(eq(imports.id, importId))
          },
        }),
      )
    } catch (error) {
      if (!(error instanceof TableFault) || error instanceof WorkEnded) throw error
      unread.push(`${name}: ${error.message}`)
      if (error instanceof DatesFit) {
        await askDates(place.database, id, error.question)
        continue
      }
    }
    await removeUploaded(place, uploaded)
  }
  await checkInParts((work) => database.transaction(work), importId, {
    inJob: true,
    turns: isShared ? smallChecks : largeTurns,
    unread: unread.length > 0 ? unread.join('\n') : undefined,
    onRule: (done, total) => onProgress({ step: 'comparing', done, total }),
  })
}
