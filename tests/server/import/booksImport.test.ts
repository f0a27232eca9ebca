import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { type ImportNoun, importNouns } from '#contract/calls/imports'
import { importFileNames } from '#domain/import/nouns'
import { csvFile } from '#domain/lists/csvFile'
import { lagosDay } from '#domain/time/lagos'
import { type Database, openDatabase } from '#server/db/database'
import { imports } from '#server/db/tables/imports'
import { savings } from '#server/db/tables/money'
import { checkImport, checkInParts, enterTotals } from '#server/import/check'
import { fileOf } from '#server/import/exportAll'
import { faultsFile } from '#server/import/faultsFile'
import { cancelJob, type Job, runRelease, runUndo } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import { postSavingsMovement } from '#server/ledger/savings'
import { seedBaseData } from '#server/seedBaseData'
import { faultsIn } from '../support/books'
import { peopleOf } from '../support/people'
import { demoDatabase, emptyDatabase, startOfClock } from '../support/testDatabase'

async function csvOf(rows: Awaited<ReturnType<typeof faultsFile>>) {
  let text = ''
  if (rows) for await (const part of csvFile(rows.columns, rows.lines())) text += part
  return text
}

const now = startOfClock
const source = await demoDatabase()
const place = await emptyDatabase()
const books = await openDatabase(place)
const { database } = books
await seedBaseData(database)
const people = peopleOf(database, () => now)
const maker = await people.makeAdmin({ permissions: ['can-import'] })
const checker = await people.makeAdmin({ permissions: ['can-import'] })
afterAll(async () => {
  await books.close()
  await Promise.all([source.drop(), place.drop()])
})

const fileName = (noun: ImportNoun) => path.join(place.dataDir, `${importFileNames[noun]}.csv`)

/** What each account of the demo holds, by the key of its file. */
async function exportDemo() {
  const { database: demo, close } = await openDatabase(source)
  for (const noun of importNouns) {
    await writeFile(fileName(noun), '')
    for await (const part of fileOf(demo, noun, startOfClock)) await appendFile(fileName(noun), part)
  }
  const { rows } = await demo.execute<{ noun: string; key: string; balance: string }>(sql`
    select 'agents' as noun, lower(g.email) as key, a.balance from agents g join ledger_accounts a on a.agent_id = g.id where g.status <> 'DELETED'
    union all select 'customers', lower(c.reference), a.balance + coalesce((select sum(w.amount) from withdrawals w
      join agent_payouts o on o.withdrawal_id = w.id where w.customer_id = c.id and o.state = 'to pay'), 0)::bigint from customers c join ledger_accounts a on a.customer_id = c.id and a.kind = 'customer' where not c.is_deleted
    union all select 'savings', lower(s.reference), a.balance from savings s join customers c on c.id = s.customer_id join ledger_accounts a on a.id = s.account_id
      where s.status = 'active' and not c.is_deleted
    union all select 'loans', lower(l.reference), a.balance from loans l join customers c on c.id = l.customer_id join ledger_accounts a on a.id = l.account_id
      where l.loan_status = 'active' and not c.is_deleted
    union all select 'wallets', lower(a.name), a.balance from ledger_accounts a where a.kind = 'business' and a.balance > 0
    union all select 'wallets', lower(a.code), sum(a.balance)::bigint from (select case code when 'TILL' then 'CASH' else code end as code, balance
      from ledger_accounts where code in ('CASH', 'TILL', 'BANK')) a group by a.code having sum(a.balance) < 0
    order by 1, 2`)
  const [late, pay] = [await lateIn(demo), await payIn(demo)]
  await close()
  return { balances: rows, late, pay }
}

