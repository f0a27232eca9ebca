import { addDays, lagosDay } from '#domain/time/lagos'
import type { Database } from '#server/db/database'
import { dropIndexes, type Run } from './data'

/** The wallets with cycles; a quarter as many have a charge a month beside them. */
export const cycleWallets = 200_000
/** The wallets of one agent: as many as a payout may have. */
export const walletsOfAgent = 500
const depositsOfMonth = 5
/** So many of the wallets' customers wait for a withdrawal that their agent did not pay on its day. */
const oneInNotPaid = 40

/** The last day of the last month that has ended. */
export const lastDay = addDays(`${lagosDay(new Date()).slice(0, 8)}01`, -1)
const firstDay = `${lastDay.slice(0, 8)}01`

/**
 * A business whose month has ended: each wallet has the cycles of half a year, those before as if taken over, and the deposits of the
 * last one, which owes its commission. Three kinds of terms; every seventh plan or so ends with the month. All books are right: triggers
 * are off while the rows are made, and `verify-ledger` finds nothing.
 */
export async function makeTrade({ $client: pool }: Database, wallets = cycleWallets) {
  const client = await pool.connect()
  const run: Run = (text, values = []) => client.query(text, values)
  const charged = wallets / 4
  try {
    await run("set maintenance_work_mem = '1GB'")
    await makeAgents(run, wallets)
    await run('set session_replication_role = replica')
    const makeIndexes = await dropIndexes(run)
    const steps: Record<string, () => Promise<void>> = {
      customers: () => makeCustomers(run, wallets),
      wallets: () => makeWallets(run, wallets, charged),
      movements: () => makeMovements(run, wallets, charged),
      requests: () => makeRequests(run, wallets),
      indexes: makeIndexes,
      'last deposits': () =>
        run(
          'insert into last_deposits select * from last_deposits_of(array(select id from savings)) on conflict (id) do update set day = excluded.day, since = excluded.since',
        ).then(() => undefined),
    }
    for (const [name, make] of Object.entries(steps)) {
      const start = performance.now()
      await make()
      process.stderr.write(`Made ${name} in ${((performance.now() - start) / 1000).toFixed(0)} s.\n`)
    }
    for (const table of tables)
      await run(
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
      )
    await run("select setval('reference_numbers', 5000000)")
    await run('reset session_replication_role')
    await run('vacuum analyze')
  } finally {
    client.release()
  }
}

const tables = [
  'savings',
  'savings_cycles',
  'ledger_accounts',
  'ledger_entries',
  'saving_types',
  'withdrawals',
  'fees',
]

/** An instant of a day in Lagos, as SQL. */
const at = (day: string, more: string) =>
  `((${day})::date + ${more}::interval)::timestamp at time zone 'Africa/Lagos'`

async function makeAgents(run: Run, wallets: number) {
  await run(`insert into admins (name, email, phone_number, password_hash)
    values ('Load', 'load@alajo.test', '08000000000', 'none'), ('Second', 'second@alajo.test', '08000000001', 'none')`)
  await run(`insert into agents (name, first_name, last_name, email, phone_number, state, lga, created_at)
    select 'Bola Agent ' || n, 'Bola', 'Agent ' || n, n || '@agents.test', '090' || lpad(n::text, 8, '0'), 'Lagos', 'Ikeja',
      timestamptz '2024-01-01' from generate_series(1, ${wallets / walletsOfAgent}) n`)
}

async function makeCustomers(run: Run, wallets: number) {
  await run(`insert into customers (id, first_name, last_name, phone_number, state, lga, home_address, agent_id, assigned_agent_id, created_at)
    select n, (array['Ngozi', 'Sade', 'Musa', 'Chidi', 'Amina', 'Tunde', 'Bisi'])[1 + n % 7],
      (array['Ade', 'Ojo', 'Bello', 'Eze', 'Sule', 'Okafor', 'Balogun', 'Ige', 'Danladi', 'Obi', 'Lawal'])[1 + n % 11],
      '080' || lpad(n::text, 8, '0'), 'Lagos', 'Ikeja', n % 90 || ' Bode Thomas Street',
      1 + (n - 1) / ${walletsOfAgent}, 1 + (n - 1) / ${walletsOfAgent}, timestamptz '2024-02-01' + n * interval '1 minute'
    from generate_series(1, ${wallets}) n`)
  await run(
    `update customers set search_text = concat_ws(' ', fold_name(first_name), fold_name(last_name), phone_number, lower(reference))`,
  )
  await run(`insert into ledger_accounts (kind, name, code, customer_id, created_at)
    select 'customer', 'customer ' || id, 'CMW', id, created_at from customers order by id`)
  await run(`insert into customer_debts (id, created_at, is_active, name_key)
    select id, created_at, is_active, lower(first_name || ' ' || last_name) from customers order by id`)
  await run(
    `insert into row_counts (list, total) values ('customers', ${wallets}) on conflict (list) do update set total = excluded.total`,
  )
}

