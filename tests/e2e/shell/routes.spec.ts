import type { Page } from '@playwright/test'
import type { NamedRead } from '#contract/call'
import { openedInstead, shellCalls } from '#routing/routes'
import { type Route, sections } from '#routing/route'
import { callApi, tokenIn } from '../support/api'
import { expectAccessible, expectNoSidewaysScroll, setView, views } from '../support/axe'
import { expectNoOverflow } from '../support/overflow'
import {
  expectTitle,
  expectToast,
  navigate,
  openWithState,
  title,
  toast,
  watchCalls,
} from '../support/portal'
import { grantOnly } from '../support/permissions'
import { allRoutes, ancestorsOf, headingOf, isCall, stateFor } from '../support/routeTable'
import type { Server } from '../support/server'
import { superadmin, supervisor } from '../support/signIn'
import { permissionsAreSaved } from '../support/storage'
import { expect, test } from '../support/test'

const notAllowed = 'You are not allowed to view this page'
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
/** The screens that need a permission of the catalogue. */
const guarded = allRoutes.flatMap(([name, route]) =>
  typeof route.access === 'object' && 'anyOf' in route.access
    ? [[name, { ...route, access: route.access }] as const]
    : [],
)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The first segment of a route's path; each test covers the screens of one area. */
const areaOf = ({ path }: Route) => path.split('/')[1] ?? ''
const areas = [...new Set(allRoutes.map(([, route]) => areaOf(route)))]
const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** The paged list of a route, if it has one. */
const listOf = ({ calls }: Route) =>
  calls.find((one): one is NamedRead => one.kind === 'read' && 'page' in one.input.entries)
/** The filter that a report needs to show rows. */
const choices: Record<string, string> = {
  businessTransactions: '?business_id=2',
  flowTransactions: '?transaction_type=all',
}

/** The kind of a screen, by its parts: the first of each kind is checked for accessibility in every view. */
const kindOf = (route: Route) =>
  [
    listOf(route) !== undefined,
    route.calls.filter(({ kind }) => kind === 'write').length,
    !!route.state,
  ].join()
const kinds = allRoutes.map(([, route]) => kindOf(route))
/** Each other screen is checked in one view, in rotation. */
const viewsOf = (route: Route) => {
  const at = allRoutes.findIndex(([, one]) => one === route)
  const isFirst = kinds.indexOf(kindOf(route)) === at
  return isFirst ? views : views.filter((_view, index) => index === at % views.length)
}