const balancesIn = async (queried: Database) => {
  const { rows } = await queried.execute<{ noun: string; key: string; balance: string }>(sql`
    select c.noun, c.key, a.balance from import_records c join ledger_accounts a on a.id = c.account_id where c.noun <> 'lent' and c.undone = 0 order by 1, 2`)
  return rows
}
/** What is owed and what of it is late, by the day on which it was due. */
const lateIn = async (queried: Database) =>
  (
    await queried.execute(sql`select s.due_date::text, sum(s.amount + s.penalty - s.paid - s.moved)::text as open
      from loan_repayment_schedule s join loans l on l.id = s.loan_id join customers c on c.id = l.customer_id
      where s.status = 'pending' and l.loan_status = 'active' and not c.is_deleted group by 1 order by 1`)
  ).rows

/** Rates, targets and statements of agents, with their rows and what is paid, by what names them in both. */
const payIn = async (queried: Database) =>
  (
    await queried.execute<{ what: string; of: string | null }>(sql`
      select 'terms' as what, g.email as of, t.from_month::text as month, concat_ws(' ', t.commission_basis_points, t.savings_basis_points,
        t.repayment_basis_points) as figures from agent_pay_terms t left join agents g on g.id = t.agent_id
      union all select 'target', g.email, t.month::text, concat_ws(' ', t.savings, t.repaid, t.customers)
        from agent_targets t join agents g on g.id = t.agent_id where g.status <> 'DELETED'
      union all select 'statement', g.email, s.month::text, concat_ws(' ', s.commissions, s.savings, s.repayments, s.commission_pay, s.savings_pay,
        s.repayment_pay, s.total, s.state >= 2, coalesce(s.paid_before, 0) + coalesce((select sum(p.amount) from agent_payments p
          where p.statement_id = s.id), 0)) from agent_statements s join agents g on g.id = s.agent_id where s.state <> 3
      union all select 'row', g.email, s.month::text, concat_ws(' ', c.phone_number, c.last_name, r.commissions, r.savings, r.repayments)
        from agent_statement_rows r join agent_statements s on s.id = r.statement_id join agents g on g.id = s.agent_id
        join customers c on c.id = r.customer_id where s.state <> 3 and not c.is_deleted
      order by 1, 2, 3, 4`)
  ).rows

const begin = () => createImport(database, { adminId: maker.id, cutOverDay: lagosDay(now), now })
const add = (importId: number, noun: ImportNoun, file = fileName(noun)) =>
  addFile(database, { importId, noun, path: file, name: path.basename(file), adminId: maker.id, now })
const check = (importId: number) => database.transaction((tx) => checkImport(tx, importId))
const job = (importId: number, adminId = checker.id): Job => ({
  importId,
  adminId,
  now,
  allowSameAdmin: false,
})
const stateOf = async (importId: number) =>
  (await database.select().from(imports).where(eq(imports.id, importId)))[0]?.state

