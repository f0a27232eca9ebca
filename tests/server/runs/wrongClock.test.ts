import { expect, it, onTestFinished } from 'vitest'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { runs } from '#server/db/tables/runs'
import { settings } from '#server/db/tables/schema'
import { openRunWorker } from '#server/process/workers/runWorker'
import { mostDays } from '#server/runs/catchUp'
import { firstDay } from '#server/runs/run'
import { startServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const minute = 60_000

/** A server that has closed the day before its clock's, and its worker. */
async function open({ aheadMs = 0 } = {}) {
  const { server, close } = await startServer()
  onTestFinished(close)
  const { database, clock, services, log } = server
  const ahead = { ms: aheadMs }
  const worker = openRunWorker({ database, log: services.log, now: clock.now, aheadMs: () => ahead.ms })
  services.timeFaults = worker.faults
  const start = lagosDay(clock.now())
  const goTo = (day: string) =>
    clock.pass((startOfLagosDay(day).getTime() + 10 * minute - clock.now().getTime()) / minute)
  await worker.run()
  return {
    server,
    start,
    ahead,
    goTo,
    close: () => worker.run(),
    closedDays: async () =>
      (await database.select().from(runs)).filter(({ kind }) => kind === 'penalties').length,
    /** A probe of a busy machine may be late. */
    ready: async () => (await server.inject({ method: 'GET', url: '/readyz' })).json,
    errors: () => log.filter(({ level }) => level >= 50).map(({ msg, faults }) => ({ msg, faults })),
  }
}

it('a start in 2028 posts nothing, and says so in log and readyz; the right clock goes on as if nothing had been', async () => {
  const at = await open()
  await moneyOf(at.server).pay('MBW', naira(100))
  at.goTo('2028-01-14')
  await at.close()
  expect(await at.closedDays()).toBe(0)
  expect(at.errors()).toEqual([
    { msg: 'the time may be wrong: no run is posted', faults: ['too many open days'] },
  ])
  await expect.poll(at.ready).toEqual({ ok: true, time: ['too many open days'] })
  at.goTo(addDays(at.start, 1))
  await at.close()
  expect(await at.closedDays()).toBe(1)
  await expect.poll(at.ready).toEqual({ ok: true })
})

it('catches up ten days by itself, and not eleven', async () => {
  const at = await open()
  at.goTo(addDays(at.start, mostDays + 1))
  await at.close()
  expect(await at.closedDays()).toBe(0)
  at.goTo(addDays(at.start, mostDays))
  await at.close()
  expect(await at.closedDays()).toBe(mostDays)
  // Days that were not finished count as well.
  await at.server.database.update(runs).set({ state: 'running', finishedAt: null })
  at.goTo(addDays(at.start, mostDays + 1))
  await at.close()
  expect(await at.closedDays()).toBe(mostDays)
})

it('posts nothing while the clock of the machine and that of the database differ by more than five minutes', async () => {
  const at = await open({ aheadMs: -6 * minute })
  at.goTo(addDays(at.start, 1))
  await at.close()
  expect(await at.closedDays()).toBe(0)
  await expect.poll(at.ready).toMatchObject({ time: ['clocks differ'] })
  at.ahead.ms = -4 * minute
  await at.close()
  expect(await at.closedDays()).toBe(1)
})

it('an entry or a closed day in the future is an alarm until it has come', async () => {
  const at = await open()
  at.goTo(addDays(at.start, 3))
  await at.close()
  await moneyOf(at.server).pay('MBW', naira(100))
  at.goTo(addDays(at.start, 1))
  await at.close()
  await expect.poll(at.ready).toEqual({ ok: true, time: ['entry in the future', 'closed day in the future'] })
  // Nothing is open: those days are closed.
  expect(await at.closedDays()).toBe(3)
  at.goTo(addDays(at.start, 3))
  await at.close()
  await expect.poll(at.ready).toEqual({ ok: true })
})

it('a database that was first used with a clock in the future begins on the right day', async () => {
  const at = await open()
  await at.server.database.update(settings).set({ value: '2028-01-14' })
  expect(await firstDay(at.server.database, at.server.clock.now())).toBe(at.start)
})
