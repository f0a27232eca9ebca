import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { addDays, lagosDay } from '#domain/time/lagos'
import { holidays, collectionCalendars } from '#server/db/tables/calendar'
import { loanRepaymentSchedule, loans } from '#server/db/tables/loans'
import { marketDays } from '#server/db/tables/money'
import { checkImport, enterTotals } from '#server/import/check'
import { fileOf } from '#server/import/exportAll'
import { runRelease } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import { verifyLedger } from '#server/ledger/verify'
import { openServer } from '../support/harness'

const server = await openServer()
const { database, clock } = server
const maker = await server.enterAs({ permissions: ['can-import'] })
const checker = await server.enterAs({ permissions: ['can-import'] })
/** A Wednesday. */
const today = lagosDay(clock.now())
const cutOverDay = addDays(today, -1)

/** The faults of a dry run of files, each a heading and its lines. */
async function dryRun(files: Partial<Record<ImportNoun, readonly string[]>>) {
  const now = clock.now()
  const importId = await createImport(database, { adminId: maker.id, cutOverDay, now })
  for (const [noun, lines] of Object.entries(files) as [ImportNoun, string[]][]) {
    const file = path.join(server.services.config.dataDir, `${noun}-${importId}.csv`)
    await writeFile(file, lines.join('\n'))
    await addFile(database, { importId, noun, path: file, name: `${noun}.csv`, adminId: maker.id, now })
  }
  const { totals } = await database.transaction((tx) => checkImport(tx, importId))
  const { rows: faults } = await database.execute<{ line: number; reason: string }>(
    sql`select line, reason from import_faults where import_id = ${importId} order by line, reason`,
  )
  const release = async () => {
    expect(faults).toEqual([])
    expect(await database.transaction((tx) => enterTotals(tx, importId, totals))).toEqual([])
    await runRelease(
      { database, singleConnection: !('DATABASE_URL' in server.environment) },
      { importId, adminId: checker.id, now, allowSameAdmin: false },
    )
  }
  return { faults: faults.map(({ line, reason }) => [line, reason]), release }
}

const textOf = async (noun: ImportNoun) => {
  let text = ''
  for await (const part of fileOf(database, noun, clock.now())) text += part
  return text.slice(1).trim().split(/\r?\n/).toSorted()
}

it('refuses what is no day without collection, and no market of every few days', async () => {
  const { faults } = await dryRun({
    calendar: [
      'Date,Weekday,Name',
      '2026-12-25,,Christmas Day',
      '2026-12-25,,Again',
      ',Sunday,',
      '2026-12-26,Monday,Boxing Day',
      '2026-12-27,,',
      `${cutOverDay},,Old`,
    ],
  })
  expect(faults).toEqual([
    [3, 'The same date is in line 2 of calendar.csv.'],
    [5, 'A row has a weekday, or a date with the name of the holiday.'],
    [6, 'A row has a weekday, or a date with the name of the holiday.'],
    [7, 'A holiday is after the cut-over day.'],
  ])
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  const all = await dryRun({ calendar: ['Date,Weekday,Name', ...week.map((day) => `,${day},`)] })
  expect(new Set(all.faults.map(([, reason]) => reason))).toEqual(
    new Set(['At least one weekday must have collection.']),
  )
  const held = 'A market is held every 2 to 31 days, from its First Day on.'
  const markets = await dryRun({
    markets: [
      'Market,Day,Every Days,First Day,State,LGA',
      'Oja,,,,Ogun,Ifo',
      'Eke,,4,,Ogun,Ifo',
      'Orie,,40,2026-11-20,Ogun,Ifo',
      'Afo,,4,2026-11-20,Ogun,Ifo',
    ],
  })
  expect(markets.faults).toEqual([
    [2, 'Day is empty, and so is Every Days.'],
    [3, held],
    [4, held],
  ])
})

it('moves in the calendar and the markets, what falls on its days, and exports them again', async () => {
  const holiday = addDays(today, 2)
  const calendar = ['Date,Weekday,Name', `${holiday},,Eid al-Fitr`, ',Saturday,', ',Sunday,']
  const markets = [
    'Market,Day,Every Days,First Day,State,LGA,Status',
    'Afo,Sunday,4,2026-11-15,Ogun,Ifo,Active',
    'Oja,Tuesday,,,Ogun,Ifo,Active',
    'Weekly,,7,2026-11-18,Ogun,Ifo,Active',
  ]
  const { release } = await dryRun({
    agents: ['Agent,First Name,Last Name,Phone Number,Email', 'A-1,Bola,Adeyemi,08031234567,bola@alajo.test'],
    customers: ['Customer,First Name,Last Name,Phone Number,Agent', 'C-1,Amina,Bello,08023456789,A-1'],
    loanTypes: ['Loan Type,Interest,Penalty,Grace Days', 'Trader Loan,10,5,0'],
    loans: [
      'Loan,Customer,Loan Type,Amount Lent,Disbursed,Period',
      'L-1,C-1,Trader Loan,10000,2026-11-01,Daily',
    ],
    instalments: [
      'Loan,Due Date,Open',
      ...[-2, 1, 2, 3, 4, 5].map((days) => `L-1,${addDays(today, days)},1000`),
    ],
    calendar,
    markets,
  })
  await release()
  expect(await database.select().from(collectionCalendars)).toMatchObject([
    { fromDay: addDays(today, 1), closedWeekdays: [6, 7], adminId: checker.id },
  ])
  expect(await database.select().from(holidays)).toMatchObject([{ day: holiday, name: 'Eid al-Fitr' }])
  const held = await database.select().from(marketDays).orderBy(asc(marketDays.name))
  expect(held).toMatchObject([
    { name: 'Afo', period: 7, everyDays: 4, firstDay: '2026-11-15' },
    { name: 'Oja', period: 2, everyDays: null, firstDay: null },
    { name: 'Weekly', period: 3, everyDays: null, firstDay: null },
  ])
  // Thursday; Friday is the holiday, and Saturday and Sunday are closed: all three are due on Monday, as its own one.
  const monday = addDays(today, 5)
  const schedule = await database
    .select()
    .from(loanRepaymentSchedule)
    .orderBy(asc(loanRepaymentSchedule.number))
  expect(schedule.map(({ dueDate }) => dueDate)).toEqual([
    addDays(today, -2),
    addDays(today, 1),
    monday,
    monday,
    monday,
    monday,
  ])
  expect(await database.select().from(loans)).toMatchObject([
    { nextDue: addDays(today, -2), maturityDate: monday },
  ])
  expect((await verifyLedger(database)).faults).toEqual([])

  expect(await textOf('calendar')).toEqual(calendar.toSorted())
  expect(await textOf('markets')).toEqual(
    markets.map((line) => line.replace(',,7,2026-11-18', ',Wednesday,,')).toSorted(),
  )
  const [, ...instalments] = (await textOf('instalments')).toReversed()
  expect(instalments.toSorted().map((line) => line.split(',').slice(1, 3))).toEqual([
    [addDays(today, -2), '1000.00'],
    [addDays(today, 1), '1000.00'],
    [monday, '4000.00'],
  ])
})
