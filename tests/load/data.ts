import type { Database } from '#server/db/database'
import { places } from '#server/demo/names'

/** The size of the data: by default what the product is built for. */
export const fullSize = { customers: 1_000_000, postings: 10_000_000 }
/** One customer has this name. */
export const rareName = { firstName: 'Zebulon', lastName: 'Quist' }
export const rareCustomer = 4711
/** These customers have loans of a thousand instalments, and as many repayments; the last is paid. */
export const busyCustomers = [4713, 4714, 4715]
const manyInstalments = 1_000
const instalments = 11
/** The last day for which the penalties of some loans are posted. */
export const lastDay = '2026-12-31'
/** The day of messages that were not sent. */
export const dayWithoutGateway = '2026-03-10'
const agents = 2_000
/** What each account can spend. */
const plenty = 1e13

/** The kinds of entries: how many of a hundred, and what each moves by account; negative is a debit. */
const kinds = [
  { prefix: 'SD', kind: 'Savings deposit', share: 50, moves: { CASH: -1, SAVING: 1 } },
  { prefix: 'LR', kind: 'Loan repayment', share: 20, moves: { CASH: -5, MBW: 4, PW: 1, LENT: 5, LOAN: -5 } },
  { prefix: 'CC', kind: 'Customer credit', share: 8, moves: { CASH: -1, CMW: 1 } },
  { prefix: 'ST', kind: 'Savings to main wallet', share: 6, moves: { SAVING: -1, CMW: 1 } },
  { prefix: 'WD', kind: 'Withdrawal', share: 6, moves: { CMW: -1, CASH: 1 } },
  { prefix: 'SC', kind: 'Savings charge', share: 6, moves: { SAVING: -1, TW: 1 } },
  { prefix: 'LD', kind: 'Loan disbursement', share: 2, moves: { MBW: -5, CMW: 5, LENT: -6, LOAN: 6 } },
  { prefix: 'SI', kind: 'Savings interest', share: 2, moves: { SW: -1, SAVING: 1 } },
]
const business = { MBW: 1, PW: 2, TW: 3, SW: 4, CASH: 5, LENT: 6 }
const perHundred = kinds.reduce((sum, { share, moves }) => sum + share * Object.keys(moves).length, 0)

export type Run = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
type Size = typeof fullSize

/**
 * Six years of a business, made in SQL. Triggers and foreign keys are off and indexes are built last; balances are only
 * plausible. Each customer has a saving, every second one a loan: customer c has the accounts 100 + c (main
 * wallet), then those of the savings, then those of the loans. `leftOut` names steps that the caller takes itself.
 */
export async function makeData(
  { $client: pool }: Database,
  size: Size = fullSize,
  leftOut: readonly ('postings' | 'movements' | 'others')[] = [],
) {
  const client = await pool.connect()
  const run: Run = (text, values = []) => client.query(text, values)
  try {
    await run("set maintenance_work_mem = '1GB'")
    await run('set session_replication_role = replica')
    const makeIndexes = await dropIndexes(run)
    const steps = {
      people: () => makePeople(run, size.customers),
      plans: () => makePlans(run, size),
      entries: () => makeEntries(run, size),
      postings: () => makePostings(run, size.customers),
      movements: () => makeMovements(run, size.customers),
      others: () => makeOthers(run, size.customers),
      indexes: makeIndexes,
    }
    for (const [name, make] of Object.entries(steps)) {
      if (leftOut.some((one) => one === name)) continue
      const start = performance.now()
      await make()
      process.stderr.write(`Made ${name} in ${((performance.now() - start) / 1000).toFixed(0)} s.\n`)
    }
    for (const table of [...bigTables, 'ledger_accounts'])
      await run(
        `select setval(pg_get_serial_sequence($1, 'id'), greatest((select max(id) from ${table}), 1000000))`,
        [table],
      )
    await run(`insert into row_counts (list, total)
      values ('customers', (select count(*) from customers)), ('guarantors', (select count(*) from guarantors))
      on conflict (list) do update set total = excluded.total`)
    await run('delete from row_count_changes')
    await run(
      'insert into last_deposits select * from last_deposits_of(array(select id from savings)) on conflict do nothing',
    )
    await run('reset session_replication_role')
    await run('vacuum analyze')
  } finally {
    client.release()
  }
}

