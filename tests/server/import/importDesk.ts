import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { addDays, lagosDay } from '#domain/time/lagos'
import { checkImport, enterTotals } from '#server/import/check'
import { fileOf } from '#server/import/exportAll'
import { importFileNames } from '#domain/import/nouns'
import { type Job, runRelease, runUndo } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import type { openServer } from '../support/harness'

/** Two admins who move written books into a server. */
export async function importDeskOf(server: Awaited<ReturnType<typeof openServer>>) {
  const { database, clock } = server
  const maker = await server.makeAdmin({ permissions: ['can-import'] })
  const checker = await server.makeAdmin({ permissions: ['can-import'] })
  const cutOver = addDays(lagosDay(clock.now()), -1)
  const books = { database, singleConnection: !('DATABASE_URL' in server.environment) }

  /** Reads files and checks them. */
  async function read(files: Partial<Record<ImportNoun, string>>) {
    const now = clock.now()
    const importId = await createImport(database, { adminId: maker.id, cutOverDay: cutOver, now })
    for (const [noun, text] of Object.entries(files) as [ImportNoun, string][]) {
      const name = `${importFileNames[noun]}.csv`
      const file = path.join(server.services.config.dataDir, name)
      await writeFile(file, text)
      const added = await addFile(database, { importId, noun, path: file, name, adminId: maker.id, now })
      expect(added, noun).toMatchObject({ refused: 0 })
    }
    const { totals } = await database.transaction((tx) => checkImport(tx, importId))
    const { rows: faults } = await database.execute<{ reason: string }>(
      sql`select noun, line, reason from import_faults where import_id = ${importId} order by noun, line, id`,
    )
    return { importId, totals, faults, now }
  }
  const job = (importId: number): Job => ({
    importId,
    adminId: checker.id,
    now: clock.now(),
    allowSameAdmin: false,
  })
  /** Reads files without a fault and moves them in. */
  async function moveIn(files: Partial<Record<ImportNoun, string>>) {
    const { importId, totals, faults } = await read(files)
    expect(faults).toEqual([])
    expect(await database.transaction((tx) => enterTotals(tx, importId, totals))).toEqual([])
    await runRelease(books, job(importId))
    return importId
  }
  const undo = (importId: number) => runUndo(books, job(importId))
  /** A noun's file of an export of all books. */
  async function fileText(noun: ImportNoun) {
    let text = ''
    for await (const part of fileOf(database, noun, clock.now())) text += part
    return text
  }
  return { read, moveIn, undo, fileText, cutOver }
}
