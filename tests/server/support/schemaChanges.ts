import type pg from 'pg'
import type { Migration } from '#server/db/upgrade/migrationFiles'

/** Something of the schema that a server may rely on. */
type Part = {
  key: string
  kind: 'table' | 'view' | 'column' | 'constraint' | 'index' | 'trigger' | 'function' | 'type'
  /** The table that it belongs to; of a table, itself. */
  table: string | null
  /** The columns that it concerns, as `table.column`. */
  columns: string[]
  definition: string
  isRequired: boolean
  hasDefault: boolean
  isUnique: boolean
  isGenerated: boolean
}
type Schema = Map<string, Part>

/** How a migration may break the last release, which runs on it: for certain, or unless its author has reviewed it. */
export type Break = { isCertain: boolean; what: string }

const parts = `
  select kind || ' ' || relname as key, kind, relname::text as "table",
      '{}'::text[] as columns, case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) else '' end as definition,
      false as "isRequired", false as "hasDefault", false as "isUnique", false as "isGenerated"
    from pg_class c, lateral (select case when relkind in ('v', 'm') then 'view' else 'table' end as kind) k
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  union all
  select 'column ' || relname || '.' || attname, 'column', relname, array[relname || '.' || attname],
      concat_ws(' ', format_type(atttypid, atttypmod), nullif(attidentity, ''), nullif(attgenerated, ''), pg_get_expr(adbin, adrelid)),
      attnotnull, atthasdef or attidentity <> '', false, attgenerated <> ''
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all
  select 'constraint ' || relname || '.' || conname, 'constraint', relname,
      array(select relname || '.' || attname from pg_attribute where attrelid = conrelid and attnum = any (conkey)),
      pg_get_constraintdef(o.oid), false, false, contype in ('p', 'u', 'x'), false
    from pg_constraint o join pg_class c on c.oid = conrelid
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index ' || i.relname, 'index', c.relname,
      array(select c.relname || '.' || attname from pg_attribute where attrelid = indrelid and attnum = any (indkey)),
      pg_get_indexdef(indexrelid), false, false, indisunique, false
    from pg_index join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  union all
  select 'trigger ' || relname || '.' || tgname, 'trigger', relname, '{}', pg_get_triggerdef(t.oid), false, false, false, false
    from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select 'function ' || p.oid::regprocedure, 'function', null, '{}', pg_get_functiondef(p.oid), false, false, false, false
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'type ' || typname, 'type', null, '{}',
      coalesce((select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid), format_type(typbasetype, typtypmod)),
      false, false, false, false
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`

async function schemaOf(client: pg.ClientBase): Promise<Schema> {
  const { rows } = await client.query<Part>(parts)
  return new Map(rows.map((part) => [part.key, part]))
}

/** The file of each table's rows, which changes when the table is rewritten. */
async function tableFiles(client: pg.ClientBase) {
  const { rows } = await client.query<{ oid: number; name: string; file: number }>(
    `select oid, relname as name, pg_relation_filenode(oid) as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'm')`,
  )
  return new Map(rows.map(({ oid, name, file }) => [oid, { name, file }]))
}

/**
 * Runs a migration's statements on the schema of the last release and returns what may break that release's servers, by what
 * PostgreSQL then says of the schema and of its locks. One with a transaction is rolled back, or kept with `keep`.
 */
export async function breaksOf(
  client: pg.ClientBase,
  { statements, isConcurrent }: Pick<Migration, 'statements' | 'isConcurrent'>,
  { keep = false } = {},
): Promise<Break[]> {
  const before = await schemaOf(client)
  const files = await tableFiles(client)
  if (!isConcurrent) await client.query('begin')
  const tablesWithChangedRows = isConcurrent ? undefined : await watchTables(client)
  for (const statement of statements) await client.query(statement)
  const updated = (await tablesWithChangedRows?.()) ?? []
  const changed = schemaBreaks(before, await schemaOf(client))
  if (isConcurrent) return changed
  const later = await tableFiles(client)
  const { rows: locks } = await client.query<{ oid: number; mode: string }>(
    `select distinct relation as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and mode = 'ShareLock'`,
  )
  await client.query(keep ? 'commit' : 'rollback')
  const rewritten = [...files].flatMap(([oid, { name, file }]) =>
    later.has(oid) && later.get(oid)?.file !== file ? [`rewrites ${name} under a lock`] : [],
  )
  const indexed = locks.flatMap(({ oid }) => {
    const table = files.get(oid)
    // A table that is rewritten gets new indexes too.
    return table && later.get(oid)?.file === table.file
      ? [`builds an index of ${table.name} without concurrently: nobody writes meanwhile`]
      : []
  })
  const locked = updated.map(
    (name) => `changes rows of ${name} at once: who changes one waits for all of them`,
  )
  return [...changed, ...[...rewritten, ...indexed, ...locked].map((what) => ({ isCertain: false, what }))]
}

