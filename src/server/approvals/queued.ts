import { type SQL, sql } from 'drizzle-orm'
import { loanChangeLabels } from '#contract/calls/loanChanges'
import { payoutWayLabels } from '#contract/calls/payouts'
import { walletLabel, WalletFlag } from '#contract/calls/requests'
import { agentStatements } from '../db/tables/agentPay'
import { dayOpenings } from '../db/tables/businessDays'
import { settingChanges } from '../db/tables/businessSettings'
import { cashDifferences } from '../db/tables/cash'
import { sheetRequests } from '../db/tables/collections'
import { expenses } from '../db/tables/expenses'
import { lateBatches } from '../db/tables/field'
import { imports } from '../db/tables/imports'
import { creditRequests, messagesOffRequests } from '../db/tables/limits'
import { loanChanges } from '../db/tables/loanChanges'
import { loans } from '../db/tables/loans'
import { fundRequests, withdrawals } from '../db/tables/money'
import { payoutBatches } from '../db/tables/payoutBatches'
import { reversals } from '../db/tables/reversals'
import { reopenings } from '../db/tables/runs'
import { agentDevices } from '../db/tables/schema'
import { termChanges } from '../db/tables/terms'
import type { Kind } from './decisions'

/** How a row of what waits is named in a queue, by columns of its table alone. */
export type Queued = {
  reference: SQL<string>
  /** Whose it is: a customer, an agent, a wallet, a day. */
  subject: SQL<string>
  /** What it is: the type, the reason. */
  detail: SQL<string>
}

const customer = (id: SQL) =>
  sql<string>`(select trim(c.first_name || ' ' || c.last_name) from customers c where c.id = ${id})`
const agent = (id: SQL) => sql<string>`(select a.name from agents a where a.id = ${id})`
const day = (column: SQL) => sql<string>`to_char(${column}, 'FMDD Mon YYYY')`
/** The text of a code. */
const oneOf = (column: SQL, texts: Record<string, string>) =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(texts).map(([code, text]) => sql`when ${code} then ${text}`),
    sql` `,
  )} end`
const wallets = Object.fromEntries(WalletFlag.options.map((flag) => [flag, walletLabel(flag)]))

/** A new kind of decision is a row here too; the compiler asks for it. */
export const queued: Record<Kind | 'devices', Queued> = {
  loans: {
    reference: sql<string>`${loans}.reference`,
    subject: customer(sql`${loans}.customer_id`),
    detail: sql<string>`(select t.name from loan_types t where t.id = ${loans}.loan_type_id)`,
  },
  imports: {
    reference: sql<string>`'Import ' || ${imports}.id`,
    subject: sql<string>`'Import ' || ${imports}.id`,
    detail: sql<string>`'Cut-over ' || ${day(sql`${imports}.cut_over_day`)}`,
  },
  withdrawals: {
    reference: sql<string>`${withdrawals}.reference`,
    subject: customer(sql`${withdrawals}.customer_id`),
    detail: sql<string>`${withdrawals}.description`,
  },
  reversals: {
    reference: sql<string>`${reversals}.reference`,
    subject: sql<string>`coalesce(${customer(sql`${reversals}.customer_id`)}, 'Business')`,
    detail: sql<string>`(select e.kind from ledger_entries e where e.id = ${reversals}.original_id)`,
  },
  day_openings: {
    reference: sql<string>`${dayOpenings}.reference`,
    subject: day(sql`${dayOpenings}.day`),
    detail: sql<string>`${dayOpenings}.reason`,
  },
  reopenings: {
    reference: sql<string>`${reopenings}.reference`,
    subject: sql<string>`'From ' || ${day(sql`${reopenings}.from_day`)}`,
    detail: sql<string>`${reopenings}.reason`,
  },
  late_batches: {
    reference: sql<string>`${lateBatches}.reference`,
    subject: agent(sql`${lateBatches}.agent_id`),
    detail: sql<string>`${day(sql`${lateBatches}.day`)} || ', ' || ${lateBatches}.reason`,
  },
  sheets: {
    reference: sql<string>`${sheetRequests}.reference`,
    subject: agent(sql`${sheetRequests}.agent_id`),
    detail: sql<string>`'Sheet of ' || ${day(sql`${sheetRequests}.day`)}`,
  },
  term_changes: {
    reference: sql<string>`${termChanges}.reference`,
    subject: sql<string>`coalesce((select t.name from saving_types t where t.id = ${termChanges}.saving_type_id),
      (select t.name from loan_types t where t.id = ${termChanges}.loan_type_id))`,
    detail: sql<string>`${termChanges}.changes`,
  },
  messages_off: {
    reference: sql<string>`${messagesOffRequests}.reference`,
    subject: customer(sql`${messagesOffRequests}.customer_id`),
    detail: sql<string>`${messagesOffRequests}.reason`,
  },
  credits: {
    reference: sql<string>`${creditRequests}.reference`,
    subject: sql<string>`coalesce(${customer(sql`${creditRequests}.customer_id`)}, ${walletLabel('MBW')})`,
    detail: sql<string>`${creditRequests}.reason`,
  },
  setting_changes: {
    reference: sql<string>`${settingChanges}.reference`,
    subject: sql<string>`${settingChanges}.setting`,
    detail: sql<string>`${settingChanges}.changes`,
  },
  payouts: {
    reference: sql<string>`${payoutBatches}.reference`,
    subject: sql<string>`${payoutBatches}.wallets || case ${payoutBatches}.wallets when 1 then ' wallet' else ' wallets' end`,
    detail: oneOf(sql`${payoutBatches}.paid`, payoutWayLabels),
  },
  requests: {
    reference: sql<string>`${fundRequests}.reference`,
    subject: oneOf(sql`${fundRequests}.flag`, wallets),
    detail: sql<string>`initcap(${fundRequests}.type) || ', ' || ${fundRequests}.description`,
  },
  differences: {
    reference: sql<string>`${cashDifferences}.reference`,
    subject: sql<string>`coalesce(${agent(sql`${cashDifferences}.agent_id`)},
      (select t.name from till_sessions s join tills t on t.id = s.till_id where s.id = ${cashDifferences}.till_session_id))`,
    detail: sql<string>`${cashDifferences}.reason`,
  },
  expenses: {
    reference: sql<string>`${expenses}.reference`,
    subject: sql<string>`(select c.name from expense_categories c where c.id = ${expenses}.category_id)`,
    detail: sql<string>`${expenses}.reason`,
  },
  statements: {
    reference: sql<string>`${agentStatements}.reference`,
    subject: agent(sql`${agentStatements}.agent_id`),
    detail: sql<string>`'Statement of ' || to_char(${agentStatements}.month, 'Mon YYYY')`,
  },
  loan_changes: {
    reference: sql<string>`${loanChanges}.reference`,
    subject: customer(sql`${loanChanges}.customer_id`),
    detail: oneOf(sql`${loanChanges}.kind`, loanChangeLabels),
  },
  devices: {
    reference: sql<string>`${agentDevices}.device_name`,
    subject: agent(sql`${agentDevices}.agent_id`),
    detail: sql<string>`${agentDevices}.device_name`,
  },
}