const bigTables = [
  'customers',
  'guarantors',
  'customer_reassignments',
  'savings',
  'savings_history',
  'loans',
  'loan_history',
  'loan_repayment_schedule',
  'withdrawals',
  'ledger_entries',
  'ledger_postings',
  'agent_activity',
  'admin_activity',
  'customer_messages',
]

/** Drops the indexes of the big tables; what it returns builds them again. */
export async function dropIndexes(run: Run) {
  const { rows } = await run(
    `select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass as name from pg_index
     where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [bigTables],
  )
  const indexes = rows as { definition: string; name: string }[]
  for (const { name } of indexes) await run(`drop index ${name}`)
  await run('alter table ledger_postings drop constraint ledger_postings_chain')
  return async () => {
    await run('alter table ledger_postings add constraint ledger_postings_chain unique (account_id, seq)')
    for (const { definition } of indexes) await run(definition)
  }
}

const savingTypeOf = 'array[1, 2, 3]'

async function makePeople(run: Run, customers: number) {
  const names = (kind: 'first' | 'last') => [...new Set(places.flatMap(({ people }) => people[kind]))]
  const pick = (from: string, seed: string) =>
    `(${from}::text[])[1 + abs(hashint8(n * ${seed})) % cardinality(${from}::text[])]`
  await run(
    `insert into agents (name, first_name, last_name, email, phone_number, state, lga, created_at, search_text)
     select first || ' ' || last, first, last, n || '@agents.test', '090' || lpad(n::text, 8, '0'), 'Lagos', 'Ikeja',
       timestamptz '2020-01-01' + n * interval '12 hours',
       fold_person(first || ' ' || last) || ' ' || n || '@agents.test 090' || lpad(n::text, 8, '0')
     from (select n, ${pick('$2', '7')} as first, ${pick('$3', '11')} as last from generate_series(1, $1::bigint) n) named`,
    [agents, names('first'), names('last')],
  )
  await run(
    `insert into customers (id, first_name, last_name, phone_number, state, lga, home_address, agent_id,
       assigned_agent_id, created_at, is_active)
     select n, ${pick('$2', '1')}, ${pick('$3', '3')}, '080' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'Lagos',
       'Ikeja', n % 90 || ' Bode Thomas Street', 1 + n % $4, 1 + n * 31 % $4,
       timestamptz '2020-01-01' + n * (interval '2500 days' / $1::bigint), n % 50 <> 7
     from generate_series(1, $1::bigint) n`,
    [customers, names('first'), names('last'), agents],
  )
  await run(`update customers set first_name = $1, last_name = $2 where id = ${rareCustomer}`, [
    rareName.firstName,
    rareName.lastName,
  ])
  await run(
    `update customers set search_text = concat_ws(' ', fold_name(first_name), fold_name(last_name), phone_number, lower(reference))`,
  )
  await run(`insert into admins (name, email, phone_number, password_hash)
    values ('Load', 'load@alajo.test', '08000000000', 'none')`)
}

/** The search text that the triggers, which are off, would make of a row's own text and its customer's. */
const searchTextOf = (own: string) => `search_text_of(${own}, customers.search_text, customers.is_deleted)`

const entriesOf = ({ postings }: Size) => Math.ceil((postings / perHundred) * 100)

/** The ids of a busy loan's instalments are above this one; those of others above eleven times its own. */
const idsOfBusy = (loan: string) => `(1e8::bigint + ${loan} % 100 * ${manyInstalments})`
/** The number of paid instalments of loan c: all, all but the last, or some. */
const paidOf = `(case when c % 5 < 2 then times when times = ${manyInstalments} then 700
  when c % 25 in (2, 7, 12) then times - 1 else c / 7 % times end)::int`

/**
 * Wallets, savings, loans, guarantors and reassignments of customers. The number of an account's postings is that of all
 * entries, which number the postings.
 */
async function makePlans(run: Run, { customers, postings }: Size) {
  const entries = entriesOf({ customers, postings })
  await run('update ledger_accounts set balance = $1, postings = $2 where id <= 100', [plenty, entries])
  await run(
    `insert into ledger_accounts (id, kind, name, code, customer_id, balance, postings)
     select 100 + c, 'customer', 'customer ' || c, 'CMW', c, 1000000, $2::bigint from generate_series(1, $1::int) c`,
    [customers, entries],
  )
  await run(`insert into saving_types (id, name, category)
    values (1, 'Daily Savings', 'daily'), (2, 'Market Savings', 'market'), (3, 'Microsoft Savings', 'microsoft')`)
  await run(
    // Two thirds have a charge, the others earn interest.
    `insert into savings (id, reference, search_text, customer_id, saving_type_id, account_id, agent_id, fixed_amount,
       interest_basis_points, charge, status, deposit_type, duration, due_date, created_at)
     select c, numbered.reference, ${searchTextOf('numbered.reference')}, c, (${savingTypeOf})[1 + c % 3],
       100 + $1::bigint + c, 1 + c % ${agents}, (1 + abs(hashint8(c)) % 500) * 10000,
       case when c % 3 = 0 then 400 else 0 end, case when c % 3 > 0 then 5000 else 0 end,
       case when c % 10 = 0 then 'closed' else 'active' end, 'daily', 31, (at + interval '400 days')::date, at
     from (select c, at, 'SV-' || to_char(at, 'YYMMDD-') || lpad(c::text, 7, '0') as reference
       from generate_series(1, $1::bigint) c,
         lateral (select timestamptz '2020-01-02' + c * (interval '2500 days' / $1::bigint)) made (at)) numbered
       join customers on customers.id = c order by c`,
    [customers],
  )
  await run(
    `insert into ledger_accounts (id, kind, name, code, customer_id, balance, postings)
     select account_id, 'savings', reference, (array['DSW', 'MSW', 'MCW'])[saving_type_id], customer_id,
       id % 977 * 10000, $1::bigint from savings`,
    [entries],
  )
  await run(
    "insert into loan_types (id, name, description, interest_basis_points) values (1, 'Trade', 'Stock', 1000), (2, 'School', 'Fees', 1000)",
  )
  // Four in a hundred are pending or rejected; two fifths of the others are paid.
  await run(
    `insert into loans (id, reference, search_text, customer_id, agent_id, loan_type_id, amount, interest_basis_points,
       interest_amount, total_payable, instalment_amount, instalment_period, instalment_times, maturity_period,
       maturity_date, next_due, interest_paid, penalty_basis_points, grace_days, application_status, loan_status, first_approval_id, first_approval_date, approved_by,
       approved_date, approved_amount, disbursed_date, rejected_id, rejected_date, rejection_reason, account_id,
       disbursement_entry_id, created_at)
     select c, numbered.reference, ${searchTextOf('numbered.reference')}, c, 1 + c % ${agents}, case when abs(hashint8(c)) % 1000 = 0 then 2 else 1 end, amount, 1000,
       amount / 10, amount + amount / 10, (amount + amount / 10) / times,
       case days when 1 then 'daily' else 'weekly' end, times, times * days,
       case when is_approved then (at + interval '1 day')::date + times * days end,
       case when is_approved and c % 5 >= 2 then (at + interval '1 day')::date + (paid + 1) * days end,
       case when is_approved then amount / 10 * paid / times else 0 end,
       case when c % 5 = 2 then 100 else 0 end, case when c % 5 = 2 then 3 else 0 end,
       case when is_approved then 'approved' when c % 100 = 0 then 'pending' else 'rejected' end,
       case when not is_approved then 'non-active' when c % 5 < 2 then 'paid' else 'active' end,
       case when is_approved then 1 end, case when is_approved then at end, case when is_approved then 1 end,
       case when is_approved then at end, case when is_approved then amount end,
       case when is_approved then at + interval '1 day' end,
       case when c % 100 in (1, 2, 3) then 1 end, case when c % 100 in (1, 2, 3) then at end,
       case when c % 100 in (1, 2, 3) then 'Too little is known' end,
       case when is_approved then 100 + 2 * $1::bigint + c end, case when is_approved then c end, at
     from (select c, at, c % 100 > 3 as is_approved, (1 + abs(hashint8(c)) % 900) * 100000::bigint as amount,
         'LN-' || to_char(at, 'YYMMDD-') || lpad(c::text, 7, '0') as reference, times, days, ${paidOf} as paid
       from generate_series(1, $1::bigint / 2) c,
         lateral (select timestamptz '2021-01-01' + c * (interval '2140 days' / ($1::bigint / 2)),
           case when c = any($2::bigint[]) then ${manyInstalments} else ${instalments} end,
           case when c = any($2::bigint[]) then 1 else 7 end) made (at, times, days)) numbered
       join customers on customers.id = c order by c`,
    [customers, busyCustomers],
  )
  // Two fifths of the loans with penalties have them already; the others are late with their last instalment.
  await run(
    `insert into loan_repayment_schedule (id, loan_id, number, due_date, amount, penalty, paid, paid_at, status)
     select case when times = ${instalments} then c * times + number else ${idsOfBusy('c')} + number end,
       c, number, due, part, case when is_fined and number > paid and due + 3 <= '${lastDay}' then part / 100 else 0 end,
       case when number <= paid then part else 0 end, case when number <= paid then due::timestamptz end,
       case when number <= paid then 'paid' else 'pending' end
     from (select c, times, instalment_amount as part, c % 25 in (17, 22) as is_fined, ${paidOf} as paid, first_due, days
         from loans, lateral (select id, instalment_times, disbursed_date::date,
           maturity_period / instalment_times) made (c, times, first_due, days)
         where application_status = 'approved' order by c) disbursed,
       generate_series(1, times) number, lateral (select first_due + number * days) dated (due)`,
  )
  await run(
    `insert into ledger_accounts (id, kind, name, code, customer_id, balance, postings)
     select account_id, 'loan', reference, 'LOAN', customer_id, open, $1::bigint from loans
     join (select loan_id, sum(amount + penalty - paid) as open from loan_repayment_schedule group by loan_id) owed
       on owed.loan_id = loans.id`,
    [entries],
  )
  await run(
    `insert into customer_debts (id, created_at, is_active, name_key, owed, next_due)
     select c.id, c.created_at, c.is_active, lower(c.first_name || ' ' || c.last_name), coalesce(a.balance, 0), l.next_due from customers c
       left join loans l on l.customer_id = c.id and l.loan_status = 'active' left join ledger_accounts a on a.id = l.account_id`,
  )
  const some = Math.ceil(customers * 0.4)
  await run(
    `insert into guarantors (customer_id, agent_id, loan_id, first_name, last_name, phone, search_text, address, created_at)
     select customers.id, 1 + n % ${agents}, loans.id, other.first_name, other.last_name, phone,
       ${searchTextOf("concat_ws(' ', fold_name(other.first_name), fold_name(other.last_name), phone, loans.reference)")}, n % 90 || ' Marina',
       timestamptz '2021-01-01' + n * (interval '2140 days' / $1::bigint)
     from (select n, '070' || lpad(n::text, 8, '0') as phone from generate_series(1, $1::bigint) n) numbered
       join customers on customers.id = 1 + (n * 7919) % $2
       join customers other on other.id = 1 + (n * 104729) % $2::bigint
       left join loans on loans.customer_id = customers.id order by n`,
    [some, customers],
  )
  await run(
    `insert into customer_reassignments (reference, search_text, customer_id, from_agent_id, to_agent_id, admin_id,
       created_at)
     select numbered.reference, ${searchTextOf('numbered.reference')}, customers.id, 1 + n % ${agents}, 1 + (n + 7) % ${agents}, 1, at
     from (select n, at, 'RA-' || to_char(at, 'YYMMDD') || '-' || lpad(act::text, 6, '0') as reference
       from generate_series(1, $1::bigint) n, lateral (select n / 40) acts (act),
         lateral (select timestamptz '2021-01-01' + act * (interval '2140 days' / ($1::bigint / 40))) made (at)) numbered
       join customers on customers.id = 1 + (n * 7919) % $2 order by n`,
    [some, customers],
  )
}

/** The first entries are those of the busy customers. */
async function makeEntries(run: Run, { customers, postings }: Size) {
  const list = kinds.flatMap(({ share }, at) => Array.from({ length: share }, () => at + 1))
  const entries = entriesOf({ customers, postings })
  const repayments = kinds.find(({ prefix }) => prefix === 'LR')?.share ?? 0
  const busy = (busyCustomers.length * manyInstalments * 100) / repayments
  await run(
    `insert into ledger_entries (id, reference, kind, made_at, agent_id, customer_id)
     select n, ($2::text[])[what] || to_char(made_at + interval '1 hour', '-YYMMDD-') || lpad(n::text, greatest(7, length(n::text)), '0'),
       ($3::text[])[what], made_at, 1 + c % ${agents}, c
     from (select n, what,
         -- Only every second customer has a loan.
         case when n <= $6 then ($7::int[])[1 + n / 100 % cardinality($7::int[])] else 1 + abs(hashint8(n)) % (case when ($2::text[])[what] in ('LR', 'LD') then $5::bigint / 2 else $5::bigint end) end as c,
         timestamptz '2021-01-01' + n * (interval '2150 days' / $1::bigint) as made_at
       from (select n, ($4::int[])[1 + n * 37 % 100] as what from generate_series(1, $1::bigint) n) kinds) numbered`,
    [
      entries,
      kinds.map(({ prefix }) => prefix),
      kinds.map(({ kind }) => kind),
      list,
      customers,
      busy,
      busyCustomers,
    ],
  )
}

/** The postings of entries, up to an id, into a table without triggers or with `session_replication_role = replica`. */
export async function makePostings(run: Run, customers: number, lastEntry = Number.MAX_SAFE_INTEGER) {
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
    where e.id <= ${lastEntry}`)
}

