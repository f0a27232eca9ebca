import { sql } from 'drizzle-orm'
import { check, date, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, kobo, ref } from './columns'

/**
 * What a sum is of. deposited, repaid: what was collected into savings and for loans on a day, less what was reversed.
 * saved: by how much the balances of all savings wallets changed on a day. paid out: disbursed on a day. due: instalments of a
 * day. collected: what an agent collected in the week from this Monday, less what was reversed. deposits: the fixed amounts of
 * active savings of active customers, by when they are due (`rhythm`). owed, open: what is owed on open loans, and how many they
 * are, by the day on which their oldest unpaid instalment is due. Beside these, 'books' and a line of the books (ledger/chart.ts): by
 * how much it changed on a day.
 */
export const sumKinds = [
  'deposited',
  'repaid',
  'saved',
  'paid out',
  'due',
  'collected',
  'deposits',
  'owed',
  'open',
] as const

const fields = {
  of: text({ enum: sumKinds }).notNull(),
  /** A Lagos day; null for deposits. */
  day: date({ mode: 'string' }),
  agentId: ref(),
  /** When deposits are due: 'daily', 'weekly 1' (Monday), 'monthly 31', or 'market 12' with the id of the market day. */
  rhythm: text(),
  amount: kobo().notNull(),
}

/**
 * The sums behind the dashboard's figures, kept by triggers (migration "kept_sums"). Triggers insert changes, so that no change
 * of money waits for another; from time to time they are added to the sums. A figure is its sum and its changes.
 * `verify-ledger` compares them with the rows.
 */
export const keptSums = pgTable('kept_sums', { id: id(), ...fields }, (t) => [
  unique('kept_sums_key').on(t.of, t.day, t.agentId, t.rhythm).nullsNotDistinct(),
  check(
    'kept_sums_fields',
    sql`(${t.of} = 'deposits') = (${t.day} is null) and (${t.of} = 'deposits') = (${t.rhythm} is not null)
      and (${t.of} = 'collected') = (${t.agentId} is not null)`,
  ),
])

/** What is not yet added to the sums. */
export const sumChanges = pgTable('sum_changes', { id: id(), ...fields })
