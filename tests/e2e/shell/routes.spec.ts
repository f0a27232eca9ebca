import type { Page } from '@playwright/test'
import { shellCalls } from '#routing/routes'
import { sections } from '#routing/route'
import { expectAccessibleEverywhere, expectNoSidewaysScroll } from '../support/axe'
import { goWithState, opened, openWithState, title, toast, watchCalls } from '../support/portal'
import { holdOnly } from '../support/permissions'
import { above, allRoutes, headingOf, isCall, stateFor } from '../support/routeTable'
import { superadmin, supervisor } from '../support/signIn'
import { forgetSaved, permissionsAreSaved } from '../support/storage'
import { expect, test } from '../support/test'

const notAllowed = 'You are not allowed to view this page'
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
/** The screens that take a permission of the catalogue. */
const guarded = allRoutes.flatMap(([name, route]) =>
  typeof route.access === 'object' && 'anyOf' in route.access
    ? [[name, { ...route, access: route.access }] as const]
    : [],
)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test.describe('for somebody who may do everything', () => {
  test.use({ as: superadmin })

  for (const [name, route] of allRoutes)
    for (const path of [route.path, ...(route.also ?? [])])
      test(`${path} opens, for eyes and ears`, async ({ nextPage: page, openBrowser, sample }) => {
        const calls = watchCalls(openBrowser)
        await openWithState(page, path, stateFor(route, sample))
        await opened(page, headingOf(name))
        await expect(title(page)).toHaveCount(1)
        await expect(page).toHaveTitle(`${headingOf(name)} · Alajo`)
        await calls.settled()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(name === 'notAllowed' ? 1 : 0)

        const listed = [...route.calls, ...shellCalls]
        const others = calls.sent.filter((one) => !listed.some((call) => isCall(call, one)))
        expect(others, 'calls that the route does not list').toEqual([])

        await expect(breadcrumb(page).locator('[aria-current]')).toHaveText(route.title)
        const whole = breadcrumb(page).getByRole('button', { name: 'Show path' })
        if (await whole.isVisible()) await whole.click()
        const steps = breadcrumb(page).getByRole('link')
        await expect(steps).toHaveText(above(route).map((one) => one.title))
        if (path === route.path) {
          await expect(page.getByLabel('Loading')).toHaveCount(0)
          await expectAccessibleEverywhere(page, path)
          await expectNoSidewaysScroll(page)
          await page.setViewportSize({ width: 1280, height: 720 })
        }
        calls.stop()
        const up = above(route).at(-1)
        if (!up) return
        await steps.last().click()
        await expect(page).toHaveURL(up.path)
        await opened(page, up.title)
      })

  test('the menu leads to each screen that has a place in it', async ({ page }) => {
    await page.goto('/dashboard')
    const places = allRoutes.filter(([, route]) => route.menu)
    const groups = Object.keys(sections).filter(
      (name) => places.filter(([, { menu: place }]) => place?.section === name).length > 1,
    )
    for (const group of groups) await menu(page).getByRole('button', { name: group }).click()
    await expect(menu(page).getByRole('link')).toHaveCount(places.length)
    for (const [name, route] of places) {
      await menu(page).locator(`a[href="${route.path}"]`).click()
      await opened(page, headingOf(name))
      await expect(page).toHaveURL(route.path)
      await expect(menu(page).locator('[aria-current="page"]')).toHaveAttribute('href', route.path)
    }
  })

  test('a screen without the ids it needs says so, and gives the list', async ({ page }) => {
    test.setTimeout(300_000)
    for (const [, route] of allRoutes.filter(([, one]) => one.missing)) {
      await page.goto(route.path)
      await expect(toast(page, route.missing ?? 'no message')).toBeVisible()
      const list = above(route).findLast((one) => !one.state)
      await expect(page).toHaveURL(list?.path ?? '')
      await opened(page, list?.title ?? '')
    }
  })
})

