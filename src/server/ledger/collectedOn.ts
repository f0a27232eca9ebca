import { approvalDays, openDays } from '#domain/time/collectionDays'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { savings } from '../db/tables/money'
import { reject } from '../errors/refusals'
import { closingOf } from './businessDays'

/** The day of collection of what is recorded now, null for today. Rejects a closed day (rules.md, "Day of collection"). */
export function collectedOnOf(day: string, now: Date, days = openDays): string | null {
  const today = lagosDay(now)
  if (day > today) reject('Nothing can be recorded for a day to come.')
  if (day < addDays(today, -days)) reject(days === openDays ? closedText : tooOldText)
  return day < today ? day : null
}
const closedText = `That day is closed: what was collected on a day can be recorded until ${openDays} days after it. For an older day, send the agent’s collection sheet for approval.`
const tooOldText = `What was collected on a day can be recorded with an approval until ${approvalDays} days after it. Record it today.`

/** Rejects a day that needs no approval, or that none can open. */
export async function assertNeedsApproval(queries: Queries, day: string, now: Date) {
  collectedOnOf(day, now, approvalDays)
  if (day >= addDays(lagosDay(now), -openDays) && !(await closingOf(queries, day)))
    reject('That day is open: book the sheet, without an approval.')
}

/** Since when an account takes money: `takenOverOn` is the cut-over day of its opening balance, null if it was opened here. */
export type Since = { openedOn: string; takenOverOn: string | null }

/** Why an account, which stands for a wallet or a loan, has nothing of a day; false if it has. */
export function tooEarly(day: string, { openedOn, takenOverOn }: Since): string | false {
  if (takenOverOn !== null)
    return (
      day <= takenOverOn &&
      `its balance of ${showDate(takenOverOn)} was taken over from the old books, which have that day`
    )
  return day < openedOn && `it was opened on ${showDate(openedOn)}, after that day`
}

/** The cut-over day of an account whose first posting is an opening balance. */
export const takenOverOn = (accountId: SQL) => sql<string | null>`(
  select i.cut_over_day::text from ledger_postings p join import_records r on r.entry_id = p.entry_id
    join imports i on i.id = r.import_id where p.account_id = ${accountId} and p.seq = 1)`

/** The same of a loan. */
export const sinceOf = (loan: { disbursedDate: Date | null; takenOverOn: string | null }): Since => ({
  openedOn: loan.disbursedDate === null ? '' : lagosDay(loan.disbursedDate),
  takenOverOn: loan.takenOverOn,
})

/** The day on which a savings wallet was opened. */
export const openedOn = sql<string>`to_char(${savings.createdAt} at time zone 'Africa/Lagos', 'yyyy-mm-dd')`
