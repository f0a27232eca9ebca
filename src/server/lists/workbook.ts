import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { writeXlsxStream } from 'hucre/xlsx'
import { workbookCell, workbookSheet } from '#domain/lists/workbookCells'
import type { CsvRows } from '../wire/csvRows'

/**
 * The rows of a list's CSV as an .xlsx workbook, as they are read: the same by the way they come. Its cells have kinds, so that a
 * spreadsheet keeps the zero of a phone number, and a text is one whatever it begins with.
 */
export async function* workbookOf({ columns, lines }: CsvRows): AsyncGenerator<Buffer> {
  const source = lines()
  try {
    // A database that can't be read is found before the first byte.
    const first = await source.next()
    const kinds = columns.map(({ kind }) => kind)
    async function* rows() {
      yield columns.map(({ header }) => header)
      const text = Readable.from(first.done ? [] : after(first.value, source))
      const cells = parse({ record_delimiter: '\r\n' })
      text.once('error', (error) => cells.destroy(error))
      for await (const row of text.pipe(cells) as AsyncIterable<string[]>)
        yield row.map((cell, at) => workbookCell(kinds[at] ?? 'text', cell))
    }
    for await (const part of writeXlsxStream(rows(), workbookSheet(columns)))
      yield Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  } finally {
    await source.return(undefined)
  }
}

async function* after(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}
