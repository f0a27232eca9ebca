import type { Cell } from '#domain/import/cells'
import type { NumberFormat } from '#domain/import/numberFormats'
import { cellOf, type CellFacts, unescaped } from './worksheetCells'
import type { TableLimits } from './limits'
import { formatsOf } from './workbookStyles'
import { TableFault, type TableRow } from './tableRow'
import { openParts, type Parts } from './workbookParts'
import { attributeOf, type Handlers, notWorkbook, parsePart } from './xml'

/**
 * The first worksheet of an .xlsx workbook, whose rows can be read several times: each time as they are unpacked, so that memory holds
 * the texts of the workbook and one row.
 */
export type Worksheet = {
  name: string
  /** Visible worksheets that are not read. */
  others: readonly string[]
  rows: () => AsyncGenerator<TableRow>
  /** Whether a column is hidden; known once the first row was read. */
  isHidden: (place: number) => boolean
  /** Merged cells stand after the rows: once all were read, the next reading knows them. */
  close: () => void
}

export async function openWorksheet(path: string, limits: TableLimits): Promise<Worksheet> {
  const parts = await openParts(path, limits)
  try {
    const book = await workbookOf(parts, limits)
    const formats = await formatsOf(parts, limits)
    const texts = await sharedTexts(parts, limits)
    const ranges: Ranges = { hidden: [], merged: [] }
    return {
      name: book.name,
      others: book.others,
      rows: () => rowsIn(parts.open(book.part), { ...book, formats, texts, ranges, limits }),
      isHidden: (place) => ranges.hidden.some(([from, through]) => place >= from && place <= through),
      close: parts.close,
    }
  } catch (error) {
    parts.close()
    throw error
  }
}

type Workbook = {
  name: string
  others: string[]
  part: string
  /** Days are counted from 1904. */
  from1904: boolean
  /** Results of formulas are to be calculated by who opens it: those that are stored are not meant. */
  isStale: boolean
}

/** The first visible worksheet in the workbook's order, which need not be that of its files. */
async function workbookOf(parts: Parts, limits: TableLimits): Promise<Workbook> {
  const sheets: { name: string; relation: string }[] = []
  const book = { from1904: false, isStale: false }
  const isSet = (value: string | undefined) => value === '1' || value === 'true'
  await parsePart(parts.open('xl/workbook.xml'), limits, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') book.from1904 = isSet(attributes.date1904)
      if (tag === 'calcPr') book.isStale = isSet(attributes.fullCalcOnLoad)
      if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      sheets.push({ name: attributes.name ?? '', relation: attributeOf(attributes, 'id') ?? '' })
    },
  })
  const [first, ...others] = sheets
  let target = ''
  await parsePart(parts.open('xl/_rels/workbook.xml.rels'), limits, {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship' && first && Id === first.relation) target = Target
    },
  })
  const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  if (!first || !parts.has(part)) throw new TableFault(notWorkbook)
  return { ...book, name: first.name, others: others.map(({ name }) => name), part }
}

async function sharedTexts(parts: Parts, limits: TableLimits): Promise<readonly string[]> {
  const texts: string[] = []
  if (!parts.has('xl/sharedStrings.xml')) return texts
  let text = ''
  let size = 0
  let isPhonetic = false
  await parsePart(parts.open('xl/sharedStrings.xml'), limits, {
    open: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
    },
    text: (part, tag) => {
      if (tag !== 't' || isPhonetic) return
      text += part
      if (text.length > limits.cell) throw new TableFault(longCell('A text', limits))
    },
    close: (tag) => {
      if (tag === 'rPh') isPhonetic = false
      if (tag !== 'si') return
      size += text.length
      if (size > limits.textCharacters || texts.length >= limits.texts)
        throw new TableFault('The workbook has too many texts. Save it as CSV, or split it.')
      texts.push(unescaped(text))
    },
  })
  return texts
}

const longCell = (what: string, { cell }: TableLimits) => `${what} has more than ${cell} characters.`

type Range = readonly [from: number, through: number]
type Merged = { rows: Range; columns: Range }
type Ranges = { hidden: Range[]; merged: Merged[] }
type Reading = Workbook & {
  formats: readonly NumberFormat[]
  texts: readonly string[]
  ranges: Ranges
  limits: TableLimits
}

async function* rowsIn(part: AsyncIterable<Buffer>, reading: Reading): AsyncGenerator<TableRow> {
  const ready: TableRow[] = []
  const handlers = rowHandlers(reading, (row) => ready.push(row))
  for await (const _ of parsePart.inTurn(part, reading.limits, handlers)) yield* ready.splice(0)
  yield* ready.splice(0)
}

