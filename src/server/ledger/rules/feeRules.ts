import { sql } from 'drizzle-orm'
import { isAtCounter, type LedgerRule } from './extent'

/** What fees cost, what was paid of them, and what kept them back, recomputed from terms and postings. */
export const feeRules: readonly LedgerRule[] = [
  {
    fault: 'costs something else than its fee makes of the loan',
    place: (read) => sql`select 'fee ' || f.id || ' of loan ' || l.reference as place
      from loan_fees n join fees f on f.id = n.fee_id join loans l on l.id = n.loan_id
      where ${read.loan('l.id')} and (n.amount, n.moment, 'loan', coalesce(f.loan_type_id, l.loan_type_id)) is distinct from (
        case f.kind when 'amount' then f.amount else div(l.amount::numeric * f.basis_points + 5000, 10000) end,
        f.moment, f.applies_to, l.loan_type_id)
      order by n.id`,
  },
  {
    fault: 'was paid out without its fees',
    place: (
      read,
    ) => sql`select 'loan ' || l.reference as place from loans l join loan_fees n on n.loan_id = l.id
      join ledger_entries e on e.id = l.disbursement_entry_id
      where ${read.loan('l.id')} and l.disbursement_entry_id is not null and not exists (select from fee_payments p
        left join fee_payments r on r.reverses_id = p.id
        where p.loan_id = l.id and p.fee_id = n.fee_id and p.amount = n.amount and case n.moment
          when 'kept-back' then p.entry_id = e.id
          -- Entries of a loan's fees and its disbursement have their numbers in the order in which the loan was locked.
          else p.entry_id < e.id and (r.id is null or r.entry_id > e.id) end)
      order by l.id`,
  },
  {
    fault: 'is not paid, or taken back, as its entry says',
    place: (read) => sql`select 'fees of ' || coalesce(e.reference, p.reference) as place
      from (select entry_id, sum(amount) as amount, min(reference) as reference, count(distinct (reference, customer_id, admin_id, created_at, paid_from)) as ways,
          min(customer_id) as customer_id, min(admin_id) as admin_id, min(created_at) as created_at, min(paid_from) as paid_from,
          count(reverses_id) = count(*) as is_reversal
        from fee_payments where ${read.entry('entry_id')} group by entry_id) p
      full join (select e.*, coalesce(o.kind, e.kind) as of_kind, m.fee, m.cash, m.wallet
        from ledger_entries e left join ledger_entries o on o.id = e.reverses_id
        join (select p.entry_id, coalesce(sum(p.amount) filter (where a.name = 'TW'), 0) as fee,
            coalesce(sum(p.amount) filter (where ${isAtCounter('a.code')}), 0) as cash,
            coalesce(sum(p.amount) filter (where a.kind = 'customer' and a.customer_id = p.customer_id), 0) as wallet
          from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where ${read.entry('p.entry_id')} group by p.entry_id) m on m.entry_id = e.id
        where ${read.entry('e.id')} and (coalesce(o.kind, e.kind) = 'Fee' or coalesce(o.kind, e.kind) = 'Loan disbursement' and m.fee <> 0)) e on e.id = p.entry_id
      where (p.amount, p.reference, p.ways, p.customer_id, p.admin_id, p.created_at, p.is_reversal)
          is distinct from (e.fee, e.reference, 1, e.customer_id, e.admin_id, e.made_at, e.kind = 'Reversal')
        or case p.paid_from when 'loan' then e.of_kind <> 'Loan disbursement'
          when 'cash' then (e.of_kind, e.cash, e.wallet) is distinct from ('Fee', -e.fee, 0)
          else (e.of_kind, e.cash, e.wallet) is distinct from ('Fee', 0, -e.fee) end
      order by coalesce(p.entry_id, e.id)`,
  },
  {
    fault: 'is not taken back as its reversal is',
    place: (read) => sql`select 'fee payment ' || p.reference as place from fee_payments p
      left join ledger_entries e on e.reverses_id = p.entry_id
      left join fee_payments r on r.reverses_id = p.id
      where ${read.entry('p.entry_id')} and (r.entry_id is distinct from e.id or r.id is not null
        and (r.amount, r.fee_id, r.customer_id, r.loan_id, r.savings_id, r.paid_from, r.round)
          is distinct from (-p.amount, p.fee_id, p.customer_id, p.loan_id, p.savings_id, p.paid_from, p.round))
      order by p.id`,
  },
  {
    fault: 'was paid by another customer, or at another price',
    place: (
      read,
    ) => sql`select 'fee payment ' || p.reference as place from fee_payments p join fees f on f.id = p.fee_id
      left join loans l on l.id = p.loan_id left join savings s on s.id = p.savings_id
      left join loan_fees n on n.loan_id = p.loan_id and n.fee_id = p.fee_id
      where ${read.entry('p.entry_id')} and (f.applies_to <> case when p.loan_id is not null then 'loan' when p.savings_id is not null then 'card' else 'customer' end
        or coalesce(l.customer_id, s.customer_id, p.customer_id) <> p.customer_id
        or abs(p.amount) is distinct from case when p.loan_id is null then f.amount else n.amount end
        or p.loan_id is not null and (n.moment = 'kept-back') <> (p.paid_from = 'loan'))
      order by p.id`,
  },
  {
    fault: 'was paid twice',
    place: (read) => sql`select 'fee payment ' || p.reference as place from fee_payments p join fee_payments o
        on (o.fee_id, o.customer_id, coalesce(o.loan_id, 0), coalesce(o.savings_id, 0)) = (p.fee_id, p.customer_id, coalesce(p.loan_id, 0), coalesce(p.savings_id, 0))
        and o.round = p.round - 1 and o.reverses_id is null
      left join fee_payments r on r.reverses_id = o.id
      where ${read.entry('p.entry_id')} and p.reverses_id is null and (r.id is null or r.id > p.id)
      order by p.id`,
  },
]