/** The histories of savings, loans and withdrawals beside the ledger. */
async function makeMovements(run: Run, customers: number) {
  await run(`
    insert into savings_history (savings_id, reference, kind, amount, amount_before, amount_after, status, agent_id,
      entry_id, created_at)
    select customer_id, reference,
      case kind when 'Savings deposit' then 'deposit' when 'Savings interest' then 'interest'
        when 'Savings charge' then 'charge' else 'withdrawal' end,
      10000 + id % 5000 * 100, 100000000,
      100000000 + case when kind in ('Savings deposit', 'Savings interest') then 1 else -1 end * (10000 + id % 5000 * 100),
      'approved', agent_id, id, made_at
    from ledger_entries where kind like 'Savings%' order by id`)
  await run(`
    insert into loan_history (loan_id, instalment_id, reference, kind, amount, repayment, penalty, amount_before,
      amount_after, due_date, status, agent_id, entry_id, created_at)
    select customer_id, case when customer_id in (${busyCustomers.join()}) then ${idsOfBusy('customer_id')} + 1 + id % ${manyInstalments}
        else customer_id * ${instalments} + 1 + id % ${instalments} end, reference, 'repayment', 550000, 10000 + id % 5000 * 100, 0, 5500000,
      5490000 - id % 5000 * 100, '2026-01-01', (array['paid', 'late', 'pending'])[1 + id % 3], agent_id, id, made_at
    from ledger_entries where kind = 'Loan repayment' order by id`)
  await run(`
    insert into loan_history (loan_id, instalment_id, reference, kind, amount, repayment, penalty, amount_before,
      amount_after, due_date, status, entry_id, created_at)
    select loan_id, id, 'LP-' || to_char(due_date, 'YYMMDD-') || lpad(id::text, 7, '0'), 'penalty', amount, 0, penalty,
      5500000, 5500000 + penalty, due_date, 'pending', 1, due_date + interval '4 days'
    from loan_repayment_schedule where penalty > 0 order by id`)
  await run(
    `insert into withdrawals (reference, search_text, customer_id, amount, description, status, requested_by, decided_by,
       decided_at, rejection_reason, entry_id, created_at)
     select chosen.reference, ${searchTextOf('chosen.reference')}, customer_id, 10000 + chosen.id % 5000 * 100,
       'School fees', status, 1, case when status <> 'pending' then 1 end, case when status <> 'pending' then made_at end,
       case when status = 'rejected' then 'Not today' end, case when status = 'approved' then chosen.id end, made_at
     from (select id, customer_id, made_at, 'WR-' || to_char(made_at, 'YYMMDD-') || lpad(id::text, 7, '0') as reference,
         case when id % 50 = 0 then 'pending' when id % 50 = 1 then 'rejected' else 'approved' end as status
       from ledger_entries where kind = 'Withdrawal' order by id limit $1::int) chosen
       join customers on customers.id = customer_id order by chosen.id`,
    [customers / 5],
  )
}

