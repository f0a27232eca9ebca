import { sql } from 'drizzle-orm'
import type { LedgerRule } from './extent'

/** What imports moved in and took back again, recomputed from their records. */
export const importRules: readonly LedgerRule[] = [
  {
    fault: 'is not the balance that its import moves in',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      left join import_records c on c.entry_id = e.id
      left join ledger_postings p on p.entry_id = e.id and p.account_id = c.account_id
      left join ledger_postings q on q.entry_id = e.id and q.wallet_code = 'OPENING'
      where ${read.entry('e.id')} and e.kind = 'Opening balance' and (c.id is null or (p.amount, q.amount) is distinct from (c.amount, -c.amount))
      order by e.id`,
  },
  {
    fault: 'is not undone as its import is',
    place: (read) => sql`select 'import ' || i.id || ', entry ' || o.reference as place from import_records c
      join imports i on i.id = c.import_id join ledger_entries o on o.id = c.entry_id
      left join ledger_entries e on e.reverses_id = c.entry_id
      where ${read.entry('c.entry_id')} and (e.made_at, e.admin_id) is distinct from (i.undone_at, case when i.undone_at is not null then i.undone_by end)
      order by c.id`,
  },
]
