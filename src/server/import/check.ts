import { eq, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { controlNames, type ControlTotals, differencesOf } from '#domain/import/totals'
import type { Queries } from '../db/database'
import { importFaults, imports } from '../db/tables/imports'
import { nameKey } from '../db/tables/schema'
import { cell, moneyCell } from './cells'
import { type Rule, rules } from './checkRules'
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
        where ${ofNoun(slice)} and (${where})`),
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
