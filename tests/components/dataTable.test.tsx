import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useWholeList } from '#api/paging/useWholeList'
import { calls } from '#contract/index'
import { columnsOf } from '#contract/call'
import { Problem } from '#contract/problems'
import { Id, Kobo, Phone, Stamp, Text } from '#contract/values'
import * as v from 'valibot'
import { noMatch } from '#ui/feedback/Empty'
import { DataTable } from '#ui/table/DataTable'
import { useSelection } from '#ui/table/useSelection'
import { button, field, show } from './render'
import { sentences } from '../sentences'

const Row = v.object({
  id: Id,
  created_at: Stamp,
  name: Text,
  amount: Kobo,
  status: Text,
  phone_number: Phone,
  city: Text,
})
type Row = v.InferOutput<typeof Row>
const columns = columnsOf(Row, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'city', header: 'City', kind: 'text', hidden: true },
])

/** '01 Ada' to the last; amounts fall as the names rise. */
const rowsUpTo = (last: number): Row[] =>
  Array.from({ length: last }, (_, at) => ({
    id: at + 1,
    created_at: '2026-11-18T10:42:07.123Z',
    name: `${String(at + 1).padStart(2, '0')} Ada`,
    amount: ((last - at) * 1000) as Row['amount'],
    status: at % 2 ? 'pending' : 'approved',
    phone_number: '08031234567',
    city: 'Lagos',
  }))

type Query = {
  data: unknown
  error: unknown
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}
const loaded: Query = { data: {}, error: null, dataUpdatedAt: 1, isFetching: false, refetch: () => {} }

type TableProps = {
  rows?: Row[]
  query?: Query
  selects?: boolean
  acts?: boolean
  opened?: (name: string) => void
}

/** A list that came whole, with its place in a state as the address has it. */
function Table({ rows, query = loaded, selects = false, acts = false, opened }: TableProps) {
  const [place, setPlace] = useState<Pick<Parameters<typeof useWholeList>[3], 'page' | 'filters' | 'sort'>>({
    page: 1,
    filters: {},
    sort: undefined,
  })
  const list = useWholeList(calls.requests.getRequestList, query, rows, {
    ...place,
    view: undefined,
    go: (to) => setPlace((now) => ({ ...now, page: 1, ...to })),
  })
  const selection = useSelection<Row>()
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        name="tested"
        empty="No people yet"
        first={<a href="/first">Add the first one</a>}
        rowActions={
          acts
            ? ({ name }, place) => (
                <button type="button" tabIndex={place === 'row' ? -1 : 0}>{`Act on ${name}`}</button>
              )
            : undefined
        }
        rowTarget={opened && (({ name }) => ({ href: `/people#${name}`, open: () => opened(name) }))}
        bulk={selects && <button type="button">Change the selected rows</button>}
        selection={selects ? selection : undefined}
      />
      <output>{[...selection.chosen.keys()].join(' ')}</output>
    </>
  )
}

const grid = page.getByRole('grid')
/** The names in sight, in their order. */
const names = () =>
  [...document.querySelectorAll('[role=gridcell][data-field=name]')].map((cell) =>
    cell.textContent?.slice(0, 2),
  )
const expectNames = (...some: string[]) => expect.poll(names).toEqual(some)
const heading = (name: string) => page.getByRole('columnheader', { name })

/** Presses a heading: the order that it then names, and the names in that order. */
async function expectPressed(name: string, order: string, ...some: string[]) {
  await heading(name).click()
  await expect.element(heading(name)).toHaveAttribute('aria-sort', order)
  await expectNames(...some)
}

beforeEach(() => page.viewport(1280, 800))

