import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  blankFound,
  type Found as FoundRow,
  type FoundGroup,
  maxFound,
  shownFound,
} from '#contract/calls/search'
import { approvalStates } from '#contract/calls/approvals'
import { walletNames } from '#contract/calls/requests'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { activeText } from '#domain/statusText'
import { fold } from '#domain/text/fold'
import type { SignedIn } from '../../auth/sessions'
import type { Transaction } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { fundRequests, savings, savingTypes, withdrawals } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { type Found, findUpToLimit, type ListTable } from '../../lists/pageOfIds'
import { indexMatches, rowMatches, type SearchableTable } from '../../lists/searchText'
import { customerName } from '../../people/customerColumns'

export type Asked = {
  text: string
  /** The customers whose name, phone number or reference matches. */
  owners: Found
  /** The search as an amount, if it is one. */
  amount: Kobo | undefined
}
type Matches = Omit<FoundGroup, 'kind'>
/** Finds the newest matches of a kind. */
export type Finder = (tx: Transaction, asked: Asked, actor: SignedIn) => Promise<Matches>

/** The ids of the newest matches, and their number up to the limit. */
export const newestOf = (
  tx: Transaction,
  table: ListTable & { createdAt: AnyPgColumn },
  where: SQL | undefined,
) =>
  findUpToLimit(
    tx,
    { table, at: table.createdAt },
    { from: sql`${table}`, where },
    {
      order: { key: table.createdAt, descending: true },
      perPage: shownFound,
      offset: 0,
      most: maxFound + 1,
    },
  )

/** The matches with their rows, in the order of the ids. */
export function matchesOf<Row extends { id: number }>(
  { total, ids }: Found,
  rows: readonly Row[],
  rowOf: (row: Row) => Omit<FoundRow, keyof typeof blankFound> & Partial<FoundRow>,
): Matches {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    total: Math.min(total, maxFound),
    has_more: total > maxFound,
    rows: ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [{ ...blankFound, ...rowOf(row) }] : []
    }),
  }
}

/** No name has a digit: a text with one may be part of a reference. */
const mayBeReference = (text: string) => /\d/.test(fold(text))

/** What belongs to a customer who matches, or matches itself by reference or amount. */
const ownedBy = (
  { text, owners, amount }: Asked,
  table: SearchableTable & { customerId: AnyPgColumn; amount?: AnyPgColumn },
) =>
  or(
    inArray(table.customerId, owners.ids),
    mayBeReference(text) ? indexMatches(table, text) : undefined,
    table.amount && amount !== undefined ? eq(table.amount, amount) : undefined,
  )

const ownerColumns = {
  user_id: customers.id,
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
}
const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

export const customersFound: Finder = async (tx, { owners }) => {
  const shown = { total: owners.total, ids: owners.ids.slice(0, shownFound) }
  const rows = await tx
    .select({
      id: customers.id,
      name: customerName,
      reference: sql<string>`${customers.reference}`,
      phone: customers.phoneNumber,
      isActive: customers.isActive,
    })
    .from(customers)
    .where(inArray(customers.id, shown.ids))
  return matchesOf(shown, rows, ({ id, name, reference, phone, isActive }) => ({
    id,
    title: name,
    detail: joined(reference, phone),
    status: activeText(isActive),
    user_id: id,
  }))
}

export const loansFound: Finder = async (tx, asked) => {
  const found = await newestOf(tx, loans, ownedBy(asked, loans))
  const rows = await tx
    .select({
      id: loans.id,
      title: loans.reference,
      name: customerName,
      type: loanTypes.name,
      application: loans.applicationStatus,
      status: loans.loanStatus,
      owed: accounts.balance,
      asked: loans.amount,
      ...ownerColumns,
    })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .leftJoin(accounts, eq(accounts.id, loans.accountId))
    .where(inArray(loans.id, found.ids))
  return matchesOf(
    found,
    rows,
    ({ id, title, name, type, application, status, owed, asked: amount, ...owner }) => ({
      id,
      title,
      detail: joined(name, type),
      status: application === 'approved' ? status : application,
      amount: owed ?? amount,
      loan_id: id,
      account_reference: title,
      ...owner,
    }),
  )
}

export const savingsFound: Finder = async (tx, asked) => {
  const found = await newestOf(tx, savings, ownedBy(asked, savings))
  const rows = await tx
    .select({
      id: savings.id,
      title: savings.reference,
      name: customerName,
      type: savingTypes.name,
      status: savings.status,
      amount: accounts.balance,
      ...ownerColumns,
    })
    .from(savings)
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .where(inArray(savings.id, found.ids))
  return matchesOf(found, rows, ({ title, name, type, ...row }) => ({
    ...row,
    title,
    detail: joined(name, type),
    savings_id: row.id,
    account_reference: title,
  }))
}

/** Searched as their list is: there are some thousand at most. */
export const agentsFound: Finder = async (tx, { text }) => {
  const found = await newestOf(tx, agents, indexMatches(agents, text))
  const rows = await tx
    .select({
      id: agents.id,
      title: agents.name,
      lga: agents.lga,
      phone: agents.phoneNumber,
      status: agents.status,
    })
    .from(agents)
    .where(inArray(agents.id, found.ids))
  return matchesOf(found, rows, ({ lga, phone, ...row }) => ({ ...row, detail: joined(lga, phone) }))
}

export const withdrawalsFound: Finder = async (tx, asked) => {
  const found = await newestOf(tx, withdrawals, ownedBy(asked, withdrawals))
  const rows = await tx
    .select({
      id: withdrawals.id,
      title: withdrawals.reference,
      detail: customerName,
      status: withdrawals.status,
      amount: withdrawals.amount,
      ...ownerColumns,
    })
    .from(withdrawals)
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .where(inArray(withdrawals.id, found.ids))
  return matchesOf(found, rows, (row) => row)
}

/** By reference, description or amount: a business makes few of them. */
export const requestsFound: Finder = async (tx, { text, amount }) => {
  const where = or(
    rowMatches(
      { searchText: sql`fold_line(${fundRequests.reference} || ' ' || ${fundRequests.description})` },
      text,
    ),
    amount === undefined ? undefined : eq(fundRequests.amount, amount),
  )
  const found = await newestOf(tx, fundRequests, where)
  const rows = await tx
    .select({
      id: fundRequests.id,
      title: fundRequests.reference,
      wallet: fundRequests.flag,
      description: fundRequests.description,
      state: fundRequests.initialStatus,
      type: fundRequests.type,
      amount: fundRequests.amount,
    })
    .from(fundRequests)
    .where(inArray(fundRequests.id, found.ids))
  return matchesOf(found, rows, ({ id, title, wallet, description, state, type, amount: asked }) => ({
    id,
    title,
    detail: joined(walletNames[wallet], description),
    status: approvalStates[state as 0 | 1 | 2 | 3],
    amount: type === 'debit' ? negateKobo(asked) : asked,
  }))
}
