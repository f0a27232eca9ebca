import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ColumnKind } from '#contract/call'
import { withoutEscape } from '#domain/lists/formulaCells'
import type { CsvRows } from '../wire/csvRows'

type CellValue = string | number | Date | null

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
        yield row.map((cell, at) => cellValueOf(kinds[at] ?? 'text', cell))
    }
    const formats = kinds.map((kind) => formatsOf[kind])
    const stream = writeXlsxStream(rows(), {
      name: 'Sheet1',
      columns: formats.map((numFmt) => (numFmt === undefined ? {} : { numFmt })),
    })
    for await (const part of stream) yield Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  } finally {
    await source.return(undefined)
  }
}

async function* after(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

const formatsOf: Partial<Record<ColumnKind, string>> = {
  money: '#,##0.00',
  percent: '0.00%',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  // As text, also where somebody edits it.
  phone: '@',
}

/** A cell of the CSV as what it is. */
function cellValueOf(kind: ColumnKind, cell: string): CellValue {
  if (cell === '') return null
  switch (kind) {
    case 'money':
    case 'number':
      return numberOf(cell, 1)
    case 'percent':
      return numberOf(cell, 100)
    case 'date':
    case 'datetime':
      return timeOf(cell)
    default:
      return withoutEscape(cell)
  }
}

/** Text where a column has something else. */
function numberOf(cell: string, per: number): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) / per : withoutEscape(cell)
}

/** A workbook's time has no zone: it is Lagos time, as in the CSV. */
function timeOf(cell: string): Date | string {
  const time = new Date(`${cell.replace(' ', 'T')}${cell.length > 10 ? '' : 'T00:00:00'}Z`)
  return Number.isNaN(time.getTime()) ? withoutEscape(cell) : time
}
