import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { agentStatementRows } from '../../../db/tables/agentPay'
import { collectionLines, sheetRequestLines } from '../../../db/tables/collections'
import { fieldActs, fieldLines } from '../../../db/tables/field'
import { feePayments, loanFees } from '../../../db/tables/fees'
import { importRecords } from '../../../db/tables/imports'
import { accounts, entries, postings } from '../../../db/tables/ledger'
import { loanChanges } from '../../../db/tables/loanChanges'
import {
  guarantors,
  loanHistory,
  loanRateChanges,
  loanRepaymentSchedule,
  loans,
} from '../../../db/tables/loans'
import { recordChanges } from '../../../db/tables/histories'
import { holds } from '../../../db/tables/holds'
import { customerMessages } from '../../../db/tables/messages'
import {
  customerReassignments,
  savings,
  savingsCycles,
  savingsHistory,
  withdrawals,
} from '../../../db/tables/money'
import { payoutItems } from '../../../db/tables/payoutBatches'
import { creditRequests, customerFreezes, messagesOffRequests } from '../../../db/tables/limits'
import { agentPayouts } from '../../../db/tables/payouts'
import { planChanges } from '../../../db/tables/planChanges'
import { loanRecoveries } from '../../../db/tables/recoveries'
import { reversals } from '../../../db/tables/reversals'
import { runItems } from '../../../db/tables/runs'
import { adminActivity, customers } from '../../../db/tables/schema'

/** A list of the file: rows of one table. `where` says which of them are about the customer. */
export type Section = { table: PgTable; where: (customerId: number) => SQL; without?: readonly string[] }

const own = (table: PgTable, without?: readonly string[]): Section => ({
  table,
  where: (id) => sql`${table}.customer_id = ${id}`,
  ...(without && { without }),
})
const idsIn = (table: PgTable, id: number) => sql`(select id from ${table} where customer_id = ${id})`
const ofLoans = (table: PgTable): Section => ({
  table,
  where: (id) => sql`${table}.loan_id in ${idsIn(loans, id)}`,
})
const postingsOf = (id: number) => sql`${postings.accountId} in ${idsIn(accounts, id)}`
/** The subjects of the activity log that belong to a customer (audit/activitySubjects.ts), found by their index. */
export const subjectsOf = (id: number) => {
  const subjectsIn = (noun: string, table: PgTable) =>
    sql`select ${`${noun} `} || id from ${table} where customer_id = ${id}`
  return sql`(select ${`customer ${id}`} union all ${sql.join(
    [
      subjectsIn('credit request', creditRequests),
      subjectsIn('guarantor', guarantors),
      subjectsIn('loan', loans),
      subjectsIn('loan change', loanChanges),
      subjectsIn('messages off request', messagesOffRequests),
      subjectsIn('reversal', reversals),
      subjectsIn('saving', savings),
      subjectsIn('withdrawal', withdrawals),
    ],
    sql` union all `,
  )})`
}

