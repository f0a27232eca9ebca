import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatNaira, kobo } from '#domain/money/kobo'
import { type CardColumn, CardTable } from '../../src/client/ui/table/cards/CardTable'
import { show } from './render'

const most = formatNaira(kobo(9_999_999_999))
const columns: readonly CardColumn<string>[] = [
  { header: 'For', cell: (what) => what },
  { header: 'Brought', isNumber: true, cell: () => most },
  { header: 'Rate', isNumber: true, isMinor: true, cell: () => '0.5%' },
  { header: 'Pay', isNumber: true, cell: () => most },
]

test.each([
  { width: 700, headings: 4 },
  { width: 240, headings: 0 },
])('a short table fits into a card of $width px, as blocks where its columns do not', async (one) => {
  await page.viewport(1280, 800)
  await show(
    <div style={{ width: one.width }}>
      <CardTable label="What for" columns={columns} rows={['Savings collected']} keyOf={(what) => what} />
    </div>,
  )
  const table = page.getByRole('table').element() as HTMLElement
  // It is measured in the next frame.
  await expect.poll(() => table.offsetWidth).toBeLessThanOrEqual(one.width)
  const head = table.querySelector('thead') as HTMLElement
  const shown = [...head.querySelectorAll('th')].filter((node) => node.offsetWidth > 0)
  expect(head.offsetHeight > 1 ? shown.length : 0).toBe(one.headings)
  await expect.element(page.getByText('0.5%')).toBeVisible()
})
