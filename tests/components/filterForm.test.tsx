import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FilterForm, type ReportFilter } from '#ui/form/FilterForm'
import { ListSearch } from '#ui/form/ListSearch'
import { useHasPendingFilter } from '#ui/form/pendingFilter'
import { button, field, keepToasts, show } from './render'

const empty: ReportFilter = { search: '', start_date: '', end_date: '', choice: '' }
const january = { start_date: '2026-01-02', end_date: '2026-01-31' }
const kinds = { name: 'type', label: 'Type', options: [{ value: 'in', label: 'Paid in' }] }
const onFilter = vi.fn<(filter: ReportFilter) => void>()
/** Whether the form had a filter that is not sent, one after another: some for a moment only. */
const pending: boolean[] = []

/** The form as a list has it: what it sends comes back from the address. `Back` is the browser's. */
function Report({ first = empty, allowsEmpty = false }) {
  const [value, setValue] = useState(first)
  const isPending = useHasPendingFilter()
  useEffect(() => {
    if (pending.at(-1) !== isPending) pending.push(isPending)
  }, [isPending])
  return (
    <>
      <FilterForm
        value={value}
        onFilter={(filter) => {
          onFilter(filter)
          setValue(filter)
        }}
        hint="Reference"
        choice={kinds}
        allowsEmpty={allowsEmpty}
      />
      <button type="button" onClick={() => setValue(first)}>
        Back
      </button>
    </>
  )
}

const search = field('Reference')
const period = page.getByRole('button', { name: /^Period/ })

/** Dates are entered in the panel of the chip. */
async function fillPeriod({ start_date, end_date }: Pick<ReportFilter, 'start_date' | 'end_date'>) {
  await period.click()
  await field('Start date').fill(start_date)
  await field('End date').fill(end_date)
}

beforeEach(() => {
  onFilter.mockReset()
  pending.length = 0
})

