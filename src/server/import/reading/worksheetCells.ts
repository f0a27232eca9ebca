import type { Cell, TypedCell } from '#domain/import/cells'
import type { NumberFormat } from '#domain/import/numberFormats'
import { addDays } from '#domain/time/lagos'

/** A cell as its element says it. */
export type CellFacts = {
  type: string
  style: number
  value: string
  hasFormula: boolean
  hasValue: boolean
  /** Its beginning. */
  formula: string
}
type Book = {
  texts: readonly string[]
  formats: readonly NumberFormat[]
  from1904: boolean
  isStale: boolean
}

/** What a cell holds, by its type and number format. */
export function cellOf(cell: CellFacts, book: Book): Cell {
  const { type, value, hasFormula, hasValue, formula } = cell
  // A formula of words may have none as its result.
  if (hasFormula && (book.isStale || !hasValue || (value === '' && type !== 'str')))
    return { kind: 'uncalculated', text: `=${formula}` }
  switch (type) {
    case 's':
      return /^\d+$/.test(value) ? (book.texts[Number(value)] ?? broken(value)) : broken(value)
    case 'str':
    case 'inlineStr':
      return unescaped(value)
    case 'b':
      return value === ''
        ? ''
        : /^[01]$/.test(value)
          ? typed('boolean', value === '1' ? 'TRUE' : 'FALSE')
          : broken(value)
    case 'e':
      return typed('error', value)
    case 'd':
      return value === '' ? '' : typed('date', value.slice(0, 10))
    case 'n':
      return value.trim() === '' ? '' : numberOf(value.trim(), cell, book)
    default:
      return broken(value)
  }
}

const typed = (kind: TypedCell['kind'], text: string): TypedCell => ({ kind, text })
const broken = (text: string) => typed('broken', text)

function numberOf(value: string, { style }: CellFacts, book: Book): Cell {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i.test(value)) return broken(value)
  const format = book.formats[style] ?? { kind: style === 0 ? 'number' : 'unclear' }
  const number = Number(value)
  switch (format.kind) {
    case 'date':
      return dateOf(number, book.from1904)
    case 'time':
    case 'unclear':
      return typed(format.kind, plainNumber(number))
    case 'percent':
      return typed('percent', `${plainNumber(number * 100)}%`)
    default: {
      // Spreadsheets calculate with 15 digits; what has more was changed when it was entered.
      if (Math.abs(number) >= 1e15) return typed('rounded', plainNumber(number))
      const text = plainNumber(number)
      return {
        kind: 'number',
        text: /^\d+$/.test(text) ? text.padStart(format.digits ?? 0, '0') : text,
        ...(format.hasLiterals && { hasLiterals: true }),
      }
    }
  }
}

/** Day 0 of spreadsheets, which count a 29 February 1900, and of those that begin in 1904. */
const [start1900, start1904] = ['1899-12-30', '1904-01-01']

function dateOf(days: number, from1904: boolean): TypedCell {
  if (days < 0 || days > 2_958_465) return broken(String(days))
  return days < 1 && !from1904
    ? typed('time', String(days))
    : typed('date', addDays(from1904 ? start1904 : start1900, Math.floor(days)))
}

/** Spreadsheets calculate with 15 digits: 1000.1 may be stored as 1000.0999999999999. */
const plainNumber = (value: number) => {
  const rounded = Number(value.toPrecision(15))
  if (Number.isInteger(rounded))
    return Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded)
  return Math.abs(rounded) < 1e-6 ? rounded.toFixed(20).replace(/0+$/, '') : String(rounded)
}

/** Characters that XML has no place for are written as their numbers: _x000D_ is a line end, _x005F_ the mark itself. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
