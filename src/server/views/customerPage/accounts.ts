import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { walletKinds } from '#contract/calls/customerPage'
import type { Kobo } from '#contract/values'
import type { Queries } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { counterCodes } from '../../db/tables/ledgerKinds'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes } from '../../db/tables/money'
import { loanRecoveries } from '../../db/tables/recoveries'
import { admins, agents } from '../../db/tables/schema'
import { lagosStamp } from '../../lists/conditions'
import { makerOf } from '../../people/agentColumns'
import { feeWallet } from '../../ledger/fees'
import { reversalOfPosting } from '../../ledger/reversalColumns'

type Reads = Pick<Queries, 'select'>

/** The accounts of a customer: the main wallet, savings, loans, each kind the oldest first. `later` is posted after a period. */
export const accountsOf = (queries: Reads, customerId: number, later: SQL = sql`0`) =>
  queries
    .select({
      id: accounts.id,
      balance: accounts.balance,
      held: accounts.held,
      postings: accounts.postings,
      later: sql<Kobo>`${later}`.mapWith(accounts.balance),
      account_kind: sql<(typeof walletKinds)[number]>`${accounts.kind}`,
      account_reference: sql<string | null>`coalesce(${loans.reference}, ${savings.reference})`,
      account_name: sql<string>`coalesce(${loanTypes.name}, ${savingTypes.name}, 'Main Wallet')`,
    })
    .from(accounts)
    .leftJoin(loans, eq(loans.accountId, accounts.id))
    .leftJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .leftJoin(savings, eq(savings.accountId, accounts.id))
    .leftJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .where(and(eq(accounts.customerId, customerId), inArray(accounts.kind, [...walletKinds])))
    .orderBy(sql`array_position(array['customer', 'savings', 'loan'], ${accounts.kind})`, accounts.id)

export type CustomerAccount = Awaited<ReturnType<typeof accountsOf>>[number]
/** An account's names, as replies have them. */
export const namesOf = ({ account_kind, account_reference, account_name }: CustomerAccount) => ({
  account_kind,
  account_reference,
  account_name,
})

/** An amount in words of a movement. */
const nairaText = (amount: SQLWrapper) =>
  sql`'₦' || to_char(abs(${amount}) / 100.0, 'FM999,999,999,999,990.00')`

/** What a settlement was paid with, in cash: the account falls by the interest that is waived too. */
const settledWith = sql`(select ' with ' || ${nairaText(sql`p.amount`)} from ledger_postings p
  where p.entry_id = ${postings.entryId} and p.wallet_code = any(${sql.param(counterCodes)}::text[]))`

const row = {
  id: postings.id,
  entry_id: postings.entryId,
  account_id: postings.accountId,
  created_at: lagosStamp(postings.madeAt),
  reference: postings.reference,
  source: sql<string>`${postings.source} || case ${postings.source} when 'Loan settlement' then coalesce(${settledWith}, '') else '' end`,
  by: makerOf(inArray(postings.source, ['Savings deposit', 'Loan repayment'])),
  ...reversalOfPosting,
  amount: postings.amount,
  balance: postings.balanceAfter,
}

/** Postings with who made them. */
export const postingsFrom = (queries: Reads) =>
  queries
    .select(row)
    .from(postings)
    .leftJoin(admins, eq(admins.id, postings.adminId))
    .leftJoin(agents, eq(agents.id, postings.agentId))

/** What was recovered of loans that are written off, as movements of their accounts that change no balance. */
export const recoveriesFrom = (queries: Reads) =>
  queries
    .select({
      ...row,
      account_id: sql<number>`${loans.accountId}`.mapWith(postings.accountId),
      source: sql<string>`case when ${loanRecoveries.amount} > 0 then 'Loan recovery' else 'Reversal' end
        || ' of ' || ${nairaText(loanRecoveries.amount)}`,
      amount: sql<Kobo>`0`.mapWith(postings.amount),
    })
    .from(loanRecoveries)
    .innerJoin(loans, eq(loans.id, loanRecoveries.loanId))
    .innerJoin(postings, and(eq(postings.entryId, loanRecoveries.entryId), eq(postings.walletCode, 'PW')))
    .leftJoin(admins, eq(admins.id, postings.adminId))
    .leftJoin(agents, eq(agents.id, postings.agentId))

/** Fees that changed no balance of the customer, as movements of the main wallet: in cash, and kept back from loans. */
export const feesFrom = (queries: Reads, mainWallet: number, period: SQL | undefined) =>
  queries
    .select({
      ...row,
      account_id: sql<number>`${mainWallet}::bigint`.mapWith(postings.accountId),
      source: sql<string>`case when ${postings.amount} > 0 then 'Fee' else 'Reversal' end
        || ' of ' || ${nairaText(postings.amount)}
        || case when ${postings.amount} < 0 then ' of fees' when ${postings.source} = 'Fee' then ' in cash' else ' kept back' end`,
      amount: sql<Kobo>`0`.mapWith(postings.amount),
    })
    .from(postings)
    .leftJoin(admins, eq(admins.id, postings.adminId))
    .leftJoin(agents, eq(agents.id, postings.agentId))
    .where(
      and(
        eq(postings.walletCode, feeWallet),
        sql`${postings.entryId} in (select p.entry_id from fee_payments p
          join ledger_accounts a on a.customer_id = p.customer_id where a.id = ${mainWallet} and p.paid_from <> 'wallet')`,
        period,
      ),
    )
    .orderBy(postings.id)

export type CustomerPosting = Awaited<ReturnType<typeof postingsFrom>>[number]