/** When wallet i was opened: cycles of 31 days and of calendar months end with the same day. */
const openedOn = `case when kind = 3 then date '${lastDay}' + 1 - 186 else (date '${firstDay}' - interval '5 months')::date end`
const startOfCycle = (number: string) =>
  `case kind when 3 then date '${lastDay}' + 1 - 186 + (${number} - 1) * 31 else (date '${firstDay}' + (${number} - 6) * interval '1 month')::date end`

async function makeWallets(run: Run, wallets: number, charged: number) {
  await run(`insert into saving_types (id, name, category, charge, commission_kind, commission_basis_points, cycle_kind, taken)
    values (1, 'Daily Ajo', 'daily', 0, 'contribution', 0, 'month', 'end'), (2, 'Percent Ajo', 'daily', 0, 'percent', 350, 'month', 'end'),
      (3, 'Plan of 31 Days', 'daily', 30000, 'amount', 0, 'days', 'end'), (4, 'Monthly Charge', 'daily', 5000, 'amount', 0, 'month', 'end')`)
  await run(
    `insert into market_days (name, period, state, lga, status) values ('Bodija', 1, 'Lagos', 'Ikeja', 'active')`,
  )
  // Wallet i of the first ones is customer i's; those with a charge are second ones.
  await run(`create temporary table made as
    select i, case when i > ${wallets} then 4 else 1 + i % 3 end as kind, case when i > ${wallets} then i - ${wallets} else i end as customer,
      (1 + i % 20) * 10000::bigint as fixed, (select max(id) from ledger_accounts) + i as account
    from generate_series(1, ${wallets + charged}) i`)
  await run('analyze made')
  await run(`insert into savings (id, reference, search_text, customer_id, saving_type_id, account_id, agent_id, fixed_amount, charge,
      commission_kind, commission_basis_points, cycle_kind, taken, plan_end, deposit_type, duration, due_date, created_at)
    select i, numbered.reference, search_text_of(numbered.reference, c.search_text, false), customer, t.id, account, c.agent_id, fixed,
      t.charge, t.commission_kind, t.commission_basis_points, t.cycle_kind, t.taken,
      case when kind = 4 then 'carry-on' when i % 20 in (0, 1, 2) then 'pay-out' when i % 20 = 3 then 'close' else 'carry-on' end,
      'daily', case when i % 20 < 4 then date '${lastDay}' + 1 - opened else 400 end,
      case when i % 20 < 4 then date '${lastDay}' + 1 else opened + 400 end, ${at('opened', "'8 hours'")}
    from (select made.*, opened, 'SV-' || to_char(opened, 'YYMMDD-') || lpad(i::text, 7, '0') as reference
      from made, lateral (select ${openedOn} as opened) o) numbered
    join saving_types t on t.id = kind join customers c on c.id = customer order by i`)
  await run(`insert into ledger_accounts (id, kind, name, code, customer_id, balance, postings, created_at)
    select account_id, 'savings', reference, 'DSW', customer_id, fixed_amount * ${depositsOfMonth}, ${depositsOfMonth}, created_at from savings`)
  await run(`insert into savings_cycles (id, savings_id, number, from_day, through_day, fixed_amount, paid, due, taken, paid_before, taken_before, created_at)
    select (number - 1) * ${wallets} + i, i, number, first, ${startOfCycle('number + 1')} - 1, fixed, paid, due,
      case when number < 6 then due else 0 end, case when number < 6 then paid else 0 end, case when number < 6 then due else 0 end, ${at('first', "'10 hours'")}
    from made, generate_series(1, 6) number, lateral (select ${startOfCycle('number')} as first, fixed * ${depositsOfMonth} as paid) p,
      lateral (select case kind when 1 then fixed when 2 then div(paid * 350 + 5000, 10000)::bigint else least(paid, 30000) end as due) d
    where kind < 4 order by number, i`)
}

