import type { Database } from '#server/db/database'
import { places } from '#server/db/demoNames'

export const howMany = 1_000_000
const agents = 300

/** A million customers by SQL alone. The wallets that the database would open with them are left out: no list reads them. */
export async function makeMillion({ $client: pool }: Database) {
  const names = (kind: 'first' | 'last') => [...new Set(places.flatMap(({ people }) => people[kind]))]
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_indexdef('customers_search'::regclass) as definition",
  )
  await pool.query(
    `insert into agents (name, first_name, last_name, email, phone_number)
     select 'Agent ' || n, 'Agent', n::text, n || '@agents.test', lpad(n::text, 11, '0')
     from generate_series(1, $1::int) n`,
    [agents],
  )
  await pool.query('alter table customers disable trigger customers_main_wallet; drop index customers_search')
  await pool.query(
    `insert into customers
       (first_name, last_name, phone_number, state, lga, home_address, agent_id, assigned_agent_id, created_at)
     select ($2::text[])[1 + (random() * (cardinality($2::text[]) - 1))::int],
       ($3::text[])[1 + (random() * (cardinality($3::text[]) - 1))::int],
       '080' || lpad(n::text, 8, '0'), 'Lagos', 'Ikeja', n % 90 || ' Bode Thomas Street',
       agent, case when n % 25 = 0 then 1 + n % $4 else agent end,
       timestamptz '2020-01-01' + n * interval '3 minutes'
     from (select n, 1 + (n * 7919::bigint) % $4 as agent from generate_series(1, $1::int) n) numbered`,
    [howMany, names('first'), names('last'), agents],
  )
  await pool.query(rows[0]?.definition ?? '')
  await pool.query('vacuum analyze customers')
}

export const howManyOfTheirs = 400_000

/** Guarantors of four in ten, and as many moves to another agent, forty customers at a time. */
export async function makeTheirs({ $client: pool }: Database, adminId: number) {
  await pool.query(
    `insert into guarantors (customer_id, agent_id, first_name, last_name, phone, address, created_at)
     select 1 + (n * 7919::bigint) % $2, 1 + n % $3, first_name, last_name, '070' || lpad(n::text, 8, '0'),
       n % 90 || ' Marina', timestamptz '2021-01-01' + n * interval '5 minutes'
     from generate_series(1, $1::int) n join customers on customers.id = 1 + (n * 104729::bigint) % $2`,
    [howManyOfTheirs, howMany, agents],
  )
  await pool.query(
    `insert into customer_reassignments (reference, customer_id, from_agent_id, to_agent_id, admin_id, created_at)
     select 'RA-' || to_char(at, 'YYMMDD') || '-' || lpad(act::text, 6, '0'), 1 + (n * 7919::bigint) % $2,
       1 + n % $3, 1 + (n + 7) % $3, $4, at
     from (select n, n / 40 as act, timestamptz '2021-01-01' + n / 40 * interval '3 hours' as at
       from generate_series(1, $1::int) n) numbered`,
    [howManyOfTheirs, howMany, agents, adminId],
  )
  await pool.query('vacuum analyze guarantors, customer_reassignments')
}
