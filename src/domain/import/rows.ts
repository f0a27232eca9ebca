import {
  cellText,
  choiceIn,
  countIn,
  dateIn,
  emailIn,
  isFormula,
  lgaIn,
  moneyIn,
  nameIn,
  percentIn,
  phoneIn,
  type Read,
  stateIn,
  textIn,
  wordKey,
} from './cells'
import type { ImportNoun } from '#contract/calls/imports'
import { type Field, importFields } from './nouns'

/** A row as it is stored until it is released: money in kobo, days as yyyy-mm-dd, empty cells absent. */
export type ImportRow = Record<string, string | number>
export type CellFault = { column: string; reason: string }

/** Where each field is in the file's rows. */
export type Heading = { noun: ImportNoun; places: ReadonlyMap<string, number>; width: number; key: string }

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

/** Reads one row. */
export function rowOf(heading: Heading, cells: readonly string[]): { row: ImportRow; faults: CellFault[] } {
  const row: ImportRow = {}
  const faults: CellFault[] = []
  if (headingKey(cells) === heading.key) {
    faults.push({ column: '', reason: 'The heading is repeated.' })
    return { row, faults }
  }
  if (cells.slice(heading.width).some((cell) => cell.trim() !== ''))
    faults.push({
      column: '',
      reason: `The row has more cells than the heading, which has ${heading.width}.`,
    })
  for (const field of importFields[heading.noun]) {
    const at = heading.places.get(field.name)
    const text = cellText(at === undefined ? '' : (cells[at] ?? ''))
    const column = field.header
    if (text === '' || text === '-') {
      if (field.required) faults.push({ column, reason: `${column} is empty.` })
    } else if (isFormula(text))
      faults.push({ column, reason: `${column} is a formula: paste its value instead.` })
    else {
      const read = cellOf(field, text, row)
      if ('fault' in read) faults.push({ column, reason: `${column} ${read.fault}.` })
      else row[field.name] = read.value
    }
  }
  return { row, faults }
}

function cellOf({ kind }: Field, text: string, row: ImportRow): Read<string | number> {
  if (typeof kind === 'object') return choiceIn(text, kind.choices)
  switch (kind) {
    case 'key':
      return textIn(text, 100)
    case 'text':
      return textIn(text, 500)
    case 'name':
      return nameIn(text)
    case 'phone':
      return phoneIn(text)
    case 'email':
      return emailIn(text)
    case 'percent':
      return percentIn(text)
    case 'count':
      return countIn(text, 0)
    case 'number':
      return countIn(text, 1)
    case 'date':
      return dateIn(text)
    case 'state':
      return stateIn(text)
    case 'lga':
      return lgaIn(text, typeof row.state === 'string' ? row.state : undefined)
    case 'signed':
      return moneyIn(text)
    default:
      return notBelow(moneyIn(text), kind === 'amount' ? 1 : 0)
  }
}

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
