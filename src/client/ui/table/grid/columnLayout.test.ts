import { expect, it } from 'vitest'
import type { Column } from '#contract/call'
import { cellsIn, columnLimits, limitsOfScrolling, narrowColumns, textWidths } from './columnLayout'

const columns = [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer', kind: 'text', isSubject: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance', header: 'Balance', kind: 'money' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
] as const satisfies Column[]
const list = columns as unknown as readonly Column<never>[]
const widths = new Map(
  Object.entries({
    created_at: 140,
    reference: 140,
    customer: 150,
    amount: 100,
    balance: 100,
    status: 90,
    reason: 400,
  }),
)
const total = 1120
/** Each column has texts of one width. */
const alike = ({ field }: { field: string }) => [widths.get(field) ?? 0]

it('takes the width of the longest text, or of the heading with its sort icon', () => {
  const measure = (text: string) => text.length * 10
  const rows = [
    { customer: 'Ada', amount: 100 },
    { customer: 'Adaeze Okonkwo', amount: 5 },
  ]
  const found = textWidths({ columns: list, rows, measure, padding: 'loose' })
  expect(found.get('customer')).toBe(140 + 20)
  expect(found.get('balance')).toBe('Balance'.length * 10 + 18 + 20)
})

it('cuts nothing where all texts fit', () => {
  expect(columnLimits(list, widths, total, alike)).toEqual(new Map())
})

it('cuts the longest text by what is missing, and no other column', () => {
  expect(columnLimits(list, widths, total - 100, alike)).toEqual(new Map([['reason', 300]]))
})

it('cuts long texts equally, and never amounts, references and the first column', () => {
  expect(columnLimits(list, widths, total - 300, alike)).toEqual(
    new Map([
      ['customer', 126],
      ['reason', 124],
    ]),
  )
})

it('first cuts the column in which the fewest texts lose something', () => {
  const texts = (field: string, short: number, long: number) =>
    Array.from({ length: 20 }, (_, at) => ({ [field]: 'x'.repeat(at === 3 ? long : short) }))
  const rows = texts('customer', 14, 15).map((row, at) => ({ ...row, ...texts('reason', 8, 40)[at] }))
  const cells = cellsIn({ columns: list, rows, measure: (text) => text.length * 10, padding: 'tight' })
  // One reason of 40 letters; the other rows have short ones.
  const limits = columnLimits(list, widths, total - 250, cells)
  expect(limits).toEqual(new Map([['reason', 150]]))
})

it('gives up where no text can be cut that much; then the table scrolls and only sentences are cut', () => {
  expect(columnLimits(list, widths, total - 400, alike)).toBeUndefined()
  expect(limitsOfScrolling(list, widths)).toEqual(new Map([['reason', 320]]))
})

it('says who, how much and in which state where only three columns fit', () => {
  const fields = (some: readonly { field: string }[] = []) => some.map(({ field }) => field)
  const narrow = narrowColumns(list, widths, 360)
  expect(narrow?.subject.field).toBe('customer')
  expect(fields(narrow?.secondary)).toEqual(['reference'])
  expect(fields(narrow?.shown)).toEqual(['amount', 'status'])
  expect(fields(narrow?.rest)).toEqual(['created_at', 'balance', 'reason'])
})

it('adds the columns for which there is room, in the order of the list', () => {
  const narrow = narrowColumns(list, widths, 360 + 250)
  expect(narrow?.shown.map(({ field }) => field)).toEqual(['created_at', 'amount', 'balance', 'status'])
})
