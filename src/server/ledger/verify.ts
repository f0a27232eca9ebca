import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database'

/** The checks: each fault with a query for the first place where it occurs. */
const rules: { fault: string; place: SQL }[] = [
  {
    fault: 'has no two postings that sum to zero',
    place: sql`select 'entry ' || e.reference as place from ledger_entries e
      left join (select entry_id, count(*) as lines, sum(amount) as total from ledger_postings group by entry_id) p
        on p.entry_id = e.id
      where p.total is distinct from 0 or p.lines < 2 order by e.id limit 1`,
  },
  {
    fault: 'differs from its entry or its account',
    place: sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      left join ledger_entries e on e.id = p.entry_id
      left join ledger_accounts a on a.id = p.account_id
      where (p.reference, p.source, p.made_at, p.admin_id, p.agent_id, p.customer_id)
          is distinct from (e.reference, e.kind, e.made_at, e.admin_id, e.agent_id, e.customer_id)
        or p.wallet_code is distinct from a.code
        or p.flow is distinct from case when a.kind in ('customer', 'savings') then 'payable'
          when a.kind = 'loan' then 'receivable' end
      order by p.id limit 1`,
  },
  {
    fault: 'does not follow the posting before it',
    place: sql`select 'posting ' || c.seq || ' of account ' || a.name || ' (' || c.reference || ')' as place
      from (select account_id, seq, reference, amount, balance_after,
          lag(seq, 1, 0) over account as seq_before, lag(balance_after, 1, 0) over account as balance_before
        from ledger_postings window account as (partition by account_id order by seq)) c
      join ledger_accounts a on a.id = c.account_id
      where c.seq <> c.seq_before + 1 or c.balance_after <> c.balance_before + c.amount
      order by c.account_id, c.seq limit 1`,
  },
  {
    fault: 'has another balance than its postings make',
    place: sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select account_id, count(*) as lines, sum(amount) as total from ledger_postings group by account_id) p
        on p.account_id = a.id
      where a.balance <> coalesce(p.total, 0) or a.postings <> coalesce(p.lines, 0) order by a.id limit 1`,
  },
  {
    fault: 'is below what it may be',
    place: sql`select 'account ' || name as place from ledger_accounts
      where kind <> 'outside' and balance < held order by id limit 1`,
  },
  {
    fault: 'holds something else than its pending withdrawals',
    place: sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select customer_id, sum(amount) as total from withdrawals where status = 'pending' group by 1) w
        on w.customer_id = a.customer_id and a.kind = 'customer'
      where a.held <> coalesce(w.total, 0) order by a.id limit 1`,
  },
  {
    fault: 'has no main wallet',
    place: sql`select 'customer ' || c.id as place from customers c
      where not exists (select from ledger_accounts a where a.customer_id = c.id and a.kind = 'customer')
      order by c.id limit 1`,
  },
  {
    fault: 'differs from its posting',
    place: sql`select 'savings history ' || h.reference as place from savings_history h
      join savings s on s.id = h.savings_id
      left join ledger_postings p on p.entry_id = h.entry_id and p.account_id = s.account_id
      where h.status = 'approved'
        and (p.balance_before, p.balance_after) is distinct from (h.amount_before, h.amount_after)
      order by h.id limit 1`,
  },
  {
    fault: 'differs from its posting',
    place: sql`select 'loan history ' || h.reference as place from loan_history h
      join loans l on l.id = h.loan_id
      left join ledger_postings p on p.entry_id = h.entry_id and p.account_id = l.account_id
      where (p.balance_before, p.balance_after) is distinct from (h.amount_before, h.amount_after)
      order by h.id limit 1`,
  },
  {
    fault: 'owes something else than its schedule leaves open',
    place: sql`select 'loan ' || l.reference as place from loans l
      join ledger_accounts a on a.id = l.account_id
      left join (select loan_id, sum(amount + penalty - paid) as open from loan_repayment_schedule group by loan_id) s
        on s.loan_id = l.id
      where a.balance is distinct from s.open or (a.balance = 0) <> (l.loan_status = 'paid')
      order by l.id limit 1`,
  },
  {
    fault: 'differs from the balances that it sums up',
    place: sql`select 'portfolio total of ' || k.of as place
      from (values ('savings'), ('loan')) k (of)
      left join (
        select a.kind, sum(a.balance) as total from ledger_accounts a
          left join savings s on s.account_id = a.id
          left join loans l on l.account_id = a.id
          where s.status = 'active' or l.loan_status = 'active' group by a.kind) b on b.kind = k.of
      left join (select "of", sum(amount) as total from balance_sums group by "of") kept on kept.of = k.of
      where coalesce(b.total, 0) <> coalesce(kept.total, 0) order by k.of limit 1`,
  },
]

export type Verdict = { accounts: number; entries: number; postings: number; faults: string[] }

/** Recomputes the ledger from its postings in one snapshot. Each fault names the first place where it occurs. */
export const verifyLedger = (database: Database): Promise<Verdict> =>
  database.transaction(
    async (tx) => {
      const faults: string[] = []
      for (const { fault, place } of rules) {
        const { rows } = await tx.execute<{ place: string }>(place)
        if (rows[0]) faults.push(`${rows[0].place} ${fault}`)
      }
      const { rows } = await tx.execute<Record<'accounts' | 'entries' | 'postings', string>>(sql`
        select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_entries) as entries,
          (select count(*) from ledger_postings) as postings`)
      const [counts] = rows
      return {
        accounts: Number(counts?.accounts),
        entries: Number(counts?.entries),
        postings: Number(counts?.postings),
        faults,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
