import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { lagosDay } from '#domain/time/lagos'
import type { Database } from '../../db/database'
import { traceWork } from '../../db/traceWork'
import { countLate } from '../../runs/lateAmounts'
import { lastEndedDay, postRuns } from '../../runs/run'
import { openPoll } from './poll'

const pollMs = 60_000
const pauseMs = 20
/** Waits between two parts of a run, so that the calls of people come first. */
export const pauseBetweenParts = () => sleep(pauseMs)

type Options = {
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
}

/**
 * Closes the days that have ended and counts what is late, at the start and shortly after midnight in Lagos. Several servers
 * may run it: each run is posted by one at a time. A failure is logged and tried again a minute later.
 */
export function openRunWorker({ database, log, now }: Options) {
  /** The last day on which what is late was counted. */
  let countedOn = ''

  async function post(isStopped: () => boolean) {
    const at = now()
    const inParts = { pause: pauseBetweenParts, isStopped }
    const finished = await postRuns(database, { now: at, through: lastEndedDay(at), ...inParts })
    for (const { kind, day } of finished) log.info({ run: kind, day }, 'a run is posted')
    const today = lagosDay(at)
    if (countedOn !== today) await countLate(database, today, inParts)
    countedOn = today
  }

  // A stop waits for the part that is being posted; the next start goes on after it.
  return openPoll(pollMs, async (isStopped) => {
    try {
      await traceWork('runs', () => post(isStopped))
    } catch (error) {
      log.error({ error }, 'posting a run failed')
    }
  })
}
