import { eq, type SQL, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { mostCycleDays } from '#contract/calls/savingTypes'
import { controlNames, type ControlTotals, differencesOf } from '#domain/import/totals'
import { leastInstalment } from '#domain/money/instalments'
import type { Queries } from '../db/database'
import { importFaults, imports } from '../db/tables/imports'
import { nameKey } from '../db/tables/schema'
import {
  dropUnread,
  type InPart,
  isLast,
  lockOpen,
  type Parted,
  partsOf,
  setState,
  type Turns,
} from './staging'
import { TableFault } from './reading/tableRow'

/** A cell of the row `r`. */
export const cell = (name: string) => sql.raw(`(r.row->>'${name}')`)
export const moneyCell = (name: string) => sql`coalesce(${cell(name)}, '0')::bigint`

const kind = sql`coalesce(${cell('commission')}, 'amount')`
const cycle = sql`coalesce(${cell('cycle')}, 'month')`
const taken = sql`coalesce(${cell('taken')}, 'end')`
/** The terms of a savings type's row as they are stored, beside the interest: a charge a month, unless it says otherwise. */
export const typeTerms = {
  charge: sql`case when ${kind} = 'amount' then ${moneyCell('charge')} else 0 end`,
  commission_kind: kind,
  commission_basis_points: sql`case when ${kind} = 'percent' then ${moneyCell('commission_rate')} else 0 end`,
  cycle_kind: cycle,
  cycle_days: sql`case when ${cycle} = 'days' then coalesce(${cell('cycle_days')}, '31')::bigint else 31 end`,
  taken,
  plan_end: sql`coalesce(${cell('plan_end')}, 'carry-on')`,
}
/** The names of these columns, of a table, and their values. */
export const termColumns = (table?: string) =>
  sql.raw(
    Object.keys(typeTerms)
      .map((name) => (table ? `${table}.${name}` : name))
      .join(', '),
  )
export const termValues = sql.join(Object.values(typeTerms), sql`, `)

/** `same`: of rows that have it in common, all but the first are refused. */
type Rule = { noun: ImportNoun; column: string; reason: SQL; where: SQL; from?: SQL; same?: SQL }

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

/** A row that has what an earlier one of the import has. */
const twice = (noun: ImportNoun, column: string, same: SQL): Rule => ({
  noun,
  column,
  same,
  from: sql`import_rows r join import_same_rows s on s.row_id = r.id
    join import_rows f on f.id = (select min(o.row_id) from import_same_rows o where o.import_id = s.import_id and o.same = s.same)`,
  reason: sql`'The same ' || lower(${column}::text) || ' is in line ' || f.line || ' of ' || (select name from import_files where id = f.file_id) || '.'`,
  where: sql`f.id <> r.id`,
})

const openOfInstalment = sql`${moneyCell('open')} + ${moneyCell('penalty_open')}`
const person = sql`fold_name(${cell('first_name')} || ${cell('last_name')}), ${cell('phone_number')}`

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
      and fold_name(c.first_name || c.last_name) = fold_name(${cell('first_name')} || ${cell('last_name')}))`,
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
    where: sql`exists (select from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('saving_type'))} and (t.category, t.interest_basis_points::bigint, ${termColumns('t')})
      <> (${cell('category')}, ${moneyCell('interest')}, ${termValues}))`,
  },
  ...(['savingTypes', 'savings'] as const).map(
    (noun): Rule => ({
      noun,
      column: 'Cycle Days',
      reason: sql.raw(`'A cycle has at most ${mostCycleDays} days.'`),
      where: sql`${cell('cycle_days')}::bigint > ${mostCycleDays}`,
    }),
  ),
  {
    noun: 'savingTypes',
    column: 'Commission Rate',
    reason: sql`'A commission in percent needs its rate.'`,
    where: sql`${kind} = 'percent' and ${moneyCell('commission_rate')} = 0`,
  },
  {
    noun: 'savingTypes',
    column: 'Charge',
    reason: sql`'A commission of an amount needs its charge.'`,
    where: sql`${kind} = 'amount' and ${moneyCell('charge')} = 0 and (${cycle}, ${taken}) <> ('month', 'end')`,
  },
  {
    noun: 'savings',
    column: 'Cycle Kept',
    reason: sql`'It is more than was paid in the cycle.'`,
    where: sql`${moneyCell('cycle_kept')} > ${moneyCell('cycle_paid')}`,
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
    noun: 'guarantors',
    column: 'Phone Number',
    reason: sql`'The guarantor has the phone number of the borrower.'`,
    where: sql`exists (select from import_rows n where n.import_id = r.import_id and n.noun = 'customers'
        and n.key = lower(${cell('customer')}) and n.row->>'phone_number' = ${cell('phone_number')})
      or exists (select from customers c where c.id = ${there.customer(cell('customer'))} and c.phone_number = ${cell('phone_number')})`,
  },
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
  {
    noun: 'instalments',
    column: 'Open',
    reason: sql`case when ${openOfInstalment} = 0 then 'Nothing is open of this instalment. Leave it out.'
      else 'No instalment is below ₦1.00. Less can only be open of the earliest one of a loan.' end`,
    // Repayments pay the oldest instalment first, so that a rest is only open of the earliest one.
    where: sql`${openOfInstalment} < ${leastInstalment} and (${openOfInstalment} = 0 or exists (select from import_rows e
      where e.import_id = r.import_id and e.noun = 'instalments' and e.key = r.key
        and (e.row->>'due_date')::date < ${cell('due_date')}::date))`,
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

/** Rows from one id to another, of all rows of an import. */
type Slice = { from: number; through: number }
const within = ({ from, through }: Slice) => sql`r.id between ${from} and ${through}`

/** Rows that an import released before, in whatever file. */
const cameBefore = (
  importId: number,
  slice: Slice,
) => sql`insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
  select r.import_id, r.file_id, r.noun, r.line, r.id, '', 'Import ' || b.import_id || ' moved this row in already.'
  from import_rows r join import_records b on b.hash = r.hash and b.undone = 0 where r.import_id = ${importId} and ${within(slice)}`

const totalsOf = (importId: number, slice: Slice) => sql<ControlTotals>`select
  count(*) filter (where r.noun = 'agents')::text as agents,
  count(*) filter (where r.noun = 'customers')::text as customers,
  count(*) filter (where r.noun = 'savings')::text as savings,
  count(*) filter (where r.noun = 'loans')::text as loans,
  coalesce(sum(${moneyCell('balance')}) filter (where r.noun = 'savings'), 0)::text as saved,
  coalesce(sum(${moneyCell('open')} + ${moneyCell('penalty_open')}) filter (where r.noun = 'instalments'), 0)::text as owed,
  coalesce(sum(${moneyCell('wallet_balance')}) filter (where r.noun = 'customers'), 0)::text as customer_wallets,
  coalesce(sum(${moneyCell('balance')}) filter (where r.noun = 'wallets'), 0)::text as business_wallets,
  coalesce(sum(${moneyCell('cash_held')}) filter (where r.noun = 'agents'), 0)::text as agent_cash
  from import_rows r where r.import_id = ${importId} and ${within(slice)}`

/** What a ledger account holds at most, exact in every program that reads it. */
const mostInAll = BigInt(Number.MAX_SAFE_INTEGER) / 4n

type Options = {
  /** By the job of a dry run, not by a command. */
  inJob?: boolean
  /** Why files of this dry run can't be read, if some can't: it has faults then. */
  unread?: string | undefined
  turns?: Turns
  /** Called between rules; what it throws cancels. */
  onRule?: (done: number, total: number) => Promise<void>
}
export type Checked = { faults: number; faultyRows: number; totals: ControlTotals }

/** In one transaction. */
export const checkImport = (tx: Queries, importId: number, options: Options = {}) =>
  checkInParts((work) => work(tx), importId, options)

/**
 * The dry run: compares the rows with each other and with what is there, and adds them up. The books are not touched. Each part may
 * be a transaction of its own, between which others have the connection: until the last one the import is in no state to be released.
 */
export async function checkInParts(
  transaction: Parted['transaction'],
  importId: number,
  { inJob = false, unread, turns = wholeImport, onRule }: Options = {},
): Promise<Checked> {
  const inPart = partsOf({ transaction, importId, inJob, turns })
  await inPart((tx) => dropUnread(tx, importId))
  // The planner knows nothing yet of rows that were just read.
  await inPart(async (tx) => {
    await tx.execute(sql`set local default_statistics_target = 10`)
    await tx.execute(sql`analyze import_rows (id, import_id, noun, key, hash)`)
  })
  await inPart((tx) =>
    tx.execute(sql`delete from import_faults where import_id = ${importId} and row_id is not null`),
  )
  const { all, slices } = await inPart((tx) => slicesOf(tx, importId, turns.rowsAtOnce))
  for (const slice of all) await inPart((tx) => tx.execute(cameBefore(importId, slice)))
  for (const [at, rule] of rules.entries()) {
    const ofNoun = slices.get(rule.noun) ?? []
    await onRule?.(at, rules.length)
    if (ofNoun.length > 0) await apply(rule, { importId, slices: ofNoun, inPart })
  }
  for (const slice of slices.get('savings') ?? []) await inPart((tx) => checkKinds(tx, importId, slice))
  const totals = { ...noTotals }
  for (const slice of all) {
    const { rows } = await inPart((tx) => tx.execute<ControlTotals>(totalsOf(importId, slice)))
    for (const name of controlNames)
      totals[name] = String(BigInt(totals[name]) + BigInt(rows[0]?.[name] ?? 0))
  }
  if (Object.values(totals).some((sum) => BigInt(sum) > mostInAll))
    throw new TableFault(
      'The balances add up to more than the books can hold. Look for amounts that are too large.',
    )
  return inPart(async (tx) => {
    const faults = await tx.$count(importFaults, eq(importFaults.importId, importId))
    const { rows: counted } = await tx.execute<{ n: string }>(
      sql`select count(distinct (file_id, line)) as n from import_faults where import_id = ${importId}`,
    )
    const state = faults === 0 && all.length > 0 && unread === undefined ? 'checked' : 'open'
    await setState(tx, importId, { inJob, to: { totals, state, step: null, failure: unread ?? null } })
    return { faults, faultyRows: Number(counted[0]?.n), totals }
  }, isLast)
}

const wholeImport: Turns = { rowsAtOnce: Number.MAX_SAFE_INTEGER }
const noTotals = Object.fromEntries(controlNames.map((name) => [name, '0'])) as ControlTotals

/** All rows and those of each noun, in parts of about so many. Parts of two nouns overlap, since mended rows come last. */
async function slicesOf(tx: Queries, importId: number, size: number) {
  const { rows } = await tx.execute<{ noun: ImportNoun; from: string; through: string }>(sql`
    select noun, min(id)::text as from, max(id)::text as through from import_rows where import_id = ${importId} group by noun`)
  const found = rows.map(({ noun, from, through }) => ({
    noun,
    from: Number(from),
    through: Number(through),
  }))
  const inSlices = ({ from, through }: Slice) => {
    const slices: Slice[] = []
    for (let at = from; at <= through; at += size)
      slices.push({ from: at, through: Math.min(through, at + size - 1) })
    return slices
  }
  const ends = found.flatMap(({ from, through }) => [from, through])
  return {
    all: ends.length > 0 ? inSlices({ from: Math.min(...ends), through: Math.max(...ends) }) : [],
    slices: new Map(found.map((one) => [one.noun, inSlices(one)])),
  }
}

type Applied = { importId: number; slices: readonly Slice[]; inPart: InPart }

async function apply(rule: Rule, { importId, slices, inPart }: Applied) {
  const { noun, column, reason, where, same, from = sql`import_rows r` } = rule
  const forget = async () => {
    for (const { from: first, through } of slices)
      await inPart((tx) =>
        tx.execute(sql`delete from import_same_rows where row_id between ${first} and ${through}`),
      )
  }
  const ofNoun = (slice: Slice) => sql`r.import_id = ${importId} and r.noun = ${noun} and ${within(slice)}`
  if (same) {
    await forget()
    for (const slice of slices)
      await inPart((tx) =>
        tx.execute(sql`insert into import_same_rows (row_id, import_id, same)
          select r.id, r.import_id, row(${same})::text from import_rows r where ${ofNoun(slice)}`),
      )
  }
  for (const slice of slices)
    await inPart((tx) =>
      tx.execute(sql`insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
        select r.import_id, r.file_id, r.noun, r.line, r.id, ${column}, ${reason} from ${from}
        where ${ofNoun(slice)} and ${where}`),
    )
  if (same) await forget()
}

/** A wallet of the category market has a market day, others have none. */
async function checkKinds(tx: Queries, importId: number, slice: Slice) {
  await tx.execute(sql`insert into import_faults (import_id, file_id, noun, line, row_id, header, reason)
    select r.import_id, r.file_id, r.noun, r.line, r.id, 'Market',
      case when k.category = 'market' then 'A saving of this type needs a market.' else 'A saving of this type has no market.' end
    from import_rows r cross join lateral (select coalesce(
      (select n.row->>'category' from import_rows n where n.import_id = r.import_id and n.noun = 'savingTypes' and n.key = lower(${cell('saving_type')}) limit 1),
      (select t.category from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('saving_type'))})) as category) k
    where r.import_id = ${importId} and r.noun = 'savings' and ${within(slice)} and (k.category = 'market') <> (${cell('market')} is not null)`)
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
