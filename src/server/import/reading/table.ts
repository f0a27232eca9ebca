import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { maxTableBytes } from '#contract/uploads'
import { type Encoding, encodingOf } from './csv'
import type { TableLimits } from './limits'
import { TableFault } from './tableRow'

/** A file as its bytes show it. `about`: how many lines it has, in which a cell may have several; 0 if they are not counted. */
type TableFile = { path: string; bytes: number; sha256: string; about: number } & (
  | { kind: 'xlsx' }
  | { kind: 'csv'; encoding: Encoding }
)

const headBytes = 65_536
const lineEnd = 0x0a
const carriageReturn = 0x0d

const signatures: readonly (readonly [readonly number[], string])[] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'This is a file of an old Excel, or locked with a password. Save it as .xlsx or CSV.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Save the table as .xlsx or CSV.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture. Save the table as .xlsx or CSV.'],
  [[0xff, 0xd8, 0xff], 'This is a picture. Save the table as .xlsx or CSV.'],
]
const notTable = 'This is no table that can be read. Save it as .xlsx or CSV.'

/** Looks through a file: its hash, and what it is by all of its bytes. Throws a `TableFault` for what is no table. */
export async function inspectTable(path: string, limits: TableLimits): Promise<TableFile> {
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
    const marked = isZip ? undefined : encodingOf(head)
    if (!isZip && marked === undefined && head.includes(0)) throw new TableFault(notTable)
    const isWide = marked === 'utf16-le' || marked === 'utf16-be'
    const { sha256, hasNul, ...lines } = await readThrough(path, limits, { isText: !isZip && !isWide })
    const file = { path, bytes: size, sha256 }
    if (isZip) return { ...file, kind: 'xlsx', about: 0 }
    if (!isWide && hasNul) throw new TableFault(notTable)
    // Letters beyond the plain ones: the encoding of most lines. What does not fit is refused where it stands.
    const encoding = marked ?? (lines.other > lines.utf8 ? 'win1252' : 'utf8')
    return { ...file, kind: 'csv', encoding, about: lines.count }
  } finally {
    await handle.close()
  }
}

/** The hash of a file, and of how many lines with letters beyond the plain ones UTF-8 can be the encoding. */
async function readThrough(path: string, { row, lines }: TableLimits, { isText }: { isText: boolean }) {
  const hash = createHash('sha256')
  const found = { hasNul: false, count: 0, utf8: 0, other: 0 }
  const countLine = (line: Uint8Array) => {
    found.count += 1
    if (!line.some((byte) => byte > 0x7f)) return
    if (isUtf8(line)) found.utf8 += 1
    else found.other += 1
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    if (!isText) continue
    found.hasNul ||= part.includes(0)
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    let from = 0
    const endOf = bytes.includes(lineEnd) ? lineEnd : carriageReturn
    for (let at = bytes.indexOf(endOf); at >= 0; at = bytes.indexOf(endOf, from)) {
      countLine(bytes.subarray(from, at))
      from = at + 1
    }
    rest = bytes.subarray(from)
    if (found.count > lines) throw new TableFault(`The file has more than ${lines} lines. Split it.`)
    if (rest.length > row * 4)
      throw new TableFault(`After line ${found.count} comes a line that is longer than any row.`)
  }
  if (rest.length > 0) countLine(rest)
  return { sha256: hash.digest('hex'), ...found }
}
