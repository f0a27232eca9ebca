import { expect, it } from 'vitest'
import type { Column } from '#contract/call'
import { layOut, mostlyEmpty, secondLine, textWidths } from './columnLayout'

const columns = [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer', kind: 'text', isSubject: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance', header: 'Balance', kind: 'money' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'rate', header: 'Rate', kind: 'percent', isMinor: true },
  { field: 'reason', header: 'Reason', kind: 'text' },
] as const satisfies Column[]
const list: readonly Column[] = columns
/** 1,560 px in all: 176 of the customer's 200 and 320 of the reason's 500 px are enough. */
const textWidth = new Map(
  Object.entries({
    created_at: 140,
    reference: 140,
    customer: 200,
    amount: 150,
    balance: 150,
    status: 100,
    rate: 180,
    reason: 500,
  }),
)
const enough = 1560 - 24 - 180

const layoutIn = (space: number, { isChosen = false, hasTwoLines = false } = {}) => {
  const layout = layOut(list, textWidth, { space, isChosen, hasTwoLines })
  if (!layout) throw new Error('no columns')
  const widths = [...layout.widths.values()]
  return {
    shown: layout.shown.map(({ field }) => field),
    secondary: layout.secondary.map(({ field }) => field),
    widthOf: (field: string) => layout.widths.get(field),
    total: widths.reduce((sum, one) => sum + one, 0),
  }
}

it('takes the width of the longest text, or of the heading with its sort icon', () => {
  const measure = (text: string) => text.length * 10
  const rows: Record<string, unknown>[] = [
    { customer: 'Ada', amount: 100 },
    { customer: 'Adaeze Okonkwo', amount: 5 },
  ]
  const found = textWidths(list, rows, measure)
  expect(found.get('customer')).toBe(140 + 22)
  expect(found.get('balance')).toBe('Balance'.length * 10 + 18 + 22)
})

it('shows all columns in their order where there is space, the subject first, and fills the table', () => {
  const wide = layoutIn(1560 + 80)
  expect(wide.shown).toEqual(['created_at', 'reference', 'amount', 'balance', 'status', 'rate', 'reason'])
  expect(wide.widthOf('customer')).toBe(210)
  expect(wide.total).toBe(1640)
})

it('narrows the subject and sentences before a column is left out', () => {
  const narrow = layoutIn(enough)
  expect(narrow.shown).toHaveLength(7)
  expect([narrow.widthOf('customer'), narrow.widthOf('reason')]).toEqual([176, 320])
})

it('leaves out whole columns, minor ones first, and never narrows an amount', () => {
  const shown = (space: number) => layoutIn(space).shown
  expect(shown(enough - 1)).toEqual(['created_at', 'reference', 'amount', 'balance', 'status', 'reason'])
  expect(shown(900)).toEqual(['created_at', 'reference', 'amount', 'balance', 'status'])
  expect(shown(500)).toEqual(['amount', 'status'])
  for (let space = 300; space < 1700; space += 7) {
    const { shown: fields, widthOf, total } = layoutIn(space)
    for (const field of ['amount', 'balance', 'status', 'created_at', 'reference'])
      if (fields.includes(field)) expect(widthOf(field)).toBeGreaterThanOrEqual(textWidth.get(field) ?? 0)
    expect(total).toBeLessThanOrEqual(space)
  }
})

it('shows what is mostly empty only beside all other columns', () => {
  const spare = new Set(['created_at', 'balance'])
  const shownIn = (space: number, isChosen = false) =>
    layOut(list, textWidth, { space, isChosen, hasTwoLines: false, spare })?.shown.map(({ field }) => field)
  expect(shownIn(enough)).toHaveLength(7)
  expect(shownIn(enough - 1)).toEqual(['created_at', 'reference', 'amount', 'status', 'rate', 'reason'])
  const others = ['reference', 'amount', 'status', 'rate', 'reason']
  expect(shownIn(enough - 290)).toEqual(others)
  expect(shownIn(enough - 291)).toEqual(others.filter((field) => field !== 'rate'))
  expect(shownIn(600, true)).toHaveLength(7)
})

it('knows which sparse columns are empty in most rows', () => {
  const sparse: readonly Column[] = [
    { field: 'movement', header: 'Movement', kind: 'text' },
    { field: 'reversed_by', header: 'Reversed By', kind: 'text', sparse: true },
    { field: 'paid_out', header: 'Paid Out', kind: 'money', sparse: true },
  ]
  const empty: Record<string, unknown> = { movement: null, reversed_by: null, paid_out: null }
  const full: Record<string, unknown> = { movement: 'Deposit', reversed_by: 'RV-1', paid_out: 0 }
  expect([...mostlyEmpty(sparse, [empty, full])]).toEqual(['reversed_by', 'paid_out'])
  expect([...mostlyEmpty(sparse, [empty, full, full])]).toEqual([])
  expect([...mostlyEmpty(sparse, [empty, { ...empty, paid_out: 5 }, { ...empty, paid_out: 0 }])]).toEqual([
    'reversed_by',
  ])
})

it('shows all columns that were chosen, and is then wider than its place', () => {
  const chosen = layoutIn(600, { isChosen: true })
  expect(chosen.shown).toHaveLength(7)
  expect(chosen.total).toBe(enough)
})

it('has the reference below the subject where rows have two lines', () => {
  const tablet = layoutIn(500, { hasTwoLines: true })
  expect(tablet.secondary).toEqual(['reference'])
  expect(tablet.shown).toEqual(['amount', 'status'])
})

it('makes the subject as wide as its second line, without the empty ones', () => {
  const few = list.filter(({ field }) => ['customer', 'reference', 'reason'].includes(field))
  const widths = new Map(Object.entries({ customer: 100, reference: 140, reason: 500 }))
  const layout = layOut(few, widths, { space: 460, isChosen: false, hasTwoLines: true })
  expect(layout?.widths.get('customer')).toBe(140)
  const sparse: Column = { field: 'note', header: 'Note', kind: 'text', sparse: true }
  expect(secondLine({ customer: 'Ada', note: null }, [sparse, columns[2]])).toBe('Ada')
  const model: Column = { field: 'model', header: 'Model', kind: 'text' }
  expect(secondLine({ customer: 'Ada', model: null }, [columns[2], model])).toBe('Ada')
})