test.describe('for an admin with every permission', () => {
  test.use({ as: superadmin })

  for (const area of areas)
    test(`the screens under /${area} open, fit and are accessible`, async ({
      nextPage: page,
      openBrowser,
      sample,
      session,
      server,
    }) => {
      const screens = allRoutes.filter(([, route]) => areaOf(route) === area)
      const token = tokenIn(await session(superadmin))
      const owner = await findCustomerWithTransactions(server, token)
      const calls = watchCalls(openBrowser)
      await page.goto('/password/change')
      await expectTitle(page, 'Change Password')
      for (const [name, route] of screens)
        for (const path of [route.path, ...(route.also ?? [])])
          await test.step(path, async () => {
            const ids = name === 'customerTransactions' ? { ...sample, user_id: owner } : sample
            // The calls of the previous screen are complete.
            await calls.quiet()
            calls.sent.length = 0
            await navigate(page, `${path}${choices[name] ?? ''}`, stateFor(route, ids))
            await expectCompleteScreen(page, name, route, path)
            await calls.quiet()
            const listed = [...route.calls, ...shellCalls]
            const others = calls.sent.filter((one) => !listed.some((call) => isCall(call, one)))
            expect(others, 'calls that the route does not list').toEqual([])
            if (path !== route.path) return

            await expect(page.getByLabel('Loading')).toHaveCount(0)
            for (const size of sizes) {
              await page.setViewportSize(size)
              await expectNoOverflow(page, size.width)
            }
            await expectNoSidewaysScroll(page)
            for (const one of viewsOf(route)) {
              await setView(page, one)
              await expectAccessible(page, `${path}, ${one.place}, ${one.colorScheme}`)
            }
            await setView(page, views[0])
            await expectSortableColumns(page, route)
            const up = ancestorsOf(route).at(-1)
            if (!up) return
            await breadcrumb(page).getByRole('link').last().click()
            await expect(page).toHaveURL(up.path)
            await expectTitle(page, up.title)
          })
      calls.stop()
    })

  test('the menu opens each of its screens', async ({ page }) => {
    await page.goto('/dashboard')
    const places = allRoutes.filter(([, route]) => route.menu)
    const groups = Object.keys(sections).filter(
      (name) => places.filter(([, { menu: place }]) => place?.section === name).length > 1,
    )
    for (const group of groups) await menu(page).getByRole('button', { name: group }).click()
    await expect(menu(page).getByRole('link')).toHaveCount(places.length)
    for (const [name, route] of places) {
      await menu(page).locator(`a[href="${route.path}"]`).click()
      await expectTitle(page, headingOf(name))
      await expect(page).toHaveURL(route.path)
      await expect(menu(page).locator('[aria-current="page"]')).toHaveAttribute('href', route.path)
    }
  })

  // routes.test.ts covers every route; here each message once.
  const missing = allRoutes.filter(
    ([, one], at) => one.missing && allRoutes.findIndex(([, other]) => other.missing === one.missing) === at,
  )
  test('a screen opened without its ids shows a message and opens its list', async ({ page }) => {
    await page.goto('/password/change')
    await expectTitle(page, 'Change Password')
    for (const [, route] of missing)
      await test.step(route.path, async () => {
        await navigate(page, route.path, null)
        // Only a few messages are shown at once.
        await toast(page, route.missing ?? 'no message')
          .getByRole('button')
          .click()
        const list = openedInstead(route)
        await expect(page).toHaveURL(list.path)
        await expectTitle(page, list.title)
      })
  })
})

test.describe('for an admin without the permission', () => {
  test.use({ as: superadmin })

  // routes.test.ts covers every route; here one of each area.
  const refused = guarded.filter(
    ([, route], at) => guarded.findIndex(([, one]) => areaOf(one) === areaOf(route)) === at,
  )
  test('refuses screens that need one, and opens those that need only a session', async ({
    page,
    context,
    sample,
  }) => {
    await grantOnly(context, [])
    await page.goto('/dashboard')
    for (const [, route] of refused)
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expect(page).toHaveURL('/admin/permission/view')
        await expect(page.getByText(notAllowed)).toBeVisible()
        await expect(menu(page).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
      })
    for (const [name, route] of allRoutes.filter(([, one]) => one.access === 'session'))
      await test.step(route.path, async () => {
        await navigate(page, route.path)
        await expectTitle(page, headingOf(name))
      })
  })

  // A list, a form and a decision, each after a reload.
  const samples = ['/agents/list', '/agents/create', '/loan/first/approval']
  for (const [name, route] of guarded.filter(([, { path }]) => samples.includes(path)))
    test(`${route.path} opens with its own permission alone`, async ({ page, context, sample }) => {
      await grantOnly(context, route.access.anyOf.slice(0, 1))
      await openWithState(page, route.path, stateFor(route, sample))
      await expectTitle(page, headingOf(name))
      await expect(page).toHaveURL(route.path)
    })

  test('applies a newly granted permission at the next reload', async ({ page, context }) => {
    await grantOnly(context, [])
    await page.goto('/agents/list')
    await expect(page.getByText(notAllowed)).toBeVisible()
    await context.unroute('**/api/admin/viewpermission')
    // Makes the saved permissions a minute old.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.goto('/agents/list')
    await expectTitle(page, 'Agents')
  })
})

