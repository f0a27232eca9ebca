import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { historyNouns } from '#contract/calls/history'
import { historyWords, sealedColumns } from '#server/views/history/words'
import { openServer } from '../support/harness'
import { watchedTables } from './historyDesk'

const server = await openServer()
const watched = await watchedTables(server)

/** Why a column is in no history. */
const key = 'names the row, and never changes'
const searched = 'derived from others'
const time = 'a moment that the row or its change has'
const moved = 'moves with deposits, charges and payouts, which are movements of the ledger'
const said = 'said by the row of the history itself'
const reasons: Record<string, Record<string, string>> = {
  customers: {
    id: key,
    reference: key,
    search_text: searched,
    created_at: time,
    updated_at: time,
    anonymised_at: time,
  },
  customer_identities: { customer_id: key, bvn_hash: searched },
  guarantors: { id: key, customer_id: key, search_text: searched, created_at: time },
  agents: {
    id: key,
    first_name: searched,
    last_name: searched,
    search_text: searched,
    created_at: time,
    otp_generated_at: time,
    login_attempts: 'counts what the agent’s app does',
    float_kobo: 'read by an earlier release; the ledger has it',
    target_set_at: 'targets have a list of their own',
  },
  agent_pay_terms: { id: key, agent_id: key, admin_id: said, created_at: time },
  admins: {
    id: key,
    must_change_password: 'set with each one-time password',
    anonymised_at: time,
    created_at: time,
  },
  admin_permissions: { admin_id: key },
  roles: { id: key, created_at: time },
  role_limits: {
    id: key,
    role_id: key,
    kind: 'in the text that is shown',
    step: 'in the text that is shown',
    amount: 'in the text that is shown',
  },
  role_permissions: { role_id: key },
  savings: {
    id: key,
    reference: key,
    customer_id: key,
    agent_id: key,
    account_id: key,
    charge_owed: moved,
    market_day: moved,
    paid_out_through: moved,
    closed_on: 'goes with the status',
    search_text: searched,
    created_at: time,
  },
  plan_changes: {
    id: key,
    savings_id: key,
    market_day: searched,
    was_fixed_amount: 'in the row of the wallet',
    was_deposit_type: 'in the row of the wallet',
    was_market_id: 'in the row of the wallet',
    was_market_day: 'in the row of the wallet',
    admin_id: said,
    created_at: time,
  },
  saving_types: { id: key, created_at: time },
  loan_types: { id: key, created_at: time },
  fees: { id: key, created_at: time },
  market_days: { id: key, created_at: time },
}

it('the tables with a history are those that have words and reasons', () => {
  const tables = [...new Set(watched.map(({ table }) => table))].toSorted()
  expect(tables).toEqual(Object.keys(historyWords).toSorted())
  expect(tables).toEqual(Object.keys(reasons).toSorted())
  expect(new Set(watched.map(({ noun }) => noun))).toEqual(new Set(historyNouns))
})

it.each(watched)('every column of $table is kept with words, or left out with a reason', async (one) => {
  const { rows } = await server.database.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${one.table}`)
  const columns = rows.map(({ name }) => name).toSorted()
  const kept = Object.keys(historyWords[one.table] ?? {})
  expect(one.left.toSorted()).toEqual(Object.keys(reasons[one.table] ?? {}).toSorted())
  expect([...kept, ...one.left].toSorted()).toEqual(columns)
  expect(one.sealed.toSorted()).toEqual((sealedColumns[one.table] ?? []).toSorted())
})

it('every column that looks secret is sealed or left out', async () => {
  const kept = Object.entries(historyWords).flatMap(([table, words]) =>
    Object.keys(words).map((column) => ({ table, column })),
  )
  const secret = kept.filter(({ column }) => /hash|bvn|nin$|pin|token|secret|file|photo/.test(column))
  expect(secret.filter(({ table, column }) => !sealedColumns[table]?.includes(column))).toEqual([])
})

it('a trigger for some columns of savings names all that are kept', async () => {
  const { rows } = await server.database.execute<{ name: string }>(sql`
    select attname as name from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any (tgattr)
    where tgname = 'savings_changed'`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(historyWords.savings ?? {}).toSorted())
})