/** Requests of every kind that nobody has decided on, and what they hold: one for about every twentieth customer. */
export async function makePending(database: Database) {
  const client = await database.$client.connect()
  const run: Run = (text, values = []) => client.query(text, values)
  try {
    await run('set session_replication_role = replica')
    await run(`
      insert into withdrawals (reference, search_text, customer_id, amount, description, requested_by, created_at)
      select made.reference, ${searchTextOf('made.reference')}, id, 100000 + id % 500 * 100, 'Rent', 1, made.at
      from customers, lateral (select 'WP-' || id as reference, timestamptz '2026-11-01' + id * interval '1 second' as at) made
      where id % 22 = 0 order by id`)
    await run(`
      update ledger_accounts a set held = total, balance = greatest(balance, total)
      from (select customer_id, sum(amount) as total from withdrawals where status = 'pending' group by 1) w
      where a.customer_id = w.customer_id and a.kind = 'customer'`)
    await run(`
      insert into reversals (reference, search_text, original_id, customer_id, amount, reason, requested_by, created_at)
      select made.reference, ${searchTextOf('made.reference')}, e.id, e.customer_id, 10000, 'Typed twice', 1, e.made_at
      from ledger_entries e join customers on customers.id = e.customer_id,
        lateral (select 'RP-' || e.id as reference) made
      where e.kind = 'Savings deposit' and e.id % 50 = 0 order by e.id`)
    await run(`
      insert into loan_changes (reference, search_text, kind, loan_id, customer_id, amount, reason, requested_by, created_at)
      select made.reference, ${searchTextOf('made.reference')}, 'write-off', loans.id, customer_id, total_payable, 'Moved away', 1,
        timestamptz '2026-11-01'
      from loans join customers on customers.id = customer_id, lateral (select 'LP-' || loans.id as reference) made
      where loan_status = 'active' and loans.id % 5 = 3 order by loans.id`)
    await run(`
      insert into cash_differences (reference, search_text, agent_id, amount, reason, requested_by, created_at)
      select 'DP-' || id, 'dp-' || id, id, 10000, 'Counted again', 1, timestamptz '2026-11-01' from agents order by id`)
    await run(`
      insert into agent_statements (reference, search_text, agent_id, month, commissions, savings, repayments, commission_basis_points,
        savings_basis_points, repayment_basis_points, commission_pay, savings_pay, repayment_pay, total, requested_by, created_at)
      select made.reference, lower(made.reference) || ' ' || fold_person(a.name), a.id, made.month, 100000, 10000000, 0, 1000, 100, 0,
        10000, 100000, 0, 110000, 1, made.month + interval '1 month'
      from agents a, generate_series(1, 24) n, lateral (select date '2026-11-01' - n * interval '1 month' as month) m,
        lateral (select m.month::date as month, 'AS-' || to_char(m.month + interval '1 month', 'YYMMDD-') || lpad((a.id * 100 + n)::text, 6, '0') as reference) made
      order by made.month, a.id`)
    await run(`
      insert into agent_statement_rows (statement_id, customer_id, commissions, savings, repayments, created_at)
      select s.id, c.id, 500, 50000, 0, s.created_at from agent_statements s, lateral (
        select id from customers where assigned_agent_id = s.agent_id order by id limit 200) c
      where s.id <= 100 order by s.id, c.id`)
    await run(`
      insert into fund_requests (reference, amount, type, description, flag, requested_by, created_at)
      select 'FP-' || n, 10000, 'credit', 'Stock', 'MBW', 1, timestamptz '2026-11-01' from generate_series(1, 5000) n`)
    await run('reset session_replication_role')
    await run('vacuum analyze')
  } finally {
    client.release()
  }
}

