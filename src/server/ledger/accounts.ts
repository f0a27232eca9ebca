import { desc, eq, inArray } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { customerDebts } from '../db/tables/arrears'
import { accounts } from '../db/tables/ledger'
import { loans } from '../db/tables/loans'
import { savings } from '../db/tables/money'
import {
  type AccountKind,
  bankCode,
  documentPrefixes,
  loanCode,
  type SavingCategory,
  savingsCodes,
  tillCode,
  vaultCode,
  type WalletCode,
} from '../db/tables/ledgerKinds'

/** The contra account for money that comes in or goes out at the counter. Once there are tills it is the vault. */
export const cashAccount = vaultCode
/** The contra account for cash in a till: negative by that amount. */
export const tillAccountOf = (tillId: number) => `till ${tillId}`
/** Whether cash at the counter goes through this account. */
export const isCounter = (name: string) => name === cashAccount || isTill(name)
export const isTill = (name: string) => name.startsWith('till ')
/** The contra account for money at the bank. */
export const bankAccount = bankCode
/** The contra account for cash that an agent holds: negative by that amount. The database opens it with the agent. */
export const agentCashOf = (agentId: number) => `agent ${agentId}`
/** Whether an account is a place of the business's cash: the vault, a till, the bank, or an agent. */
export const isCash = (name: string) =>
  isCounter(name) || name === bankAccount || name.startsWith(agentCashOf(0).slice(0, -1))
/** The contra account for cash that was missing or too much. */
export const overShortAccount = 'OVER-SHORT'
/** The contra account for balances that an import takes over. */
export const openingAccount = 'OPENING'
/** The contra account for what borrowers owe. */
export const lentAccount = 'LENT'
/** The contra account for approved withdrawals that agents have not paid yet. */
export const toPayAccount = 'TO-PAY'
export const mainWalletOf = (customerId: number) => `customer ${customerId}`

const businessAccounts: (typeof accounts.$inferInsert)[] = [
  { id: 1, kind: 'business', name: 'MBW', code: 'MBW', businessId: 1 },
  { id: 2, kind: 'business', name: 'PW', code: 'PW', businessId: 2 },
  { id: 3, kind: 'business', name: 'TW', code: 'TW', businessId: 3 },
  { id: 4, kind: 'business', name: 'SW', code: 'SW', businessId: 4 },
  { id: 5, kind: 'outside', name: cashAccount, code: cashAccount },
  { id: 6, kind: 'outside', name: lentAccount, code: lentAccount },
  { id: 7, kind: 'outside', name: overShortAccount, code: overShortAccount },
  { id: 8, kind: 'outside', name: openingAccount, code: openingAccount },
  { id: 9, kind: 'outside', name: toPayAccount, code: toPayAccount },
  { id: 10, kind: 'outside', name: bankAccount, code: bankAccount },
]

/** The id of one of them, the same in every database. */
export function businessAccountId(name: string): number {
  const id = businessAccounts.find((account) => account.name === name)?.id
  if (id === undefined) throw new Error(`The business has no account ${name}.`)
  return id
}

const businessNames = new Set(businessAccounts.map(({ name }) => name))
/** The accounts that all movements share; they have the lowest ids and are locked last. */
export const isBusinessAccount = (name: string) => businessNames.has(name)

/** Opens the business's own accounts; runs at every start. */
export const openBusinessAccounts = (queries: Queries) =>
  queries.insert(accounts).values(businessAccounts).onConflictDoNothing()

/** Opens the wallet of a saving, named after its reference; the id goes into `savings.accountId`. */
export const openSavingsWallet = (
  queries: Queries,
  saving: { reference: string; category: SavingCategory; customerId: number },
) => open(queries, 'savings', savingsCodes[saving.category], saving)

/** Opens the account of a till. */
export async function openTillAccount(queries: Queries, tillId: number): Promise<number> {
  const values = { kind: 'outside', name: tillAccountOf(tillId), code: tillCode } as const
  const [account] = await queries.insert(accounts).values(values).returning({ id: accounts.id })
  if (!account) throw new Error(`No account was opened for till ${tillId}.`)
  return account.id
}

/** Opens the account of a loan, named after its reference; the id goes into `loans.accountId`. */
export const openLoanAccount = (queries: Queries, loan: { reference: string; customerId: number }) =>
  open(queries, 'loan', loanCode, loan)

async function open(
  queries: Queries,
  kind: AccountKind,
  code: string,
  { reference, customerId }: { reference: string; customerId: number },
): Promise<number> {
  const [account] = await queries
    .insert(accounts)
    .values({ kind, name: reference, code, customerId })
    .returning({ id: accounts.id })
  if (!account) throw new Error(`No account was opened for ${reference}.`)
  return account.id
}

export type AccountState = Pick<
  typeof accounts.$inferSelect,
  'id' | 'kind' | 'name' | 'code' | 'balance' | 'held' | 'postings'
>
const state = {
  id: accounts.id,
  kind: accounts.kind,
  name: accounts.name,
  code: accounts.code,
  balance: accounts.balance,
  held: accounts.held,
  postings: accounts.postings,
}

/**
 * Locks accounts by name until the transaction ends, from the highest id down, which prevents deadlocks. The business
 * accounts, which are contended most, have the lowest ids and are locked last. First, in the same order, what the customers of loans
 * owe in all: triggers change it before and after accounts of the business are locked, in any order. With a loan the wallet that
 * secures it, which holds nothing once the loan is paid.
 */
export async function lockAccounts(
  tx: Queries,
  names: readonly string[],
): Promise<Map<string, AccountState>> {
  const loanNames = names.filter((name) => name.startsWith(`${documentPrefixes.loan}-`))
  const securing = tx
    .select({ name: savings.reference })
    .from(loans)
    .innerJoin(savings, eq(savings.id, loans.securitySavingsId))
    .where(inArray(loans.reference, loanNames))
  const wallets = loanNames.length > 0 ? await securing : []
  if (loanNames.length > 0)
    await tx
      .select({ id: customerDebts.id })
      .from(customerDebts)
      .where(
        inArray(
          customerDebts.id,
          tx.select({ id: accounts.customerId }).from(accounts).where(inArray(accounts.name, loanNames)),
        ),
      )
      .orderBy(desc(customerDebts.id))
      .for('update')
  const rows = await tx
    .select(state)
    .from(accounts)
    .where(inArray(accounts.name, [...new Set([...names, ...wallets.map(({ name }) => name)])]))
    .orderBy(desc(accounts.id))
    .for('no key update')
  return new Map(rows.map((row) => [row.name, row]))
}

/** Balances of the four business wallets. */
export async function businessBalances(queries: Queries): Promise<Record<WalletCode, Kobo>> {
  const rows = await queries
    .select({ name: accounts.name, balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.kind, 'business'))
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance])) as Record<WalletCode, Kobo>
}
