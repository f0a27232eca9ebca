import * as v from 'valibot'
import { Day, Id, Kobo, Text } from '../values'

/** What is known of a customer who applies for a loan. */
export const borrowerFields = {
  main_wallet_balance: Kobo,
  savings: v.array(
    v.object({
      code: Text,
      type: Text,
      balance: Kobo,
      /** Of an active wallet. Absent in what was saved by an older release, as the next one. */
      id: v.optional(v.nullable(Id)),
      /** How much of the balance secures loans. */
      held: v.optional(Kobo),
    }),
  ),
  /** Deposits less reversed ones, by week (its Monday); twelve weeks, the oldest first, this week the last. */
  saved_weeks: v.array(v.object({ week: Day, amount: Kobo })),
  other_loans: v.array(
    v.object({
      reference: Text,
      amount: Kobo,
      balance: Kobo,
      loan_status: Text,
      application_status: Text,
      days_overdue: v.number(),
    }),
  ),
  /** Of the other loans: how many were disbursed and are paid, and how their instalments up to today were paid. */
  repayment_record: v.object({
    loans: v.number(),
    paid_loans: v.number(),
    on_time: v.number(),
    late: v.number(),
    overdue: v.number(),
  }),
}

const Borrower = v.object(borrowerFields)
export type Borrower = v.InferOutput<typeof Borrower>