test.describe('for somebody without the permission', () => {
  test.use({ as: superadmin })

  test('each screen that needs one is refused', async ({ page, context, sample }) => {
    test.setTimeout(300_000)
    await holdOnly(context, [])
    await page.goto('/dashboard')
    for (const [, route] of guarded)
      await test.step(route.path, async () => {
        await goWithState(page, route.path, stateFor(route, sample))
        await expect(page).toHaveURL('/admin/permission/view')
        await expect(page.getByText(notAllowed)).toBeVisible()
        await expect(menu(page).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
      })
  })

  test('each opens with its own permission alone', async ({ page, context, sample }) => {
    test.setTimeout(300_000)
    await page.goto('/dashboard')
    for (const [name, route] of guarded)
      await test.step(route.path, async () => {
        await holdOnly(context, route.access.anyOf.slice(0, 1))
        // What is known of the step before would be believed for a while.
        await forgetSaved(page)
        const told = page.waitForResponse('**/viewpermission')
        await openWithState(page, route.path, stateFor(route, sample))
        await told
        await opened(page, headingOf(name))
        await expect(page).toHaveURL(route.path)
      })
  })

  test('a permission that was granted since counts at the next reload', async ({ page, context }) => {
    await holdOnly(context, [])
    await page.goto('/agents/list')
    await expect(page.getByText(notAllowed)).toBeVisible()
    await context.unroute('**/api/admin/viewpermission')
    // What is saved is looked at as if it were a minute old.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.goto('/agents/list')
    await opened(page, 'Agents')
  })

  test('what needs a session only stays open', async ({ page, context }) => {
    await holdOnly(context, [])
    for (const [name, route] of allRoutes.filter(([, one]) => one.access === 'session')) {
      await page.goto(route.path)
      await opened(page, headingOf(name))
    }
  })
})

test.describe('for the supervisor, who sees everything and changes nothing', () => {
  test.use({ as: supervisor })

  test('a screen with a change can be read, and its button says what it needs', async ({ page, sample }) => {
    test.setTimeout(300_000)
    await page.goto('/dashboard')
    for (const [name, route] of allRoutes) {
      const access = route.calls.find(({ kind }) => kind === 'write')?.access
      if (typeof access !== 'object' || !('anyOf' in access)) continue
      await test.step(route.path, async () => {
        await goWithState(page, route.path, stateFor(route, sample))
        await opened(page, headingOf(name))
        const button = page.getByRole('main').getByRole('button').last()
        await expect(button).toBeDisabled()
        await expect(button).toHaveAccessibleDescription(
          `This needs the permission ${access.anyOf.join(' or ')}.`,
        )
      })
    }
  })

  test('what is for superadmins alone is refused, and not in the menu', async ({ page }) => {
    await page.goto('/admin/activity/log')
    await expect(page.getByText(notAllowed)).toBeVisible()
    await menu(page).getByRole('button', { name: 'Admins' }).click()
    await expect(menu(page).getByRole('link', { name: 'Roles' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Admin Log' })).toHaveCount(0)
  })

  test('the screens without a change are all open', async ({ page, sample }) => {
    test.setTimeout(300_000)
    await page.goto('/dashboard')
    for (const [name, route] of allRoutes.filter(
      ([, { access, calls }]) =>
        calls.every(({ kind }) => kind === 'read') && !(typeof access === 'object' && 'role' in access),
    )) {
      await goWithState(page, route.path, stateFor(route, sample))
      await opened(page, headingOf(name))
    }
  })
})

test.describe('the own permission list', () => {
  test.use({ as: superadmin })

  test('when the server refuses to tell it: the list is empty, and it is said', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/status of 500/)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({ status: 500, json: { status: '400', message: 'An error occurred' } }),
    )
    await page.goto('/agents/list')
    await expect(toast(page, 'Failed to fetch permissions.')).toBeVisible()
    await expect(page.getByText(notAllowed)).toBeVisible()
  })

  test('when the server is too busy to tell it: what is known stands', async ({ page, context, faults }) => {
    faults.expect(/status of 429/)
    await page.goto('/agents/list')
    await opened(page, 'Agents')
    await permissionsAreSaved(page)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({ status: 429, json: { status: '400', message: 'Too many requests.' } }),
    )
    // What is saved is then a minute old, so that the server is asked.
    await page.clock.setFixedTime(Date.now() + 60_000)
    const told = page.waitForResponse('**/viewpermission')
    await page.reload()
    await told
    await opened(page, 'Agents')
    await expect(page.getByRole('link', { name: 'Create Agents' })).toBeVisible()
    await expect(toast(page, 'Failed to fetch permissions.')).toBeHidden()
  })
})
