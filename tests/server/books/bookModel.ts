import type { Database } from '#server/db/database'

/** The books in plain integers, from accounts, postings and the rows of loans: by another way than the triggers'. */
type Posting = {
  entry: string
  day: string
  kind: string
  code: string
  /** Of an expense. */
  category: string | null
  amount: number
}

const savingsLines: Record<string, string> = {
  DSW: 'daily-savings',
  MSW: 'market-savings',
  MCW: 'microsoft-savings',
  CMW: 'main-wallets',
}
const placeLines: Record<string, string> = {
  CASH: 'cash',
  TILL: 'tills',
  BANK: 'bank',
  OPENING: 'taken-over',
  'TO-PAY': 'to-pay',
  'OVER-SHORT': 'cash-differences',
  AGENT: 'agents',
}
const ofLoans = (others: string) => ({ MBW: 'loans', PW: others, TW: others, SW: others })
/** What a posting to a wallet of the business is, by its kind. */
export const walletLine: Record<string, string | Record<string, string>> = {
  'Loan disbursement': ofLoans('fees'),
  'Loan repayment': ofLoans('interest'),
  'Loan settlement': ofLoans('interest'),
  'Loan set-off': ofLoans('interest'),
  'Loan correction': ofLoans('interest'),
  'Loan recovery': 'recoveries',
  Fee: 'fees',
  'Savings charge': 'charges',
  'Savings commission': 'commission',
  'Savings interest': 'interest-paid',
  'Interest correction': 'interest-paid',
  'Agent commission': 'agents-commission',
  Expense: 'expenses',
}

export function plainLine(code: string, kind: string): string | undefined {
  if (code === 'LOAN' || code === 'LENT') return undefined
  const known = savingsLines[code] ?? placeLines[code]
  if (known) return known
  const line = walletLine[kind] ?? 'owner'
  return typeof line === 'string' ? line : line[code]
}

type Lines = Map<string, number>
const add = (lines: Lines, line: string, amount: number) => lines.set(line, (lines.get(line) ?? 0) + amount)

/** What each line gained on each day: 'line day' to kobo. */
export async function plainBooks(database: Database) {
  const { rows: postings } = await database.$client.query<Posting>(`
    select e.reference as entry, to_char(timezone('Africa/Lagos', e.made_at), 'YYYY-MM-DD') as day, coalesce(o.kind, e.kind) as kind,
      a.code, p.amount::float8 as amount,
      (select x.category_id::text from expenses x where x.entry_id = coalesce(o.id, e.id)) as category
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id
    left join ledger_entries o on o.id = e.reverses_id`)
  const { rows: penalties } = await database.$client.query<{ day: string; amount: number }>(`
    select to_char(timezone('Africa/Lagos', e.made_at), 'YYYY-MM-DD') as day, sum(h.penalty)::float8 as amount
    from loan_history h join ledger_entries e on e.id = h.entry_id where h.kind in ('repayment', 'correction') group by 1`)
  const { rows: losses } = await database.$client.query<{ day: string; line: string; amount: number }>(`
    select to_char(timezone('Africa/Lagos', e.made_at), 'YYYY-MM-DD') as day,
      case coalesce(o.kind, e.kind) when 'Loan write-off' then 'written-off' else 'owner' end as line,
      (case when o.id is null then 1 else -1 end * (l.amount - coalesce((select sum(r.repayment - r.penalty) from loan_history r
          where r.loan_id = l.id and r.kind in ('repayment', 'correction') and r.entry_id < coalesce(o.id, e.id)), 0)
        + coalesce((select sum(w.amount) from ledger_postings w join ledger_accounts wa on wa.id = w.account_id and wa.name = 'PW'
          where w.entry_id in (select r.entry_id from loan_history r where r.loan_id = l.id and r.entry_id < coalesce(o.id, e.id)
            and r.kind in ('repayment', 'correction'))), 0)
        - coalesce((select sum(r.penalty) from loan_history r where r.loan_id = l.id and r.kind in ('repayment', 'correction')
          and r.entry_id < coalesce(o.id, e.id)), 0)))::float8 as amount
    from ledger_entries e left join ledger_entries o on o.id = e.reverses_id
    join ledger_postings p on p.entry_id = e.id join loans l on l.account_id = p.account_id
    where coalesce(o.kind, e.kind) in ('Loan write-off', 'Opening balance')`)
  const lines: Lines = new Map()
  for (const { code, kind, day, amount, category } of postings) {
    const plain = plainLine(code, kind)
    const line = plain === 'expenses' ? `expense ${category}` : plain
    if (line) add(lines, `${line} ${day}`, amount)
  }
  for (const { day, amount } of penalties) {
    add(lines, `interest ${day}`, 0 - amount)
    add(lines, `penalties ${day}`, amount)
  }
  for (const { day, line, amount } of losses) {
    const sign = line === 'written-off' ? 1 : -1
    add(lines, `loans ${day}`, sign * amount)
    add(lines, `${line} ${day}`, 0 - sign * amount)
  }
  return new Map([...lines].filter(([, amount]) => amount !== 0))
}

/** What the database has kept, in the same form. */
export async function keptBooks(database: Database) {
  const { rows } = await database.$client.query<{ key: string; amount: number }>(`
    select substr(of, 7) || ' ' || day as key, sum(amount)::float8 as amount
    from (select of, day, amount from kept_sums union all select of, day, amount from sum_changes) k
    where of like 'books %' group by 1 having sum(amount) <> 0`)
  return new Map(rows.map(({ key, amount }) => [key, amount]))
}

export const sumOf = (books: ReadonlyMap<string, number>, line: string, from: string, through: string) => {
  let sum = 0
  for (const [key, amount] of books) {
    const day = key.slice(-10)
    if (key.slice(0, -11) === line && day >= from && day <= through) sum += amount
  }
  return sum
}
