import { asc, eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { addDays, lagosDay } from '#domain/time/lagos'
import { openDatabase } from '#server/db/database'
import { runs } from '#server/db/tables/runs'
import { settings } from '#server/db/tables/schema'
import { seedBaseData } from '#server/seedBaseData'
import { lastEndedDay } from '#server/runs/run'
import { avoidLagosMidnight } from '../support/midnight'
import { startProcess } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

const place = await emptyDatabase()
afterAll(() => place.drop())
await avoidLagosMidnight()
const yesterday = lastEndedDay(new Date())

async function closeDay(...args: string[]) {
  const command = startProcess(
    'closeDay',
    { DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }) },
    args,
  )
  return { code: await command.ended, ...command.output }
}
async function runDays() {
  const opened = await openDatabase({ url: place.url, dataDir: place.dataDir })
  const rows = await opened.database.select().from(runs).where(undefined).orderBy(asc(runs.id))
  await opened.close()
  return rows.flatMap(({ kind, day }) => (kind === 'penalties' ? [day] : []))
}

it('`npm run close-day` plans and posts the runs up to a day, and no day that has not ended', async () => {
  const opened = await openDatabase({ url: place.url, dataDir: place.dataDir })
  await seedBaseData(opened.database)
  await opened.database.insert(settings).values({ name: 'runs_from', value: addDays(yesterday, -2) })
  await opened.close()

  const planned = await closeDay(addDays(yesterday, -1), '--dry-run')
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out).toContain(`${addDays(yesterday, -2)} penalties: 0 looked at, 0 postings of ₦0.00.`)
  expect(planned.out).toMatch(/Nothing was posted: this was a dry run\.\n$/)
  expect(await runDays()).toEqual([])

  expect((await closeDay(addDays(yesterday, -1))).code).toBe(0)
  expect(await runDays()).toEqual([addDays(yesterday, -2), addDays(yesterday, -1)])
  expect((await closeDay()).out).toContain(`${yesterday} penalties: posted.`)
  expect(await runDays()).toHaveLength(3)
  expect((await closeDay(yesterday)).out).toBe(`Nothing was open up to ${yesterday}.\n`)

  for (const [args, message] of [
    [[lagosDay(new Date())], /has not ended\./],
    [['22-11-2026'], /^Usage: npm run close-day/],
    [['--now'], /^Usage: npm run close-day/],
    [[yesterday, yesterday], /^Usage: npm run close-day/],
  ] as const) {
    const refused = await closeDay(...args)
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(message)
  }
  expect(await runDays()).toHaveLength(3)
  // More than ten days are posted only up to a day that is named.
  const later = await openDatabase({ url: place.url, dataDir: place.dataDir })
  await later.database.delete(runs)
  await later.database
    .update(settings)
    .set({ value: addDays(yesterday, -10) })
    .where(eq(settings.name, 'runs_from'))
  await later.close()
  const many = await closeDay()
  expect(many.code).toBe(1)
  expect(many.err).toContain(`11 days are open, from ${addDays(yesterday, -10)} to ${yesterday}.`)
  expect(await runDays()).toEqual([])
  expect((await closeDay('--through', yesterday)).code).toBe(0)
  expect(await runDays()).toHaveLength(11)
})
