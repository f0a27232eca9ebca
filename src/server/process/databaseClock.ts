import type { FastifyBaseLogger } from 'fastify'
import { type DatabaseClock, databaseTime } from '../clock/databaseTime'
import type { Queries } from '../db/database'
import { databaseError } from '../errors/refusals'
import { openPoll } from './workers/poll'

const readMs = 10_000
/** An answer that took longer says too little about the time. */
const slowMs = 1_000
/** A difference between wall clock and steady clock since the last answer: one was set, or the machine slept. */
const jumpMs = 1_000
/** From here on the difference between this machine and the database is logged. */
const differsMs = 5_000
const loggedEveryMs = 3_600_000

type Options = { database: Pick<Queries, 'execute'>; log: Pick<FastifyBaseLogger, 'error'> }
/**
 * The database's clock, read every ten seconds and counted on by the steady clock of this machine. So servers agree on the time, and
 * whoever sets the clock of one of them changes nothing.
 */
export async function openDatabaseClock({ database, log }: Options): Promise<DatabaseClock> {
  let read = { time: Date.now(), wall: Date.now(), steady: performance.now() }
  let loggedAt = -Infinity

  async function ask() {
    const before = performance.now()
    const time = await databaseTime(database)
    const took = performance.now() - before
    if (took < slowMs || !isRead)
      read = { time: time.getTime() + took / 2, wall: Date.now(), steady: before + took }
    isRead = true
    const difference = aheadMs()
    if (Math.abs(difference) < differsMs || before - loggedAt < loggedEveryMs) return
    loggedAt = before
    log.error(
      { aheadSeconds: Math.round(difference / 1000) },
      'the clock of this server differs from that of the database, which counts',
    )
  }
  let isRead = false
  const steadyNow = () => read.time + performance.now() - read.steady
  const aheadMs = () => Date.now() - steadyNow()

  const poll = openPoll(readMs, () =>
    ask().catch((error: unknown) => {
      log.error({ code: databaseError(error)?.code }, 'reading the clock of the database failed')
    }),
  )
  await ask()
  poll.start()
  return {
    now() {
      const wall = Date.now() - read.wall
      if (Math.abs(wall - (performance.now() - read.steady)) > jumpMs) poll.tick()
      return new Date(steadyNow())
    },
    aheadMs,
    stop: poll.stop,
  }
}
