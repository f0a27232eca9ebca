import { sql } from 'drizzle-orm'
import type { LedgerRule } from './extent'

/** Withdrawals, and what agents are to pay of them. */
export const payoutRules: readonly LedgerRule[] = [
  {
    fault: 'is not what agents are to pay',
    place: () => sql`select 'account TO-PAY' as place from (select coalesce(sum(w.amount), 0) as total
        from agent_payouts o join withdrawals w on w.id = o.withdrawal_id where o.state = 'to pay') o
      where o.total <> coalesce((select balance from ledger_accounts where name = 'TO-PAY'), 0)`,
  },
  {
    fault: 'differs from the withdrawal that it pays',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      left join withdrawals w on w.entry_id = e.id
      left join agent_payouts o on o.withdrawal_id = w.id
      left join ledger_postings wallet on wallet.entry_id = e.id and wallet.wallet_code = 'CMW'
      left join ledger_postings other on other.entry_id = e.id and other.id <> wallet.id
      where ${read.entry('e.id')} and e.kind = 'Withdrawal'
        and (w.status, w.customer_id, w.decided_by, w.decided_at, -w.amount, w.amount, case when o.id is null then 'CASH' else 'TO-PAY' end)
          is distinct from ('approved', e.customer_id, e.admin_id, e.made_at, wallet.amount, other.amount, other.wallet_code)
      order by e.id`,
  },
  {
    fault: 'does not settle a withdrawal as it says',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      left join agent_payouts o on o.entry_id = e.id
      left join withdrawals w on w.id = o.withdrawal_id
      left join collections c on c.id = o.collection_id
      left join ledger_postings due on due.entry_id = e.id and due.wallet_code = 'TO-PAY'
      left join ledger_postings other on other.entry_id = e.id and other.id <> due.id
      left join ledger_accounts a on a.id = other.account_id
      where ${read.entry('e.id')} and e.kind in ('Withdrawal payment', 'Withdrawal cancellation')
        and ((w.customer_id, o.settled_by, o.settled_at, -w.amount, w.amount, o.agent_id, o.state, a.name)
          is distinct from (e.customer_id, e.admin_id, e.made_at, due.amount, other.amount, e.agent_id,
            case e.kind when 'Withdrawal payment' then 'paid' else 'cancelled' end,
            case when e.kind = 'Withdrawal cancellation' then 'customer ' || e.customer_id
              when o.agent_id is null then 'CASH' else 'agent ' || o.agent_id end)
        or o.agent_id is not null and (c.agent_id, c.admin_id, c.created_at, c.day, o.pay_on)
          is distinct from (e.agent_id, e.admin_id, e.made_at, coalesce(e.collected_on, timezone('Africa/Lagos', e.made_at)::date), c.day))
      order by e.id`,
  },
]
