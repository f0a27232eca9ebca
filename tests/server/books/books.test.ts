import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { migrationsFolder } from '#server/db/migrationsFolder'
import { entryKinds } from '#server/db/tables/ledgerKinds'
import { chart } from '#server/ledger/chart'
import { verifyLedger } from '#server/ledger/verify'
import { reverseSome } from '../ledger/reverseSome'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { keptBooks, plainBooks, plainLine, sumOf } from './bookModel'

const server = await openServer({ demo: true })
const { database } = server
const viewer = await server.enter('can-view-books', 'can-download-csv-file')
const editor = await server.enter('can-edit-books')
await reverseSome(server)

const { getBooks, getTrialBalance, getBalanceSheet, getBookEntries, getJournal } = calls.books
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

describe('the lines of the books', () => {
  it('are the chart’s, with a code and a name each', async () => {
    const { data } = (await server.ask(calls.books.getBookAccounts, {}, viewer)).output()
    const own = data.filter(({ line }) => !line.startsWith('expense '))
    expect(Object.fromEntries(own.map(({ line, group }) => [line, group]))).toEqual(chart)
    expect(new Set(data.map(({ code }) => code)).size).toBe(data.length)
  })

  it('are decided by account and kind, the same in the database and in plain code', async () => {
    const codes = [
      'MBW',
      'PW',
      'TW',
      'SW',
      'CASH',
      'TILL',
      'BANK',
      'LENT',
      'LOAN',
      'OPENING',
      'OVER-SHORT',
      'TO-PAY',
      'AGENT',
      'CMW',
      'DSW',
      'MSW',
      'MCW',
    ]
    const { rows } = await database.$client.query<{ code: string; kind: string; line: string | null }>(
      'select c as code, k as kind, book_line(c, k) as line from unnest($1::text[]) c, unnest($2::text[]) k',
      [codes, Object.keys(entryKinds)],
    )
    const wrong = rows.filter(({ code, kind, line }) => {
      const plain = plainLine(code, kind)
      return line !== (plain ?? 'lent')
    })
    expect(wrong).toEqual([])
  })
})

