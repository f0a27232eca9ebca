import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, zeroKobo, ref, searchIndex, searchText, instant } from './columns'
import { oneDecisionChecks, oneDecisionColumns, stateCheck } from './decisionColumns'
import { accounts, entries } from './ledger'
import { admins, agents, customers, nameKey } from './schema'
import { commissionChecks, commissionColumns } from './commissionColumns'

export const marketDays = pgTable(
  'market_days',
  {
    id: id(),
    name: text().notNull(),
    /** Day of the week, 1 for Monday; of a market that is held every few days that of its first day. */
    period: smallint().notNull(),
    /** Held every so many days from its first day on; null for a market of a weekday. */
    everyDays: smallint(),
    firstDay: date({ mode: 'string' }),
    state: text().notNull(),
    lga: text().notNull(),
    status: text({ enum: ['active', 'inactive'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('market_days_place_key').on(sql`lower(${t.name})`, t.state, t.lga),
    check('market_days_period', sql`${t.period} between 1 and 7`),
    check(
      'market_days_every_days',
      sql`(${t.everyDays} is null) = (${t.firstDay} is null) and ${t.everyDays} between 2 and 31`,
    ),
    check('market_days_status', sql`${t.status} in ('active', 'inactive')`),
  ],
)

export const savingTypes = pgTable(
  'saving_types',
  {
    id: id(),
    name: text().notNull(),
    category: text({ enum: ['daily', 'market', 'microsoft'] }).notNull(),
    /** The terms of savings that are opened from now on; each saving has its own copy. */
    interestBasisPoints: integer().notNull().default(0),
    charge: kobo().notNull().default(zeroKobo),
    ...commissionColumns(),
    /** An inactive type is not offered for new savings. */
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('saving_types_name_key').on(nameKey(t.name)),
    check('saving_types_category', sql`${t.category} in ('daily', 'market', 'microsoft')`),
    check('saving_types_terms', sql`${t.interestBasisPoints} between 0 and 10000 and ${t.charge} >= 0`),
    check('saving_types_status', sql`${t.status} in ('active', 'inactive')`),
    ...commissionChecks('saving_types', t),
  ],
)

/** A savings plan. Its balance is that of its account. */
export const savings = pgTable(
  'savings',
  {
    id: id(),
    reference: text().notNull().unique(),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    savingTypeId: ref()
      .notNull()
      .references(() => savingTypes.id),
    accountId: ref()
      .notNull()
      .unique()
      .references(() => accounts.id),
    marketId: ref().references(() => marketDays.id),
    /** Who opened it. */
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** The amount of one deposit, and the step of a transfer. */
    fixedAmount: kobo().notNull(),
    /** Per year, in hundredths of a percent. */
    interestBasisPoints: integer().notNull().default(0),
    penaltyBasisPoints: integer().notNull().default(0),
    /** The commission of the kind amount: what a cycle costs. */
    charge: kobo().notNull().default(zeroKobo),
    ...commissionColumns(),
    /** What earlier months' charges took too little. */
    chargeOwed: kobo().notNull().default(zeroKobo),
    status: text({ enum: ['active', 'closed'] })
      .notNull()
      .default('active'),
    depositType: text({ enum: ['daily', 'weekly', 'monthly'] }).notNull(),
    /** The next due date. */
    marketDay: date({ mode: 'string' }),
    /** Days. */
    duration: integer().notNull(),
    dueDate: date({ mode: 'string' }).notNull(),
    /** The last day of the cycle in which it was paid out last: from the next one on it can be paid out again (rules.md, "Payout"). */
    paidOutThrough: date({ mode: 'string' }),
    /** The last day of a plan whose end closed the wallet (rules.md, "End of a plan"); a reopening of that day opens it again. */
    closedOn: date({ mode: 'string' }),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    // For the run that ends plans.
    index('savings_plan_ends')
      .on(t.dueDate, t.id)
      .where(sql`${t.status} = 'active' and ${t.planEnd} <> 'carry-on'`)
      .concurrently(),
    // For the wallets that can be paid out.
    index('savings_payable')
      .on(t.savingTypeId, t.paidOutThrough)
      .where(sql`${t.status} = 'active'`)
      .concurrently(),
    index('savings_payable_market')
      .on(t.marketId, t.paidOutThrough)
      .where(sql`${t.status} = 'active' and ${t.marketId} is not null`)
      .concurrently(),
    // For sorting the portfolio of active plans.
    index('savings_active').on(t.createdAt, t.id).where(sql`${t.status} = 'active'`),
    index('savings_active_fixed_amount').on(t.fixedAmount, t.id).where(sql`${t.status} = 'active'`),
    index('savings_active_due').on(t.dueDate, t.id).where(sql`${t.status} = 'active'`),
    searchIndex('savings', t.searchText, [t.createdAt]),
    check('savings_fixed_amount', sql`${t.fixedAmount} > 0`),
    check('savings_charge', sql`${t.charge} >= 0 and ${t.chargeOwed} >= 0`),
    check('savings_rates', sql`${t.interestBasisPoints} >= 0 and ${t.penaltyBasisPoints} >= 0`),
    check('savings_status', sql`${t.status} in ('active', 'closed')`),
    check('savings_deposit_type', sql`${t.depositType} in ('daily', 'weekly', 'monthly')`),
    check('savings_duration', sql`${t.duration} > 0`),
    ...commissionChecks('savings', t),
  ],
)

/**
 * What was paid into a wallet in a cycle, and kept of it as commission (rules.md, "Commission of a cycle"). A cycle has a row once a
 * deposit counts in it. Wallets with a charge a month have none.
 */
export const savingsCycles = pgTable(
  'savings_cycles',
  {
    id: id(),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    /** 1 for the one of the wallet's opening. */
    number: integer().notNull(),
    fromDay: date({ mode: 'string' }).notNull(),
    throughDay: date({ mode: 'string' }).notNull(),
    /** What one contribution is in it. */
    fixedAmount: kobo().notNull(),
    /** The deposits whose day is in it, less those that were reversed. */
    paid: kobo().notNull(),
    /** What it costs, by the wallet's terms, and what was taken of that. */
    due: kobo().notNull(),
    taken: kobo().notNull(),
    /** What reversals gave back of its commission for good: so much less is due. */
    waived: kobo().notNull().default(zeroKobo),
    /** The parts of `paid` and `taken` that an import took over from the old books. */
    paidBefore: kobo().notNull().default(zeroKobo),
    takenBefore: kobo().notNull().default(zeroKobo),
    createdAt: createdAt(),
  },
  (t) => [
    unique('savings_cycles_key').on(t.savingsId, t.number),
    // For the run that takes what ended cycles owe.
    index('savings_cycles_open').on(t.savingsId, t.throughDay).where(sql`${t.taken} < ${t.due}`),
    // For the cycles of a day.
    index('savings_cycles_through').on(t.throughDay, t.savingsId),
    check('savings_cycles_number', sql`${t.number} > 0`),
    check('savings_cycles_days', sql`${t.fromDay} <= ${t.throughDay}`),
    check(
      'savings_cycles_amounts',
      sql`0 <= ${t.taken} and ${t.taken} <= ${t.due} and ${t.due} <= ${t.paid}
        and 0 <= ${t.takenBefore} and 0 <= ${t.paidBefore}`,
    ),
    check('savings_cycles_waived', sql`${t.waived} >= 0`),
  ],
)

/**
 * Since when nothing was paid into a wallet, one row for each active one, kept by triggers (migration "last_deposits") from wallets and
 * their history. `verify-ledger` compares them.
 */
export const lastDeposits = pgTable(
  'last_deposits',
  {
    /** The wallet's. */
    id: ref()
      .primaryKey()
      .references(() => savings.id, { onDelete: 'cascade' }),
    /** The last day of a deposit that stands; null without one. */
    day: date({ mode: 'string' }),
    /** That day; without one the day of the opening, or the cut-over day of the import that took the wallet over. */
    since: date({ mode: 'string' }).notNull(),
  },
  (t) => [index('last_deposits_since').on(t.since, t.id)],
)

/**
 * Deposits into and withdrawals from a savings wallet. Approved rows have a ledger entry. A reversal is a row of the same
 * kind with an amount below zero, so that sums by kind are right.
 */
export const savingsHistory = pgTable(
  'savings_history',
  {
    id: id(),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    reference: text().notNull().unique(),
    kind: text({ enum: ['deposit', 'withdrawal', 'interest', 'charge', 'commission'] }).notNull(),
    amount: kobo().notNull(),
    /** The wallet's balance. */
    amountBefore: kobo().notNull(),
    amountAfter: kobo().notNull(),
    status: text({ enum: ['approved', 'rejected'] }).notNull(),
    agentId: ref().references(() => agents.id),
    adminId: ref().references(() => admins.id),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    /** The row that this one reverses. */
    reversesId: ref().references((): AnyPgColumn => savingsHistory.id),
    /** The cycle in which a deposit counts, or of which a commission is; null without cycles. */
    cycleId: ref().references(() => savingsCycles.id),
    notes: text(),
    printed: boolean().notNull().default(false),
    /** Its entry's. */
    collectedOn: date({ mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('savings_history_collected_on')
      .on(t.collectedOn)
      .where(sql`${t.collectedOn} is not null`)
      .concurrently(),
    // Wallets whose balance of a day is another than what was posted by then.
    index('savings_history_late')
      .on(t.savingsId)
      .where(sql`${t.collectedOn} is not null or ${t.reversesId} is not null`)
      .concurrently(),
    index().on(t.savingsId, t.createdAt, t.id),
    uniqueIndex('savings_history_reversed')
      .on(t.reversesId)
      .where(sql`${t.reversesId} is not null`)
      .concurrently(),
    // Covers searches that scan in order.
    index('savings_history_page').on(t.createdAt, t.id, t.savingsId),
    index('savings_history_amount').on(
      sql`(case when kind in ('deposit', 'interest') then amount else -amount end)`,
      t.id,
    ),
    index('savings_history_cycle').on(t.cycleId).where(sql`${t.cycleId} is not null`).concurrently(),
    index('savings_history_reference').on(t.reference.op('text_pattern_ops'), t.createdAt, t.id),
    check(
      'savings_history_amount',
      sql`case when ${t.kind} in ('interest', 'commission') then ${t.amount} <> 0
        when ${t.reversesId} is not null then ${t.amount} < 0 else ${t.amount} > 0 end`,
    ),
    check(
      'savings_history_kind',
      sql`${t.kind} in ('deposit', 'withdrawal', 'interest', 'charge', 'commission')`,
    ),
    check('savings_history_status', sql`${t.status} in ('approved', 'rejected')`),
    check('savings_history_entry', sql`(${t.status} = 'approved') = (${t.entryId} is not null)`),
    check(
      'savings_history_balance',
      sql`${t.amountAfter} - ${t.amountBefore} = case
        when ${t.status} = 'rejected' then 0
        when ${t.kind} in ('deposit', 'interest') then ${t.amount}
        else -${t.amount} end`,
    ),
  ],
)

/** States: 0 awaits the first decision, 1 the second, 2 approved, 3 rejected (rules.md, "Fund request"). */
export const fundRequests = pgTable(
  'fund_requests',
  {
    id: id(),
    reference: text().notNull().unique(),
    amount: kobo().notNull(),
    type: text({ enum: ['credit', 'debit'] }).notNull(),
    description: text().notNull(),
    flag: text({ enum: ['MBW', 'PW', 'TW', 'SW'] }).notNull(),
    initialStatus: smallint().notNull().default(0),
    requestedBy: ref()
      .notNull()
      .references(() => admins.id),
    firstDecidedBy: ref().references(() => admins.id),
    firstDecidedAt: instant(),
    secondDecidedBy: ref().references(() => admins.id),
    secondDecidedAt: instant(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index('fund_requests_undecided').on(t.initialStatus).where(sql`${t.initialStatus} < 2`),
    check('fund_requests_amount', sql`${t.amount} > 0`),
    check('fund_requests_type', sql`${t.type} in ('credit', 'debit')`),
    check('fund_requests_flag', sql`${t.flag} in ('MBW', 'PW', 'TW', 'SW')`),
    stateCheck('fund_requests', t.initialStatus, t),
    check('fund_requests_entry', sql`(${t.initialStatus} = 2) = (${t.entryId} is not null)`),
  ],
)

/**
 * While pending, the amount is held in the customer's main wallet; decided rows never change (migration 0003). To
 * approve: set the status (which releases the hold), post, set the entry; without an entry the commit fails.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    reference: text().notNull().unique(),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    amount: kobo().notNull(),
    description: text().notNull(),
    ...oneDecisionColumns(),
    /** The agent whose device asked for it; who approved the device stands for it in `requestedBy`. */
    requestedByAgentId: ref().references(() => agents.id),
    /** Of two approvals, where the business asks for them; the one that pays is in `decidedBy`. */
    firstApprovedBy: ref().references(() => admins.id),
    firstApprovedAt: instant(),
    rejectionReason: text(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    index('withdrawals_amount_order').on(t.amount, t.id),
    index('withdrawals_status_order').on(t.status, t.id),
    searchIndex('withdrawals', t.searchText, [t.createdAt]),
    index('withdrawals_pending').on(t.id).where(sql`${t.status} = 'pending'`),
    check('withdrawals_amount', sql`${t.amount} > 0`),
    ...oneDecisionChecks(
      'withdrawals',
      t,
      sql`(${t.status} = 'rejected') = (${t.rejectionReason} is not null)`,
      sql`(${t.status} = 'approved' or ${t.entryId} is null)`,
    ),
  ],
)

export const customerReassignments = pgTable(
  'customer_reassignments',
  {
    id: id(),
    /** One reference for all customers who were moved together. */
    reference: text().notNull(),
    customerId: ref()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    fromAgentId: ref()
      .notNull()
      .references(() => agents.id),
    toAgentId: ref()
      .notNull()
      .references(() => agents.id),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    /** What was late of the customer's loans at the move; null for moves of earlier releases. */
    late: kobo(),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    searchIndex('customer_reassignments', t.searchText, [t.createdAt]),
    unique('customer_reassignments_act').on(t.reference, t.customerId),
    check('customer_reassignments_moved', sql`${t.fromAgentId} <> ${t.toAgentId}`),
  ],
)
