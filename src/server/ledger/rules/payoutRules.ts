import { sql } from 'drizzle-orm'
import { paidOutThrough } from '../payouts'
import { isAtCounter, type LedgerRule } from './extent'

/** Withdrawals, what agents are to pay of them, and payouts of savings. */
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
          is distinct from ('approved', e.customer_id, e.admin_id, e.made_at, wallet.amount, other.amount,
            case when ${isAtCounter('other.wallet_code')} then 'CASH' else other.wallet_code end)
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
        and case when exists (select from ledger_entries v where v.reverses_id = e.id) then o.id is not null else ((w.customer_id, o.settled_by, o.settled_at, -w.amount, w.amount, o.agent_id, o.state,
            case when ${isAtCounter('a.code')} then 'CASH' else a.name end)
          is distinct from (e.customer_id, e.admin_id, e.made_at, due.amount, other.amount, e.agent_id,
            case e.kind when 'Withdrawal payment' then 'paid' else 'cancelled' end,
            case when e.kind = 'Withdrawal cancellation' then 'customer ' || e.customer_id
              when o.agent_id is null then 'CASH' else 'agent ' || o.agent_id end)
        or o.collection_id is not null and (c.agent_id, c.admin_id, c.created_at, c.day, o.pay_on)
          is distinct from (e.agent_id, e.admin_id, e.made_at, coalesce(e.collected_on, timezone('Africa/Lagos', e.made_at)::date), c.day)
        or o.device_id is not null and (e.admin_id is not null or not exists (select from field_acts f where f.reference = e.reference
          and (f.agent_id, f.device_id, f.kind, f.customer_id, f.created_at, o.pay_on) = (e.agent_id, o.device_id, 'paid withdrawal',
            e.customer_id, e.made_at, coalesce(e.collected_on, timezone('Africa/Lagos', e.made_at)::date))))) end
      order by e.id`,
  },
  {
    fault: 'did not pay out what was approved',
    place: (
      read,
    ) => sql`select 'wallet ' || s.reference || ' of payout ' || b.reference as place from payout_items i
      join payout_batches b on b.id = i.batch_id join savings s on s.id = i.savings_id
      left join ledger_entries e on e.id = i.entry_id
      left join ledger_postings p on p.entry_id = e.id and p.account_id = s.account_id
      left join withdrawals w on w.id = i.withdrawal_id
      left join agent_payouts o on o.withdrawal_id = w.id
      where ${read.entry('i.entry_id')} and i.entry_id is not null and (
        (e.kind, -p.amount, e.customer_id, e.admin_id, e.made_at, b.status)
          is distinct from ('Savings to main wallet', i.amount, i.customer_id, b.decided_by, b.decided_at, 'approved')
        or b.paid <> 'main wallet' and (w.amount, w.customer_id, w.requested_by, w.decided_by, w.decided_at, o.id is null)
          is distinct from (i.amount, i.customer_id, b.requested_by, b.decided_by, b.decided_at, b.paid = 'counter'))
      order by i.id`,
  },
  {
    fault: 'can be paid out from another day on than its payouts say',
    place: (read) => sql`select 'wallet ' || s.reference as place from savings s
      where ${read.saving('s.id')} and s.paid_out_through is distinct from ${paidOutThrough} order by s.id`,
  },
  {
    fault: 'is not what its wallets are',
    place: () => sql`select 'payout ' || b.reference as place from payout_batches b
      left join (select batch_id, count(*)::int as wallets, sum(amount) as total, count(entry_id) as moved
        from payout_items group by 1) i on i.batch_id = b.id
      where (i.wallets, i.total, i.moved) is distinct from (b.wallets, b.total, case b.status when 'approved' then b.wallets else 0 end)
      order by b.id`,
  },
]
