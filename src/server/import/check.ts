import { eq, type SQL, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { type ControlTotals, differencesOf } from '#domain/import/totals'
import type { Queries } from '../db/database'
import { importFaults, imports } from '../db/tables/imports'
import { nameKey } from '../db/tables/schema'
import { lockOpen, setState, stateOf, takeImport } from './staging'
import { TableFault } from './tableRow'

/** A cell of the row `r`. */
export const cell = (name: string) => sql.raw(`(r.row->>'${name}')`)
export const moneyCell = (name: string) => sql`coalesce(${cell(name)}, '0')::bigint`

type Rule = { noun: ImportNoun; column: string; reason: SQL; where: SQL; from?: SQL }

/** The row of another noun in the same import that a cell names: read, or refused and so reported itself. */
const isNamed = (noun: ImportNoun, key: SQL) => sql`(exists (select from import_rows n
    where n.import_id = r.import_id and n.noun = ${noun} and n.key = lower(${key}))
  or exists (select from import_faults f where f.import_id = r.import_id and f.noun = ${noun} and f.row_id is null
    and lower(f.cells->>${keyFields[noun] ?? ''}) = lower(${key})))`

const keyFields: Partial<Record<ImportNoun, string>> = {
  agents: 'agent',
  markets: 'market',
  savingTypes: 'saving_type',
  loanTypes: 'loan_type',
  customers: 'customer',
  loans: 'loan',
}

/** Rows that are there already and that a cell may name instead: an agent by e-mail, a customer by reference, others by name. */
export const there = {
  agent: (key: SQL) =>
    sql`(select min(a.id) from agents a where lower(a.email) = lower(${key}) and a.status <> 'DELETED')`,
  customer: (key: SQL) =>
    sql`(select c.id from customers c where c.reference = upper(${key}) and not c.is_deleted)`,
  savingType: (key: SQL) =>
    sql`(select t.id from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(key)})`,
  loanType: (key: SQL) =>
    sql`(select t.id from loan_types t where ${nameKey(sql`t.name`)} = ${nameKey(key)})`,
  market: (key: SQL) =>
    sql`(select case when count(*) = 1 then min(m.id) end from market_days m where lower(m.name) = lower(${key}))`,
}

const unknown = (noun: ImportNoun, column: string, named: ImportNoun, field: string, known: SQL): Rule => ({
  noun,
  column,
  reason: sql`${column}::text || ' ' || ${cell(field)} || ' is in no file and not there.'`,
  where: sql`${cell(field)} is not null and not ${isNamed(named, cell(field))} and ${known} is null`,
})

/** The row of the import that has the same key, or the same words in `same`, and comes first. */
const twice = (noun: ImportNoun, column: string, same: SQL): Rule => ({
  noun,
  column,
  from: sql`(select *, min(id) over (partition by ${same}) as first_id from import_rows r
    where r.import_id = (select import_id from checked) and r.noun = ${noun}) r join import_rows f on f.id = r.first_id`,
  reason: sql`'The same ' || lower(${column}::text) || ' is in line ' || f.line || ' of ' || (select name from import_files where id = f.file_id) || '.'`,
  where: sql`r.first_id <> r.id`,
})

const person = sql`lower(${cell('first_name')} || ' ' || ${cell('last_name')}), ${cell('phone_number')}`

const rules: readonly Rule[] = [
  ...(
    ['agents', 'markets', 'savingTypes', 'loanTypes', 'customers', 'savings', 'loans', 'wallets'] as const
  ).map((noun) =>
    twice(
      noun,
      {
        agents: 'Agent',
        markets: 'Market',
        savingTypes: 'Saving Type',
        loanTypes: 'Loan Type',
        customers: 'Customer',
        savings: 'Saving',
        loans: 'Loan',
        wallets: 'Wallet',
      }[noun],
      sql`r.key`,
    ),
  ),
  twice('agents', 'Email', cell('email')),
  twice('agents', 'Phone Number', cell('phone_number')),
  twice('customers', 'Name and phone number', person),
  twice('instalments', 'Due Date', sql`r.key, ${cell('due_date')}`),
  twice('guarantors', 'Row', sql`r.hash`),
  {
    noun: 'agents',
    column: 'Email',
    reason: sql`'An agent has this e-mail or phone number already.'`,
    where: sql`exists (select from agents a where lower(a.email) = ${cell('email')} or a.phone_number = ${cell('phone_number')})`,
  },
  {
    noun: 'customers',
    column: 'Phone Number',
    reason: sql`'A customer of this name has this phone number already.'`,
    where: sql`exists (select from customers c where c.phone_number = ${cell('phone_number')} and not c.is_deleted
      and lower(c.first_name || ' ' || c.last_name) = lower(${cell('first_name')} || ' ' || ${cell('last_name')}))`,
  },
  {
    noun: 'markets',
    column: 'Day',
    reason: sql`'This market is there already, on another day.'`,
    where: sql`exists (select from market_days m where lower(m.name) = r.key and m.state = ${cell('state')} and m.lga = ${cell('lga')}
      and m.period <> ${cell('day')}::int)`,
  },
  {
    noun: 'savingTypes',
    column: 'Saving Type',
    reason: sql`'This savings type is there already, with other terms.'`,
    where: sql`exists (select from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('saving_type'))} and (t.category, t.interest_basis_points::bigint, t.charge)
      <> (${cell('category')}, ${moneyCell('interest')}, ${moneyCell('charge')}))`,
  },
  {
    noun: 'loanTypes',
    column: 'Loan Type',
    reason: sql`'This loan type is there already, with other terms.'`,
    where: sql`exists (select from loan_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('loan_type'))} and
      (t.interest_basis_points::bigint, t.penalty_basis_points::bigint, t.grace_days::bigint)
      <> (${moneyCell('interest')}, ${moneyCell('penalty')}, ${moneyCell('grace_days')}))`,
  },
  {
    noun: 'loanTypes',
    column: 'Weekly',
    reason: sql`'The type offers no period.'`,
    where: sql`${cell('daily')} = 'no' and ${cell('weekly')} = 'no' and ${cell('monthly')} = 'no'`,
  },
  unknown('customers', 'Agent', 'agents', 'agent', there.agent(cell('agent'))),
  unknown('savings', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('savings', 'Saving Type', 'savingTypes', 'saving_type', there.savingType(cell('saving_type'))),
  unknown('savings', 'Market', 'markets', 'market', there.market(cell('market'))),
  unknown('loans', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('loans', 'Loan Type', 'loanTypes', 'loan_type', there.loanType(cell('loan_type'))),
  unknown('instalments', 'Loan', 'loans', 'loan', sql`null`),
  unknown('guarantors', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('guarantors', 'Loan', 'loans', 'loan', sql`null`),
  {
    noun: 'loans',
    column: 'Loan',
    from: sql`import_rows r left join lateral (
      select coalesce(sum(coalesce(i.row->>'open', '0')::numeric + coalesce(i.row->>'penalty_open', '0')::numeric), 0) as owed
      from import_rows i where i.import_id = r.import_id and i.noun = 'instalments' and i.key = r.key) i on true`,
    reason: sql`case when i.owed = 0 then 'Nothing is open of the loan: it has no instalments to move in.'
      else 'Of what is open, as much or more is interest.' end`,
    where: sql`i.owed <= ${moneyCell('interest_open')} and not exists (select from import_faults f where f.import_id = r.import_id
      and f.noun = 'instalments' and f.row_id is null and lower(f.cells->>'loan') = r.key)`,
  },
  ...(['customers', 'savings', 'loans'] as const).map((noun): Rule => {
    const [column, field] = {
      customers: ['Registered', 'registered'],
      savings: ['Opened', 'opened'],
      loans: ['Disbursed', 'disbursed'],
    }[noun] as [string, string]
    return {
      noun,
      column,
      reason: sql`${column}::text || ' is after the cut-over day.'`,
      where: sql`${cell(field)}::date > (select cut_over_day from imports where id = r.import_id)`,
    }
  }),
]

/** A row that an import released before, in whatever file. */
const cameBefore = (
  importId: number,
) => sql`insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
  select r.import_id, r.file_id, r.noun, r.line, r.id, '', 'Import ' || b.import_id || ' moved this row in already.'
  from import_rows r join import_records b on b.hash = r.hash and b.undone = 0 where r.import_id = ${importId}`

const totalsOf = (importId: number) => sql<ControlTotals>`select
  count(*) filter (where r.noun = 'agents')::text as agents,
  count(*) filter (where r.noun = 'customers')::text as customers,
  count(*) filter (where r.noun = 'savings')::text as savings,
  count(*) filter (where r.noun = 'loans')::text as loans,
  coalesce(sum(${moneyCell('balance')}) filter (where r.noun = 'savings'), 0)::text as saved,
  coalesce(sum(${moneyCell('open')} + ${moneyCell('penalty_open')}) filter (where r.noun = 'instalments'), 0)::text as owed,
  coalesce(sum(${moneyCell('wallet_balance')}) filter (where r.noun = 'customers'), 0)::text as customer_wallets,
  coalesce(sum(${moneyCell('balance')}) filter (where r.noun = 'wallets'), 0)::text as business_wallets,
  coalesce(sum(${moneyCell('cash_held')}) filter (where r.noun = 'agents'), 0)::text as agent_cash
  from import_rows r where r.import_id = ${importId}`

/** What a ledger account holds at most, exact in every program that reads it. */
const mostInAll = BigInt(Number.MAX_SAFE_INTEGER) / 4n

type Options = {
  /** By the job of a dry run, not by a command. */
  inJob?: boolean
  /** Why files of this dry run can't be read, if some can't: it has faults then. */
  unread?: string | undefined
  /** Called between rules; what it throws cancels. */
  onRule?: (done: number, total: number) => Promise<void>
}
export type Checked = { faults: number; faultyRows: number; totals: ControlTotals }

/** The dry run: compares the rows with each other and with what is there, and adds them up. The books are not touched. */
export async function checkImport(
  tx: Queries,
  importId: number,
  { inJob = false, unread, onRule }: Options = {},
): Promise<Checked> {
  await takeImport(tx, importId)
  await stateOf(tx, importId, inJob)
  // The planner knows nothing yet of rows that were just read.
  await tx.execute(sql`analyze import_rows`)
  await tx.execute(sql`delete from import_faults where import_id = ${importId} and row_id is not null`)
  await tx.execute(cameBefore(importId))
  for (const [at, { noun, column, reason, where, from = sql`import_rows r` }] of rules.entries()) {
    await onRule?.(at, rules.length)
    await tx.execute(sql`with checked as (select ${importId}::bigint as import_id)
      insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
      select r.import_id, r.file_id, r.noun, r.line, r.id, ${column}, ${reason} from ${from}
      where r.import_id = ${importId} and r.noun = ${noun} and ${where}`)
  }
  await checkKinds(tx, importId)
  const { rows } = await tx.execute<ControlTotals>(totalsOf(importId))
  const [totals] = rows
  if (!totals) throw new Error('The totals were not read.')
  if (Object.values(totals).some((sum) => BigInt(sum) > mostInAll))
    throw new TableFault(
      'The balances add up to more than the books can hold. Look for amounts that are too large.',
    )
  const faults = await tx.$count(importFaults, eq(importFaults.importId, importId))
  const { rows: counted } = await tx.execute<{ n: string }>(
    sql`select count(distinct (file_id, line)) as n from import_faults where import_id = ${importId}`,
  )
  const isEmpty = Object.values(totals).every((sum) => sum === '0')
  const state = faults === 0 && !isEmpty && unread === undefined ? 'checked' : 'open'
  await setState(tx, importId, { inJob, to: { totals, state, step: null, failure: unread ?? null } })
  return { faults, faultyRows: Number(counted[0]?.n), totals }
}

/** A wallet of the category market has a market day, others have none. */
async function checkKinds(tx: Queries, importId: number) {
  await tx.execute(sql`insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
    select r.import_id, r.file_id, r.noun, r.line, r.id, 'Market',
      case when k.category = 'market' then 'A saving of this type needs a market.' else 'A saving of this type has no market.' end
    from import_rows r cross join lateral (select coalesce(
      (select n.row->>'category' from import_rows n where n.import_id = r.import_id and n.noun = 'savingTypes' and n.key = lower(${cell('saving_type')}) limit 1),
      (select t.category from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('saving_type'))})) as category) k
    where r.import_id = ${importId} and r.noun = 'savings' and (k.category = 'market') <> (${cell('market')} is not null)`)
}

/** Compares the control totals of the old books with those of the files. Returns the names of those that differ. */
export async function enterTotals(tx: Queries, importId: number, entered: ControlTotals) {
  const { state, totals } = await lockOpen(tx, importId)
  if (state === 'open' || !totals)
    throw new TableFault(`Import ${importId} has faults or was not checked. Check it first.`)
  const different = differencesOf(totals, entered)
  if (different.length === 0) await tx.update(imports).set({ state: 'ready' }).where(eq(imports.id, importId))
  return different
}
