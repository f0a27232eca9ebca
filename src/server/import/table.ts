import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { maxTableBytes } from '#contract/uploads'
import { sheetRows } from './sheet'
import { TableFault, type TableRow } from './tableRow'

export type Encoding = 'utf8' | 'utf16-le' | 'utf16-be' | 'win1252'
type Format = { kind: 'xlsx' } | { kind: 'csv'; encoding: Encoding }
/** `about`: how many lines it has, in which a cell may have several; 0 if they are not counted. */
export type TableFile = { path: string; bytes: number; sha256: string; format: Format; about: number }

/** A longer line is no row of a table. */
const maxRowBytes = 100_000
const headBytes = 65_536
const lineEnd = 0x0a

const signatures: readonly (readonly [readonly number[], string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is a file of an old Excel. Save it as .xlsx or CSV.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Save the table as .xlsx or CSV.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture. Save the table as .xlsx or CSV.'],
  [[0xff, 0xd8, 0xff], 'This is a picture. Save the table as .xlsx or CSV.'],
]
const notTable = 'This is no table that can be read. Save it as .xlsx or CSV.'

/** Looks through a file: its hash, and its format by its bytes. Throws a `TableFault` for what is no table. */
export async function inspectTable(path: string): Promise<TableFile> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new TableFault('The file is empty.')
    if (size > maxTableBytes) throw new TableFault('The file has more than 200 MB. Split it.')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    const [, fault] = signatures.find(([bytes]) => bytes.every((byte, at) => head[at] === byte)) ?? []
    if (fault !== undefined) throw new TableFault(fault)
    const isZip = head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))
    const marked = encodingOf(head)
    if (!isZip && marked === undefined && head.includes(0)) throw new TableFault(notTable)
    const { sha256, isUtf8, hasNul, lines } = await readThrough(path)
    if (isZip) return { path, bytes: size, sha256, format: { kind: 'xlsx' }, about: 0 }
    if (marked === undefined && hasNul) throw new TableFault(notTable)
    const encoding = marked ?? (isUtf8 ? 'utf8' : 'win1252')
    return { path, bytes: size, sha256, format: { kind: 'csv', encoding }, about: lines }
  } finally {
    await handle.close()
  }
}

/** By its mark; UTF-16 without one by the zeros of its plain letters. */
function encodingOf(head: Buffer): Encoding | undefined {
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

async function readThrough(path: string) {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let hasNul = false
  let lines = 0
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    for (let at = part.indexOf(lineEnd); at >= 0; at = part.indexOf(lineEnd, at + 1)) lines += 1
    hasNul ||= part.includes(0)
    if (isUtf8)
      try {
        decoder.decode(part, { stream: true })
      } catch {
        isUtf8 = false
      }
  }
  return { sha256: hash.digest('hex'), isUtf8, hasNul, lines }
}

/** The rows of a file, as they are read, empty ones left out. Throws a `TableFault` where it can't be read on. */
export function rowsOfTable({ path, format }: TableFile): AsyncGenerator<TableRow> {
  return format.kind === 'xlsx' ? sheetRows(path) : csvRows(path, format.encoding)
}

async function* csvRows(path: string, encoding: Encoding): AsyncGenerator<TableRow> {
  const delimiter = await delimiterOf(path, encoding)
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
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
      const isHint = record.length === 1 && /^sep=.?$/i.test(record[0] ?? '')
      if (!isEmpty && !isHint) yield { line: info.lines, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new TableFault(csvFault(error))
    throw error
  } finally {
    bytes.destroy()
  }
}

function csvFault({ code, lines }: CsvError & { lines?: number }): string {
  const where = lines === undefined ? '' : ` at line ${lines}`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `A line${where} is longer than any row: a quote may not be closed.`
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? `A quote that begins${where} is not closed.`
    : `The quotes${where} do not match: within quotes, a quote is written twice.`
}

/** What separates cells: the mark that is most frequent outside quotes in the first lines. */
async function delimiterOf(path: string, encoding: Encoding): Promise<string> {
  const handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  await handle.close()
  const text = iconv.decode(buffer.subarray(0, bytesRead), encoding)
  const hint = /^\uFEFF?sep=(.)\r?\n/i.exec(text)?.[1]
  if (hint !== undefined) return hint
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 20)
  const countOf = (mark: string) => Math.max(...bare.map((line) => line.split(mark).length))
  return [',', ';', '\t'].reduce((best, mark) => (countOf(mark) > countOf(best) ? mark : best))
}
