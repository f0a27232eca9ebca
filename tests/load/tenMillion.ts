import type { Database } from '#server/db/database'
import { places } from '#server/db/demoNames'

const customers = 100_000
/** One in a hundred thousand. */
export const rareName = { firstName: 'Zebulon', lastName: 'Quist' }
const agents = 300

/** Of a hundred entries; with what each of them moves, by account: below zero is a debit. `c` is the customer's id. */
const kinds = [
  { prefix: 'SD', kind: 'Savings deposit', of: 50, moves: { CASH: -1, SAVING: 1 } },
  { prefix: 'LR', kind: 'Loan repayment', of: 20, moves: { CASH: -5, MBW: 4, PW: 1, LENT: 5, LOAN: -5 } },
  { prefix: 'CC', kind: 'Customer credit', of: 8, moves: { CASH: -1, CMW: 1 } },
  { prefix: 'ST', kind: 'Savings to main wallet', of: 6, moves: { SAVING: -1, CMW: 1 } },
  { prefix: 'WD', kind: 'Withdrawal', of: 6, moves: { CMW: -1, CASH: 1 } },
  { prefix: 'SC', kind: 'Savings charge', of: 6, moves: { SAVING: -1, TW: 1 } },
  { prefix: 'LD', kind: 'Loan disbursement', of: 2, moves: { MBW: -5, CMW: 5, LENT: -6, LOAN: 6 } },
  { prefix: 'SI', kind: 'Savings interest', of: 2, moves: { SW: -1, SAVING: 1 } },
]
const business = { MBW: 1, PW: 2, TW: 3, SW: 4, CASH: 5, LENT: 6 }
const perHundred = kinds.reduce((sum, { of, moves }) => sum + of * Object.keys(moves).length, 0)

/**
 * Postings by SQL alone, over six years, ten million unless told. Triggers and foreign keys are off, and balances are no more than
 * likely: no report adds them up.
 */
