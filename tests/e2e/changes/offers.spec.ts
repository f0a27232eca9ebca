import type { Page } from '@playwright/test'
import { isForChange, type Route } from '#routing/route'
import type { Permission } from '#contract/permissionCatalogue'
import { goWithState, opened } from '../support/portal'
import { holdOnly } from '../support/permissions'
import { above, allRoutes, headingOf, stateFor } from '../support/routeTable'
import { superadmin, supervisor } from '../support/signIn'
import { expect, test } from '../support/test'

const permissionsOf = ({ access }: Route): readonly Permission[] =>
  typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
/** Screens for a change that need a permission of their own. */
const changes = allRoutes.filter(([, route]) => isForChange(route) && permissionsOf(route).length > 0)
const changePaths: string[] = changes.map(([, { path }]) => path)
const isReport = ([, { access, calls }]: (typeof allRoutes)[number]) =>
  calls.every(({ kind }) => kind === 'read') && !(typeof access === 'object' && 'role' in access)
/** How a change is worded in a row's menu. */
const changeWords =
  /^(Create|Update|Edit|Delete|Approv|Disapprove|Set|Assign|Change|Remove|Reset|Reactivate|Suspend|Withdrawal|Credit|Re-Schedule|First|Second)/

const linksOf = (page: Page) =>
  page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

test.describe('for the supervisor, who may look at everything', () => {
  test.use({ as: supervisor })

  test('nothing in sight leads to a change', async ({ page, sample }) => {
    test.setTimeout(300_000)
    await page.goto('/dashboard')
    for (const [name, route] of allRoutes.filter(isReport))
      await test.step(route.path, async () => {
        await goWithState(page, route.path, stateFor(route, sample))
        await opened(page, headingOf(name))
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        const links = await linksOf(page)
        expect(links.filter((path) => changePaths.includes(path))).toEqual([])
        const more = page.getByRole('button', { name: /^More actions for / }).first()
        if (!(await more.isVisible())) return
        await more.click()
        const items = await page.getByRole('menuitem').allTextContents()
        expect(items.length).toBeGreaterThan(0)
        expect(items.filter((text) => changeWords.test(text))).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      })
  })

  test('customers are not selected, as there is nothing to do with them', async ({ page }) => {
    await page.goto('/customer/list')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })
})

test.describe('for somebody with the permission of one change', () => {
  test.use({ as: superadmin })

  /** What is offered on certain rows is tested with them (adminsList, customers, agentsScreens, agentsForms). */
  const onCertainRows = [
    'adminUnlock',
    'customersReassign',
    'deviceSet',
    'deviceApprove',
    'deviceDisapprove',
    'agentReactivate',
  ]

  test('its button is there, and no other', async ({ page, context, sample }) => {
    test.setTimeout(420_000)
    await page.setViewportSize({ width: 1600, height: 3000 })
    await page.goto('/dashboard')
    await opened(page, 'Dashboard')
    let now = Date.now()
    for (const [name, route] of changes.filter(([one]) => !onCertainRows.includes(one)))
      await test.step(route.path, async () => {
        const list = above(route).at(-1) as Route
        const [permission] = permissionsOf(route)
        const held = [...permissionsOf(list).slice(0, 1), ...(permission ? [permission] : [])]
        await holdOnly(context, held)
        // A focus soon after another fetch of the list makes none.
        await expect(async () => {
          now += 10_000
          await page.clock.setFixedTime(now)
          const reply = page.waitForResponse('**/viewpermission', { timeout: 1000 })
          await page.evaluate(() => void dispatchEvent(new Event('focus')))
          await reply
        }).toPass()
        // The guard sends away until the reply is read.
        await expect(async () => {
          await goWithState(page, list.path, stateFor(list, sample))
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(list.title, { timeout: 1000 })
        }).toPass()
        await expect.soft(page.locator(`main a[href="${route.path}"]`).first(), name).toBeVisible()
        const allowed = changes
          .filter(([, one]) => permissionsOf(one).some((needed) => held.includes(needed)))
          .map(([, one]) => String(one.path))
        // What was held in the step before is on screen until the reply is read.
        await expect
          .poll(async () =>
            (await linksOf(page)).filter((path) => changePaths.includes(path) && !allowed.includes(path)),
          )
          .toEqual([])
      })
  })
})
