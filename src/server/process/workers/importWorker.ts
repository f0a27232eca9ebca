import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { ahead } from '../../clock/stored'
import type { Connections } from '../../db/database'
import { imports } from '../../db/tables/imports'
import { traceWork } from '../../db/traceWork'
import type { FileStore } from '../../files/fileStore'
import { beginAttempt, jobStates, logImport, runJob, takeBackAttempt, waitingStep } from '../../import/jobs'
import { TableFault } from '../../import/reading/tableRow'
import { openPoll } from './poll'

const pollMs = 2_000
/** A job that began so long ago and that nobody works on was left by a server that was killed. */
const leftMs = 10_000

type Options = {
  connections: Connections
  singleConnection: boolean
  files: FileStore
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
}

/**
 * Does the dry runs, releases and undoings that admins have begun, one at a time. Several servers may run it: each import is worked
 * on by one of them, and what a killed one left is begun again by another.
 */
export function openImportWorker({ connections, singleConnection, files, dataDir, log, now }: Options) {
  const { jobs: database, changes: progress } = connections
  const waiting = () =>
    progress
      .select({ id: imports.id, state: imports.state })
      .from(imports)
      .where(
        and(
          inArray(imports.state, [...jobStates]),
          or(
            eq(imports.step, waitingStep),
            lt(imports.stepsFrom, new Date(now().getTime() - leftMs)),
            ahead(imports.stepsFrom, now()),
          ),
        ),
      )
      .orderBy(imports.stepsFrom)

  /** Held by the one connection of jobs, between its transactions too. */
  const take = async (importId: number) => {
    const { rows } = await database.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_lock(4306, ${importId}::int) as taken`,
    )
    return rows[0]?.taken === true
  }

  const release = (importId: number) =>
    database.execute(sql`select pg_advisory_unlock(4306, ${importId}::int)`)

  async function work(importId: number, state: string, isStopped: () => boolean) {
    if (!(await take(importId))) return
    if (!(await beginAttempt(progress, importId))) return release(importId)
    const run = () =>
      runJob(
        { database, progress, singleConnection },
        {
          importId,
          now,
          isStopped,
          place: { database: progress, files, dataDir },
          onDone: (tx, adminId) =>
            logImport(tx, state === 'undoing' ? 'undoImport' : 'releaseImport', {
              adminId,
              importId,
              now: now(),
            }),
        },
      )
    const attributes = { 'alajo.import': importId, 'alajo.import_state': state }
    await traceWork('import', run, attributes).then(
      () => log.info({ import: importId, was: state }, 'an import is worked on'),
      // What is wrong with an import is shown on its page.
      async (error: unknown) => {
        if (isStopped()) await takeBackAttempt(progress, importId)
        else if (!(error instanceof TableFault))
          log.error({ import: importId, error }, 'working on an import failed')
      },
    )
    await release(importId)
  }

  // A stop ends what runs at its next part, with nothing done; the next server begins it again.
  return openPoll(pollMs, async (isStopped) => {
    try {
      for (const { id, state } of await waiting()) if (!isStopped()) await work(id, state, isStopped)
    } catch (error) {
      log.error({ error }, 'reading the imports to work on failed')
    }
  })
}
