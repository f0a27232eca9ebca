import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, zeroKobo, ref, searchIndex, searchText, instant } from './columns'
import { accounts, entries } from './ledger'
import { loanTermChecks, loanTermColumns } from './loanTermColumns'
import { savings } from './money'
import { admins, agents, customers, hashedNumber, nameKey, sealedNumber } from './schema'

export const loanTypes = pgTable(
  'loan_types',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    /** In hundredths of a percent: of the amount, or of a year (`interestKind`). */
    interestBasisPoints: integer().notNull(),
    /** Of what is open of an instalment, once, after the days of grace. */
    penaltyBasisPoints: integer().notNull().default(0),
    graceDays: integer().notNull().default(0),
    /** The periods of instalments that it offers. */
    periods: text({ enum: ['daily', 'weekly', 'monthly'] })
      .array()
      .notNull()
      .default(['daily', 'weekly', 'monthly']),
    ...loanTermColumns(),
    /** Bounds of an application; 0 for none. */
    leastAmount: kobo().notNull().default(zeroKobo),
    mostAmount: kobo().notNull().default(zeroKobo),
    leastTimes: integer().notNull().default(0),
    mostTimes: integer().notNull().default(0),
    /** The part of the amount that the customer must have saved when applying. */
    savingsWanted: integer().notNull().default(0),
    /** An inactive type is not offered for new loans. */
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('loan_types_name_key').on(nameKey(t.name)),
    check('loan_types_rate', sql`${t.interestBasisPoints} between 0 and 10000`),
    check('loan_types_penalty', sql`${t.penaltyBasisPoints} between 0 and 10000 and ${t.graceDays} >= 0`),
    check(
      'loan_types_periods',
      sql`${t.periods} <@ array['daily', 'weekly', 'monthly'] and cardinality(${t.periods}) > 0`,
    ),
    check('loan_types_status', sql`${t.status} in ('active', 'inactive')`),
    ...loanTermChecks('loan_types', t),
    check(
      'loan_types_bounds',
      sql`${t.leastAmount} >= 0 and ${t.mostAmount} >= 0 and (${t.mostAmount} = 0 or ${t.mostAmount} >= ${t.leastAmount})
        and ${t.leastTimes} >= 0 and ${t.mostTimes} >= 0 and (${t.mostTimes} = 0 or ${t.mostTimes} >= ${t.leastTimes})
        and ${t.savingsWanted} between 0 and 10000`,
    ),
  ],
)