/** The lists of a customer's file, in their order. `without` are columns that say nothing about the customer. */
export const sections: Record<string, Section> = {
  profile: {
    table: customers,
    where: (id) => sql`${customers.id} = ${id}`,
  },
  guarantors: own(guarantors),
  accounts: own(accounts, ['business_id', 'agent_id']),
  savings: own(savings),
  savings_movements: {
    table: savingsHistory,
    where: (id) => sql`${savingsHistory.savingsId} in ${idsIn(savings, id)}`,
  },
  /** What was paid in each cycle of a wallet, and kept as commission. */
  savings_cycles: {
    table: savingsCycles,
    where: (id) => sql`${savingsCycles.savingsId} in ${idsIn(savings, id)}`,
  },
  plan_changes: {
    table: planChanges,
    where: (id) => sql`${planChanges.savingsId} in ${idsIn(savings, id)}`,
  },
  loans: own(loans),
  loan_schedules: ofLoans(loanRepaymentSchedule),
  loan_movements: ofLoans(loanHistory),
  loan_recoveries: ofLoans(loanRecoveries),
  loan_fees: ofLoans(loanFees),
  fees_paid: own(feePayments),
  loan_securities: ofLoans(holds),
  loan_rate_changes: ofLoans(loanRateChanges),
  loan_changes: own(loanChanges),
  /** Each movement, with its reason and who recorded it. */
  entries: {
    table: entries,
    where: (id) => sql`${entries.id} in (select entry_id from ${postings} where ${postingsOf(id)}
      union all select entry_id from ${loanRecoveries} where ${loanRecoveries.loanId} in ${idsIn(loans, id)}
      union all select entry_id from ${feePayments} where ${feePayments.customerId} = ${id})`,
  },
  /** What each movement did to the customer's accounts. Who recorded it is in its entry. */
  postings: {
    table: postings,
    where: postingsOf,
    without: ['entry_id', 'admin_id', 'agent_id'],
  },
  withdrawals: own(withdrawals),
  agent_payouts: {
    table: agentPayouts,
    where: (id) => sql`${agentPayouts.withdrawalId} in ${idsIn(withdrawals, id)}`,
  },
  payouts: own(payoutItems),
  requested_credits: own(creditRequests),
  reversals: own(reversals),
  freezes: own(customerFreezes),
  collections: own(collectionLines),
  sheet_requests: own(sheetRequestLines),
  /** What agents' devices sent, with the place where they were. */
  devices: own(fieldLines, ['content_hash']),
  acts_on_devices: own(fieldActs, ['content_hash']),
  agents_commission: own(agentStatementRows),
  posted_by_the_server: {
    table: runItems,
    where: (id) =>
      sql`${runItems.loanId} in ${idsIn(loans, id)} or ${runItems.savingsId} in ${idsIn(savings, id)}`,
    without: ['subject_id'],
  },
  messages: own(customerMessages, ['closing_id']),
  messages_off: own(messagesOffRequests),
  agents: own(customerReassignments),
  /** Old and new values of each change of the profile and of guarantors, and of the wallets. */
  history: {
    table: recordChanges,
    where: (id) => sql`${recordChanges.noun} = 'customer' and ${recordChanges.recordId} = ${id}
      or ${recordChanges.noun} = 'saving' and ${recordChanges.recordId} in ${idsIn(savings, id)}`,
  },
  moved_in: {
    table: importRecords,
    where: (id) => {
      const recordsIn = (noun: string, ids: SQL) =>
        sql`${importRecords.noun} = ${noun} and ${importRecords.recordId} in ${ids}`
      return sql`${recordsIn('customers', sql`(${id})`)} or ${recordsIn('savings', idsIn(savings, id))} or ${recordsIn('loans', idsIn(loans, id))}`
    },
    without: ['hash', 'record_id', 'account_id', 'entry_id'],
  },
  activity: {
    table: adminActivity,
    where: (id) => sql`${adminActivity.subject} in ${subjectsOf(id)}`,
    without: ['place', 'previous_hash', 'hash', 'subject_customer_id', 'subject_agent_id'],
  },
}

/** Tables that refer to a customer, directly or by what is the customer's, and are not in the file. */
export const notInFile: Record<string, string> = {
  interest_corrections:
    'Why interest was corrected: its entries and its rows of savings_movements are in the file.',
  guarantor_identities: 'BVN of other people, sealed.',
  customer_identities: 'BVN and NIN are opened and have a part of their own.',
  open_loans: 'Figures of running loans, kept from their schedules, which are in the file.',
  customer_debts: 'Their sum, for the list of customers.',
  last_deposits: 'Of the histories of their wallets, for the list of who is not saving.',
  agent_payments: 'Pay of an agent: its entries move no account of a customer.',
  agent_targets: 'What an agent is to bring, in all.',
  cash_differences: 'Cash of an agent: its entries move no account of a customer.',
  book_entries: 'A view of the ledger, whose entries are in the file.',
  book_parts: 'Figures of the books, kept from entries and loans, which are in the file.',
  expenses: 'What the business spends: its entries move no account of a customer.',
  fund_requests: 'Wallets of the business: their entries move no account of a customer.',
  remittances: 'Cash of an agent: its entries move no account of a customer.',
  tills: 'Cash of the business: the account of a till is of no customer.',
  till_sessions: 'Who had a till, its float and handover: their entries move no account of a customer.',
  bank_movements: 'Cash of the business: their entries move no account of a customer.',
}
