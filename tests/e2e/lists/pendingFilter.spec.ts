import { expectTitle, expectToast, navigate, watchCalls } from '../support/portal'
import { allRoutes, headingOf, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const exportable = allRoutes.filter(([, { calls }]) =>
  calls.some((call) => 'csv' in call && call.csv && 'search' in call.input.entries),
)

test('disables the export of every list while its filter has unsent changes', async ({
  page,
  context,
  sample,
}) => {
  expect(exportable.length).toBeGreaterThan(15)
  const { sent, settled } = watchCalls(context)
  const reason = 'You changed the filter: press Search first, then download.'
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  for (const [name, route] of exportable) {
    await navigate(page, route.path, stateFor(route, sample))
    await expectTitle(page, headingOf(name))
    const form = page.getByRole('search')
    const file = page.getByRole('button', { name: /^(Export CSV|Download All Filtered)$/ })
    await expect(file).not.toHaveAccessibleDescription(reason)
    const field = form.locator('input').first()
    await field.fill((await field.getAttribute('type')) === 'date' ? '2026-01-02' : 'Ade')
    await expect(file, route.path).toHaveAccessibleDescription(reason)
    await file.click()
    // Later lists show it too, while this toast may still be there.
    if (route === exportable[0]?.[1]) await expectToast(page, reason)
    await field.fill('')
    await expect(file, route.path).not.toHaveAccessibleDescription(reason)
  }
  await settled()
  expect(sent.filter(({ body }) => body.download === 'csv')).toEqual([])
})