describe('the books of demo data with reversals', () => {
  it('equal the entries, by line and day', async () => {
    expect(await keptBooks(database)).toEqual(await plainBooks(database))
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  it('have the principal of loans and write-offs as the loans have it', async () => {
    const { rows } = await database.$client.query<{ lent: number; lost: number }>(`
      select coalesce(sum(l.principal) filter (where l.loan_status in ('active', 'paid')), 0)::float8 as lent,
        coalesce(sum(l.principal) filter (where l.loan_status = 'written-off'), 0)::float8 as lost
      from (select l.*, l.amount + l.interest_paid - coalesce((select sum(s.paid - s.penalty_paid) from loan_repayment_schedule s
        where s.loan_id = l.id), 0) as principal from loans l) l`)
    const books = await keptBooks(database)
    expect(rows[0]?.lost).toBeGreaterThan(0)
    expect(sumOf(books, 'loans', '1900-01-01', '2199-12-31')).toBe(0 - (rows[0]?.lent ?? 0))
    expect(sumOf(books, 'written-off', '1900-01-01', '2199-12-31')).toBe(0 - (rows[0]?.lost ?? 0))
  })

  it('are the same after postings of before the books are counted, also with penalties in one posting', async () => {
    const before = await keptBooks(database)
    const client = await database.$client.connect()
    await client.query(`begin; set local session_replication_role = replica;
      update ledger_postings i set amount = i.amount + p.amount, balance_after = p.balance_after
        from ledger_postings p where p.line = 'penalties' and i.entry_id = p.entry_id and i.wallet_code = 'PW' and i.line is null;
      delete from ledger_postings p where p.line = 'penalties'
        and exists (select from ledger_postings i where i.entry_id = p.entry_id and i.wallet_code = 'PW' and i.line is null);
      update ledger_postings set line = null where line = 'penalties';
      delete from book_parts; delete from kept_sums where of like 'books %'; delete from sum_changes where of like 'books %';
      update settings set value = '0' where name = 'books_counted';
      update settings set value = (select max(id) from ledger_postings) where name = 'books_through'; commit`)
    expect(await keptBooks(database)).toEqual(new Map())
    const migration = readFileSync(path.join(migrationsFolder, '0122_books_of_all.sql'), 'utf8')
    await client.query(migration)
    await client.query(migration)
    client.release()
    expect(await keptBooks(database)).toEqual(before)
    const rules = (await verifyLedger(database)).faults.filter((fault) => fault.includes('books'))
    expect(rules).toEqual([])
  })
})

describe('income and expense', () => {
  it('of this month beside the last one are the sums of their entries', async () => {
    const books = await plainBooks(database)
    const { data } = (await server.ask(getBooks, {}, viewer)).output()
    expect([data.start_date.slice(8), data.beside_start.slice(8), data.difference]).toEqual(['01', '01', 0])
    for (const { line, group, amount, beside } of data.lines) {
      const sign = group === 'expense' ? -1 : 1
      expect([line, amount]).toEqual([line, sign * sumOf(books, line, data.start_date, data.end_date) + 0])
      expect([line, beside]).toEqual([
        line,
        sign * sumOf(books, line, data.beside_start, data.beside_end) + 0,
      ])
    }
    const totalOf = (group: string) =>
      sum(data.lines.flatMap((row) => (row.group === group ? [row.amount] : [])))
    expect(data.total).toEqual({
      income: totalOf('income'),
      expense: totalOf('expense'),
      earned: totalOf('income') - totalOf('expense'),
    })
    expect(data.months).toHaveLength(12)
    expect(data.months.at(-1)).toMatchObject({ month: data.start_date, ...data.total })
    expect(data.months.at(-2)).toMatchObject({ month: data.beside_start, ...data.beside })
  })

  it('has a period of any length, beside as many days before it', async () => {
    const days = { start_date: '2026-01-05', end_date: '2026-11-12' }
    const { data } = (await server.ask(getBooks, days, viewer)).output()
    expect(data).toMatchObject({ ...days, beside_start: '2025-02-27', beside_end: '2026-01-04' })
    const beside = { beside_start: '2026-02-01', beside_end: '2026-02-28' }
    expect((await server.ask(getBooks, { ...days, ...beside }, viewer)).output().data).toMatchObject(beside)
    const half = await server.ask(getBooks, { start_date: '2026-01-05' }, viewer)
    expect(half).toMatchObject({ status: '100', fields: ['Please select both start and end dates'] })
  })
})

describe('balances', () => {
  it.each(['2026-11-18', '2026-11-01', '2026-09-15', '2025-12-31', '2020-01-01'])(
    'of %s have a debit equal to the credit, and assets equal to what is owed and owned',
    async (day) => {
      const books = await plainBooks(database)
      const trial = (await server.ask(getTrialBalance, { day }, viewer)).output().data
      expect(trial.debit).toBe(trial.credit)
      const start = `${day.slice(0, 4)}-01-01`
      for (const { line, group, debit, credit } of trial.lines) {
        if (line === 'earlier-years') continue
        const from = group === 'income' || group === 'expense' ? start : '1900-01-01'
        expect([line, credit - debit]).toEqual([line, sumOf(books, line, from, day)])
      }
      const sheet = (await server.ask(getBalanceSheet, { day }, viewer)).output().data
      expect(sheet.assets).toBe(sheet.owed + sheet.owner)
    },
  )

  it('of today have notes of what is no balance, other days have none', async () => {
    const { data } = (await server.ask(getBalanceSheet, {}, viewer)).output()
    const { rows } = await database.$client.query<{ held: number; due: number }>(`
      select (select sum(held) from ledger_accounts)::float8 as held,
        (select sum(a.balance) from ledger_accounts a join loans l on l.account_id = a.id where l.loan_status = 'active')::float8 as due`)
    const loans = data.lines.find(({ line }) => line === 'loans')?.amount ?? 0
    expect(data.notes).toMatchObject({ held: rows[0]?.held, interest_due: (rows[0]?.due ?? 0) - loans })
    expect((await server.ask(getBalanceSheet, { day: '2026-10-01' }, viewer)).output().data.notes).toBeNull()
  })
})

describe('entries', () => {
  it('of a line in a period add up to its figure', async () => {
    const { data } = (await server.ask(getBooks, {}, viewer)).output()
    const days = { start_date: data.beside_start, end_date: data.beside_end }
    for (const { line, group, beside } of data.lines) {
      let total = 0
      for (let page = 1; ; page += 1) {
        const list = (
          await server.ask(getBookEntries, { page, per_page: 100, line, ...days }, viewer)
        ).output().data
        total += sum(list.data.map(({ debit, credit }) => (credit ?? 0) - (debit ?? 0)))
        if (page * 100 >= list.total) break
      }
      expect([line, group === 'expense' ? 0 - total : total]).toEqual([line, beside])
    }
  })

  it('of all lines make the journal, whose debit is its credit', async () => {
    const days = { start_date: '2026-10-01', end_date: '2026-10-31' }
    const list = (
      await server.ask(
        getJournal,
        { page: 1, per_page: 100, sort: 'created_at', order: 'asc', ...days },
        viewer,
      )
    ).output()
    expect(list.data.data[0]?.counter_account).toBeTruthy()
    const { rows } = await database.$client.query<{ difference: number }>(`
      select sum(amount)::float8 as difference from book_entries where made_at >= '2026-10-01 00:00+01' and made_at < '2026-11-01 00:00+01'`)
    expect(rows[0]?.difference).toBe(0)
  })
})

describe('an account of the books', () => {
  const { setBookAccount } = calls.books

  it('gets the code and name that the business gives it, each code once', async () => {
    const { data } = (await server.ask(calls.books.getBookAccounts, {}, viewer)).output()
    const interest = data.find(({ line }) => line === 'interest')
    const fees = data.find(({ line }) => line === 'fees')
    const named = { id: interest?.id ?? 0, code: 'INC-1', name: 'Interest  income' }
    expect((await server.ask(setBookAccount, named, editor)).message).toBe(
      'Account INC-1 Interest income was saved.',
    )
    const books = (await server.ask(getBooks, {}, viewer)).output().data
    expect(books.lines.find(({ line }) => line === 'interest')).toMatchObject({
      code: 'INC-1',
      name: 'Interest income',
    })
    expectRefused(
      await server.ask(setBookAccount, { ...named, id: fees?.id ?? 0 }, editor),
      'Another account has this code.',
    )
    expectRefused(
      await server.ask(setBookAccount, { ...named, id: 999 }, editor),
      'Account with ID 999 not found',
    )
  })
})
