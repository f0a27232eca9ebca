import type pg from 'pg'
import { type Call, requiredFields } from '#contract/call'

/**
 * The customer, the agent, the run and the agent's statement of the demo with the most rows, for lists about one of them. The demo's movements have
 * no messages: the customer gets some.
 */
export async function busiestOf(pool: pg.Pool) {
  const { rows: busiest } = await pool.query<{ customer: string }>(
    `select customer_id as customer from ledger_postings where customer_id is not null
     group by 1 order by count(*) desc, 1 limit 1`,
  )
  const customer = Number(busiest[0]?.customer)
  const { rows: collectors } = await pool.query<{ agent: string }>(
    `select a.agent_id as agent from ledger_postings p join ledger_accounts a on a.id = p.account_id
     where a.agent_id is not null group by 1 order by count(*) desc, 1 limit 1`,
  )
  const agent = Number(collectors[0]?.agent)
  const { rows: largest } = await pool.query<{ run: string }>(
    'select run_id as run from run_items group by 1 order by count(*) desc, 1 limit 1',
  )
  const run = Number(largest[0]?.run)
  const { rows: statements } = await pool.query<{ statement: string }>(
    'select statement_id as statement from agent_statement_rows group by 1 order by count(*) desc, 1 limit 1',
  )
  const statement = Number(statements[0]?.statement)
  await pool.query(
    `insert into customer_messages (customer_id, entry_id, text, state, attempts, last_attempt_at, problem, created_at)
     select $1, (select id from ledger_entries where customer_id = $1 order by id offset n limit 1), 'Message ' || n, case when n % 2 = 0 then 'sent' else 'failed' end, n, timestamptz '2026-11-17' + n * interval '1 minute',
       case when n % 2 = 1 then '=HTTP 500' end, timestamptz '2026-11-17'
     from generate_series(1, 30) n`,
    [customer],
  )
  return { customer, agent, run, statement }
}

/** The fields by which a list is about one of them. */
export const aboutBusiest = (
  call: Call,
  { customer, agent, run, statement }: Awaited<ReturnType<typeof busiestOf>>,
) => ({
  ...('customer_id' in call.input.entries && { customer_id: customer }),
  ...(requiredFields(call).includes('agent_id') && { agent_id: agent }),
  ...('run_id' in call.input.entries && { run_id: run }),
  ...('statement_id' in call.input.entries && { statement_id: statement }),
})