describe('an existing business moves in', () => {
  it('moves all that was exported into an empty database, to the kobo, once, and undoes it until money moves', async () => {
    const { balances, late, pay } = await exportDemo()
    const importId = await begin()
    for (const noun of importNouns) expect(await add(importId, noun), noun).toMatchObject({ refused: 0 })
    const { totals, ...found } = await check(importId)
    const { rows: faults } = await database.execute(
      sql`select noun, line, reason from import_faults where import_id = ${importId} limit 5`,
    )
    expect({ ...found, faults }).toEqual({ faults: [], faultyRows: 0 })
    // Nothing is in the books.
    expect(await database.execute(sql`select from customers`)).toHaveProperty('rowCount', 0)

    const wrong = { ...totals, saved: String(BigInt(totals.saved) + 1n) }
    expect(await database.transaction((tx) => enterTotals(tx, importId, wrong))).toEqual(['saved'])
    await expect(runRelease(books, job(importId))).rejects.toThrow('control totals must agree')
    expect(await database.transaction((tx) => enterTotals(tx, importId, totals))).toEqual([])
    await expect(runRelease(books, job(importId, maker.id))).rejects.toThrow('Another admin must release it')

    // Cancelled after its first part: nothing is in the books, and it can be released again.
    let cancelling: Promise<boolean> | undefined
    const onProgress = () => {
      cancelling ??= cancelJob(database, importId)
    }
    await expect(runRelease(books, { ...job(importId), onProgress })).rejects.toThrow(
      `Import ${importId} was cancelled`,
    )
    expect(await cancelling).toBe(true)
    expect(await stateOf(importId)).toBe('ready')
    expect(await database.execute(sql`select from agents`)).toHaveProperty('rowCount', 0)

    await runRelease(books, job(importId))
    expect(await balancesIn(database)).toEqual(balances)
    expect(await lateIn(database)).toEqual(late)
    expect(await payIn(database)).toEqual(pay)
    for (const what of ['terms', 'target', 'statement', 'row'])
      expect(pay.filter((row) => row.what === what).length, what).toBeGreaterThan(1)
    expect(await faultsIn(database)).toEqual([])
    await expect(runRelease(books, job(importId))).rejects.toThrow(`Import ${importId} is released`)

    // Neither the file nor its rows come twice.
    const again = await begin()
    await expect(add(again, 'customers')).rejects.toThrow(`This file is in import ${importId} already`)
    const renamed = path.join(place.dataDir, 'other-name.csv')
    await writeFile(renamed, `${await readFile(fileName('customers'), 'utf8')}\r\n`)
    await add(again, 'customers', renamed)
    expect((await check(again)).faultyRows).toBe(balances.filter(({ noun }) => noun === 'customers').length)

    await runUndo(books, job(importId))
    expect(await stateOf(importId)).toBe('undone')
    const { rows: left } = await database.execute(
      sql`select name, balance from ledger_accounts where balance <> 0`,
    )
    expect(left).toEqual([])
    expect(await faultsIn(database)).toEqual([])

    // The same rows again, here some customers with their savings, until the first movement.
    const some: ImportNoun[] = ['agents', 'markets', 'savingTypes', 'customers', 'savings']
    const third = await begin()
    for (const noun of ['customers', 'savings'] as const) {
      const lines = (await readFile(fileName(noun), 'utf8')).split('\r\n')
      const few = new RegExp(`^${lines[0]}|\\bCU-0000[0-4]\\d\\b`)
      await writeFile(fileName(noun), lines.filter((line) => few.test(line)).join('\r\n'))
    }
    for (const noun of some) await add(third, noun)
    const checked = await check(third)
    expect(checked.faults).toBe(0)
    await database.transaction((tx) => enterTotals(tx, third, checked.totals))
    await runRelease(books, job(third))
    const moved = await balancesIn(database)
    expect(moved.filter(({ noun }) => noun === 'savings').length).toBeGreaterThan(5)
    expect(balances).toEqual(expect.arrayContaining(moved))
    const [saving] = await database.select().from(savings).where(eq(savings.status, 'active')).limit(1)
    if (!saving) throw new Error('There is no saving.')
    await database.transaction((tx) =>
      postSavingsMovement(tx, saving.id, {
        kind: 'deposit',
        amount: 100 as Kobo,
        customerId: saving.customerId,
        wallet: saving.reference,
        madeAt: now,
        adminId: maker.id,
      }),
    )
    await expect(runUndo(books, job(third))).rejects.toThrow('money moved on')
    expect(await stateOf(third)).toBe('released')
    expect(await faultsIn(database)).toEqual([])
  })

  const writeTo = (importId: number) => async (noun: ImportNoun, name: string, lines: string[]) => {
    const file = path.join(place.dataDir, name)
    await writeFile(file, lines.join('\n'))
    return add(importId, noun, file)
  }
  const faultsOf = async (importId: number) => {
    const { rows } = await database.execute<{ line: number; header: string; reason: string }>(
      sql`select line, header, reason from import_faults where import_id = ${importId} order by noun, line, id`,
    )
    return rows.map(({ line, header, reason }) => `${line}, ${header}: ${reason}`)
  }

  it('refuses installments below one naira, but the rest of the earliest one of a loan', async () => {
    const importId = await begin()
    const write = writeTo(importId)
    await write('agents', 'a1.csv', [
      'Agent,First Name,Last Name,Phone,Email',
      'A-7,Bola,Ade,08031230701,bola7@x.example',
    ])
    await write('customers', 'c1.csv', [
      'Customer,First Name,Last Name,Phone,Agent',
      'C-7,Ada,Obi,08031230711,A-7',
    ])
    await write('loanTypes', 't1.csv', ['Loan Type,Interest,Weekly', 'Stall,10,Yes'])
    await write('loans', 'l1.csv', [
      'Loan,Customer,Loan Type,Amount Lent,Disbursed,Period',
      ...['L-1', 'L-2'].map((loan) => `${loan},C-7,Stall,100,2026-02-01,Weekly`),
    ])
    const days = Array.from({ length: 5 }, (_, at) => `2026-12-0${at + 1}`)
    await write('instalments', 'i1.csv', [
      'Loan,Due Date,Open,Penalty Open',
      ...days.map((day, at) => `L-1,${day},${at === 4 ? '1.00' : '0.00'},`),
      ...days.map(
        (day, at) =>
          `L-2,${day},${at === 2 ? '0.50' : at === 1 ? '0.99' : at === 0 ? '0.01' : '1.00'},${at === 2 ? '0.50' : ''}`,
      ),
    ])
    await check(importId)
    expect(await faultsOf(importId)).toEqual([
      ...[2, 3, 4, 5].map((line) => `${line}, Open: Nothing is open of this installment. Leave it out.`),
      '8, Open: No installment is below ₦1.00. Less can only be open of the earliest one of a loan.',
    ])
  })

  it('refuses a guarantor who is the borrower by phone number, in the files or of a customer who is there', async () => {
    const agent = await people.makeAgent()
    const there = await people.makeCustomer(agent.id, { phoneNumber: '08031230811' })
    const importId = await begin()
    const write = writeTo(importId)
    await write('agents', 'a2.csv', [
      'Agent,First Name,Last Name,Phone,Email',
      'A-8,Bola,Ade,08031230801,bola8@x.example',
    ])
    await write('customers', 'c2.csv', [
      'Customer,First Name,Last Name,Phone,Agent',
      'C-8,Ada,Obi,08031230812,A-8',
    ])
    await write('guarantors', 'g2.csv', [
      'Customer,First Name,Last Name,Phone,Address',
      'C-8,Ada,Obi,+234 803 123 0812,1 Market Road',
      'C-8,Uche,Eze,08031230813,1 Market Road',
      `${there.reference},Ada,Obi,08031230811,1 Market Road`,
      `${there.reference},Uche,Eze,08031230812,1 Market Road`,
    ])
    await check(importId)
    const own = 'Phone Number: The guarantor has the phone number of the borrower.'
    expect(await faultsOf(importId)).toEqual([`2, ${own}`, `4, ${own}`])
  })

  it('says line by line what is wrong, and takes the mended file of faults', async () => {
    const importId = await begin()
    const write = writeTo(importId)
    await write('agents', 'a.csv', [
      'Agent,First Name,Last Name,Phone,Email',
      'A-1,Bola,Ade,08031230001,bola@x.example',
    ])
    const heading = 'Customer,First Name,Last Name,Phone,Agent,Wallet Balance'
    await write('customers', 'c.csv', [
      heading,
      'C-1,Ada,Obi,08031230011,A-1,10.00',
      'C-1,Ada,Obi,08031230012,A-1,10.00',
      'C-2,Musa,Bello,08031230013,A-9,5',
      'C-3,Zainab,Sani,0803,A-1,1000000000000000',
      'C-4,Ádà,O’bi,+234 803 123 0011,a-1,',
    ])
    await write('savings', 's.csv', [
      'Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Balance',
      'S-1,C-3,Nothing,500,daily,90,01/02/2026,7',
      'S-2,C-8,Nothing,500,daily,90,25/11/2026,7',
    ])
    expect(await check(importId)).toMatchObject({ faultyRows: 6 })
    const { rows } = await database.execute<{ line: number; reason: string }>(
      sql`select noun, line, reason from import_faults where import_id = ${importId} order by noun, line, id`,
    )
    expect(rows.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: The same customer is in line 2 of c.csv.',
      '4: Agent A-9 is in no file and not there.',
      '5: Phone Number is not a phone number of 11 digits.',
      '5: Wallet Balance is more than any balance.',
      '6: The same name and phone number is in line 2 of c.csv.',
      '2: Saving Type Nothing is in no file and not there.',
      '3: Customer C-8 is in no file and not there.',
      '3: Saving Type Nothing is in no file and not there.',
      '3: Opened is after the cut-over day.',
    ])
    const file = await csvOf(await faultsFile(database, importId, 'customers'))
    const mended = file
      .replace('C-1,Ada,Obi,08031230012', 'C-5,Ada,Obi,08031230012')
      .replace('A-9', 'A-1')
      .replace('0803,', '08031230014,')
      .replace('1000000000000000', '1000')
      .replace(/C-4.*\r\n/, '')
    await write('customers', 'c-mended.csv', mended.split('\n'))
    const none = await faultsFile(database, importId, 'customers')
    expect(none).toBeUndefined()
    const savingsFaults = await faultsFile(database, importId, 'savings')
    expect((await csvOf(savingsFaults)).split('\r\n')[1]).toContain(
      'S-1,C-3,Nothing,,500.00,Daily,90,2026-02-01',
    )
    expect((await check(importId)).totals).toMatchObject({
      agents: '1',
      customers: '4',
      savings: '2',
      saved: '1400',
      customer_wallets: '102500',
    })
  })

  it('adds up each row once where mended rows of one file come after those of another', async () => {
    const importId = await begin()
    const write = writeTo(importId)
    const customersHeading = 'Customer,First Name,Last Name,Phone,Agent,Wallet Balance'
    await write('agents', 'a3.csv', [
      'Agent,First Name,Last Name,Phone,Email,Cash Held',
      'A-1,Bola,Ade,08031230901,bola@mended.example,1.25',
    ])
    await write('savingTypes', 't3.csv', ['Saving Type,Category', 'Mended Thrift,Daily'])
    await write('customers', 'c3.csv', [
      customersHeading,
      'C-1,Ada,Obi,08031230911,A-1,10.50',
      'C-2,Musa,Bello,0803,A-1,5',
    ])
    await write('savings', 's3.csv', [
      'Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Balance',
      'S-1,C-1,Mended Thrift,500,daily,90,01/02/2026,7.01',
      'S-2,C-2,Mended Thrift,500,daily,90,13/02/2026,8.02',
    ])
    expect(await check(importId)).toMatchObject({ faultyRows: 1 })
    const faulty = await csvOf(await faultsFile(database, importId, 'customers'))
    await write('customers', 'c3-mended.csv', faulty.replace('0803,', '08031230912,').split('\n'))
    const totals = {
      agents: '1',
      customers: '2',
      savings: '2',
      loans: '0',
      saved: '1503',
      owed: '0',
      customer_wallets: '1550',
      business_wallets: '0',
      agent_cash: '125',
    }
    expect(await check(importId)).toEqual({ faults: 0, faultyRows: 0, totals })
    // As on the embedded database, in parts that are smaller than a file.
    const small = { turns: { rowsAtOnce: 1 } }
    const inParts = await checkInParts((work) => database.transaction(work), importId, small)
    expect(inParts).toEqual({ faults: 0, faultyRows: 0, totals })
  })
})
