import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { maxStatementRows, type Statement, type StatementAccount } from '#contract/calls/customerPage'
import type { Calls } from '#contract/index'
import type { InputOf } from '#contract/call'
import { accountTitle } from '#domain/accountTitle'
import { formatCount } from '#domain/money/figures'
import { addKobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { endOfLagosDay, lagosDay, monthBefore, startOfLagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { customers } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { customerName, notDeleted, notFound } from '../../people/customerColumns'
import {
  accountsOf,
  type CustomerAccount,
  type CustomerPosting,
  feesFrom,
  namesOf,
  postingsFrom,
  recoveriesFrom,
} from './accounts'

type Input = InputOf<Calls['customers']['getCustomerStatement']>

/**
 * A customer's movements in a period, with what each account held before and after it. Balances count back from the ledger's
 * own, so opening and movements always add up to closing. One snapshot: nothing is posted between the balances and the rows.
 */
export async function statementOf(input: Input, { services, now }: Context): Promise<Statement> {
  const { customer_id, account } = input
  const { start_date, end_date } = periodOf(input, lagosDay(now))
  return services.database.transaction(
    async (tx) => {
      const [customer] = await tx
        .select({
          name: customerName,
          reference: sql<string>`${customers.reference}`,
          phone_number: customers.phoneNumber,
        })
        .from(customers)
        .where(and(eq(customers.id, customer_id), notDeleted))
      if (!customer) return reject(notFound(customer_id))
      const start = startOfLagosDay(start_date)
      const end = endOfLagosDay(end_date)
      const later = sql`(select coalesce(sum(${postings.amount}), 0)::bigint from ${postings}
        where ${postings.accountId} = ${accounts.id} and ${gte(postings.madeAt, end)})`
      const theirs = await accountsOf(tx, customer_id, later)
      const chosen =
        account === undefined
          ? theirs
          : theirs.filter((one) => choiceOf(one) === account || groups[one.account_kind]?.value === account)
      if (chosen.length === 0) reject(`The customer has no account ${account}.`)
      const period = and(gte(postings.madeAt, start), lt(postings.madeAt, end))
      const all = await withRows(tx, chosen, period)
      const isShown = ({ opening, closing, rows }: StatementAccount) =>
        chosen.length === 1 || opening !== 0 || closing !== 0 || rows.length > 0
      const totalOf = (parts: readonly StatementAccount[]) => ({
        opening: sumKobo(parts.map(({ opening }) => opening)),
        closing: sumKobo(parts.map(({ closing }) => closing)),
      })
      return {
        customer,
        start_date,
        end_date,
        choices: [
          ...Object.entries(groups).flatMap(([kind, group]) =>
            theirs.some(({ account_kind }) => account_kind === kind) ? [group] : [],
          ),
          ...theirs.map((one) => ({ value: choiceOf(one), name: accountTitle(one) })),
        ],
        accounts: all.filter(isShown),
        saved: totalOf(all.filter(({ account_kind }) => account_kind !== 'loan')),
        owed: totalOf(all.filter(({ account_kind }) => account_kind === 'loan')),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The asked days; without them, from the first day of the month before last to today. */
function periodOf({ start_date, end_date }: Pick<Input, 'start_date' | 'end_date'>, today: string) {
  if (!start_date !== !end_date) invalid('Please select both start and end dates')
  const months = monthBefore(monthBefore(`${today.slice(0, 8)}01`))
  const period = { start_date: start_date ?? months, end_date: end_date ?? today }
  if (period.end_date < period.start_date) invalid('End date cannot be before start date')
  if (period.end_date > today) invalid('End date cannot be after today')
  return period
}

/** What a choice has beside single accounts. */
const groups: Partial<Record<CustomerAccount['account_kind'], Statement['choices'][number]>> = {
  savings: { value: 'savings', name: 'All savings wallets' },
  loan: { value: 'loans', name: 'All loans' },
}

const choiceOf = ({ account_reference }: CustomerAccount) => account_reference ?? 'main'

/** The accounts with their movements in the period. */
async function withRows(
  tx: Transaction,
  held: readonly CustomerAccount[],
  period: SQL | undefined,
): Promise<StatementAccount[]> {
  const ids = held.map(({ id }) => id)
  const rows = await postingsFrom(tx)
    .where(and(inArray(postings.accountId, ids), period))
    .orderBy(asc(postings.accountId), asc(postings.seq))
    .limit(maxStatementRows + 1)
  if (rows.length > maxStatementRows)
    reject(
      `There are more than ${formatCount(maxStatementRows)} movements in this period. Choose a shorter one, or one account.`,
    )
  const recoveries = await recoveriesFrom(tx).where(and(inArray(loans.accountId, ids), period))
  const main = held.find(({ account_kind }) => account_kind === 'customer')
  const fees = main ? await feesFrom(tx, main.id, period) : []
  const unposted = [...recoveries, ...fees]
  return held.map((account) => {
    const isIts = ({ account_id }: CustomerPosting) => account_id === account.id
    const [posted, beside] = [rows.filter(isIts), unposted.filter(isIts)]
    return statementAccount(account, beside.length === 0 ? posted : [...posted, ...beside].toSorted(byTime))
  })
}

const byTime = (a: CustomerPosting, b: CustomerPosting) => a.created_at.localeCompare(b.created_at)

/** Each row's balance continues the one before, in the order in which the ledger posted them. */
function statementAccount(account: CustomerAccount, rows: readonly CustomerPosting[]): StatementAccount {
  const amounts = rows.map(({ amount }) => amount)
  const closing = subtractKobo(account.balance, account.later)
  const opening = subtractKobo(closing, sumKobo(amounts))
  let balance = opening
  return {
    ...namesOf(account),
    opening,
    credits: sumKobo(amounts.filter((amount) => amount > 0)),
    debits: negateKobo(sumKobo(amounts.filter((amount) => amount < 0))),
    closing,
    rows: rows.map(({ id, created_at, reference, source, by, reverses, collected_on, amount }) => {
      balance = addKobo(balance, amount)
      return { id, created_at, reference, source, by, reverses, collected_on, amount, balance }
    }),
  }
}