/** Loans and applications. What is owed is the balance of the loan's account, opened at the disbursement. */
export const loans = pgTable(
  'loans',
  {
    id: id(),
    reference: text().notNull().unique(),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** The admin who entered the application, if not the agent. */
    adminId: ref().references(() => admins.id),
    loanTypeId: ref()
      .notNull()
      .references(() => loanTypes.id),
    amount: kobo().notNull(),
    interestBasisPoints: integer().notNull(),
    interestAmount: kobo().notNull(),
    totalPayable: kobo().notNull(),
    instalmentAmount: kobo().notNull(),
    /** The type's penalty and days of grace when the customer applied. */
    penaltyBasisPoints: integer().notNull().default(0),
    graceDays: integer().notNull().default(0),
    ...loanTermColumns(),
    /** The wallet that secures it, named at the application; what is held in it is in `holds`. */
    securitySavingsId: ref().references(() => savings.id),
    instalmentPeriod: text({ enum: ['daily', 'weekly', 'monthly'] }).notNull(),
    instalmentTimes: integer().notNull(),
    /** Days from the disbursement to the last instalment. */
    maturityPeriod: integer().notNull(),
    maturityDate: date({ mode: 'string' }),
    description: text(),
    applicationStatus: text({ enum: ['pending', 'in-progress', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** Overdue is not a status: it is derived from `nextDue` (ledger/loanFigures.ts). */
    loanStatus: text({ enum: ['non-active', 'active', 'paid', 'written-off', 'reversed'] })
      .notNull()
      .default('non-active'),
    firstApprovalId: ref().references(() => admins.id),
    firstApprovalDate: instant(),
    firstApprovalComment: text(),
    approvedBy: ref().references(() => admins.id),
    approvedDate: instant(),
    approvedAmount: kobo(),
    disbursedDate: instant(),
    /** When the first unpaid instalment is due; null unless the loan is active. */
    nextDue: date({ mode: 'string' }),
    /** The interest in its repayments. */
    interestPaid: kobo().notNull().default(zeroKobo),
    /** The interest that had not accrued when it was settled early. */
    interestWaived: kobo().notNull().default(zeroKobo),
    /** When its open instalments were last rescheduled. */
    rescheduledDate: instant(),
    /** What was owed when it was written off; 0 unless it is. */
    writtenOff: kobo().notNull().default(zeroKobo),
    /** What came in on it since (rules.md, "Recovery"). */
    recovered: kobo().notNull().default(zeroKobo),
    /** When its disbursement was reversed. */
    reversedDate: instant(),
    rejectedId: ref().references(() => admins.id),
    rejectedDate: instant(),
    rejectionReason: text(),
    /** The last day of the old books from which an import took it over: its amount is what was owed then. */
    takenOverOn: date({ mode: 'string' }),
    /** Days. */
    extensionPeriod: integer(),
    extensionBasisPoints: integer(),
    accountId: ref()
      .unique()
      .references(() => accounts.id),
    disbursementEntryId: ref()
      .unique()
      .references(() => entries.id),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    // Covers searches of disbursements, because loan rows are wide.
    index('loans_borrower').on(t.customerId, t.disbursedDate, t.id),
    searchIndex('loans', t.searchText, [t.createdAt, t.disbursedDate]),
    index().on(t.applicationStatus, t.createdAt, t.id),
    index('loans_application_amount').on(t.applicationStatus, t.amount, t.id),
    index().on(t.loanStatus, t.createdAt, t.id),
    index('loans_amount_order').on(t.loanStatus, t.amount, t.id),
    index('loans_maturity_order').on(t.loanStatus, t.maturityDate, t.id),
    // For all applications and for disbursed ones.
    index('loans_amount').on(t.amount, t.id, t.disbursedDate).concurrently(),
    index().on(t.approvedDate),
    // For filters of all lists.
    index('loans_agent').on(t.agentId, t.createdAt, t.id).concurrently(),
    index('loans_loan_type').on(t.loanTypeId, t.createdAt, t.id).concurrently(),
    index('loans_next_due').on(t.nextDue, t.id).where(sql`${t.nextDue} is not null`),
    index('loans_disbursed').on(t.disbursedDate, t.id).where(sql`${t.disbursedDate} is not null`),
    check('loans_amount', sql`${t.amount} > 0 and ${t.interestAmount} >= 0`),
    check('loans_rate', sql`${t.interestBasisPoints} between 0 and 10000`),
    check('loans_next_due', sql`(${t.loanStatus} = 'active') = (${t.nextDue} is not null)`),
    check(
      'loans_interest_paid',
      sql`${t.interestPaid} >= 0 and ${t.interestWaived} >= 0 and ${t.interestPaid} + ${t.interestWaived} <= ${t.interestAmount}
        and (${t.loanStatus} <> 'paid' or ${t.interestPaid} + ${t.interestWaived} = ${t.interestAmount})`,
    ),
    ...loanTermChecks('loans', t),
    check(
      'loans_ended',
      sql`(${t.loanStatus} = 'written-off') = (${t.writtenOff} > 0) and ${t.writtenOff} >= 0
        and (${t.loanStatus} = 'reversed') = (${t.reversedDate} is not null)
        and (${t.loanStatus} <> 'reversed' or ${t.interestPaid} = 0)`,
    ),
    check('loans_recovered', sql`${t.recovered} >= 0`),
    check('loans_penalty', sql`${t.penaltyBasisPoints} between 0 and 10000 and ${t.graceDays} >= 0`),
    check('loans_total', sql`${t.totalPayable} = ${t.amount} + ${t.interestAmount}`),
    check('loans_instalments', sql`${t.instalmentTimes} > 0 and ${t.maturityPeriod} > 0`),
    check('loans_period', sql`${t.instalmentPeriod} in ('daily', 'weekly', 'monthly')`),
    check(
      'loans_loan_status',
      sql`${t.loanStatus} in ('non-active', 'active', 'paid', 'written-off', 'reversed')`,
    ),
    check(
      'loans_state',
      sql`(${t.loanStatus} = 'non-active') = (${t.applicationStatus} <> 'approved') and
        case ${t.applicationStatus}
        when 'pending' then ${t.firstApprovalId} is null and ${t.approvedBy} is null and ${t.rejectedId} is null
        when 'in-progress' then
          ${t.firstApprovalId} is not null and ${t.approvedBy} is null and ${t.rejectedId} is null
        when 'approved' then ${t.firstApprovalId} is not null and ${t.approvedBy} is not null
          and ${t.approvedDate} is not null and ${t.approvedAmount} is not null and ${t.rejectedId} is null
          and ${t.disbursedDate} is not null and ${t.maturityDate} is not null
        when 'rejected' then ${t.rejectedId} is not null and ${t.rejectedDate} is not null
          and ${t.rejectionReason} is not null and ${t.approvedBy} is null
        else false end`,
    ),
    check(
      'loans_entry',
      sql`(${t.applicationStatus} = 'approved') = (${t.disbursementEntryId} is not null)
        and (${t.accountId} is null) = (${t.disbursementEntryId} is null)`,
    ),
  ],
)

/**
 * Append-only changes of an undecided loan's rate. A change withdraws the first approval; the row keeps who gave it,
 * when, and with which comment.
 */
export const loanRateChanges = pgTable(
  'loan_rate_changes',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    fromBasisPoints: integer().notNull(),
    toBasisPoints: integer().notNull(),
    withdrawnApprovalId: ref().references(() => admins.id),
    withdrawnApprovalDate: instant(),
    withdrawnApprovalComment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.loanId, t.id),
    check('loan_rate_changes_differ', sql`${t.fromBasisPoints} <> ${t.toBasisPoints}`),
    check(
      'loan_rate_changes_withdrawn',
      sql`(${t.withdrawnApprovalId} is null) = (${t.withdrawnApprovalDate} is null)`,
    ),
  ],
)

/**
 * Created at the disbursement, and at each rescheduling. Amounts less what was moved to later instalments add up to the loan's
 * total payable.
 */
export const loanRepaymentSchedule = pgTable(
  'loan_repayment_schedule',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    number: integer().notNull(),
    dueDate: date({ mode: 'string' }).notNull(),
    amount: kobo().notNull(),
    /** How much of the amount is interest, which is paid first; null where interest is a share of each repayment. */
    interest: kobo(),
    penalty: kobo().notNull().default(zeroKobo),
    /** Of amount and penalty together. */
    paid: kobo().notNull().default(zeroKobo),
    /** Of the penalty; the penalty is paid before the amount. */
    penaltyPaid: kobo().notNull().default(zeroKobo),
    /** What a rescheduling moved to later instalments, of amount and penalty together. */
    moved: kobo().notNull().default(zeroKobo),
    /** Of the penalty. The first of the later instalments has it as its own penalty. */
    penaltyMoved: kobo().notNull().default(zeroKobo),
    /** Interest of the amount that an early settlement did not ask for. */
    waived: kobo().notNull().default(zeroKobo),
    paidAt: instant(),
    /**
     * Paid when nothing is left to pay, or rescheduled if some of it was moved. Written off and reversed are what was open
     * then. Lateness is derived from dates, not stored.
     */
    status: text({ enum: ['pending', 'paid', 'rescheduled', 'written-off', 'reversed'] })
      .notNull()
      .default('pending'),
  },
  (t) => [
    unique().on(t.loanId, t.number),
    // For what is due on one day, paid or not.
    index('loan_repayment_schedule_day').on(t.dueDate).concurrently(),
    index('loan_repayment_schedule_due').on(t.dueDate, t.loanId).where(sql`${t.status} = 'pending'`),
    check(
      'loan_repayment_schedule_amount',
      sql`${t.amount} >= 0 and ${t.penalty} >= 0 and coalesce(${t.interest}, 0) between 0 and ${t.amount}
        and ${t.waived} between 0 and coalesce(${t.interest}, 0)`,
    ),
    check(
      'loan_repayment_schedule_paid',
      sql`${t.paid} >= 0 and ${t.paid} + ${t.moved} + ${t.waived} <= ${t.amount} + ${t.penalty}`,
    ),
    check(
      'loan_repayment_schedule_penalty_paid',
      sql`${t.penaltyPaid} >= 0 and ${t.penaltyPaid} + ${t.penaltyMoved} <= ${t.penalty} and ${t.paid} >= ${t.penaltyPaid}
        and ${t.paid} - ${t.penaltyPaid} + ${t.moved} - ${t.penaltyMoved} + ${t.waived} <= ${t.amount}`,
    ),
    check('loan_repayment_schedule_moved', sql`${t.penaltyMoved} >= 0 and ${t.moved} >= ${t.penaltyMoved}`),
    check(
      'loan_repayment_schedule_status',
      sql`case
        when ${t.paid} + ${t.moved} + ${t.waived} < ${t.amount} + ${t.penalty} then ${t.status} in ('pending', 'written-off', 'reversed')
        when ${t.moved} > 0 then ${t.status} = 'rescheduled'
        else ${t.status} = 'paid' end
        and (${t.status} = 'paid') = (${t.paidAt} is not null)
        and (${t.status} <> 'reversed' or ${t.paid} + ${t.penalty} = 0)`,
    ),
  ],
)

