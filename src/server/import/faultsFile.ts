import { sql } from 'drizzle-orm'
import type { Column } from '#contract/call'
import { csvLine } from '#domain/lists/csvFile'
import type { ImportNoun } from '#contract/calls/imports'
import { importFields } from '#domain/import/nouns'
import { faultColumns, type ImportRow } from '#domain/import/rows'
import { writtenOf } from '#domain/import/written'
import type { Queries } from '../db/database'

/** Columns and lines of a file (wire/csvRows.ts). */
type FaultRows = { columns: readonly Column<never>[]; lines: () => AsyncGenerator<string> }
type Faulty = { reasons: string; line: number; cells: Record<string, string> | null; row: ImportRow | null }

/**
 * The faulty rows of a noun with their reasons, to be mended and added to the import: the file then replaces these rows.
 * Undefined if there are none.
 */
export async function faultsFile(
  queries: Queries,
  importId: number,
  noun: ImportNoun,
): Promise<FaultRows | undefined> {
  const { rows } =
    await queries.execute<Faulty>(sql`select f.line, string_agg(f.reason, ' ' order by f.id) as reasons,
      (jsonb_agg(f.cells) filter (where f.cells is not null))->0 as cells, (jsonb_agg(r."row") filter (where r.id is not null))->0 as row
    from import_faults f left join import_rows r on r.id = f.row_id
    where f.import_id = ${importId} and f.noun = ${noun} group by f.file_id, f.line order by f.file_id, f.line`)
  if (rows.length === 0) return undefined
  const fields = importFields[noun]
  // As it was typed: digits are not escaped.
  const columns = [...fields.map(({ header }) => header), ...faultColumns].map(
    (header) => ({ field: header as never, header, kind: 'phone' }) as const,
  )
  const lines = rows.map(({ line, reasons, cells, row }) =>
    csvLine(
      [
        ...fields.map((field) => (cells ? cells[field.name] : writtenOf(field, row?.[field.name]))),
        line,
        reasons,
      ].map((value) => ({ kind: 'phone' as const, value })),
    ),
  )
  return {
    columns,
    lines: async function* () {
      yield* lines
    },
  }
}
