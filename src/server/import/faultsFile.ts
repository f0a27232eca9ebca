import { sql } from 'drizzle-orm'
import type { CellValue } from '#contract/call'
import { byteOrderMark, csvLine } from '#domain/lists/csvFile'
import type { ImportNoun } from '#contract/calls/imports'
import { importFields } from '#domain/import/nouns'
import { faultColumns, type ImportRow } from '#domain/import/rows'
import { writtenOf } from '#domain/import/written'
import type { Queries } from '../db/database'

type Faulty = { reasons: string; line: number; cells: Record<string, string> | null; row: ImportRow | null }

/**
 * The faulty rows of a noun with their reasons, to be mended and added to the import: the file then replaces these rows.
 * Undefined if there are none.
 */
export async function faultsFile(
  queries: Queries,
  importId: number,
  noun: ImportNoun,
): Promise<string | undefined> {
  const { rows } =
    await queries.execute<Faulty>(sql`select f.line, string_agg(f.reason, ' ' order by f.id) as reasons,
      (jsonb_agg(f.cells) filter (where f.cells is not null))->0 as cells, (jsonb_agg(r."row") filter (where r.id is not null))->0 as row
    from import_faults f left join import_rows r on r.id = f.row_id
    where f.import_id = ${importId} and f.noun = ${noun} group by f.file_id, f.line order by f.file_id, f.line`)
  if (rows.length === 0) return undefined
  const fields = importFields[noun]
  const text = (value: CellValue) => ({ kind: 'phone' as const, value })
  const heading = csvLine([...fields.map(({ header }) => text(header)), ...faultColumns.map(text)])
  const lines = rows.map(({ line, reasons, cells, row }) =>
    csvLine([
      ...fields.map((field) => text(cells ? cells[field.name] : writtenOf(field, row?.[field.name]))),
      text(line),
      text(reasons),
    ]),
  )
  return byteOrderMark + heading + lines.join('')
}
