import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { databaseTime } from '#server/clock/databaseTime'
import { openDatabaseClock } from '#server/process/databaseClock'
import { openServer } from '../support/harness'

const { database } = await openServer()
const day = 86_400_000
afterEach(() => void vi.useRealTimers())

async function open() {
  const errors: unknown[] = []
  const clock = await openDatabaseClock({
    database,
    log: { error: (facts: unknown) => void errors.push(facts) },
  })
  onTestFinished(clock.stop)
  return { clock, errors }
}
/** How far a clock is from the database's, in seconds. */
const offBy = async (now: Date) => Math.abs((await databaseTime(database)).getTime() - now.getTime()) / 1000

it('is the time of the database, whatever the clock of the machine says', async () => {
  const { clock, errors } = await open()
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(errors).toEqual([])
  // Somebody sets the clock of the machine while the server runs.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * day })
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(clock.aheadMs()).toBeGreaterThan(399 * day)
  await vi.waitFor(() => expect(errors).toEqual([{ aheadSeconds: 400 * 86_400 }]))
})

it('is so from the start, and says how far the machine is off', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20_000 })
  const { clock, errors } = await open()
  expect(await offBy(clock.now())).toBeLessThan(5)
  expect(errors).toEqual([{ aheadSeconds: -20 }])
})
