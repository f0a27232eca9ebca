import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { flowOf } from '../db/tables/ledgerKinds'
import { openingAccount } from './accounts'

export type MadeBy = { madeAt: Date; adminId: number; reference: SQL<string> }

/** The references of entries, as `referenceOf` makes them, with a number of its own each. */
export const numberedReference = (prefix: string, day: string) =>
  sql<string>`${`${prefix}-${day.slice(2).replaceAll('-', '')}-`}::text || lpad(n.number::text, greatest(6, length(n.number::text)), '0')`

const flows = sql`case a.kind when 'customer' then ${flowOf('customer')}::text when 'savings' then ${flowOf('savings')}::text
  when 'loan' then ${flowOf('loan')}::text end`

/**
 * Posts entries that stand already, each of one amount between an account and OPENING, with one statement: an import has hundreds of
 * thousands. `moves` selects entry_id, account_id and amount, what the account gets. The triggers check them like all postings.
 */
export const postOpenings = (tx: Queries, moves: SQL) =>
  tx.execute(sql`
    with m as materialized (select entry_id, account_id, amount, row_number() over (order by entry_id) as n from (${moves}) m),
      opening as (select id, balance, postings from ledger_accounts where name = ${openingAccount} for no key update),
      a as materialized (select a.id, a.kind, a.code, a.balance, a.postings from ledger_accounts a
        where a.id in (select account_id from m) order by a.id desc for no key update),
      lines as (
        select m.entry_id, m.account_id, a.postings + row_number() over account as seq, m.amount,
          a.balance + sum(m.amount) over account as balance_after, a.code, ${flows} as flow
        from m join a on a.id = m.account_id window account as (partition by m.account_id order by m.n)
        union all
        select m.entry_id, o.id, o.postings + m.n, -m.amount, o.balance - sum(m.amount) over (order by m.n), ${openingAccount}::text, null
        from m cross join opening o)
    insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source, made_at,
        admin_id, agent_id, customer_id)
      select l.entry_id, l.account_id, l.seq, l.amount, l.balance_after::bigint, l.code, l.flow, e.reference, e.kind, e.made_at,
        e.admin_id, e.agent_id, e.customer_id
      from lines l join ledger_entries e on e.id = l.entry_id`)