describe('a table', () => {
  test('shows each value as its column says', async () => {
    await show(<Table rows={rowsUpTo(1)} />)
    const cells = () => [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)
    await expect.poll(cells).toEqual(['01 Ada', '18 Nov 2026, 10:42', '₦10.00', 'approved', '08031234567'])
  })

  test('is ordered by presses on a heading: largest, smallest, as it came', async () => {
    await show(<Table rows={rowsUpTo(3)} />)
    await expect.element(heading('Amount')).toHaveAttribute('aria-sort', 'none')
    await expectPressed('Amount', 'descending', '01', '02', '03')
    await expectPressed('Amount', 'ascending', '03', '02', '01')
    await expectPressed('Amount', 'none', '01', '02', '03')
  })

  test('is ordered by presses on the heading of a text: A to Z, Z to A', async () => {
    await show(<Table rows={rowsUpTo(3).toReversed()} />)
    await expectPressed('Name', 'ascending', '01', '02', '03')
    await expectPressed('Name', 'descending', '03', '02', '01')
  })

  test('has the totals of all rows of the filter in its foot', async () => {
    await show(<Table rows={rowsUpTo(12)} />)
    const totals = page.getByLabelText('Totals of all rows')
    await expect.element(totals).toHaveTextContent('Amount₦780.00')
    await page.getByRole('searchbox').fill('02 Ada')
    await expect.element(totals).toHaveTextContent('Amount₦110.00')
  })

  test('filters and orders all rows of a whole list, not only the page in sight', async () => {
    await show(<Table rows={rowsUpTo(23)} />)
    await expect.poll(() => names().length).toBe(10)
    await heading('Amount').click()
    await heading('Amount').click()
    await expect.poll(() => names()[0]).toBe('23')
    await field('Filter this list').fill('pending')
    await expectNames('22', '20', '18', '16', '14', '12', '10', '08', '06', '04')
    await expect.element(page.getByText('1 to 10 of 11')).toBeVisible()
    await field('Filter this list').fill('nobody')
    await expect.element(page.getByText(noMatch)).toBeVisible()
    await expect.element(page.getByText('No people yet')).not.toBeInTheDocument()
  })

  test('that is empty says so, and offers the first row', async () => {
    await show(<Table rows={[]} />)
    await expect.element(page.getByText('No people yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Add the first one' })).toBeVisible()
  })

  test('has pages, and keeps the first row in sight when their size changes', async () => {
    await show(<Table rows={rowsUpTo(23)} />)
    await expect.element(page.getByText('1 to 10 of 23')).toBeVisible()
    await expect.element(button('Previous')).toBeDisabled()
    await button('Next').click()
    await button('Next').click()
    await expect.element(page.getByText('21 to 23 of 23')).toBeVisible()
    await expect.element(button('Next')).toBeDisabled()
    await button('Previous').click()
    await expect.element(page.getByText('11 to 20 of 23')).toBeVisible()
    await page.getByLabelText(/^Rows per page/).selectOptions('15')
    await expect.element(page.getByText('1 to 15 of 23')).toBeVisible()
  })

  test('stores which columns it shows, and always shows whom a row is about', async () => {
    await show(<Table rows={rowsUpTo(1)} />)
    await expect.element(heading('City')).not.toBeInTheDocument()
    await button('Columns: +1 column').click()
    const choice = (name: string) => page.getByRole('menuitemcheckbox', { name })
    await expect.element(choice('Name')).not.toBeInTheDocument()
    await choice('City').click()
    await choice('Status').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(heading('City')).toBeVisible()
    await expect.element(heading('Status')).not.toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('alajo.table.tested') ?? '')).toEqual({ hidden: ['status'] })
  })

  test('changes the height of its rows', async () => {
    await show(<Table rows={rowsUpTo(1)} />)
    await button('Columns: +1 column').click()
    const dense = page.getByRole('menuitemcheckbox', { name: 'Dense rows' })
    await expect.element(dense).toBeChecked()
    const height = () => document.querySelector('[role=row][data-id]')?.getBoundingClientRect().height ?? 0
    await expect.poll(height).toBeGreaterThan(0)
    const before = height()
    await dense.click()
    await expect.element(dense).not.toBeChecked()
    await expect.poll(height).toBeGreaterThan(before)
  })

  test('selects all rows, and a range with Shift, by its checkboxes', async () => {
    await show(<Table rows={rowsUpTo(12)} selects />)
    const chosen = page.getByRole('status')
    await field('Select 02 Ada').click()
    await field('Select 05 Ada').click({ modifiers: ['Shift'] })
    await expect.element(chosen).toHaveTextContent('2 3 4 5')
    await field('Select 03 Ada').click()
    await expect.element(chosen).toHaveTextContent('2 4 5')
    await button('Next').click()
    await field('Select all rows').click()
    await expect.element(chosen).toHaveTextContent('2 4 5 11 12')
    await field('Select all rows').click()
    await expect.element(chosen).toHaveTextContent('2 4 5')
  })

  test('has one Tab stop, and what is done with the selected rows is the next', async () => {
    await show(<Table rows={rowsUpTo(30)} selects acts opened={() => {}} />)
    await expect.element(page.getByRole('gridcell', { name: '01 Ada', exact: true })).toBeVisible()
    field('Filter this list').element().focus()
    const stops: string[] = []
    for (let at = 0; at < 12 && stops.at(-1) !== 'Change the selected rows'; at++) {
      await userEvent.tab()
      const { activeElement: now } = document
      stops.push(now?.getAttribute('aria-label') ?? now?.textContent ?? '')
    }
    expect(stops.slice(-3)).toEqual(['Columns: +1 column', 'Select all rows', 'Change the selected rows'])
  })

  test('moves the focus by arrow keys, and selects by Space, twice to take it back', async () => {
    await show(<Table rows={rowsUpTo(3)} selects />)
    const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
    const row = (name: string) => page.getByRole('row', { name })
    await field('Select 01 Ada').click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cell('01 Ada')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(cell('03 Ada')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('status')).toHaveTextContent('1 3')
    await expect.element(row('03 Ada')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('status')).toHaveTextContent(/^1$/)
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    await expect.element(field('Select 01 Ada')).toHaveFocus()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await expect.element(page.getByRole('gridcell', { name: '08031234567' }).last()).toHaveFocus()
  })

  test('opens a row beside it by a press or Enter, walks with J and K, and closes with Escape', async () => {
    const opened: string[] = []
    await show(<Table rows={rowsUpTo(3)} acts opened={(name) => opened.push(name)} />)
    const panel = (name: string) => page.getByRole('complementary', { name })
    await page.getByRole('gridcell', { name: 'approved' }).first().click()
    await expect.element(panel('01 Ada')).toHaveTextContent('1 of 3')
    await expect.element(panel('01 Ada')).toHaveTextContent('CityLagos')
    await expect.element(panel('01 Ada').getByRole('button', { name: 'Act on 01 Ada' })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(panel('02 Ada')).toBeVisible()
    await userEvent.keyboard('jk')
    await panel('02 Ada').getByRole('link', { name: '02 Ada' }).click()
    expect(opened).toEqual(['02 Ada'])
    await userEvent.keyboard('{Escape}')
    await expect.element(panel('02 Ada')).not.toBeInTheDocument()
    await expect.element(page.getByRole('gridcell', { name: '02 Ada', exact: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel('02 Ada')).toBeVisible()
  })

  test('opens a row over the list on a tablet', async () => {
    await page.viewport(820, 1180)
    await show(<Table rows={rowsUpTo(2)} acts />)
    await page.getByText('01 Ada').first().click()
    await expect.element(page.getByRole('complementary', { name: '01 Ada' })).toHaveTextContent('CityLagos')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('complementary', { name: '01 Ada' })).not.toBeInTheDocument()
  })

  test('on a phone is cards, which open for the rest', async () => {
    await page.viewport(390, 800)
    await show(<Table rows={rowsUpTo(2)} acts />)
    await expect.element(grid).not.toBeInTheDocument()
    const card = page.getByRole('button', { name: /01 Ada.*₦20\.00.*approved/ })
    await expect.element(card).toBeVisible()
    await expect.element(button('Act on 01 Ada')).not.toBeInTheDocument()
    await card.click()
    await expect.element(button('Act on 01 Ada')).toBeVisible()
    await card.click()
    await expect.element(button('Act on 01 Ada')).not.toBeInTheDocument()
  })
})

describe('a table whose read failed or runs', () => {
  test('says that it is loading', async () => {
    await show(<Table query={{ ...loaded, data: undefined }} />)
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  })

  test('offers Retry where the server can’t be reached and nothing is saved', async () => {
    let tries = 0
    const query = {
      ...loaded,
      data: undefined,
      error: new Problem('offline', 'Lost'),
      refetch: () => tries++,
    }
    await show(<Table query={query} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentences.notSaved)
    await button('Retry').click()
    expect(tries).toBe(1)
  })

  test('keeps the rows it has in a failure that passes', async () => {
    const query = { ...loaded, error: new Problem('busy', 'Try again in a minute.') }
    await show(<Table rows={rowsUpTo(1)} query={query} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server is busy')
    await expectNames('01')
  })

  test('removes what may no longer be read', async () => {
    const query = { ...loaded, error: new Problem('forbidden', 'Your role has changed.') }
    await show(<Table rows={rowsUpTo(1)} query={query} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your role has changed.')
    await expectNames()
  })
})