test.describe('for the supervisor, who can read everything and change nothing', () => {
  test.use({ as: supervisor })

  test('opens screens with a change, and the button names the missing permission', async ({
    page,
    sample,
  }) => {
    await page.goto('/dashboard')
    for (const [name, route] of allRoutes) {
      const access = route.calls.find(({ kind }) => kind === 'write')?.access
      if (typeof access !== 'object' || !('anyOf' in access)) continue
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        const button = page.getByRole('main').getByRole('button').last()
        await expect(button).toBeDisabled()
        await expect(button).toHaveAccessibleDescription(
          `This needs the permission ${access.anyOf.join(' or ')}.`,
        )
      })
    }
  })

  test('refuses superadmin screens, and omits them from the menu', async ({ page }) => {
    await page.goto('/admin/activity/log')
    await expect(page.getByText(notAllowed)).toBeVisible()
    await menu(page).getByRole('button', { name: 'Admins' }).click()
    await expect(menu(page).getByRole('link', { name: 'Roles' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Admin Log' })).toHaveCount(0)
  })
})

test.describe('own permissions', () => {
  test.use({ as: superadmin })

  test('are empty when the server refuses them, with a message', async ({ page, context, faults }) => {
    faults.expect(/status of 500/)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({ status: 500, json: { status: '400', message: 'An error occurred' } }),
    )
    await page.goto('/agents/list')
    await expectToast(page, 'Failed to fetch permissions.')
    await expect(page.getByText(notAllowed)).toBeVisible()
  })

  test('remain unchanged when the server is busy', async ({ page, context, faults }) => {
    faults.expect(/status of 429/)
    await page.goto('/agents/list')
    await expectTitle(page, 'Agents')
    await permissionsAreSaved(page)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({ status: 429, json: { status: '400', message: 'Too many requests.' } }),
    )
    // Makes the saved permissions a minute old, so that they are fetched.
    await page.clock.setFixedTime(Date.now() + 60_000)
    const reply = page.waitForResponse('**/viewpermission')
    await page.reload()
    await reply
    await expectTitle(page, 'Agents')
    await expect(page.getByRole('link', { name: 'Create Agents' })).toBeVisible()
    await expect(toast(page, 'Failed to fetch permissions.')).toBeHidden()
  })
})

/** Checks heading, document title, address, alerts and breadcrumb of a screen. */
async function expectCompleteScreen(
  page: Page,
  name: (typeof allRoutes)[number][0],
  route: Route,
  path: string,
) {
  await expectTitle(page, headingOf(name))
  await expect(title(page)).toHaveCount(1)
  await expect(page).toHaveTitle(`${headingOf(name)} · Alajo`)
  await expect(page).toHaveURL(`${path}${choices[name] ?? ''}`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(name === 'notAllowed' ? 1 : 0)
  await expect(breadcrumb(page).locator('[aria-current]')).toHaveText(route.title)
  const whole = breadcrumb(page).getByRole('button', { name: 'Show path' })
  if (await whole.isVisible()) await whole.click()
  await expect(breadcrumb(page).getByRole('link')).toHaveText(ancestorsOf(route).map((one) => one.title))
}

/** Checks that the sortable headings of a list are those that the server sorts by, and that each sorts. */
async function expectSortableColumns(page: Page, route: Route) {
  const list = listOf(route)
  if (!list) return
  const fieldsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('data-field') ?? ''))
  await expect(page.locator('.MuiDataGrid-columnHeader[data-field]').first()).toBeVisible()
  const columns = await fieldsOf('.MuiDataGrid-columnHeader[data-field]')
  const offered = await fieldsOf('.MuiDataGrid-columnHeader--sortable')
  expect(offered).toEqual(columns.filter((field) => list.sortable?.includes(field)))
  for (const field of offered) {
    await page.locator(`.MuiDataGrid-columnHeader[data-field="${field}"]`).click()
    await expect(page).toHaveURL(new RegExp(`[?&]sort=${field}&order=asc`))
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
}

/** A customer with transactions. */
async function findCustomerWithTransactions(server: Server, token: string) {
  const moved = await callApi(server, token, 'transactionflowhistory', { page: 1, transaction_type: 'all' })
  return moved.data.history.find((one: { user_id: number | null }) => one.user_id !== null).user_id
}
