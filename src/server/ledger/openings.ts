import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { flowOf } from '../db/tables/ledgerKinds'
import { openingAccount } from './accounts'

/** The references of entries, as `referenceOf` makes them, with a number of its own each. */
export const numberedReference = (prefix: string, day: string) =>
  sql<string>`${`${prefix}-${day.slice(2).replaceAll('-', '')}-`}::text || lpad(n.number::text, greatest(6, length(n.number::text)), '0')`

const flows = sql`case a.kind when 'customer' then ${flowOf('customer')}::text when 'savings' then ${flowOf('savings')}::text
  when 'loan' then ${flowOf('loan')}::text end`

/**
 * Posts entries that stand already, each of one amount between an account and OPENING, all at once: an import has hundreds of
 * thousands. `moves` selects entry_id, account_id and amount, what the account gets. The triggers check them like all postings.
 */
export async function postOpenings(tx: Queries, moves: SQL) {
  // From the highest id down, as everybody locks; in a statement of its own, so that the next one reads what others have committed.
  await tx.execute(sql`select count(*) from (select a.id from ledger_accounts a
    where a.id in (select account_id from (${moves}) m) or a.name = ${openingAccount} order by a.id desc for no key update) locked`)
  await tx.execute(sql`
    with m as materialized (select m.entry_id, m.account_id, m.amount, row_number() over (order by m.entry_id) as n,
          a.code, ${flows} as flow, a.postings, a.balance
        from (${moves}) m join ledger_accounts a on a.id = m.account_id),
      lines as (
        select entry_id, account_id, postings + row_number() over account as seq, amount,
          balance + sum(amount) over account as balance_after, code, flow
        from m window account as (partition by account_id order by n)
        union all
        select m.entry_id, o.id, o.postings + m.n, -m.amount, o.balance - sum(m.amount) over (order by m.n), o.code, null
        from m cross join ledger_accounts o where o.name = ${openingAccount})
    insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source, made_at,
        admin_id, agent_id, customer_id)
      select l.entry_id, l.account_id, l.seq, l.amount, l.balance_after::bigint, l.code, l.flow, e.reference, e.kind, e.made_at,
        e.admin_id, e.agent_id, e.customer_id
      from lines l join ledger_entries e on e.id = l.entry_id`)
}
