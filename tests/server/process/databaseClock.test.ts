import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { databaseTime } from '#server/clock/databaseTime'
import { openDatabaseClock } from '#server/process/databaseClock'
import { openServer } from '../support/harness'

const { database } = await openServer()
const day = 86_400_000
afterEach(() => void vi.restoreAllMocks())

async function open() {
  const errors: unknown[] = []
  const clock = await openDatabaseClock({
    database,
    log: { error: (facts: unknown) => void errors.push(facts) },
  })
  onTestFinished(clock.stop)
  return { clock, errors }
}
/** Somebody sets the clock of the machine, which goes on from there. */
function setMachineClock(byMs: number) {
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs)
}
/** As many seconds as a slow machine may take for an answer say nothing. */
const ahead = (seconds: number) => [{ aheadSeconds: expect.closeTo(seconds, -1) }]
/** How far a clock is from the database's, in seconds. */
const offBy = async (now: Date) => Math.abs((await databaseTime(database)).getTime() - now.getTime()) / 1000

it('is the time of the database, whatever the clock of the machine says', async () => {
  const { clock, errors } = await open()
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(errors).toEqual([])
  setMachineClock(400 * day)
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(clock.aheadMs()).toBeGreaterThan(399 * day)
  await expect.poll(() => errors).toEqual(ahead(400 * 86_400))
})

it('is so from the start, and says how far the machine is off', async () => {
  setMachineClock(-20_000)
  const { clock, errors } = await open()
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(errors).toEqual(ahead(-20))
})
