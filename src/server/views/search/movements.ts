import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { maxFound, shownFound } from '#contract/calls/search'
import { calls } from '#contract/index'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import type { SignedIn } from '../../auth/sessions'
import { entries, postings } from '../../db/tables/ledger'
import { type EntryKind, entryKinds } from '../../db/tables/ledgerKinds'
import { loanHistory, loans } from '../../db/tables/loans'
import { savings, savingsHistory } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { findUpToLimit } from '../../lists/pageOfIds'
import { customerName } from '../../people/customerColumns'
import { type Finder, matchesOf } from './finders'

/** The report that shows each kind of movement; the business's history shows the others. */
const reports: Partial<Record<EntryKind, { access: (typeof calls.savings.savingHistory)['access'] }>> = {
  'Savings deposit': calls.savings.savingHistory,
  'Savings interest': calls.savings.savingHistory,
  'Savings charge': calls.savings.savingHistory,
  'Savings commission': calls.savings.savingHistory,
  'Loan repayment': calls.loans.loanHistory,
  'Loan penalty': calls.loans.loanHistory,
  Remittance: calls.cash.getRemittances,
  'Cash difference': calls.cash.getCashDifferences,
}
const kindsFor = (actor: SignedIn) =>
  (Object.keys(entryKinds) as EntryKind[]).filter((kind) =>
    can(actor, (reports[kind] ?? calls.transactions.businessHistory).access, 'read'),
  )

/** The end of a reference: its number, of at least four digits. */
const numberAtEnd = /^\d{4,}$/

/** Movements by their whole reference, by the number at its end, or by the amount of a deposit or repayment. */
export const movementsFound: Finder = async (tx, { text, amount }, actor) => {
  const kinds = kindsFor(actor)
  const matches = [
    sql`select e.id from ${entries} e where e.reference = ${text.toUpperCase()}`,
    ...(numberAtEnd.test(text)
      ? [
          sql`select e.id from ${entries} e where reverse(e.reference) like ${`${text.split('').toReversed().join('')}%`}`,
        ]
      : []),
    ...(amount === undefined ? [] : withAmount(amount)),
  ]
  // One set of ids, each part by its own index: joined by "or", the database would check each entry.
  const isMatch = sql`${entries.id} in (${sql.join(matches, sql` union `)})`
  const found =
    kinds.length === 0
      ? { total: 0, ids: [] }
      : await findUpToLimit(
          tx,
          { table: entries, at: entries.madeAt },
          { from: sql`${entries}`, where: and(inArray(entries.kind, kinds), isMatch) },
          {
            order: { key: entries.madeAt, descending: true },
            perPage: shownFound,
            offset: 0,
            most: maxFound + 1,
          },
        )
  const accountOf = (table: typeof loans | typeof savings) =>
    sql<number | null>`(select t.id from ${table} t join ${postings} p on p.account_id = t.account_id
      where p.entry_id = ${entries.id} limit 1)`.mapWith(entries.id)
  const rows = await tx
    .select({
      id: entries.id,
      title: entries.reference,
      kind: entries.kind,
      name: sql<string | null>`${customerName}`,
      amount:
        sql<Kobo>`(select max(abs(p.amount)) from ${postings} p where p.entry_id = ${entries.id})`.mapWith(
          postings.amount,
        ),
      user_id: customers.id,
      customer_firstname: customers.firstName,
      customer_lastname: customers.lastName,
      loan_id: accountOf(loans),
      savings_id: accountOf(savings),
      account_reference: sql<
        string | null
      >`(select x.name from ledger_accounts x join ${postings} p on p.account_id = x.id
        where p.entry_id = ${entries.id} and x.kind in ('savings', 'loan') limit 1)`,
    })
    .from(entries)
    .leftJoin(customers, eq(customers.id, entries.customerId))
    .where(inArray(entries.id, found.ids))
  return matchesOf(found, rows, ({ kind, name, ...row }) => ({
    ...row,
    detail: [kind, name].filter(Boolean).join(' · '),
  }))
}

/**
 * Entries of deposits, withdrawals from savings, and repayments of this amount: the documents whose amounts have an index. That of
 * savings is of the change.
 */
const withAmount = (amount: Kobo): SQL[] => [
  sql`(select h.entry_id from ${savingsHistory} h
    where (case when h.kind in ('deposit', 'interest') then h.amount else -h.amount end) in (${amount}, ${negateKobo(amount)})
    limit ${maxFound + 1})`,
  sql`(select h.entry_id from ${loanHistory} h where h.kind = 'repayment' and h.repayment = ${amount} limit ${maxFound + 1})`,
]
