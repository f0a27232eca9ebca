import { eq, sql } from 'drizzle-orm'
import type { Selects } from '../../../db/database'
import { entries } from '../../../db/tables/ledger'
import { loanChanges } from '../../../db/tables/loanChanges'
import { loans } from '../../../db/tables/loans'
import { customers } from '../../../db/tables/schema'
import { lagosStamp } from '../../../lists/conditions'
import { decidedRow, firstDecider, requester, secondDecider } from '../../../approvals/decidedColumns'
import { customerName } from '../../../people/customerColumns'

export const changeRow = {
  id: loanChanges.id,
  created_at: lagosStamp(loanChanges.createdAt),
  reference: loanChanges.reference,
  kind: loanChanges.kind,
  loan_id: loanChanges.loanId,
  loan_reference: loans.reference,
  user_id: loanChanges.customerId,
  customer: customerName,
  amount: loanChanges.amount,
  reason: loanChanges.reason,
  instalment_period: loanChanges.instalmentPeriod,
  instalment_times: loanChanges.instalmentTimes,
  first_due: sql<string | null>`${loanChanges.firstDue}::text`,
  security: loanChanges.security,
  ...decidedRow(loanChanges),
  entry: entries.reference,
}

export const changesFrom = (queries: Selects, row = changeRow) =>
  queries
    .select(row)
    .from(loanChanges)
    .innerJoin(loans, eq(loans.id, loanChanges.loanId))
    .innerJoin(customers, eq(customers.id, loanChanges.customerId))
    .innerJoin(requester, eq(requester.id, loanChanges.requestedBy))
    .leftJoin(firstDecider, eq(firstDecider.id, loanChanges.firstDecidedBy))
    .leftJoin(secondDecider, eq(secondDecider.id, loanChanges.secondDecidedBy))
    .leftJoin(entries, eq(entries.id, loanChanges.entryId))