/** Records which tables of this schema are updated or deleted from, whether they have rows or not; within a transaction. */
async function watchTables(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  await client.query(`
    create temporary table changed_tables (name text) on commit drop;
    create function pg_temp.record_change() returns trigger language plpgsql as
      $$ begin insert into changed_tables values (tg_table_name); return null; end $$`)
  for (const { name } of rows)
    await client.query(
      `create trigger zz_watch before update or delete on ${name} execute function pg_temp.record_change()`,
    )
  return async () => {
    const changed = await client.query<{ name: string }>(
      'select distinct name from changed_tables order by 1',
    )
    await client.query('drop function pg_temp.record_change() cascade')
    return changed.rows.map((row) => row.name)
  }
}

function schemaBreaks(before: Schema, after: Schema): Break[] {
  const isNew = (column: string) => !before.has(`column ${column}`)
  const isOfNewTable = ({ kind, table }: Part) =>
    kind !== 'view' && table !== null && !before.has(`table ${table}`)
  const goesWith = ({ kind, table }: Part) =>
    kind !== 'table' && kind !== 'view' && table !== null && !after.has(`table ${table}`)
  const removed = [...before.values()].flatMap((part) =>
    after.has(part.key) || goesWith(part) ? [] : removal(part),
  )
  const others = [...after.values()].flatMap((part) => {
    const earlier = before.get(part.key)
    if (earlier) return change(earlier, part)
    if (isOfNewTable(part)) return []
    const isOnNewColumns = part.columns.length > 0 && part.columns.every(isNew)
    return addition(part, isOnNewColumns || [...before.values()].some((other) => isNarrower(other, part)))
  })
  return [...removed, ...others]
}

const certain = (what: string): Break[] => [{ isCertain: true, what }]
const unclear = (what: string): Break[] => [{ isCertain: false, what }]

/** Whether what a unique index refuses is refused by another one already: on fewer columns of the same rows. */
function isNarrower(other: Part, index: Part) {
  const [some, all] = [uniqueOf(other), uniqueOf(index)]
  return (
    some !== undefined &&
    all !== undefined &&
    other.table === index.table &&
    some.rows === all.rows &&
    some.columns.every((column) => all.columns.includes(column))
  )
}

/** The columns of a unique index without expressions, and the condition on its rows. */
function uniqueOf({ definition }: Part) {
  const [, columns, rows] =
    /^(?:UNIQUE|PRIMARY KEY|CREATE UNIQUE INDEX .* USING btree) \(([^()]+)\)( WHERE .*)?$/.exec(definition) ??
    []
  return columns === undefined ? undefined : { columns: columns.split(', '), rows }
}

/**
 * Without a check or a foreign key more is stored than before. An index is named by no statement, but one with ON CONFLICT
 * needs a unique one. Anything else may be used.
 */
const removal = ({ key, kind, isUnique }: Part): Break[] =>
  kind === 'index' || (kind === 'constraint' && !isUnique)
    ? unclear(`drops the ${key}`)
    : certain(`drops or renames the ${key}`)

/** What is added to a table that the last release writes to. */
function addition(
  { key, kind, isRequired, hasDefault, isUnique }: Part,
  refusesNothingNew: boolean,
): Break[] {
  if (kind === 'column')
    return isRequired && !hasDefault ? certain(`requires the ${key}, without a default`) : []
  if (kind === 'constraint' || (kind === 'index' && isUnique))
    return refusesNothingNew ? [] : certain(`refuses what was allowed, by the ${key}`)
  return kind === 'trigger' ? unclear(`adds the ${key} to a table that is written to`) : []
}

function change(earlier: Part, later: Part): Break[] {
  const { key, kind } = later
  if (kind === 'column' && !earlier.isRequired && later.isRequired) return certain(`requires the ${key}`)
  if (kind === 'column' && earlier.isRequired && !later.isRequired)
    return unclear(`lets the ${key} be empty, which is read as filled`)
  // Nobody wrote to a generated column.
  if (kind === 'column' && earlier.isGenerated && !later.isGenerated && later.hasDefault)
    return unclear(`lets the ${key} be written`)
  if (kind === 'column' && earlier.definition !== later.definition)
    return certain(`changes type or default of the ${key}`)
  if (kind === 'function' && signature(earlier) !== signature(later))
    return certain(`changes the result of the ${key}`)
  return earlier.definition === later.definition ? [] : unclear(`changes the ${key}`)
}

/** A function's head: its arguments and its result. */
const signature = ({ definition }: Part) => definition.slice(0, definition.indexOf('\n LANGUAGE'))