function rowHandlers(
  { texts, formats, ranges, limits, ...book }: Reading,
  onRow: (row: TableRow) => void,
): Handlers {
  // Those of the reading before.
  const merged = ranges.merged.splice(0).toSorted((a, b) => a.rows[0] - b.rows[0])
  ranges.hidden.length = 0
  let open: Merged[] = []
  let line = 0
  let rows = 0
  let isHidden = false
  let cells: Cell[] = []
  let size = 0
  let place = -1
  let cell: CellFacts = { type: '', style: 0, value: '', hasFormula: false, hasValue: false, formula: '' }
  let isPhonetic = false

  function beginRow(attributes: Record<string, string>) {
    const next = attributes.r === undefined ? line + 1 : Number(attributes.r)
    rows += 1
    if (next > limits.sheetRows || rows > limits.sheetRows)
      throw new TableFault(`The workbook has more than ${limits.sheetRows} rows. Split it.`)
    if (!Number.isInteger(next) || next <= line)
      throw new TableFault(`The rows of the workbook are not in order, after row ${line}.`)
    line = next
    isHidden = attributes.hidden === '1' || attributes.hidden === 'true'
    cells = []
    size = 0
    place = -1
  }

  function beginCell(attributes: Record<string, string>) {
    const next = attributes.r === undefined ? place + 1 : columnOf(attributes.r, line)
    if (next <= place) throw new TableFault(`The cells of row ${line} are not in order.`)
    place = next
    cell = {
      type: attributes.t ?? 'n',
      style: Number(attributes.s ?? 0),
      value: '',
      hasFormula: false,
      hasValue: false,
      formula: '',
    }
  }

  function endCell() {
    const read = cellOf(cell, { texts, formats, ...book })
    if (read === '') return
    // What is too far to the right is one cell too many.
    const at = Math.min(place, limits.columns)
    while (cells.length < at) cells.push('')
    cells[at] = read
  }

  function endRow() {
    while ((merged[0]?.rows[0] ?? Number.POSITIVE_INFINITY) <= line) open.push(merged.shift() as Merged)
    open = open.filter(({ rows: [, through] }) => through >= line)
    if (cells.length === 0) return
    const within = open.flatMap(({ columns: [from, through] }) =>
      Array.from({ length: Math.min(through, limits.columns) - from + 1 }, (_, at) => from + at),
    )
    onRow({
      line,
      cells,
      ...(isHidden && { isHidden }),
      ...(within.length > 0 && { merged: within }),
    })
  }

  return {
    open: (tag, attributes) => {
      if (tag === 'row') beginRow(attributes)
      else if (tag === 'c') beginCell(attributes)
      else if (tag === 'f') cell.hasFormula = true
      else if (tag === 'v' || tag === 'is') cell.hasValue = true
      else if (tag === 'rPh') isPhonetic = true
      else if (tag === 'col' && (attributes.hidden === '1' || attributes.hidden === 'true')) {
        if (ranges.hidden.length >= limits.columns * 20) throw new TableFault(notWorkbook)
        ranges.hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1])
      } else if (tag === 'mergeCell') {
        if (ranges.merged.length >= limits.merged)
          throw new TableFault(`The workbook has more than ${limits.merged} merged cells.`)
        ranges.merged.push(mergedOf(attributes.ref))
      }
    },
    text: (text, tag) => {
      if (tag === 'f') cell.formula = (cell.formula + text).slice(0, 100)
      if (tag !== 'v' && (tag !== 't' || isPhonetic)) return
      size += text.length
      cell.value += text
      if (cell.value.length > limits.cell) throw new TableFault(longCell(`A cell of row ${line}`, limits))
      if (size > limits.row) throw new TableFault(`Row ${line} has more than ${limits.row} characters.`)
    },
    close: (tag) => {
      if (tag === 'rPh') isPhonetic = false
      else if (tag === 'c') endCell()
      else if (tag === 'row') endRow()
    },
  }
}

/** 'AB12' is column 27, of row 12. */
function columnOf(reference: string, line: number): number {
  const [, letters = '', row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0 || column > 16_384 || Number(row) !== line) throw new TableFault(notWorkbook)
  return column - 1
}

/** 'A1:C3'. */
function mergedOf(reference = ''): Merged {
  const [from = '', through = from] = reference.split(':')
  const rowOf = (corner: string) => Number(/\d+$/.exec(corner)?.[0])
  const rows: Range = [rowOf(from), rowOf(through)]
  return { rows, columns: [columnOf(from, rows[0]), columnOf(through, rows[1])] }
}
