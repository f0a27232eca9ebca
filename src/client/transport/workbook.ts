import { writeXlsxStream } from 'hucre/xlsx'
import type { ColumnKind } from '#contract/call'
import { workbookCell, workbookFormats } from '#domain/lists/workbookCells'

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
  const formats = columns.map(({ kind }) => workbookFormats[kind])
  const stream = writeXlsxStream(lines(), {
    name: 'Sheet1',
    columns: formats.map((numFmt) => (numFmt === undefined ? {} : { numFmt })),
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([await new Response(stream).arrayBuffer()], { type })
}
