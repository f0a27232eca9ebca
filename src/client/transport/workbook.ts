import { writeXlsxStream } from 'hucre/xlsx'
import type { ColumnKind } from '#contract/call'
import { fileTypes } from '#contract/values'
import { workbookCell, workbookSheet } from '#domain/lists/workbookCells'

/** The rows of a CSV, whose cells have no quotes, as an .xlsx workbook like those of the server. `note` comes before the heading. */
export async function workbookOf(
  columns: readonly { header: string; kind: ColumnKind }[],
  rows: readonly (readonly string[])[],
  note: readonly string[] = [],
): Promise<Blob> {
  function* lines() {
    if (note.length > 0) yield [...note]
    yield columns.map(({ header }) => header)
    for (const row of rows) yield columns.map(({ kind }, at) => workbookCell(kind, row[at] ?? ''))
  }
  const bytes = await new Response(writeXlsxStream(lines(), workbookSheet(columns))).arrayBuffer()
  return new Blob([bytes], { type: fileTypes.xlsx })
}