export async function makeTenMillion({ $client: pool }: Database, postings = 10_000_000) {
  const client = await pool.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  try {
    await run("set maintenance_work_mem = '1GB'")
    await makeCustomers(run)
    await run('set session_replication_role = replica')
    const makeIndexes = await dropIndexes(run)
    await makeEntries(run, postings)
    await makePostings(run)
    await makeLoans(run)
    await makeIndexes()
    await run('reset session_replication_role')
    for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings', 'loans', 'loan_history'])
      await run(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}

type Run = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** The main wallet of customer c is account 100 + c, the savings wallet follows, then the loan. */
async function makeCustomers(run: Run) {
  const names = (kind: 'first' | 'last') => [...new Set(places.flatMap(({ people }) => people[kind]))]
  await run(
    `insert into agents (name, first_name, last_name, email, phone_number)
     select 'Agent ' || n, 'Agent', n::text, n || '@agents.test', lpad(n::text, 11, '0')
     from generate_series(1, $1::int) n`,
    [agents],
  )
  await run(
    `insert into customers (first_name, last_name, phone_number, agent_id, assigned_agent_id, created_at)
     select ($2::text[])[1 + n * 31 % cardinality($2::text[])], ($3::text[])[1 + n / 7 % cardinality($3::text[])],
       '080' || lpad((n * 7919 % 100000000)::text, 8, '0'), 1 + n % $4, 1 + n % $4,
       timestamptz '2020-01-01' + n * interval '10 minutes'
     from generate_series(1, $1::bigint) n`,
    [customers, names('first'), names('last'), agents],
  )
  await run('update customers set first_name = $1, last_name = $2 where id = 4711', Object.values(rareName))
  await run(
    `insert into ledger_accounts (kind, name, code, customer_id)
     select 'savings', 'SV-200101-' || c, (array['DSW', 'MSW', 'MCW'])[1 + c % 3], c from generate_series(1, $1::int) c`,
    [customers],
  )
  await run(
    `insert into ledger_accounts (kind, name, code, customer_id)
     select 'loan', 'LN-210101-' || lpad(c::text, 6, '0'), 'LOAN', c from generate_series(1, $1::int) c`,
    [customers],
  )
  await run('vacuum analyze customers')
}

/** Indexes are made at the end, which is quicker. */
async function dropIndexes(run: Run) {
  const { rows } = await run(`
    select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass as name from pg_index
    where indrelid in ('ledger_postings'::regclass, 'ledger_entries'::regclass, 'loan_history'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  const indexes = rows as { definition: string; name: string }[]
  for (const { name } of indexes) await run(`drop index ${name}`)
  await run('alter table ledger_postings drop constraint ledger_postings_chain')
  return async () => {
    await run('alter table ledger_postings add constraint ledger_postings_chain unique (account_id, seq)')
    for (const { definition } of indexes) await run(definition)
  }
}

async function makeEntries(run: Run, postings: number) {
  const list = kinds.flatMap(({ of }, at) => Array.from({ length: of }, () => at + 1))
  const entries = Math.ceil((postings / perHundred) * 100)
  await run(
    `insert into ledger_entries (id, reference, kind, made_at, agent_id, customer_id)
     select n, ($2::text[])[what] || to_char(made_at + interval '1 hour', '-YYMMDD-') || lpad(n::text, greatest(6, length(n::text)), '0'),
       ($3::text[])[what], made_at, 1 + c % $5, c
     from (select n, ($4::int[])[1 + n * 37 % 100] as what, 1 + (n * 7919 + n / 100 * 17) % $6 as c,
         timestamptz '2021-01-01' + n * (interval '2150 days' / $1::bigint) as made_at
       from generate_series(1, $1::bigint) n) numbered`,
    [entries, kinds.map(({ prefix }) => prefix), kinds.map(({ kind }) => kind), list, agents, customers],
  )
}

async function makePostings(run: Run) {
  const lines = kinds.flatMap(({ kind, moves }) =>
    Object.entries(moves).map(
      ([code, part]) => `('${kind}', '${code}', ${part}, ${business[code as 'MBW'] ?? 0})`,
    ),
  )
  await run(`
    insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source,
      made_at, agent_id, customer_id)
    select e.id,
      case code when 'CMW' then 100 + e.customer_id when 'SAVING' then ${100 + customers} + e.customer_id
        when 'LOAN' then ${100 + 2 * customers} + e.customer_id else account end,
      e.id, part * (10000 + e.id % 50 * 1000), 100000000,
      case code when 'SAVING' then (array['DSW', 'MSW', 'MCW'])[1 + e.customer_id % 3] else code end,
      case when code in ('CMW', 'SAVING') then 'payable' when code = 'LOAN' then 'receivable' end,
      e.reference, e.kind, e.made_at, e.agent_id, e.customer_id
    from ledger_entries e join (values ${lines.join(', ')}) line (kind, code, part, account) on line.kind = e.kind
    order by e.id`)
}

/** A loan each, its repayments over and over. */
async function makeLoans(run: Run) {
  await run(
    "insert into loan_types (name, description, interest_basis_points) values ('Trade', 'Stock', 1000)",
  )
  await run('insert into admins (name, email, phone_number, password_hash) values ($1, $2, $3, $4)', [
    'Load',
    'load@alajo.test',
    '08000000000',
    'none',
  ])
  await run(
    `insert into loans (reference, customer_id, agent_id, loan_type_id, amount, interest_basis_points, interest_amount,
       total_payable, instalment_amount, instalment_period, instalment_times, maturity_period, maturity_date,
       application_status, loan_status, first_approval_id, first_approval_date, approved_by, approved_date,
       approved_amount, disbursed_date, account_id, disbursement_entry_id, created_at)
     select 'LN-210101-' || lpad(c::text, 6, '0'), c, 1 + c % ${agents}, 1, 5000000, 1000, 500000, 5500000, 550000,
       'weekly', 10, 70, '2027-01-01', 'approved', 'active', 1, made_at, 1, made_at, 5000000,
       made_at + interval '1 day', ${100 + 2 * customers} + c, c, made_at
     from (select c, timestamptz '2021-01-01' + c * interval '30 minutes' as made_at from generate_series(1, $1::int) c) numbered`,
    [customers],
  )
  await run(
    `insert into loan_repayment_schedule (loan_id, number, due_date, amount)
     select c, 1, '2026-01-01', 550000 from generate_series(1, $1::int) c`,
    [customers],
  )
  await run(`
    insert into loan_history (loan_id, instalment_id, reference, kind, amount, repayment, penalty, amount_before,
      amount_after, due_date, status, agent_id, entry_id, created_at)
    select customer_id, customer_id, reference, 'repayment', 550000, 550000, 0, 5500000, 4950000, '2026-01-01',
      (array['paid', 'late', 'pending'])[1 + id % 3], agent_id, id, made_at
    from ledger_entries where kind = 'Loan repayment' order by id`)
}