/** The logs and the markets. */
async function makeOthers(run: Run, customers: number) {
  await run(
    `insert into agent_activity (agent_id, action, status, created_at)
     select 1 + n * 7 % ${agents}, (array['Signed in', 'Collected savings', 'Opened a saving', 'Visited a customer'])[1 + n % 4],
       'success', timestamptz '2021-01-01' + n * (interval '2150 days' / $1::bigint)
     from generate_series(1, $1::bigint) n`,
    [customers],
  )
  await run(
    `insert into admin_activity (admin_id, action, description, subject, status, reference, created_at, place,
       subject_name, subject_reference, amount, subject_customer_id, search_text)
     select 1, 'customers.creditUser', case when n <= $1 / 10 then 'Moved savings of' else 'Credited' end || ' customer ' || c.id,
       'customer ' || c.id, 'success', gen_random_uuid()::text,
       timestamptz '2021-01-01' + n * (interval '1075 days' / $1::bigint), -n,
       first_name || ' ' || last_name, c.reference, 10000, c.id, fold_line(concat_ws(' ',
         case when n <= $1 / 10 then 'Moved savings of' else 'Credited' end || ' customer ' || c.id, first_name, last_name, c.reference))
     from generate_series(1, $1::bigint * 2) n join customers c on c.id = 1 + n * 31 % $1`,
    [customers],
  )
  await run(`
    insert into market_days (name, period, state, lga, status)
    select 'Market ' || n, 1 + n % 7, 'Lagos', 'Ikeja', 'active' from generate_series(1, 400) n`)
  // On one day the gateway refused everything.
  await run(`
    insert into customer_messages (customer_id, entry_id, text, state, attempts, problem, created_at)
    select customer_id, id, 'Your wallet has NGN 1,000.00. ' || reference, state, case state when 'off' then 0 when 'sent' then 1 else 8 end,
      case state when 'failed' then 'HTTP 503' end, made_at
    from ledger_entries, lateral (select case when made_at::date = '${dayWithoutGateway}' then 'failed'
      when id % 50 = 0 then 'off' else 'sent' end) made (state)
    where made_at >= '2026-01-01' order by id`)
  await run(`
    insert into sheet_requests (reference, agent_id, day, lines, collected_lines, total, seen, reason, status, requested_by,
      decided_by, decided_at, comment, created_at)
    select 'SR-' || n, 1 + n % ${agents}, at::date - 10, 40, 30, 1500000, '{}', 'The book came late',
      case when is_open then 'pending' else 'rejected' end, 1, case when not is_open then 1 end, case when not is_open then at end,
      case when not is_open then 'Already recorded' end, at
    from generate_series(1, 5000) n,
      lateral (select n > 4500, timestamptz '2026-01-01' + n * interval '1 hour') made (is_open, at)`)
}
