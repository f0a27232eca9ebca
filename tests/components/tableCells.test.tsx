import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as v from 'valibot'
import { calls } from '#contract/index'
import { columnsOf } from '#contract/call'
import { Id, Kobo, Text } from '#contract/values'
import { useRowActions } from '#lists/rows/RowActions'
import { RowCards } from '#ui/table/cards/RowCards'
import { ShortTable } from '#ui/table/ShortTable'
import { show } from './render'

const Row = v.object({ id: Id, name: Text, total: Kobo, counted: v.nullable(Kobo) })
type Row = v.InferOutput<typeof Row>
const columns = columnsOf(Row, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'total', header: 'Total', kind: 'money' },
  { field: 'counted', header: 'Counted', kind: 'money', sparse: true },
])
const rows: Row[] = [
  { id: 1, name: 'Ada', total: 1000 as Kobo, counted: 500 as Kobo },
  { id: 2, name: 'Bola', total: 1000 as Kobo, counted: null },
]

beforeEach(() => page.viewport(390, 800))

test('a card does not name an amount that its row lacks', async () => {
  await show(
    <RowCards rows={rows} page={1} columns={columns} selection={undefined} whole={false} place={{}} />,
  )
  const cards = page.getByRole('listitem')
  await expect.element(cards.nth(0)).toHaveTextContent('Counted ₦5.00')
  await expect.element(cards.nth(1)).toHaveTextContent('Bola')
  await expect.element(cards.nth(1)).not.toHaveTextContent('Counted')
})

test('a card names its first amount, unless that is the amount of its row', async () => {
  const named = columnsOf(Row, [
    { field: 'name', header: 'Name', kind: 'text' },
    { field: 'total', header: 'Savings', kind: 'money' },
  ])
  const shared = { rows, page: 1, selection: undefined, whole: false, place: {} }
  await show(
    <>
      <RowCards {...shared} columns={named} />
      <RowCards {...shared} columns={columns} />
    </>,
  )
  const cards = page.getByRole('listitem')
  await expect.element(cards.nth(0)).toHaveTextContent('Savings ₦10.00')
  await expect.element(cards.nth(2)).not.toHaveTextContent('Total')
})

/** A short list whose rows offer a change. */
function Holidays() {
  const { rowActions } = useRowActions<Row>(({ id, name }) => ({
    name,
    actions: [{ label: 'Remove', to: 'holidayRemove', state: { holiday_id: id } }],
  }))
  return <ShortTable label="Holidays" columns={columns} rows={rows} rowActions={rowActions} />
}

test('no row of a short table has the page’s filled button', async () => {
  await show(<Holidays />, calls.calendar.removeHoliday, calls.calendar.getCalendar)
  const remove = page.getByRole('link', { name: 'Remove Bola' })
  await expect.element(remove).toBeVisible()
  await expect.element(remove).not.toHaveClass('primary')
})

const amounts = ['Amount', 'Interest', 'Penalty', 'Paid', 'Open', 'Moved'] as const
const Wide = v.object({ id: Id, name: Text, ...v.object(v.entriesFromList(amounts, Kobo)).entries })
const wideColumns = columnsOf(Wide, [
  { field: 'name', header: 'Name', kind: 'text' },
  ...amounts.map((field) => ({ field, header: field, kind: 'money' as const })),
])
const wideRow = {
  id: 1,
  name: 'Ada',
  ...(Object.fromEntries(amounts.map((field) => [field, 11_550_000_000 as Kobo])) as Record<
    (typeof amounts)[number],
    Kobo
  >),
}

test.each([
  [1280, 'grid'],
  [720, 'table'],
] as const)(
  'a short table of %d px is a %s with all its columns, and does not scroll',
  async (width, role) => {
    await page.viewport(width, 800)
    await show(<ShortTable label="Schedule" columns={wideColumns} rows={[wideRow]} />)
    const table = page.getByRole(role, { name: 'Schedule' })
    await expect.element(table).toBeVisible()
    for (const field of amounts) await expect.element(table).toHaveTextContent(field)
    const isScrolled = [...document.querySelectorAll('*')].filter(
      (node) =>
        node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX),
    )
    expect(isScrolled).toEqual([])
  },
)
