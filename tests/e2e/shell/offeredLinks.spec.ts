import type { Page } from '@playwright/test'
import { type Actor, can } from '#contract/permissions'
import type { Permission } from '#contract/permissionCatalogue'
import { type RouteName, routeAt } from '#routing/routes'
import { sliceOf } from '../../server/support/rounds'
import { callApi, tokenIn } from '../support/api'
import { grantOnly } from '../support/permissions'
import { expectTitle, navigate, openSearch } from '../support/portal'
import { allRoutes, headingOf, type Sample, stateFor } from '../support/routeTable'
import { admin, mainAdmin, superadmin, supervisor } from '../support/signIn'
import { expect, test } from '../support/test'

const opens = (actor: Actor, path: string) => {
  const [, route] = routeAt(path) ?? []
  return route !== undefined && can(actor, route.access, 'route')
}

/** The addresses of the portal that the screen links to, without their ids. */
const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]:not([href^="/api/"])')
    .evaluateAll((links) => [
      ...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
    ])

/** Opens the first row, which then shows all its actions as links. */
async function openFirstRow(page: Page) {
  const opener = page.locator('[role=row][data-id] [aria-expanded=false]').first()
  if (await opener.isVisible()) await opener.click()
}

/** The addresses that Find anything opens for a text, hits and what is done with them. */
async function foundFor(page: Page, text: string): Promise<string[]> {
  await openSearch(page)
  const dialog = page.getByRole('dialog', { name: 'Find anything' })
  await dialog.getByRole('combobox').fill(text)
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  const paths = await page.evaluate(async () => {
    const opened: string[] = []
    window.open = (address) => {
      opened.push(new URL(String(address), location.href).pathname)
      return null
    }
    const options = document.querySelectorAll('[role=listbox] [role=option]')
    for (const one of options) one.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
    return opened
  })
  await page.keyboard.press('Escape')
  return paths
}

/** Every link on the screens that an admin may open leads to a screen that the same admin may open. */
async function expectOpen(page: Page, actor: Actor, sample: Sample, third: number) {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const screens = allRoutes.filter(([, { path }]) => opens(actor, path))
  const shown: RouteName[] = ['dashboard', ...sliceOf(screens, third).map(([name]) => name)]
  for (const [name, route] of screens.filter(([one]) => shown.includes(one)))
    await test.step(route.path, async () => {
      await navigate(page, route.path, stateFor(route, sample))
      await expectTitle(page, headingOf(name))
      await expect(page.getByLabel('Loading')).toHaveCount(0)
      await openFirstRow(page)
      expect((await linksOf(page)).filter((path) => !opens(actor, path))).toEqual([])
    })
  await test.step('Find anything', async () => {
    const paths = await foundFor(page, 'ade')
    expect(paths.filter((path) => !opens(actor, path))).toEqual([])
  })
  await test.step('a screen without its ids opens one above it', async () => {
    for (const [, route] of sliceOf(screens, third).filter(([, one]) => one.missing)) {
      await navigate(page, route.path)
      await expect(page).not.toHaveURL(route.path)
      expect(opens(actor, new URL(page.url()).pathname), route.path).toBe(true)
    }
  })
}

for (const [third, email] of [mainAdmin, admin, supervisor].entries())
  test.describe(`${email}`, () => {
    test.use({ as: email })
    test('is offered only links that open', async ({ page, sample, session, server }) => {
      const stored = await session(email)
      const auth = stored.origins[0]?.localStorage.find(({ name }) => name === 'alajo.auth')?.value ?? '{}'
      const { userId, role } = JSON.parse(auth) as { userId: number; role: string }
      const { data } = await callApi(server, tokenIn(stored), 'viewpermission', { admin_id: userId })
      const held: { name: Permission }[] = [...(data.roles[0]?.permissions ?? []), ...data.permissions]
      const permissions = new Set(held.map(({ name }) => name))
      await expectOpen(page, { adminId: userId, role, permissions, stage: 'signedIn' }, sample, third)
    })
  })

const narrow: Record<string, readonly Permission[]> = {
  'a loan officer': ['can-view-loan', 'can-view-loan-details', 'can-create-loan', 'can-do-first-approval'],
  'a cashier': ['can-view-remittance', 'can-record-remittance', 'can-record-collection'],
  'an approver': ['can-do-first-approval', 'can-do-second-approval', 'can-approve-reversal'],
}
test.describe('with few permissions', () => {
  test.use({ as: superadmin })
  for (const [at, [account, permissions]] of Object.entries(narrow).entries())
    test(`${account} is offered only links that open`, async ({ page, context, sample }) => {
      await grantOnly(context, permissions)
      const actor: Actor = {
        adminId: 1,
        role: 'Clerk',
        permissions: new Set(permissions),
        stage: 'signedIn',
      }
      await expectOpen(page, actor, sample, at)
    })
})