describe('a search form', () => {
  test('can’t be sent while it is empty', async () => {
    await show(<Report />)
    await expect.element(button('Search')).toBeDisabled()
    await search.fill('   ')
    await expect.element(button('Search')).toBeDisabled()
    await search.fill('sd-1')
    await expect.element(button('Search')).toBeEnabled()
  })

  test('sends its text trimmed and in capitals, also by Enter', async () => {
    await show(<Report />)
    await search.fill('  sd-1 ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onFilter.mock.calls).toEqual([[{ ...empty, search: 'SD-1' }]])
    await expect.element(search).toHaveValue('SD-1')
  })

  test('offers Clear after a search, and Search again once it is edited', async () => {
    await show(<Report />)
    await search.fill('SD-1')
    await button('Search').click()
    await expect.element(button('Clear')).toBeVisible()
    await search.fill('SD-2')
    await expect.element(button('Search')).toBeVisible()
    await button('Search').click()
    await button('Clear').click()
    expect(onFilter).toHaveBeenLastCalledWith(empty)
    await expect.element(button('Search')).toBeDisabled()
  })

  test('is sent a moment after the last letter, and becomes Clear once the field is left', async () => {
    await show(<Report />)
    await search.click()
    await userEvent.keyboard('sd-1 ')
    // A busy machine takes longer than that moment between two letters.
    await expect.poll(() => onFilter.mock.lastCall).toEqual([{ ...empty, search: 'SD-1' }])
    await expect.element(search).toHaveValue('sd-1 ')
    await userEvent.keyboard('2')
    await expect.poll(() => onFilter.mock.lastCall).toEqual([{ ...empty, search: 'SD-1 2' }])
    await expect.element(button('Search')).toBeVisible()
    await period.click()
    await expect.element(button('Clear')).toBeVisible()
    await search.fill('')
    await expect.poll(() => onFilter.mock.lastCall).toEqual([empty])
    await expect.element(button('Search')).toBeDisabled()
  })

  test('lets an export wait while it would differ from what is shown', async () => {
    await show(<Report />)
    await search.fill('SD-1')
    await expect.poll(() => pending).toEqual([false, true, false])
  })

  test.for([
    [{ start_date: '2026-01-02', end_date: '' }, 'Please select both start and end dates'],
    [{ start_date: '', end_date: '2026-01-02' }, 'Please select both start and end dates'],
    [{ start_date: '2026-01-02', end_date: '2026-01-01' }, 'End date cannot be before start date'],
  ] as const)('says why the days %j are not searched', async ([days, fault]) => {
    const toasts = keepToasts()
    await show(<Report />)
    await fillPeriod(days)
    await button('Search').click()
    await expect.poll(() => toasts).toEqual([fault])
    expect(onFilter).not.toHaveBeenCalled()
  })

  test('asks for an entry where it may be sent empty', async () => {
    const toasts = keepToasts()
    await show(<Report allowsEmpty />)
    await button('Search').click()
    await expect.poll(() => toasts).toEqual(['Please enter a search term or select a date range'])
    expect(onFilter).not.toHaveBeenCalled()
  })

  test('is sent by the second of two days, which the chip names, with the choice', async () => {
    await show(<Report />)
    await field('Type').selectOptions('Paid in')
    await fillPeriod(january)
    await expect.poll(() => onFilter.mock.calls).toEqual([[{ ...january, search: '', choice: 'in' }]])
    await expect.element(period).toHaveAccessibleName('Period: 2 Jan – 31 Jan 2026')
  })

  test('is sent by a quick range, which is marked while the days are its own', async () => {
    await show(<Report />)
    await period.click()
    await button('Last month').click()
    await expect.element(period).toHaveAttribute('aria-expanded', 'false')
    await expect.element(period).toHaveFocus()
    const [sent] = onFilter.mock.lastCall ?? []
    expect(sent?.start_date).toMatch(/-01$/)
    expect(sent?.end_date).toMatch(/-(?:28|29|30|31)$/)
    await period.click()
    await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true')
    await field('End date').fill('2026-01-15')
    await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'false')
  })

  test('closes the days at Escape, with the focus on their chip, and when the focus leaves them', async () => {
    await show(<Report />)
    await period.click()
    await field('Start date').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(period).toHaveAttribute('aria-expanded', 'false')
    await expect.element(period).toHaveFocus()
    await period.click()
    await field('Start date').click()
    await expect.element(period).toHaveAttribute('aria-expanded', 'true')
    await search.click()
    await expect.element(period).toHaveAttribute('aria-expanded', 'false')
  })

  test('shows what the address says after Back, in the same fields', async () => {
    await show(<Report first={{ ...empty, search: 'SD-1' }} />)
    const element = search.element()
    await search.fill('SD-2')
    await button('Search').click()
    await expect.element(search).toHaveValue('SD-2')
    await button('Back').click()
    await expect.element(search).toHaveValue('SD-1')
    expect(search.element()).toBe(element)
  })
})

const onSearch = vi.fn<(text: string) => void>()

function List() {
  const [value, setValue] = useState('')
  const change = (text: string) => {
    onSearch(text)
    setValue(text)
  }
  return <ListSearch value={value} onSearch={change} hint="Reference" emptyMessage="Enter a reference" />
}

describe('a search box', () => {
  beforeEach(() => {
    onSearch.mockReset()
  })

  test('sends its trimmed text, and shows all rows again once it is emptied', async () => {
    await show(<List />)
    await search.fill(' SD-1 ')
    await expect.poll(() => onSearch.mock.calls).toEqual([['SD-1']])
    await expect.element(search).toHaveValue(' SD-1 ')
    await search.fill('')
    await expect.poll(() => onSearch.mock.calls).toEqual([['SD-1'], ['']])
  })

  test('asks for a text where there is none', async () => {
    const toasts = keepToasts()
    await show(<List />)
    await search.fill('  ')
    await button('Search').click()
    await expect.poll(() => toasts).toEqual(['Enter a reference'])
    expect(onSearch).not.toHaveBeenCalled()
  })
})
