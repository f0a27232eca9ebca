import { asc, desc, eq } from 'drizzle-orm'
import { type BookAccount, type BookGroup, bookGroups, type Earning } from '#contract/calls/books'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { monthOf, monthsBefore } from '#domain/time/months'
import { tidyName } from '#domain/text/tidyName'
import type { Queries } from '../../db/database'
import { bookAccounts } from '../../db/tables/books'
import { ledgerCheckpoints } from '../../db/tables/checkpoints'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { earlierYears, groupOf } from '../../ledger/chart'
import { lagosStamp } from '../../lists/conditions'
import { entryHandlers } from './entries'
import { notesOf } from './notes'
import { monthDays, periodBefore, periodOf, yearStart } from './periods'
import { beginning, bookDifference, gainsOf } from './sums'

export const bookHandlers: HandlersFor<Calls['books']> = {
  ...entryHandlers,

  getBooks: async (input, { queries, now }) => {
    const period = periodOf(input) ?? monthDays(monthOf(lagosDay(now)))
    const asked = { start_date: input.beside_start, end_date: input.beside_end }
    const besides = periodOf(asked) ?? periodBefore(period)
    const last = monthOf(period.through)
    const months = [...monthsBefore(last, 11).toReversed(), last]
    const [gains = none, before = none, ...byMonth] = await gainsOf(queries, [
      period,
      besides,
      ...months.map(monthDays),
    ])
    const accounts = await accountsOf(queries)
    const lines = accounts.flatMap(({ id: _id, ...account }) => {
      const amount = natural(account.group, gains.get(account.line))
      const beside = natural(account.group, before.get(account.line))
      return isEarning(account.group) && (amount !== 0 || beside !== 0 || isAlwaysShown(account.line))
        ? [{ ...account, amount, beside }]
        : []
    })
    const [verified] = await queries
      .select({ at: lagosStamp(ledgerCheckpoints.madeAt) })
      .from(ledgerCheckpoints)
      .orderBy(desc(ledgerCheckpoints.id))
      .limit(1)
    return {
      data: {
        start_date: period.from,
        end_date: period.through,
        beside_start: besides.from,
        beside_end: besides.through,
        lines,
        total: earningOf(gains),
        beside: earningOf(before),
        months: months.map((month, at) => ({ month, ...earningOf(byMonth[at] ?? none) })),
        difference: await bookDifference(queries),
        verified_at: verified?.at ?? null,
      },
    }
  },

  getTrialBalance: async ({ day: asked }, { queries, now }) => {
    const day = asked ?? lagosDay(now)
    const balances = await balancesOn(queries, day)
    const lines = balances.flatMap(({ balance, ...account }) =>
      balance === 0 ? [] : [{ ...account, debit: positive(negateKobo(balance)), credit: positive(balance) }],
    )
    return {
      data: {
        day,
        year_start: yearStart(day),
        lines,
        debit: sumKobo(lines.map(({ debit }) => debit)),
        credit: sumKobo(lines.map(({ credit }) => credit)),
      },
    }
  },

  getBalanceSheet: async ({ day: asked }, { queries, now }) => {
    const today = lagosDay(now)
    const day = asked ?? today
    const balances = await balancesOn(queries, day)
    const lines = balances.flatMap(({ balance, ...account }) =>
      isEarning(account.group) || balance === 0
        ? []
        : [{ ...account, amount: natural(account.group, balance) }],
    )
    const earned = sumKobo(balances.flatMap(({ group, balance }) => (isEarning(group) ? [balance] : [])))
    const sumOf = (wanted: BookGroup) =>
      sumKobo(lines.flatMap(({ group, amount }) => (group === wanted ? [amount] : [])))
    const principal = balances.find(({ line }) => line === 'loans')?.balance ?? kobo(0)
    return {
      data: {
        day,
        lines,
        earned,
        assets: sumOf('asset'),
        owed: sumOf('owed'),
        owner: addKobo(sumOf('owner'), earned),
        notes: day === today ? await notesOf(queries, principal) : null,
      },
    }
  },

  getBookAccounts: async (_input, { queries }) => ({ data: await accountsOf(queries) }),

  setBookAccount: async ({ id, code, name }, { queries, setAuditSubject }) => {
    await setAuditSubject('book account', id)
    const [before] = await queries.select().from(bookAccounts).where(eq(bookAccounts.id, id)).for('update')
    if (!before) return reject(`Account with ID ${id} not found`)
    const account = { code: code.trim(), name: tidyName(name) }
    await queries.update(bookAccounts).set(account).where(eq(bookAccounts.id, id))
    const text = `${account.code} ${account.name}`
    await setAuditSubject('book account', id, `${before.code} ${before.name} is now ${text}.`)
    return { message: `Account ${text} was saved.` }
  },
}

type Gains = ReadonlyMap<string, Kobo>
const none: Gains = new Map()

const isEarning = (group: BookGroup) => group === 'income' || group === 'expense'
const isAlwaysShown = (line: string) => line !== 'expenses' && !line.startsWith('expense ')

/** An amount as its part of the chart has it above zero: assets and expenses by a debit, the others by a credit. */
const natural = (group: BookGroup, credit: Kobo = kobo(0)): Kobo =>
  group === 'asset' || group === 'expense' ? negateKobo(credit) : credit
const positive = (amount: Kobo) => kobo(Math.max(0, amount))

const sumWhere = (gains: Gains, isWanted: (group: BookGroup) => boolean) =>
  sumKobo([...gains].flatMap(([line, amount]) => (isWanted(groupOf(line)) ? [amount] : [])))

function earningOf(gains: Gains): Earning {
  const income = sumWhere(gains, (group) => group === 'income')
  const expense = negateKobo(sumWhere(gains, (group) => group === 'expense'))
  return { income, expense, earned: subtractKobo(income, expense) }
}

/** The lines in the order of the chart, by their codes. */
async function accountsOf(queries: Queries): Promise<BookAccount[]> {
  const rows = await queries.select().from(bookAccounts).orderBy(asc(bookAccounts.code))
  return bookGroups.flatMap((group) =>
    rows.flatMap((row) => (groupOf(row.line) === group ? [{ ...row, group }] : [])),
  )
}

/** The balance of each line at the end of a day, a credit above zero: of income and expense what came in its year. */
async function balancesOn(queries: Queries, day: string) {
  const first = yearStart(day)
  const [before = none, since = none] = await gainsOf(queries, [
    { from: beginning, through: addDays(first, -1) },
    { from: first, through: day },
  ])
  const accounts = await accountsOf(queries)
  return accounts.map(({ id: _id, ...account }) => {
    const gained = since.get(account.line) ?? kobo(0)
    if (account.line === earlierYears) return { ...account, balance: sumWhere(before, isEarning) }
    return {
      ...account,
      balance: isEarning(account.group) ? gained : addKobo(before.get(account.line) ?? kobo(0), gained),
    }
  })
}
