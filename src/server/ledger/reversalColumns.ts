import { type SQLWrapper, sql } from 'drizzle-orm'
import { postings } from '../db/tables/ledger'
import { loanHistory } from '../db/tables/loans'
import { savingsHistory } from '../db/tables/money'

/** The reference of what reverses the entry of a document; null while it stands, or without one. */
export const reversedByEntry = (entryId: SQLWrapper) =>
  sql<string | null>`(select r.reference from ledger_entries r where r.reverses_id = ${entryId})`

/** What reverses a posting's entry, and what it reverses. */
export const reversalOfPosting = {
  reversed_by: reversedByEntry(postings.entryId),
  reverses: sql<string | null>`case when ${postings.source} = 'Reversal' then (select o.reference
    from ledger_entries own join ledger_entries o on o.id = own.reverses_id where own.id = ${postings.entryId}) end`,
  collected_on: sql<
    string | null
  >`(select e.collected_on::text from ledger_entries e where e.id = ${postings.entryId})`,
}

/** The same for a row of a savings wallet's history. */
export const reversalOfHistory = {
  reversed_by: sql<
    string | null
  >`(select r.reference from savings_history r where r.reverses_id = ${savingsHistory.id})`,
  reverses: sql<
    string | null
  >`(select o.reference from savings_history o where o.id = ${savingsHistory.reversesId})`,
  collected_on: sql<string | null>`${savingsHistory.collectedOn}::text`,
}

/** The same for a row of a loan's history. */
export const reversalOfRepayment = {
  reversed_by: sql<
    string | null
  >`(select r.reference from loan_history r where r.reverses_id = ${loanHistory}.id)`,
  reverses: sql<
    string | null
  >`(select o.reference from loan_history o where o.id = ${loanHistory}.reverses_id)`,
  collected_on: sql<
    string | null
  >`case ${loanHistory.kind} when 'repayment' then ${loanHistory.collectedOn}::text end`,
}

/** The deposits that count: neither reversed nor a reversal. */
export const isStanding = sql`${savingsHistory.reversesId} is null and not exists (
  select from savings_history r where r.reverses_id = ${savingsHistory.id})`

/** The same for movements of loans. */
export const isStandingMovement = sql`${loanHistory.reversesId} is null and not exists (
  select from loan_history r where r.reverses_id = ${loanHistory.id})`
