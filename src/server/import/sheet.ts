import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { TableFault, type TableRow } from './tableRow'

/** The texts of a workbook, which its cells name by number, are kept in memory up to this many characters. */
const maxTexts = 100_000_000
/** A part that unpacks to more than this is no table. */
const maxPartBytes = 2_000_000_000

const notWorkbook = 'This is no workbook that can be read. Save it as .xlsx or CSV.'

/**
 * The rows of the first sheet of an .xlsx workbook, as they are unpacked. Cells are texts: numbers and dates as they are
 * stored, a date as its number of days. A formula is its last result.
 */
export async function* sheetRows(path: string): AsyncGenerator<TableRow> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip)
    const sheet = await firstSheet(zip, entries)
    const texts = await sharedTexts(zip, entries.get('xl/sharedStrings.xml'))
    yield* rowsIn(await partOf(zip, sheet), texts)
  } finally {
    zip.close()
  }
}

type Entries = ReadonlyMap<string, yauzl.Entry>

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(new TableFault(notWorkbook)) : resolve(zip),
    ),
  )
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Entries> {
  const entries = new Map<string, yauzl.Entry>()
  zip.on('entry', (entry: yauzl.Entry) => {
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.readEntry()
  await once(zip, 'end').catch(() => {
    throw new TableFault(notWorkbook)
  })
  return entries
}

function partOf(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable> {
  if (!entry || entry.uncompressedSize > maxPartBytes) throw new TableFault(notWorkbook)
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new TableFault(notWorkbook)) : resolve(stream),
    ),
  )
}

/** The first sheet in the workbook's order, which need not be that of its files. */
async function firstSheet(zip: yauzl.ZipFile, entries: Entries): Promise<yauzl.Entry | undefined> {
  let first: string | undefined
  let relation = ''
  const targets = new Map<string, string>()
  const attribute = (attributes: Record<string, string>, name: string) =>
    Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]
  await parsePart(await partOf(zip, entries.get('xl/workbook.xml')), {
    open: (tag, attributes) => {
      if (tag === 'sheet' && first === undefined && (attributes.state ?? 'visible') === 'visible') {
        first = attributes.name
        relation = attribute(attributes, 'id') ?? ''
      }
    },
  })
  await parsePart(await partOf(zip, entries.get('xl/_rels/workbook.xml.rels')), {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') targets.set(Id, Target)
    },
  })
  const target = targets.get(relation) ?? ''
  return entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
}

async function sharedTexts(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<readonly string[]> {
  const texts: string[] = []
  if (!entry) return texts
  let text = ''
  let size = 0
  let isPhonetic = false
  await parsePart(await partOf(zip, entry), {
    open: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
    },
    text: (part, tag) => {
      if (tag === 't' && !isPhonetic) text += part
    },
    close: (tag) => {
      if (tag === 'rPh') isPhonetic = false
      if (tag !== 'si') return
      size += text.length
      if (size > maxTexts) throw new TableFault('The workbook has too much text. Save it as CSV.')
      texts.push(text)
    },
  })
  return texts
}

async function* rowsIn(part: Readable, texts: readonly string[]): AsyncGenerator<TableRow> {
  const ready: TableRow[] = []
  let line = 0
  let cells: string[] = []
  let place = 0
  let type = ''
  let value = ''
  const parser = parserOf({
    open: (tag, attributes) => {
      if (tag === 'row') {
        line = Number(attributes.r ?? line + 1)
        cells = []
        place = -1
      } else if (tag === 'c') {
        place = attributes.r === undefined ? place + 1 : columnOf(attributes.r)
        type = attributes.t ?? ''
        value = ''
      }
    },
    text: (text, tag) => {
      if (tag === 'v' || tag === 't') value += text
    },
    close: (tag) => {
      if (tag === 'c' && place < 1_000) {
        while (cells.length < place) cells.push('')
        cells[place] = cellOf(type, value, texts)
      } else if (tag === 'row' && cells.some((cell) => cell.trim() !== '')) ready.push({ line, cells })
    },
  })
  try {
    for await (const bytes of decoded(part)) {
      parser.write(bytes)
      yield* ready.splice(0)
    }
    parser.close()
    yield* ready.splice(0)
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault(notWorkbook)
  } finally {
    part.destroy()
  }
}

/** 'AB12' is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellOf(type: string, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  // An error such as #REF! is refused where it stands.
  if (type === 'e') return `=${value}`
  // Spreadsheets calculate with 15 digits: 1000.1 may be stored as 1000.0999999999999.
  return (type === '' || type === 'n') && value !== '' && Number.isFinite(Number(value))
    ? plainNumber(Number(value))
    : value
}

const plainNumber = (value: number) => {
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded)
}

type Handlers = {
  open?: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string, tag: string) => void
  close?: (tag: string) => void
}

/** Names of tags are without their prefix. */
function parserOf({ open, text, close }: Handlers) {
  const parser = new SaxesParser()
  const nameOf = (tag: string) => tag.slice(tag.indexOf(':') + 1)
  const tags: string[] = []
  parser.on('opentag', ({ name, attributes }) => {
    tags.push(nameOf(name))
    open?.(nameOf(name), attributes)
  })
  parser.on('text', (part) => text?.(part, tags.at(-1) ?? ''))
  parser.on('closetag', ({ name }) => {
    tags.pop()
    close?.(nameOf(name))
  })
  // saxes reports an error and continues; what follows would be misread.
  parser.on('error', (error) => {
    throw error
  })
  return parser
}

async function* decoded(part: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of part) yield decoder.decode(bytes as Buffer, { stream: true })
}

async function parsePart(part: Readable, handlers: Handlers) {
  const parser = parserOf(handlers)
  try {
    for await (const text of decoded(part)) parser.write(text)
    parser.close()
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault(notWorkbook)
  } finally {
    part.destroy()
  }
}
