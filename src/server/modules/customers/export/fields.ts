import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { loanRepaymentSchedule } from '../../../db/tables/loans'
import { runs } from '../../../db/tables/runs'
import { forms } from '../../../wire/wireForms'

/** Columns that no list of the file has: the customer, derived search texts, and stored files, which have a list of their own. */
const nowhere = ['customer_id', 'search_text', 'id_card_file', 'utility_file']

/** What names a row that has neither a reference nor a name; `f` is the row. */
const labels = new Map<PgTable, SQL>([
  [loanRepaymentSchedule, sql`f.number`],
  [runs, sql`f.kind || ' ' || f.day`],
])

/**
 * The columns of a table as fields of a file for people and programs: every column, so that a new one can't be forgotten. Amounts are naira
 * as text, rates percent, times Lagos time with its offset, and a row of another table is named by its reference or name.
 */
export function fieldsOf(table: PgTable, without: readonly string[] = []): SQL {
  const { columns, foreignKeys } = getTableConfig(table)
  const referred = new Map<PgColumn, PgTable>(
    foreignKeys.flatMap((key) => {
      const { columns: from, foreignTable } = key.reference()
      return from.map((column) => [column, foreignTable] as const)
    }),
  )
  const fields = columns.flatMap((column) => {
    const name = snakeCase(column.name)
    if (nowhere.includes(name) || without.includes(name)) return []
    const [field, value] = fieldOf(column, name, referred.get(column))
    return [sql`${value} as ${sql.identifier(field)}`]
  })
  return sql.join(fields, sql`, `)
}

function fieldOf(column: PgColumn, name: string, other: PgTable | undefined): [field: string, value: SQL] {
  if (other)
    return [name.replace(/_id$/, ''), sql`(select ${labelOf(other)} from ${other} f where f.id = ${column})`]
  if (name.endsWith('_basis_points')) return [name.replace('basis_points', 'percent'), forms.percent(column)]
  // Kobo are the only columns of a type of our own (db/tables/columns.ts).
  if (column.columnType === 'PgCustomColumn') return [name, forms.naira(column)]
  if (column.columnType === 'PgTimestamp') return [name, lagosTime(column)]
  return [name, sql`${column}`]
}

function labelOf(table: PgTable): SQL {
  const names = getTableConfig(table).columns.map(({ name }) => name)
  const label = labels.get(table) ?? (['reference', 'name'] as const).find((name) => names.includes(name))
  return typeof label === 'string' ? sql`f.${sql.identifier(label)}` : (label ?? sql`f.id`)
}

const lagosTime = (column: PgColumn) =>
  sql`to_char(timezone(interval '1 hour', ${column}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"+01:00"')`

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