async function makeMovements(run: Run, wallets: number, charged: number) {
  const all = wallets + charged
  const deposits = all * depositsOfMonth
  const notPaid = wallets / oneInNotPaid
  const account = (name: string) => `(select id from ledger_accounts where name = '${name}')`
  await run(`insert into ledger_entries (id, reference, kind, made_at, agent_id, customer_id)
    select n, 'SD-' || to_char(day, 'YYMMDD-') || lpad(n::text, 7, '0'), 'Savings deposit', ${at('day', "'10 hours'")} + i * interval '100 milliseconds', c.agent_id, customer
    from made join customers c on c.id = customer, generate_series(1, ${depositsOfMonth}) round,
      lateral (select (round - 1) * ${all} + i as n, date '${firstDay}' + (round - 1) * 6 as day) d order by n`)
  // Cash goes to the agents.
  await run(`insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, reference, source, made_at, agent_id, customer_id)
    select e.id, a.id, row_number() over own, -fixed, -sum(fixed) over own, 'AGENT', e.reference, e.kind, e.made_at, e.agent_id, e.customer_id
    from ledger_entries e join made on i = (e.id - 1) % ${all} + 1 join ledger_accounts a on a.agent_id = e.agent_id
    window own as (partition by a.id order by e.id) order by e.id`)
  await run(`insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source, made_at, agent_id, customer_id)
    select e.id, account, round, fixed, fixed * round, 'DSW', 'payable', e.reference, e.kind, e.made_at, e.agent_id, e.customer_id
    from ledger_entries e join made on i = (e.id - 1) % ${all} + 1, lateral (select (e.id - 1) / ${all} + 1 as round) r order by e.id`)
  await run(`insert into savings_history (savings_id, reference, kind, amount, amount_before, amount_after, status, agent_id, entry_id, cycle_id, created_at)
    select i, e.reference, 'deposit', fixed, fixed * (round - 1), fixed * round, 'approved', e.agent_id, e.id,
      case when kind_of < 4 then 5 * ${wallets} + i end, e.made_at
    from (select *, (id - 1) / ${all} + 1 as round from ledger_entries) e join (select made.*, kind as kind_of from made) w on i = (e.id - 1) % ${all} + 1 order by e.id`)
  // A card for each customer, and cash into some main wallets, which their agents were to pay out.
  await run(
    `insert into fees (id, name, kind, amount, applies_to, moment, created_at) values (1, 'Card', 'amount', 20000, 'card', 'registration', timestamptz '2024-01-01')`,
  )
  await run(`insert into fees (id, name, kind, amount, applies_to, moment, status, created_at)
    select n, 'Fee ' || n, 'amount', 10000, 'customer', 'registration', 'inactive', timestamptz '2024-01-01' from generate_series(2, 60) n`)
  const paidAt = `${at(`date '${firstDay}'`, "'9 hours'")} + n * interval '100 milliseconds'`
  await run(`insert into ledger_entries (id, reference, kind, made_at, admin_id, customer_id, reason)
    select ${deposits} + n, case what when 1 then 'FE-' when 2 then 'CC-' else 'WD-' end || to_char(date '${firstDay}', 'YYMMDD-') || lpad((${deposits} + n)::text, 7, '0'),
      (array['Fee', 'Customer credit', 'Withdrawal'])[what], ${paidAt}, case what when 3 then 2 else 1 end, customer, case what when 3 then 'WR-' || customer end
    from generate_series(1, ${wallets + 2 * notPaid}) n, lateral (select case when n <= ${wallets} then 1 when n <= ${wallets + notPaid} then 2 else 3 end as what) w,
      lateral (select case what when 1 then n when 2 then n - ${wallets} else n - ${wallets + notPaid} end as customer) c order by n`)
  const amount = '(100000 + e.customer_id % 500 * 100)'
  await run(`insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source, made_at, admin_id, customer_id)
    select entry, account, row_number() over own, change, sum(change) over own, code, flow, reference, kind, made_at, admin_id, customer_id
    from (
      select e.*, e.id as entry, m.account, m.change, m.code, m.flow from ledger_entries e
        left join ledger_accounts main on main.kind = 'customer' and main.customer_id = e.customer_id,
        lateral (select ${amount} as cash) s,
        lateral (values ('Fee', ${account('CASH')}, -20000, 'CASH', null), ('Fee', ${account('TW')}, 20000, 'TW', null),
          ('Customer credit', ${account('CASH')}, -cash, 'CASH', null), ('Customer credit', main.id, cash, 'CMW', 'payable'),
          ('Withdrawal', main.id, -cash, 'CMW', 'payable'), ('Withdrawal', ${account('TO-PAY')}, cash, 'TO-PAY', null)) m (of, account, change, code, flow)
      where e.id > ${deposits} and m.of = e.kind) moves
    window own as (partition by account order by entry) order by entry, change`)
  await run(`update ledger_accounts a set balance = p.balance, postings = p.postings
    from (select account_id, sum(amount) as balance, count(*) as postings from ledger_postings group by 1) p where p.account_id = a.id`)
  await run(`insert into fee_payments (fee_id, customer_id, savings_id, amount, paid_from, reference, admin_id, entry_id, created_at)
    select 1, customer_id, customer_id, 20000, 'cash', reference, 1, id, made_at from ledger_entries where kind = 'Fee' order by id`)
  await run(`insert into withdrawals (id, reference, search_text, customer_id, amount, description, status, requested_by, decided_by, decided_at, entry_id, created_at)
    select e.customer_id, e.reason, search_text_of(e.reason, c.search_text, false), e.customer_id, ${amount}, 'Rent', 'approved', 1, 2, e.made_at, e.id, e.made_at
    from ledger_entries e join customers c on c.id = e.customer_id where e.kind = 'Withdrawal' order by e.id`)
  await run(`insert into agent_payouts (withdrawal_id, pay_on, created_at)
    select id, date '${firstDay}' + 1 + (id % 20)::int, decided_at from withdrawals order by id`)
  // Kept sums, as the triggers make them.
  await run(`insert into kept_sums ("of", day, agent_id, rhythm, amount)
    select s."of", s.day, s.agent_id, null, sum(s.amount) from (
      select a.kind as account_kind, a.code, p.source, p.made_at, a.agent_id, p.amount as change
      from ledger_postings p join ledger_accounts a on a.id = p.account_id) t
    cross join lateral sums_of_posting(t.account_kind, t.code, t.source, t.made_at, t.agent_id, t.change) s group by 1, 2, 3
    union all
    select 'deposits', null, null, deposit_rhythm(market_id, deposit_type, created_at), sum(fixed_amount) from savings where status = 'active' group by 4`)
  await run(
    `insert into balance_sums ("of", amount) select kind, sum(balance) from ledger_accounts where kind in ('savings', 'loan') group by 1`,
  )
}

