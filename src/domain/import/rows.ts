import {
  amountIn as amountOf,
  type Cell,
  cellText,
  choiceIn,
  countIn,
  dateIn,
  emailIn,
  isFormula,
  lgaIn,
  lostIn,
  moneyIn,
  nameIn,
  orderOf,
  percentIn,
  phoneIn,
  type Read,
  stateIn,
  textIn,
  textOf,
  type TypedCell,
  unreadableFault,
  wordKey,
} from './cells'
import { type ColumnStyle, type ColumnStyles, styleOf } from './columns'
import { pluralize } from '../money/figures'
import type { ImportNoun } from '#contract/calls/imports'
import { type Field, type Heading, importFields } from './nouns'

/** A row as it is stored until it is released: money in kobo, days as yyyy-mm-dd, empty cells absent. */
export type ImportRow = Record<string, string | number>
export type CellFault = { column: string; reason: string }

/** Columns of a file of faults, which is read again once it is mended. */
export const faultColumns = ['Line', 'Reason'] as const

const headingKey = (cells: readonly string[]) => cells.map(wordKey).join('|').replace(/\|+$/, '')

/** Reads a row as the heading of a noun's file; undefined if no cell is one of its columns. */
export function headingOf(
  noun: ImportNoun,
  cells: readonly string[],
): Heading | { fault: string } | undefined {
  const fields = importFields[noun]
  const places = new Map<string, number>()
  const unknown: string[] = []
  for (const [at, cell] of cells.entries()) {
    const key = wordKey(cell)
    if (key === '') continue
    const field =
      fields.find(({ header }) => wordKey(header) === key) ??
      fields.find(({ also = [] }) => also.some((header) => wordKey(header) === key))
    if (!field) unknown.push(cellText(cell))
    else if (places.has(field.name)) return { fault: `The column ${field.header} is there twice.` }
    else places.set(field.name, at)
  }
  if (places.size < 2) return undefined
  const missing = fields.filter(({ name, required }) => required && !places.has(name))
  if (missing.length > 0) {
    const others = unknown.length > 0 ? ` Not understood: ${unknown.slice(0, 10).join(', ')}.` : ''
    return { fault: `Columns are missing: ${missing.map(({ header }) => header).join(', ')}.${others}` }
  }
  return { noun, places, width: cells.length, key: headingKey(cells) }
}

/** Whether the file is one of faults that was mended: it replaces the faulty rows of its noun. */
export const isMended = (cells: readonly string[]) =>
  faultColumns.every((column) => cells.some((cell) => wordKey(cell) === wordKey(column)))

/** What is wrong with a row as a whole, or with the places of cells, by what the file says beside them. */
export type RowState = { isHidden?: boolean; merged?: readonly number[] }

/** Reads one row. */
export function rowOf(
  heading: Heading,
  cells: readonly Cell[],
  styles: ColumnStyles = new Map(),
  { isHidden = false, merged = [] }: RowState = {},
): { row: ImportRow; faults: CellFault[] } {
  const row: ImportRow = {}
  const faults: CellFault[] = []
  if (headingKey(cells.map(textOf)) === heading.key)
    return { row, faults: [{ column: '', reason: 'The heading is repeated.' }] }
  const wrong = isHidden
    ? 'The row is hidden in the workbook: show it, or delete it.'
    : widthFault(heading, cells)
  if (wrong !== undefined) faults.push({ column: '', reason: wrong })
  for (const field of importFields[heading.noun]) {
    const at = heading.places.get(field.name)
    const column = field.header
    const cell = at === undefined ? '' : (cells[at] ?? '')
    const text = cellText(textOf(cell))
    if (at !== undefined && merged.includes(at))
      faults.push({ column, reason: `${column} is merged with other cells: split them.` })
    else if (typeof cell === 'string' && (text === '' || text === '-')) {
      if (field.required) faults.push({ column, reason: `${column} is empty.` })
    } else {
      const read =
        typeof cell === 'string'
          ? writtenIn(field, text, row, styleOf(styles, field))
          : typedIn(field, cell, row)
      if ('fault' in read) faults.push({ column, reason: `${column} ${read.fault}.` })
      else row[field.name] = read.value
    }
  }
  return { row, faults }
}

