import { isDeepStrictEqual } from 'node:util'
import type { Page, Response } from '@playwright/test'
import { isForChange, type Route } from '#routing/route'
import type { Permission } from '#contract/permissionCatalogue'
import {
  expectFilterPending,
  expectTitle,
  expectToast,
  filterPending,
  navigate,
  watchCalls,
} from '../support/portal'
import { grantOnly } from '../support/permissions'
import { sliceOf } from '../../server/support/rounds'
import { allRoutes, ancestorsOf, headingOf, stateFor } from '../support/routeTable'
import { superadmin, supervisor } from '../support/signIn'
import { expect, test } from '../support/test'

const permissionsOf = ({ access }: Route): readonly Permission[] =>
  typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
/** Screens with a change that need a specific permission. */
const changes = allRoutes.filter(([, route]) => isForChange(route) && permissionsOf(route).length > 0)
const changePaths: string[] = changes.map(([, { path }]) => path)
const isReport = ([, { access, calls }]: (typeof allRoutes)[number]) =>
  calls.every(({ kind }) => kind === 'read') &&
  !(typeof access === 'object' && ('role' in access || access.withoutViewAll))
/** The labels of changes in row menus. */
const changeWords =
  /^(Create|Update|Edit|Delete|Approv|Disapprove|Set|Assign|Change|Remove|Reset|Reactivate|Suspend|Withdrawal|Credit|Re-Schedule|First|Second|Terms|Switch|Record|Request)/

/** Whether a reply grants these permissions: one to an earlier fetch may come late. */
async function grants(response: Response, held: readonly Permission[]) {
  if (!response.url().endsWith('/viewpermission')) return false
  const { data } = await response.json()
  return isDeepStrictEqual(
    data.roles[0].permissions.map(({ name }: { name: string }) => name),
    held,
  )
}

const canExport = ({ calls }: Route) =>
  calls.some((call) => 'csv' in call && call.csv && 'search' in call.input.entries)

const linksOf = (page: Page) =>
  page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').replace(/[?#].*/, '')))

test.describe('for the supervisor, who has can-view-all', () => {
  test.use({ as: supervisor })

  test('no screen offers a way to a change, nor a file while its filter has unsent changes', async ({
    page,
    context,
    sample,
  }) => {
    // The log is for the superadmin alone, and tested there (adminsLog).
    const exportable = allRoutes.filter(
      ([, route]) => canExport(route) && route.path !== '/admin/activity/log',
    )
    const reports = allRoutes.filter(isReport)
    expect(reports).toEqual(expect.arrayContaining(exportable))
    const { sent, settled } = watchCalls(context)
    let [exported, pending] = [0, 0]
    await page.goto('/dashboard')
    for (const [name, route] of sliceOf(reports))
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        const links = await linksOf(page)
        expect(links.filter((path) => changePaths.includes(path))).toEqual([])
        const more = page.getByRole('button', { name: /^More actions for / }).first()
        if (await more.isVisible()) {
          await more.click()
          await expect(page.getByRole('menuitem').first()).toBeVisible()
          const items = await page.getByRole('menuitem').allTextContents()
          expect(items.filter((text) => changeWords.test(text))).toEqual([])
          await page.keyboard.press('Escape')
          await expect(page.getByRole('menu')).toHaveCount(0)
        }
        if (!canExport(route)) return
        const isPending = await expectFilterPending(page)
        // Later lists show it too, while this toast may still be there.
        if (isPending && pending++ === 0) await expectToast(page, filterPending)
        exported++
      })
    expect(exported).toBeGreaterThan(5)
    expect(pending).toBeGreaterThan(0)

    await test.step('customers are selected to print their cards, as no other batch action is allowed', async () => {
      await navigate(page, '/customer/list')
      await expectTitle(page, 'Customers')
      await page.getByRole('row').nth(2).getByRole('checkbox').check()
      await expect(page.getByRole('link', { name: 'Print Cards' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Batch Re-Schedule' })).toHaveCount(0)
    })
    await settled()
    expect(sent.filter(({ body }) => body.download === 'csv')).toEqual([])
  })
})

test.describe('for an admin with the permission of one change', () => {
  test.use({ as: superadmin })

  /**
   * Offered on certain rows or in details only, and tested there (adminsList, customers, customerPage, messages, agentsScreens, agentsForms,
   * productTypes, limits, reversals, loanChanges, loanTerms, recoveries, fees, calendar, imports, agentPay, tills).
   */
  const onCertainRows = [
    'adminUnlock',
    'customersReassign',
    'customerMessagesOn',
    'customerMessagesOff',
    'customerUnfreeze',
    'guarantorFileCreate',
    'reversalCreate',
    'deviceSet',
    'deviceApprove',
    'deviceDisapprove',
    'agentReactivate',
    'savingTypeOff',
    'savingTypeOn',
    'loanTypeOff',
    'loanTypeOn',
    'writeOffCreate',
    'reschedulingCreate',
    'setOffCreate',
    'releaseCreate',
    'loanSettlement',
    'loanRecovery',
    'loanChangeFirst',
    'loanChangeSecond',
    'feePay',
    'feeOn',
    'holidayRemove',
    'agentStatementFirst',
    'agentStatementSecond',
    'agentPayment',
    'tillClose',
    'tillDifference',
    'tillOn',
    'importDetails',
    'importFiles',
    'importTotals',
    'importRelease',
    'importUndo',
    'importCancel',
  ]

  test('shows the button of that change and no other', async ({ page, context, sample }) => {
    await page.setViewportSize({ width: 1600, height: 3000 })
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    let now = Date.now()
    let shown: Route | undefined
    for (const [name, route] of sliceOf(changes.filter(([one]) => !onCertainRows.includes(one))))
      await test.step(route.path, async () => {
        const list = ancestorsOf(route).at(-1) as Route
        const [permission] = permissionsOf(route)
        const held = [...permissionsOf(list).slice(0, 1), ...(permission ? [permission] : [])]
        await grantOnly(context, held)
        // A focus event soon after a fetch of the permissions does not fetch again.
        await expect(async () => {
          now += 10_000
          await page.clock.setFixedTime(now)
          const reply = page.waitForResponse((one) => grants(one, held), { timeout: 5000 })
          await page.evaluate(() => void dispatchEvent(new Event('focus')))
          await reply
        }).toPass()
        // The guard redirects until the reply is processed. The list of the previous step applies the permissions itself.
        if (list !== shown)
          await expect(async () => {
            await navigate(page, list.path, stateFor(list, sample))
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(list.title, { timeout: 5000 })
          }).toPass()
        shown = list
        const start = `[href^="${route.path}`
        const link = page.locator(`main a:is([href="${route.path}"], ${start}#"], ${start}?"])`).first()
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        // Beside the list, each row shows what it offers.
        const row = page.locator('[role=row][data-id]').first()
        if (!(await link.isVisible()) && (await row.isVisible()))
          await row.click({ position: { x: 60, y: 10 } })
        await expect
          .soft(async () => {
            if (!(await link.isVisible())) await page.keyboard.press('j')
            await expect(link, name).toBeVisible({ timeout: 1000 })
          })
          .toPass({ timeout: 60_000 })
        const allowed = changes
          .filter(([, one]) => permissionsOf(one).some((needed) => held.includes(needed)))
          .map(([, one]) => String(one.path))
        // The permissions of the previous step apply until the reply is processed.
        await expect
          .poll(async () =>
            (await linksOf(page)).filter((path) => changePaths.includes(path) && !allowed.includes(path)),
          )
          .toEqual([])
      })
  })
})
