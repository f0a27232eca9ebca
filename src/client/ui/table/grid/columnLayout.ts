import type { Column } from '#contract/call'
import { cellText, isNumeric, missing, statusIn } from '../tableSource'

/** The width of a text in px. */
export type Measure = (text: string, bold: boolean) => number

/** The text of a column in a row. */
export function textIn(
  row: object,
  column: Pick<Column, 'kind' | 'sparse' | 'invalid' | 'isWord' | 'field'>,
): string {
  const text = cellText(column, (row as Record<string, unknown>)[column.field])
  return column.kind === 'status' ? statusIn(row, text) : text
}

/** The text of a column where no heading names it: nothing for what is missing. */
export function textWithoutHeading(row: object, column: Column<never>): string {
  const text = textIn(row, column)
  return text === missing ? '' : text
}

/** What names a row. A status is written as its chip shows it. */
export function subjectText(
  row: object,
  column: Pick<Column, 'kind' | 'sparse' | 'invalid' | 'field'>,
): string {
  const text = textIn(row, column)
  return column.kind === 'status' ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** The texts of a second line, without those that are empty. */
export const secondLine = (row: object, columns: readonly Column<never>[]) =>
  columns
    .map((one) => textWithoutHeading(row, one))
    .filter(Boolean)
    .join(' · ')

/** Padding of a cell on both sides, with its border (rowGrid.css). */
const padding = 22
/** The icon of a sortable heading, and the padding of a status. */
const sortIconWidth = 18
const chipPadding = 18
/** Between the texts of a second line. */
const separatorWidth = 10
/** The column that says who the row is about takes no more, as long as others lack space. */
const mostSubject = 176
/** Longer sentences are cut. */
const mostText = 320

/** Of many rows only the longest texts are measured: by letters, which is right for all but a few pixels. */
const measured = 5

/** The width of each column, by field: of its heading, and of its texts. */
export function textWidths<R extends object>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  measure: Measure,
): Map<string, number> {
  const subject = subjectIn(columns)
  return new Map(
    columns.map((column) => {
      const texts = rows.map((row) => textIn(row, column)).toSorted((a, b) => b.length - a.length)
      const chip = column.kind === 'status' ? chipPadding : 0
      const isBold = chip > 0 || column === subject
      const widths = texts.slice(0, measured).map((text) => measure(text, isBold) + chip)
      return [
        column.field,
        Math.ceil(Math.max(measure(column.header, true) + sortIconWidth, ...widths)) + padding,
      ]
    }),
  )
}

/** The sparse columns that say nothing in most of the rows, by field. */
export const mostlyEmpty = <R extends object>(
  columns: readonly Column<R>[],
  rows: readonly R[],
): ReadonlySet<string> =>
  new Set(
    columns
      .filter(
        (one) =>
          one.sparse === true && 2 * rows.filter((row) => textIn(row, one) !== '').length <= rows.length,
      )
      .map(({ field }) => field),
  )

const isReference = ({ field }: { field: string }) => field.endsWith('reference')
const isDay = ({ kind }: Pick<Column, 'kind'>) => kind === 'date' || kind === 'datetime'

/** Sentences, which may be cut: of other texts, a part means something else. */
const isSentence = ({ kind, field }: { kind: Column['kind']; field: string }) =>
  (kind === 'text' || kind === 'email') && !isReference({ field })

/** Who the row is about: the column that says so, else the first that is no date. */
export function subjectIn<R>(columns: readonly Column<R>[]): Column<R> | undefined {
  return columns.find(({ isSubject }) => isSubject) ?? columns.find((one) => !isDay(one)) ?? columns[0]
}

/** The amount, or the state, that says most about a row. */
export const firstOf = <R>(columns: readonly Column<R>[], kind: 'money' | 'status') =>
  columns.find((one) => one.kind === kind && !one.isMinor)

/** How little a table can do without a column: the amount and the state first, what is minor last; in between in their order. */
function rankIn<R>(columns: readonly Column<R>[], column: Column<R>): number {
  if (firstOf(columns, 'money') === column) return 0
  if (firstOf(columns, 'status') === column) return 1
  if (column.isMinor) return 4
  const isShort = isNumeric(column.kind) || ['status', 'phone'].includes(column.kind)
  return isShort || isDay(column) || isReference(column) ? 2 : 3
}

export type GridLayout<R> = {
  subject: Column<R>
  /** Below the subject, in small print. */
  secondary: readonly Column<R>[]
  /** The columns beside the subject, in the order of the list. */
  shown: readonly Column<R>[]
  /** Of the subject and the shown columns, by field, in px. */
  widths: ReadonlyMap<string, number>
}

type Options = {
  /** The width of the table, in px. */
  space: number
  /** The columns were chosen: all are shown, and the table may scroll sideways. */
  isChosen: boolean
  /** Rows of two lines, on a tablet. */
  hasTwoLines: boolean
  /** Columns that are shown only beside all others. */
  spare?: ReadonlySet<string>
}

/**
 * Chooses whole columns for a table of this width, by what they say: who, how much, in which state. Space that is left goes to
 * the subject, then to sentences, then to all columns.
 */
export function layOut<R extends object>(
  columns: readonly Column<R>[],
  textWidthOf: ReadonlyMap<string, number>,
  { space, isChosen, hasTwoLines, spare = new Set() }: Options,
): GridLayout<R> | undefined {
  const subject = subjectIn(columns)
  if (!subject) return undefined
  const wholeOf = ({ field }: Column<R>) => textWidthOf.get(field) ?? 0
  const leastOf = (one: Column<R>) => (isSentence(one) ? Math.min(mostText, wholeOf(one)) : wholeOf(one))
  const secondary = hasTwoLines
    ? columns.filter((one) => one !== subject && (isReference(one) || one.kind === 'phone')).slice(0, 2)
    : []
  const textOf = (one: Column<R>) => wholeOf(one) - padding
  const secondaryWidth = sumOf(secondary.map(textOf)) + separatorWidth * (secondary.length - 1) + padding
  const ownWidth = Math.max(wholeOf(subject), secondary.length > 0 ? secondaryWidth : 0)
  const others = columns.filter((one) => one !== subject && !secondary.includes(one))
  const first = Math.min(hasTwoLines ? mostText : mostSubject, ownWidth)
  let left = space - first
  const kept = new Set<Column<R>>()
  const isSpare = ({ field }: Column<R>) => spare.has(field)
  const wanted = others.filter((one) => !isSpare(one))
  const ranked = wanted.toSorted((a, b) => rankIn(columns, a) - rankIn(columns, b))
  for (const one of [...ranked, ...others.filter(isSpare)]) {
    const isLast = isSpare(one) && !wanted.every((other) => kept.has(other))
    if (!isChosen && (isLast || leastOf(one) > left)) continue
    kept.add(one)
    left -= leastOf(one)
  }
  const shown = others.filter((one) => kept.has(one))
  const widths = new Map<string, number>(shown.map((one) => [one.field, leastOf(one)]))
  widths.set(subject.field, first)
  const give = (field: string, most: number) => {
    const more = Math.max(0, Math.min(left, most))
    widths.set(field, (widths.get(field) ?? 0) + more)
    left -= more
  }
  give(subject.field, ownWidth - first)
  for (const one of shown) give(one.field, wholeOf(one) - leastOf(one))
  const each = Math.floor(Math.max(0, left) / (shown.length + 1))
  for (const field of widths.keys()) give(field, each)
  give(subject.field, left)
  return { subject, secondary, shown, widths }
}

const sumOf = (widths: Iterable<number>) => [...widths].reduce((sum, one) => sum + one, 0)
