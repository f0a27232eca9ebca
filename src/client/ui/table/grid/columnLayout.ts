import type { Column } from '#contract/call'
import { cellText, isNumeric, statusIn } from '../tableSource'

/** The width of a text in px. */
export type Measure = (text: string, bold: boolean) => number

/** The text of a column in a row. */
export function textIn(row: object, column: Pick<Column, 'kind' | 'sparse' | 'invalid' | 'field'>): string {
  const text = cellText(column, (row as Record<string, unknown>)[column.field])
  return column.kind === 'status' ? statusIn(row, text) : text
}

/** Padding of a cell on both sides; a narrow table has less (rowGrid.css). */
const paddings = { loose: 20, tight: 12 } as const
export type Padding = keyof typeof paddings
/** The width of the icon of a sortable heading, and padding of a status. */
const sortIconWidth = 18
const chipPadding = 18
/** No column gets less than this, unless its texts are shorter. */
const leastText = 110
/** Longer texts are cut even if the table scrolls anyway. */
const mostText = 320

/** Of many rows only the longest texts are measured: by letters, which is right for all but a few pixels. */
const measured = 3

type Measuring = {
  columns: readonly Column<never>[]
  rows: readonly object[]
  measure: Measure
  padding: Padding
}

/** The widths of a column's heading and of some of its texts. */
function cellWidths(
  { columns, measure, padding }: Measuring,
  column: Column<never>,
  texts: readonly string[],
) {
  const chip = column.kind === 'status' ? chipPadding : 0
  const isBold = chip > 0 || column === subjectIn(columns)
  const widths = [
    measure(column.header, true) + sortIconWidth,
    ...texts.map((text) => measure(text, isBold) + chip),
  ]
  return widths.map((width) => width + paddings[padding])
}

/** The width of each column's texts, by field. */
export function textWidths(measuring: Measuring): Map<string, number> {
  const { columns, rows } = measuring
  return new Map(
    columns.map((column) => {
      const longest = rows
        .map((row) => textIn(row, column as Column))
        .toSorted((a, b) => b.length - a.length)
        .slice(0, measured)
      return [column.field, Math.ceil(Math.max(...cellWidths(measuring, column, longest)))]
    }),
  )
}

/** The widths of all cells of a column, the widest first: which of them a narrower column cuts. */
export type Cells = (column: Column<never>) => readonly number[]

/** Measured when a column may have to be cut, once. */
export function cellsIn(measuring: Measuring): Cells {
  const known = new Map<string, readonly number[]>()
  return (column) => {
    const texts = () => measuring.rows.map((row) => textIn(row, column as Column))
    const cells = known.get(column.field) ?? cellWidths(measuring, column, texts()).toSorted((a, b) => b - a)
    known.set(column.field, cells)
    return cells
  }
}

const sumOf = (widths: Iterable<number>) => [...widths].reduce((sum, one) => sum + one, 0)

/** Columns that may be cut: of the others, a part means something else. */
const isCuttable = ({ kind, field }: Column<never>, at: number) =>
  at > 0 && (kind === 'text' || kind === 'email') && !field.endsWith('reference')

/** Columns are narrowed by this many px at a time. */
const step = 4

/**
 * Limits of columns, so that all fit into the width; none if they fit anyway. Narrowed is the column in which the fewest cells
 * lose text, of several the widest. Undefined if they can't fit.
 */
export function columnLimits(
  columns: readonly Column<never>[],
  widths: ReadonlyMap<string, number>,
  availableWidth: number,
  cells: Cells,
): Map<string, number> | undefined {
  const widthOf = ({ field }: Column<never>) => widths.get(field) ?? 0
  let missing = sumOf(columns.map(widthOf)) - availableWidth
  if (missing <= 0) return new Map()
  const long = columns
    .filter((column, at) => isCuttable(column, at) && widthOf(column) > leastText)
    .map((column) => ({ column, limit: widthOf(column) }))
  if (missing > sumOf(long.map(({ limit }) => limit - leastText))) return undefined
  const cutIn = ({ column, limit }: (typeof long)[number]) => {
    const whole = cells(column).findIndex((width) => width <= limit - step)
    return whole < 0 ? cells(column).length : whole
  }
  while (missing > 0) {
    const [one] = long
      .filter(({ limit }) => limit > leastText)
      .toSorted((a, b) => cutIn(a) - cutIn(b) || b.limit - a.limit)
    if (!one) return undefined
    const by = Math.min(step, missing, one.limit - leastText)
    one.limit -= by
    missing -= by
  }
  return new Map(
    long
      .filter(({ column, limit }) => limit < widthOf(column))
      .map(({ column, limit }) => [column.field, limit] as const),
  )
}

/** Limits of a table that scrolls sideways: only sentences are cut. */
export const limitsOfScrolling = (columns: readonly Column<never>[], widths: ReadonlyMap<string, number>) =>
  new Map(
    columns
      .filter((column, at) => isCuttable(column, at) && (widths.get(column.field) ?? 0) > mostText)
      .map(({ field }) => [field, mostText] as const),
  )

type NarrowColumns<R> = {
  /** Who or what the row is about. */
  subject: Column<R>
  /** Below it, in small print. */
  secondary: readonly Column<R>[]
  /** Columns of their own, as many as fit. */
  shown: readonly Column<R>[]
  /** In the opened row. */
  rest: readonly Column<R>[]
}

const isReference = ({ field }: Column<never>) => field.endsWith('reference')
const isDay = ({ kind }: Column<never>) => kind === 'date' || kind === 'datetime'

/** Who the row is about: the column that says so, else the first that is no date. */
export function subjectIn<R>(columns: readonly Column<R>[]): Column<R> | undefined {
  return columns.find(({ isSubject }) => isSubject) ?? columns.find((one) => !isDay(one)) ?? columns[0]
}

/** How little a narrow table can do without a column: the amount and the state first, then when, then in their order. */
function rankIn<R>(columns: readonly Column<R>[], column: Column<R>): number {
  const first = (kind: Column['kind']) => columns.find((one) => one.kind === kind) === column
  if (first('money')) return 0
  if (first('status')) return 1
  if (column.kind === 'money') return 2
  if (column.kind === 'status') return 3
  return isNumeric(column.kind) || isDay(column) ? 4 : 5
}

/** Chooses the columns of a narrow table by what they say: who, how much, in which state. */
export function narrowColumns<R>(
  columns: readonly Column<R>[],
  widths: ReadonlyMap<string, number>,
  availableWidth: number,
): NarrowColumns<R> | undefined {
  const subject = subjectIn(columns)
  if (!subject) return undefined
  const secondary = columns
    .filter((one) => one !== subject && (isReference(one) || one.kind === 'phone'))
    .slice(0, 2)
  const others = columns.filter((one) => one !== subject && !secondary.includes(one))
  const widthOf = ({ field }: Column<R>) => widths.get(field) ?? 0
  const secondaryWidth = sumOf(secondary.map(widthOf)) - (secondary.length === 2 ? 8 : 0)
  let left = availableWidth - Math.min(mostText, Math.max(widthOf(subject), secondaryWidth))
  const kept = new Set<Column<R>>()
  for (const one of others.toSorted((a, b) => rankIn(columns, a) - rankIn(columns, b))) {
    if (widthOf(one) > left) continue
    kept.add(one)
    left -= widthOf(one)
  }
  return {
    subject,
    secondary,
    shown: others.filter((one) => kept.has(one)),
    rest: others.filter((one) => !kept.has(one)),
  }
}
