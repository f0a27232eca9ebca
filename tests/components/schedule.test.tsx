import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LoanInstalment } from '#contract/calls/loanRows'
import { kobo } from '#domain/money/kobo'
import { Schedule } from '../../src/client/screens/loans/account/Schedule'
import { show } from './render'

const most = kobo(9_999_999_999)
const rows = [1, 2, 3].map(
  (number): LoanInstalment => ({
    number,
    due_date: '2026-11-20',
    amount: most,
    penalty: most,
    paid: most,
    moved: kobo(0),
    open: most,
    open_penalty: most,
    status: 'pending',
    paid_at: null,
    days_late: 112,
  }),
)
const header = (name: string) => page.getByRole('columnheader', { name, exact: true })

test.each([
  { width: 320, columns: ['No.', 'Due', 'Open'], below: true },
  { width: 390, columns: ['No.', 'Due', 'Open'], below: true },
  { width: 460, columns: ['No.', 'Due', 'Paid', 'Open'], below: false },
  { width: 820, columns: ['No.', 'Due', 'Amount', 'Penalty', 'Paid', 'Open', 'State'], below: false },
])('a schedule with large amounts fits at $width px', async ({ width, columns, below }) => {
  await page.viewport(width, 800)
  await show(
    <div style={{ padding: 16 }}>
      <Schedule schedule={rows} />
    </div>,
  )
  for (const name of columns) await expect.element(header(name)).toBeVisible()
  await expect.element(page.getByRole('columnheader')).toHaveLength(columns.length)
  const place = page.getByRole('table').element().parentElement
  expect(place?.scrollWidth).toBeLessThanOrEqual(place?.clientWidth ?? 0)
  const paid = page.getByRole('row').nth(1).getByText('Paid ₦99,999,999.99')
  if (below) await expect.element(paid).toBeVisible()
  else await expect.element(paid).not.toBeVisible()
})
