import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { lagosDay } from '#domain/time/lagos'
import type { Database } from '../../db/database'
import { traceWork } from '../../db/traceWork'
import { countLate } from '../../runs/lateAmounts'
import { mostDays, standingOf, type TimeFault } from '../../runs/catchUp'
import { lastEndedDay, postRuns } from '../../runs/run'
import { closeAtHour } from '../../views/dayClose/closeAtHour'
import { openPoll } from './poll'

const pollMs = 60_000
const pauseMs = 20
/** What is wrong with the time is logged again after so long. */
const loggedEveryMs = 3_600_000
/** Waits between two parts of a run, so that the calls of people come first. */
export const pauseBetweenParts = () => sleep(pauseMs)

type Options = {
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
  /** How far the clock of this machine is ahead of the database's. */
  aheadMs?: () => number
  services?: Parameters<typeof postRuns>[1]['services']
}

/**
 * Closes the days that have ended and counts what is late, at the start and shortly after midnight in Lagos, and the business day at its
 * hour. Several servers
 * may run it: each run is posted by one at a time. A failure is logged and tried again a minute later.
 */
export function openRunWorker({ database, log, now, aheadMs = () => 0, services }: Options) {
  /** The last day on which what is late was counted. */
  let countedOn = ''
  let faults: readonly TimeFault[] = []
  let logged = { faults: '', at: -Infinity }

  async function post(isStopped: () => boolean) {
    const at = now()
    const inParts = { pause: pauseBetweenParts, isStopped, ...(services && { services }) }
    if (await mayPost(at)) {
      for (const day of await closeAtHour(database, at, services))
        log.info({ day }, 'a business day is closed')
      const finished = await postRuns(database, { now: at, through: lastEndedDay(at), ...inParts })
      for (const { kind, day } of finished) log.info({ run: kind, day }, 'a run is posted')
    }
    const today = lagosDay(at)
    if (countedOn !== today) await countLate(database, today, inParts)
    countedOn = today
  }

  async function mayPost(at: Date) {
    const standing = await standingOf(database, { now: at, aheadMs: aheadMs() })
    faults = standing.faults
    const all = faults.join(', ')
    const isKnown = logged.faults === all && performance.now() - logged.at < loggedEveryMs
    if (!isKnown && faults.length > 0) {
      const { firstOpen, openDays } = standing
      const facts = { faults, now: at.toISOString(), firstOpen, openDays, mostDays }
      log.error(facts, standing.mayPost ? 'the time is wrong' : 'the time may be wrong: no run is posted')
    }
    if (!isKnown) logged = { faults: all, at: performance.now() }
    return standing.mayPost
  }

  // A stop waits for the part that is being posted; the next start goes on after it.
  const poll = openPoll(pollMs, async (isStopped) => {
    try {
      await traceWork('runs', () => post(isStopped))
    } catch (error) {
      log.error({ error }, 'posting a run failed')
    }
  })
  return { ...poll, faults: () => faults }
}