/** What the lists beside the wallets have. */
async function makeRequests(run: Run, wallets: number) {
  const agents = wallets / walletsOfAgent
  await run(`insert into term_changes (reference, saving_type_id, terms, before, changes, reason, status, requested_by, decided_by, decided_at, comment, created_at)
    select 'TC-' || n, 1 + n % 4, '{}', '{}', 'Charge ₦50.00 to ₦' || n, 'Costs', 'rejected', 1, 2, day + interval '1 hour', 'Not now', day
    from generate_series(1, 2000) n, lateral (select timestamptz '2024-03-01' + n * interval '8 hours' as day) d order by n`)
  await run(`insert into holidays (day, name, admin_id, created_at)
    select date '${firstDay}' - 1 - n * 3, 'Holiday ' || n, 1, timestamptz '2010-01-01' from generate_series(1, 300) n`)
  await run(`insert into collection_calendars (from_day, closed_weekdays, admin_id, created_at)
    select date '2010-01-08' + n * 100, '{7}', 1, timestamptz '2010-01-01' from generate_series(1, 40) n`)
  await run(`insert into payout_batches (id, reference, paid, wallets, total, status, requested_by, decided_by, decided_at, comment, created_at)
    select n, 'PB-' || n, 'main wallet', ${walletsOfAgent}, total, 'rejected', 1, 2, day + interval '1 hour', 'Not now', day
    from generate_series(1, ${agents}) n, lateral (select timestamptz '2024-03-01' + n * interval '30 hours' as day) d,
      lateral (select sum(fixed_amount) as total from savings where id between (n - 1) * ${walletsOfAgent} + 1 and n * ${walletsOfAgent}) t`)
  await run(`select setval(pg_get_serial_sequence('payout_batches', 'id'), ${agents})`)
  await run(`insert into payout_items (batch_id, savings_id, customer_id, from_day, through_day, saved, commission, amount, is_undecided)
    select 1 + (i - 1) / ${walletsOfAgent}, i, customer, c.from_day, c.through_day, c.paid, 0, fixed, false
    from made join savings_cycles c on c.savings_id = i and c.number = 5 order by i`)
  // Half of the plans changed with the month's cycle, some change with the next.
  await run(`insert into plan_changes (savings_id, from_day, fixed_amount, deposit_type, was_fixed_amount, was_deposit_type, admin_id, created_at)
    select i, c.from_day, fixed, 'daily', fixed, 'weekly', 1, c.from_day - interval '2 days' from made join savings_cycles c on c.savings_id = i and c.number = 6
    where i % 2 = 0 union all
    select i, date '${lastDay}' + 1, fixed * 2, 'daily', fixed, 'daily', 1, date '${lastDay}' - interval '2 days' from made where i % 100 = 7 and kind < 4`)
  await run(`insert into agent_targets (agent_id, month, savings, repaid, customers, admin_id, created_at)
    select a.id, (date '${firstDay}' - n * interval '1 month')::date, 100000000, 0, 10, 1, timestamptz '2024-01-02' from agents a, generate_series(-1, 11) n`)
  await run(`insert into agent_pay_terms (agent_id, from_month, commission_basis_points, savings_basis_points, repayment_basis_points, admin_id, created_at)
    values (null, '2024-01-01', 1000, 50, 100, 1, timestamptz '2024-01-02')`)
}
