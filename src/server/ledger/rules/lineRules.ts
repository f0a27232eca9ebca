import { sql } from 'drizzle-orm'
import { bookSumPrefix } from '../chart'
import { dayOf, type Extent, type LedgerRule } from './extent'

/** The line of a posting `p` whose entry reverses `o`, if it does. */
const lineOfPosting = sql`coalesce(p.line, book_line(p.wallet_code, coalesce(o.kind, p.source)))`
const withReversed = sql`left join ledger_entries e on p.source = 'Reversal' and e.id = p.entry_id
  left join ledger_entries o on o.id = e.reverses_id`

/** Sums of the books that are read: `of`, `day`, `amount`. */
export const bookSumsOf = (read: Extent) => sql`
  select ${bookSumPrefix}::text || line as "of", day, sum(amount)::bigint as amount from (
    select ${lineOfPosting} as line, ${dayOf(sql`p.made_at`)} as day, p.amount from ${read.postings} p ${withReversed}
    union all
    select b.line, ${dayOf(sql`b.made_at`)}, b.amount from book_parts b
      where b.entry_id in (select x.entry_id from ${read.postings} x)) lines
  group by 1, 2`

/** What postings and parts say of the books (chart.ts). Their sums are compared with the other kept sums (sumRules.ts). */
export const lineRules: readonly LedgerRule[] = [
  {
    fault: 'has a debit in the books that is not equal to the credit',
    place: () => sql`select day::text as place from (
        select day, amount from kept_sums where starts_with("of", ${bookSumPrefix})
        union all select day, amount from sum_changes where starts_with("of", ${bookSumPrefix})) sums
      group by day having sum(amount) <> 0 order by day`,
  },
  {
    fault: 'belongs to another line of the books than its account and its kind say',
    place: (
      read,
    ) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ${read.postings} p ${withReversed}
      where ${lineOfPosting} = 'other' or p.line is not null and (p.wallet_code <> 'PW' or case
        when coalesce(o.kind, p.source) in ('Loan repayment', 'Loan settlement', 'Loan set-off', 'Loan correction') then p.line <> 'penalties'
        when coalesce(o.kind, p.source) = 'Expense' then p.line <> (
          select 'expense ' || x.category_id from expenses x where x.entry_id = coalesce(e.reverses_id, p.entry_id))
        else true end)
      order by p.id`,
  },
  {
    fault: 'has other parts in the books than its loan makes',
    place: (read) => sql`select 'entry ' || e.reference as place
      from (select entry_id, line, amount, made_at from book_parts_of(array(select id from ledger_entries x where ${read.entry('x.id')}
          and x.kind in ('Loan write-off', 'Opening balance', 'Loan repayment', 'Loan settlement', 'Loan set-off', 'Loan correction', 'Reversal')))) due
      full join (select b.entry_id, b.line, b.amount, b.made_at from book_parts b where ${read.entry('b.entry_id')}) b
        on (b.entry_id, b.line) = (due.entry_id, due.line)
      join ledger_entries e on e.id = coalesce(due.entry_id, b.entry_id)
      where (b.amount, b.made_at) is distinct from (due.amount, due.made_at) order by e.id`,
  },
  {
    fault: 'has penalties in the books that its loan was not paid',
    place: (read) => sql`select 'entry ' || e.reference as place
      from (select p.entry_id, sum(p.amount) as amount from ledger_postings p
        where p.line = 'penalties' and ${read.entry('p.entry_id')} group by 1) p
      left join (select h.entry_id, sum(h.penalty) as penalty from loan_history h
        where h.kind in ('repayment', 'correction') and ${read.entry('h.entry_id')} group by 1) h on h.entry_id = p.entry_id
      join ledger_entries e on e.id = p.entry_id
      where p.amount is distinct from h.penalty order by e.id`,
  },
  {
    fault: 'is not paid as its request was approved',
    place: (read) => sql`select 'expense ' || coalesce(x.reference, e.reference) as place
      from (select * from ledger_entries where kind = 'Expense' and ${read.entry('id')}) e
      full join (select * from expenses where state = 2 and ${read.entry('entry_id')}) x on x.entry_id = e.id
      left join ledger_postings p on p.entry_id = e.id and p.wallet_code = 'PW'
      where (p.amount, e.admin_id, e.made_at) is distinct from (-x.amount, x.second_decided_by, x.second_decided_at)
      order by coalesce(e.id, x.entry_id)`,
  },
]
