import { sql } from 'drizzle-orm'
import { bankKinds, counterKinds, tillKinds } from '../../db/tables/ledgerKinds'
import { dayOf, type LedgerRule } from './extent'

const kinds = (some: readonly string[]) => sql`${sql.param(some)}::text[]`

/** Tills, their sessions, and the bank, recomputed from the postings. */
export const tillRules: readonly LedgerRule[] = [
  {
    fault: 'moves a till or the bank, which its kind never does',
    place: (read) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where ${read.entry('p.entry_id')} and (p.wallet_code = 'TILL' and not p.source = any(${kinds(tillKinds)})
        or p.wallet_code = 'BANK' and not p.source = any(${kinds(bankKinds)})) order by p.id`,
  },
  {
    // Of a requested credit: its requester, who took the cash.
    fault: 'moves a till that its admin had not opened on that day',
    place: (read) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where ${read.entry('p.entry_id')} and p.wallet_code = 'TILL' and p.source = any(${kinds(counterKinds)}) and not exists (
        select from till_sessions s join tills t on t.id = s.till_id
          where t.account_id = p.account_id and s.admin_id = coalesce((select c.requested_by from credit_requests c where c.entry_id = p.entry_id), p.admin_id) and s.day = ${dayOf(sql`p.made_at`)})
      order by p.id`,
  },
  {
    fault: 'differs from its float, its handover, or what its till held',
    place: (
      read,
    ) => sql`select 'till session ' || s.reference as place from till_sessions s join tills t on t.id = s.till_id
      left join ledger_postings f on f.entry_id = s.float_entry_id and f.account_id = t.account_id
      left join ledger_postings h on h.entry_id = s.handover_entry_id and h.account_id = t.account_id
      where (${read.entry('s.float_entry_id')} or ${read.entry('s.handover_entry_id')})
        and (s.float_entry_id is not null and (f.source, -f.amount, -f.balance_after, f.admin_id, f.made_at)
            is distinct from ('Till float', s.float, s.float, s.admin_id, s.created_at)
          or s.handover_entry_id is not null and (h.source, h.amount, -h.balance_before, h.admin_id, h.made_at)
            is distinct from ('Till handover', s.counted, s.expected, s.closed_by, s.closed_at))
      order by s.id`,
  },
  {
    fault: 'is no float and no handover of a session, or no movement of the bank',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      where ${read.entry('e.id')} and case e.kind
        when 'Till float' then not exists (select from till_sessions s where s.float_entry_id = e.id)
        when 'Till handover' then not exists (select from till_sessions s where s.handover_entry_id = e.id)
        when 'Bank deposit' then not exists (select from bank_movements b where b.entry_id = e.id)
        when 'Bank withdrawal' then not exists (select from bank_movements b where b.entry_id = e.id) else false end
      order by e.id`,
  },
  {
    // Opened only at zero, so a closed one shows what its counts did not bring, less what was settled.
    fault: 'is closed and holds something else than its open differences',
    place:
      () => sql`select 'till ' || t.name as place from tills t join ledger_accounts a on a.id = t.account_id
      left join (select till_id, sum(expected - counted) as missing, bool_or(closed_at is null) as is_open
        from till_sessions group by till_id) s on s.till_id = t.id
      left join (select s.till_id, sum(d.amount) as settled from cash_differences d join till_sessions s on s.id = d.till_session_id
        where d.state = 2 and not exists (select from ledger_entries r where r.reverses_id = d.entry_id) group by 1) d on d.till_id = t.id
      where s.is_open is not true and -a.balance <> coalesce(s.missing, 0) - coalesce(d.settled, 0) order by t.id`,
  },
  {
    fault: 'differs from its posting',
    place: (read) => sql`select 'cash difference ' || d.reference as place from cash_differences d
      join till_sessions s on s.id = d.till_session_id join tills t on t.id = s.till_id
      left join ledger_postings p on p.entry_id = d.entry_id and p.account_id = t.account_id
      where ${read.entry('d.entry_id')} and d.state = 2 and (p.source, p.amount, p.admin_id, p.made_at)
        is distinct from ('Cash difference', d.amount, d.second_decided_by, d.second_decided_at)
      order by d.id`,
  },
  {
    fault: 'differs from its posting',
    place: (read) => sql`select 'bank movement ' || b.reference as place from bank_movements b
      left join ledger_postings p on p.entry_id = b.entry_id and p.wallet_code = 'BANK'
      where ${read.entry('b.entry_id')} and (p.reference, p.source, -p.amount, p.admin_id, p.made_at) is distinct from (b.reference,
        case b.direction when 'deposit' then 'Bank deposit' else 'Bank withdrawal' end,
        case b.direction when 'deposit' then b.amount else -b.amount end, b.admin_id, b.created_at)
      order by b.id`,
  },
  {
    fault: 'holds less than nothing',
    place: () => sql`select 'account BANK' as place from ledger_accounts where name = 'BANK' and balance > 0`,
  },
]
