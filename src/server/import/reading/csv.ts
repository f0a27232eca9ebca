import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import type { TableLimits } from './limits'
import { TableFault, type TableRow } from './tableRow'

export type Encoding = 'utf8' | 'utf16-le' | 'utf16-be' | 'win1252'
export const encodingNames: Readonly<Record<Encoding, string>> = {
  utf8: 'UTF-8',
  'utf16-le': 'UTF-16',
  'utf16-be': 'UTF-16',
  win1252: 'Windows-1252',
}

/** What may separate cells. */
export const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

/** By the mark at its start; UTF-16 without one by the zeros of its plain letters. */
export function encodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf16-le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf16-be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf8'
  const pairs = Math.min(200, Math.floor(head.length / 2))
  const zeros = [0, 1].map((odd) => {
    let count = 0
    for (let at = 0; at < pairs; at++) if (head[at * 2 + odd] === 0) count += 1
    return count
  })
  const [even = 0, odd = 0] = zeros
  if (odd > pairs * 0.7 && even === 0) return 'utf16-le'
  return even > pairs * 0.7 && odd === 0 ? 'utf16-be' : undefined
}

type Shape = { encoding: Encoding; separator: string; limits: TableLimits }

/** The rows of a CSV as they are read, empty ones left out; lines may end in each way. */
export async function* csvRows(
  path: string,
  { encoding, separator, limits }: Shape,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.row,
  })
  const bytes = createReadStream(path)
  bytes.on('error', (error) => parser.destroy(error))
  bytes.pipe(iconv.decodeStream(encoding)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const isEmpty = record.every((cell) => cell.trim() === '')
      if (!isEmpty) yield { line: info.lines, cells: record.slice(0, limits.columns + 1) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new TableFault(csvFault(error))
    throw error
  } finally {
    bytes.destroy()
  }
}

/** What separates cells according to a line `sep=;` at the start of a file. */
export async function hintIn(path: string, encoding: Encoding): Promise<string | undefined> {
  for await (const head of createReadStream(path, { end: 100 }) as AsyncIterable<Buffer>)
    return /^\uFEFF?sep=(.)[\r\n]/i.exec(iconv.decode(head, encoding))?.[1]
  return undefined
}

function csvFault({ code, lines }: CsvError & { lines?: number }): string {
  const where = lines === undefined ? '' : ` at line ${lines}`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `A row${where} is longer than any row: a quote before it may not be closed, or its lines do not end.`
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? `A quote that begins${where} is not closed.`
    : `The quotes${where} do not match: within quotes, a quote is written twice.`
}
