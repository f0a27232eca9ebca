import { eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { entries } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { reopenings, runItems, runs } from '../../db/tables/runs'
import { customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName } from '../../people/customerColumns'
import { openingHandlers } from './openings'
import { reopeningHandlers } from './reopenings'

const runRow = {
  id: runs.id,
  created_at: lagosStamp(runs.createdAt),
  kind: runs.kind,
  day: sql<string>`${runs.day}::text`,
  state: runs.state,
  looked: runs.looked,
  posted: runs.posted,
  amount: runs.amount,
  skipped: runs.skipped,
  finished_at: sql<string | null>`${lagosStamp(runs.finishedAt)}`,
  reopened_by: reopenings.reference,
}

const runList = defineList({
  call: calls.closing.getRuns,
  table: runs,
  sorted: { created_at: runs.createdAt },
  row: runRow,
  rows: (queries, row) =>
    queries.select(row).from(runs).leftJoin(reopenings, eq(reopenings.id, runs.reopeningId)).$dynamic(),
})

const itemRow = {
  id: runItems.id,
  created_at: lagosStamp(runItems.createdAt),
  user_id: customers.id,
  customer: customerName,
  reference: sql<string>`coalesce(${loans.reference}, ${savings.reference})`,
  loan_id: runItems.loanId,
  amount: runItems.amount,
  open: runItems.open,
  reason: runItems.reason,
  entry_reference: entries.reference,
}

const itemList = defineList({
  call: calls.closing.getRunItems,
  table: runItems,
  sorted: { created_at: runItems.createdAt, open: runItems.open },
  row: itemRow,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(runItems)
      .leftJoin(loans, eq(loans.id, runItems.loanId))
      .leftJoin(savings, eq(savings.id, runItems.savingsId))
      .innerJoin(customers, sql`${customers.id} = coalesce(${loans.customerId}, ${savings.customerId})`)
      .leftJoin(entries, eq(entries.id, runItems.entryId))
      .$dynamic(),
})

export const closingHandlers: HandlersFor<
  Omit<Calls['closing'], 'getDayClose' | 'getDayMovements' | 'closeDay'>
> = {
  getRuns: (input, context) => pageOf(context, input, runList, {}),

  getRunItems: (input, context) =>
    pageOf(context, input, itemList, { where: eq(runItems.runId, input.run_id) }),

  ...openingHandlers,

  ...reopeningHandlers,
}