/**
 * Movements of a loan's balance after its disbursement, for /loan/history and the repayment lists. A repayment or write-off has a
 * row for each instalment that it concerns. Balances tell what of it was written off.
 */
export const loanHistory = pgTable(
  'loan_history',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    instalmentId: ref()
      .notNull()
      .references(() => loanRepaymentSchedule.id),
    /** The entry's. */
    reference: text().notNull(),
    kind: text({ enum: ['repayment', 'penalty', 'write-off', 'correction'] }).notNull(),
    /** The instalment's. */
    amount: kobo().notNull(),
    /** What it pays of the instalment, with its penalty; negative for a reversal. */
    repayment: kobo().notNull(),
    /** The penalty, or how much of it is paid. */
    penalty: kobo().notNull(),
    /** Of a correction: how much of the penalty is taken back; below zero where it is owed again. */
    penaltyBack: kobo(),
    /** Of an early settlement: the interest of the instalment that it did not ask for; below zero for its reversal. */
    waived: kobo().notNull().default(zeroKobo),
    /** Of a penalty: how many its instalment had before, of which reopenings reversed some. */
    round: integer().notNull().default(0),
    /** Of a penalty of an amount a day: the day late that it is for. */
    penaltyDay: date({ mode: 'string' }),
    /** Its entry's. */
    collectedOn: date({ mode: 'string' }),
    /** The loan's balance. */
    amountBefore: kobo().notNull(),
    amountAfter: kobo().notNull(),
    dueDate: date({ mode: 'string' }).notNull(),
    /** Paid on time, paid late, or partly unpaid; written off. */
    status: text({ enum: ['paid', 'late', 'pending', 'written-off'] }).notNull(),
    agentId: ref().references(() => agents.id),
    adminId: ref().references(() => admins.id),
    entryId: ref()
      .notNull()
      .references(() => entries.id),
    /** The row that a reversal's row mirrors. */
    reversesId: ref()
      .unique()
      .references((): AnyPgColumn => loanHistory.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.entryId, t.instalmentId),
    index().on(t.reference),
    index('loan_history_page').on(t.createdAt, t.id, t.loanId),
    index('loan_history_amount').on(t.amount, t.id, t.loanId),
    index('loan_history_repayment').on(t.repayment, t.id, t.loanId).where(sql`${t.kind} = 'repayment'`),
    // Covers searches by name in reports.
    index('loan_history_loan').on(t.loanId, t.createdAt, t.id, t.kind),
    index('loan_history_corrections').on(t.loanId).where(sql`${t.kind} = 'correction'`).concurrently(),
    index('loan_history_collected_on')
      .on(t.collectedOn)
      .where(sql`${t.collectedOn} is not null`)
      .concurrently(),
    index('loan_history_repayments').on(t.createdAt, t.id, t.loanId).where(sql`${t.kind} = 'repayment'`),
    // An instalment gets one penalty, also after a reversal; another one only after a reopening.
    uniqueIndex('loan_history_penalties_by_round')
      .on(t.instalmentId, t.round)
      .where(sql`${t.kind} = 'penalty' and ${t.reversesId} is null`)
      .concurrently(),
    check('loan_history_kind', sql`${t.kind} in ('repayment', 'penalty', 'write-off', 'correction')`),
    check('loan_history_status', sql`${t.status} in ('paid', 'late', 'pending', 'written-off')`),
    check(
      'loan_history_amounts',
      sql`case ${t.kind}
        when 'repayment' then abs(${t.penalty}) <= abs(${t.repayment}) and case when ${t.reversesId} is null
          then ${t.repayment} >= 0 and ${t.penalty} >= 0 and ${t.waived} >= 0
          else ${t.repayment} <= 0 and ${t.penalty} <= 0 and ${t.waived} <= 0 and ${t.repayment} + ${t.waived} < 0 end
        when 'penalty' then ${t.repayment} = 0
          and case when ${t.reversesId} is null then ${t.penalty} >= 0 else ${t.penalty} < 0 end
        when 'correction' then ${t.reversesId} is null and ${t.penaltyBack} is not null
        else ${t.repayment} = 0 and ${t.penalty} = 0 and (${t.reversesId} is null) = (${t.amountAfter} < ${t.amountBefore})
          and ${t.amountAfter} <> ${t.amountBefore} end`,
    ),
    check(
      'loan_history_balance',
      sql`${t.kind} = 'write-off' or ${t.amountAfter} - ${t.amountBefore} =
        case ${t.kind} when 'repayment' then -${t.repayment} - ${t.waived}
          when 'correction' then -${t.repayment} - ${t.penaltyBack} else ${t.penalty} end`,
    ),
  ],
)

export const guarantors = pgTable(
  'guarantors',
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    loanId: ref().references(() => loans.id),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    email: text(),
    /** Names of stored files (files/fileStore.ts). */
    idCardFile: text(),
    utilityFile: text(),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    index('guarantors_loan').on(t.loanId).concurrently(),
    index('guarantors_name').on(
      sql`(lower(first_name || ' ' || last_name) collate "C")`,
      t.id,
      t.firstName,
      t.lastName,
    ),
    searchIndex('guarantors', t.searchText, [t.createdAt]),
  ],
)

/** BVN of guarantors, sealed as those of customers are. */
export const guarantorIdentities = pgTable(
  'guarantor_identities',
  {
    guarantorId: ref()
      .primaryKey()
      .references(() => guarantors.id, { onDelete: 'cascade' }),
    bvn: text().notNull(),
    bvnHash: text().notNull(),
  },
  (t) => [
    index('guarantor_identities_bvn_hash').on(t.bvnHash),
    check('guarantor_identities_bvn', sealedNumber(t.bvn)),
    check('guarantor_identities_hash', hashedNumber(t.bvnHash)),
  ],
)
