import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { accounts } from '#server/db/tables/ledger'
import { savings } from '#server/db/tables/money'
import { checkImport, enterTotals } from '#server/import/check'
import { runRelease } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import { verifyLedger } from '#server/ledger/verify'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'

const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const maker = await server.enterAs({ permissions: ['can-import'] })
const checker = await server.enterAs({ permissions: ['can-import'] })
const recorder = await server.enterAs({ permissions: ['can-record-collection', 'can-view-loan-details'] })
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id), key: randomUUID() })
const through = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
await openRuns(database, through())
async function goTo(day: string) {
  clock.pass((startOfLagosDay(day).getTime() + 600_000 - clock.now().getTime()) / 60_000)
  await postRuns(database, through())
}
const nextMonth = (day: string) => {
  let next = addDays(day, 1)
  while (!next.endsWith('-01')) next = addDays(next, 1)
  return next
}
const firstOf = nextMonth(lagosDay(clock.now()))
/** The last day of a month, which is released on the third day of the next one. */
const cutOver = addDays(firstOf, -1)

/** The books of the cut-over day: ₦10,000.00 at 12 % a year, ₦5,000.00 in SW, a loan with one instalment late and two to come. */
const files: Partial<Record<ImportNoun, string>> = {
  agents: 'Agent,First Name,Last Name,Phone Number,Email\nA-1,Bola,Adeyemi,08031234567,bola@alajo.test\n',
  savingTypes: 'Saving Type,Category,Interest,Charge\nDaily Thrift,Daily,12,0\n',
  loanTypes: 'Loan Type,Interest,Penalty,Grace Days\nTrader Loan,10,5,0\n',
  customers: 'Customer,First Name,Last Name,Phone Number,Agent\nC-1,Amina,Bello,08023456789,A-1\n',
  savings: `Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Balance\nS-1,C-1,Daily Thrift,500.00,Daily,3650,2025-02-25,10000.00\n`,
  loans: `Loan,Customer,Loan Type,Amount Lent,Disbursed,Period\nL-1,C-1,Trader Loan,10000.00,2025-03-01,Weekly\n`,
  instalments: `Loan,Due Date,Open\nL-1,${addDays(cutOver, -3)},1000.00\nL-1,${addDays(cutOver, 2)},1000.00\nL-1,${addDays(cutOver, 40)},1000.00\n`,
  wallets: 'Wallet,Balance\nSW,5000.00\n',
}

async function importBooks() {
  const now = clock.now()
  const importId = await createImport(database, { adminId: maker.id, cutOverDay: cutOver, now })
  for (const [noun, text] of Object.entries(files) as [ImportNoun, string][]) {
    const file = path.join(server.services.config.dataDir, `${noun}.csv`)
    await writeFile(file, text)
    const added = await addFile(database, {
      importId,
      noun,
      path: file,
      name: `${noun}.csv`,
      adminId: maker.id,
      now,
    })
    expect(added, noun).toMatchObject({ refused: 0 })
  }
  const { totals, ...found } = await database.transaction((tx) => checkImport(tx, importId))
  const { rows: faults } = await database.execute(
    sql`select noun, line, reason from import_faults where import_id = ${importId}`,
  )
  expect({ ...found, faults }).toEqual({ faults: [], faultyRows: 0 })
  expect(await database.transaction((tx) => enterTotals(tx, importId, totals))).toEqual([])
  await runRelease(
    { database, singleConnection: !('DATABASE_URL' in server.environment) },
    { importId, adminId: checker.id, now, allowSameAdmin: false },
  )
}

it('what was moved in counts from its cut-over day on: interest, penalties, and the days that the old books have', async () => {
  await goTo(addDays(firstOf, 2))
  await importBooks()
  const [saving] = await database.select().from(savings)
  const { rows: loans } = await database.execute<{ id: string }>(sql`select id from loans`)
  const loan_id = Number(loans[0]?.id)
  const balanceOf = async () => {
    const [account] = await database
      .select()
      .from(accounts)
      .where(eq(accounts.id, saving?.accountId ?? 0))
    return account?.balance
  }
  const savings_id = saving?.id ?? 0
  const { recordDeposit } = calls.savings
  const deposit = async (day: string) =>
    server.ask(recordDeposit, { savings_id, amount: naira(1000), day }, await by(recorder))
  const repay = async (day: string) =>
    server.ask(calls.loans.repayLoan, { loan_id, amount: naira(1000), day }, await by(recorder))
  const schedule = async () =>
    (await server.ask(calls.loans.getLoanAccount, { loan_id }, await by(recorder))).output().data.schedule

  // The day of the instalment is after the cut-over day, before the release: it ends with a penalty, the late one does not.
  await goTo(addDays(firstOf, 4))
  expect((await schedule()).map(({ penalty }) => penalty)).toEqual([0, naira(50), 0])
  for (const { message } of [await deposit(cutOver), await repay(cutOver)])
    expect(message).toContain('was taken over from the old books, which have that day')
  // Paid before it was due: it was collected between the two books.
  expect(await repay(addDays(cutOver, 1))).toMatchObject({ status: '200' })
  expect(await repay(addDays(cutOver, 2))).toMatchObject({ status: '200' })
  expect((await schedule()).map(({ penalty }) => penalty)).toEqual([0, 0, 0])

  // One percent of the ₦10,000.00 that was there all month, though its entry is of the third.
  await goTo(nextMonth(firstOf))
  expect(await balanceOf()).toBe(naira(10_100))
  expect((await verifyLedger(database)).faults).toEqual([])
})
