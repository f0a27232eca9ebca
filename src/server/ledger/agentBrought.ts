import { type SQL, sql } from 'drizzle-orm'
import { startOfLagosDay } from '#domain/time/lagos'
import { monthAfter } from '#domain/time/months'
import { earningKinds } from '../db/tables/ledgerKinds'

/** The kind of a posting's entry, for a reversal that of the entry that it reverses. */
const kindOf = sql`coalesce((select o.kind from ledger_entries e join ledger_entries o on o.id = e.reverses_id
  where p.source = 'Reversal' and e.id = p.entry_id), p.source)`
const monthIn = sql`date_trunc('month', timezone('Africa/Lagos', p.made_at))::date`

/** The agent of a posting's customer when it was made: the one from whom the customer was reassigned next, or the one of now. */
const agentThen = sql`coalesce((select r.from_agent_id from customer_reassignments r
    where r.customer_id = p.customer_id and r.created_at > p.made_at order by r.created_at, r.id limit 1),
  (select c.assigned_agent_id from customers c where c.id = p.customer_id))`

/** What agents collected by the postings in `within`, on `p`, less what was reversed: rows of `broughtIn`, before they are added up. */
export const collectedIn = (within: SQL) => sql`
  select a.agent_id, p.customer_id, ${monthIn} as month, 0::bigint as commissions,
    case when k.kind = 'Savings deposit' then -p.amount else 0 end as savings,
    case when k.kind = 'Loan repayment' then -p.amount else 0 end as repayments
  from ledger_accounts a join ledger_postings p on p.account_id = a.id cross join lateral (select ${kindOf} as kind) k
  where a.agent_id is not null and ${within} and k.kind in ('Savings deposit', 'Loan repayment')`

/**
 * What agents brought by the postings in `within`, one row for each agent, customer and month: what the agent collected, and the
 * commissions and charges that the customer's savings earned in TW while the customer was the agent's, less what was reversed in the
 * month. A movement counts when it is recorded, so that an ended month never changes (rules.md, "Month's statement").
 */
export const broughtIn = (within: SQL) => sql`
  select agent_id, customer_id, month, sum(commissions)::bigint as commissions, sum(savings)::bigint as savings,
    sum(repayments)::bigint as repayments
  from (
    ${collectedIn(within)}
    union all
    select ${agentThen}, p.customer_id, ${monthIn}, p.amount, 0, 0
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    where a.name = 'TW' and ${within} and ${kindOf} = any(${sql.param(earningKinds)}::text[])
  ) b group by agent_id, customer_id, month
  having (sum(commissions), sum(savings), sum(repayments)) <> (0, 0, 0)`

/** What an agent's cash did in a month, by day of recording and kind; below zero what came in. A reversal is of what it reverses. */
export const cashByDay = (agentId: number, month: string) => sql`
  select timezone('Africa/Lagos', p.made_at)::date::text as day, ${kindOf} as kind, sum(p.amount) as amount
  from ledger_accounts a join ledger_postings p on p.account_id = a.id
  where a.agent_id = ${agentId} and ${postedIn(month)} group by 1, 2 order by 1`

/** The condition for the postings of a month. */
export const postedIn = (month: string) =>
  sql`p.made_at >= ${startOfLagosDay(month).toISOString()} and p.made_at < ${startOfLagosDay(monthAfter(month)).toISOString()}`

/** A rate, in hundredths of a percent, of what was brought; half a kobo rounds away from zero, as in `agentPay`. */
export const shareOf = (brought: SQL, rate: SQL) =>
  sql`sign((${brought})::numeric) * floor((abs(${brought})::numeric * ${rate} + 5000) / 10000)`