function widthFault({ noun, width, places }: Heading, cells: readonly Cell[]): string | undefined {
  if (cells.slice(width).some((cell) => textOf(cell).trim() !== ''))
    return `The row has more cells than the heading, which has ${width}.`
  const cut = importFields[noun].filter(({ name }) => (places.get(name) ?? -1) >= cells.length)
  return cut.length > 0
    ? `The row ends before ${cut.map(({ header }) => header).join(', ')}: it has ${pluralize(cells.length, 'cell')}, the heading ${width}.`
    : undefined
}

/** A cell that somebody wrote. */
function writtenIn(field: Field, text: string, row: ImportRow, style: ColumnStyle): Read<string | number> {
  if (isFormula(text)) return { fault: 'is a formula: paste its value instead' }
  const lost = lostIn(text, { isName: field.kind === 'name' || field.kind === 'key' })
  if (lost !== undefined) return { fault: lost }
  if (field.kind === 'date') {
    if (style.against !== undefined && orderOf(text) !== undefined) return { fault: style.against }
    return dateIn(text, style.order)
  }
  if (field.kind === 'percent') return percentIn(text, style.decimal)
  return isMoney(field) ? inRange(field, moneyIn(text, style.decimal)) : valueIn(field, text, row)
}

/** A cell whose kind the workbook says. */
function typedIn(field: Field, cell: TypedCell, row: ImportRow): Read<string | number> {
  const { kind, text, hasLiterals = false } = cell
  const unreadable = unreadableFault(cell)
  if (unreadable !== undefined) return { fault: unreadable }
  const { kind: wanted } = field
  if (kind === 'date')
    return wanted === 'date'
      ? dateIn(text)
      : { fault: `is a date, ${text}: format the column as ${isText(field) ? 'text' : 'a number'}` }
  if (kind === 'percent')
    return wanted === 'percent' ? percentIn(text) : { fault: `is a percentage, ${text}` }
  if (kind === 'boolean')
    return typeof wanted === 'object' && 'Yes' in wanted.choices
      ? choiceIn(yesNoOf(text), wanted.choices)
      : { fault: `is ${text}, which is Yes or No` }
  if (wanted === 'date') return { fault: 'is a number, not a date: format the column as a date' }
  if (wanted === 'percent') return percentIn(text)
  if (isMoney(field)) return inRange(field, amountOf(text))
  return hasLiterals && wanted !== 'phone' && isText(field)
    ? {
        fault: `shows more than the number ${text} that is stored: format the column as text and enter it again`,
      }
    : valueIn(field, text, row)
}

/** As a spreadsheet writes them, in a workbook and in a CSV. */
const yesNoOf = (text: string) => text.replace(/^true$/i, 'Yes').replace(/^false$/i, 'No')
const isMoney = ({ kind }: Field) => kind === 'money' || kind === 'amount' || kind === 'signed'
const isText = ({ kind }: Field) => kind === 'key' || kind === 'text' || kind === 'name' || kind === 'phone'

/** What is read alike wherever it stands. */
function valueIn({ kind }: Field, text: string, row: ImportRow): Read<string | number> {
  if (typeof kind === 'object') return choiceIn('Yes' in kind.choices ? yesNoOf(text) : text, kind.choices)
  switch (kind) {
    case 'key':
      // Programs write a number with a point.
      return textIn(text.replace(/^(\d+)\.0$/, '$1'), 100)
    case 'name':
      return nameIn(text)
    case 'phone':
      return phoneIn(text)
    case 'email':
      return emailIn(text)
    case 'count':
      return countIn(text, 0)
    case 'number':
      return countIn(text, 1)
    case 'state':
      return stateIn(text)
    case 'lga':
      return lgaIn(text, typeof row.state === 'string' ? row.state : undefined)
    default:
      return textIn(text, 500)
  }
}

const inRange = ({ kind }: Field, read: Read<number>) =>
  kind === 'signed' ? read : notBelow(read, kind === 'amount' ? 1 : 0)

function notBelow(read: Read<number>, least: number): Read<number> {
  if ('fault' in read || read.value >= least) return read
  return { fault: least > 0 ? 'must be above zero' : 'is below zero' }
}

/** The control totals of rows: what is counted, and the sums of money, in kobo. */
export const moneyOf: Partial<Record<ImportNoun, readonly string[]>> = {
  agents: ['cash_held'],
  customers: ['wallet_balance'],
  savings: ['balance'],
  instalments: ['open', 'penalty_open'],
  wallets: ['balance'],
}

/** What a row adds to its noun's sum. */
export const amountIn = (noun: ImportNoun, row: ImportRow): bigint =>
  (moneyOf[noun] ?? []).reduce((sum, name) => sum + BigInt(row[name] ?? 0), 0n)
