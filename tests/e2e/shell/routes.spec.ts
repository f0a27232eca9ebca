import type { Page } from '@playwright/test'
import { allCalls } from '#contract/index'
import { openedInstead, type RouteName, routes, shellCalls } from '#routing/routes'
import { fragmentOf } from '#routing/linkedState'
import { isForChange, type Route, sections } from '#routing/route'
import { callApi, tokenIn } from '../support/api'
import { everyView, expectAccessible, setView, views } from '../support/axe'
import { SeenList } from '../support/listLayout'
import { expectFit } from '../support/overflow'
import {
  blockServer,
  expectTitle,
  expectToast,
  navigate,
  openWithState,
  reconnect,
  toast,
  watchCalls,
} from '../support/portal'
import { grantOnly } from '../support/permissions'
import { isLong, sliceOf } from '../../server/support/rounds'
import { allRoutes, ancestorsOf, headingOf, isCall, listReads, stateFor } from '../support/routeTable'
import type { Server } from '../support/server'
import { superadmin, supervisor } from '../support/signIn'
import { clearSavedData, permissionsAreSaved, savedRow } from '../support/storage'
import { expectLargeEnough } from '../support/targets'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

const notAllowed = 'You are not allowed to view this page'
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
/** The screens that need a permission of the catalogue. */
const guarded = allRoutes.flatMap(([name, route]) =>
  typeof route.access === 'object' && 'anyOf' in route.access
    ? [[name, { ...route, access: route.access }] as const]
    : [],
)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The whole menu is in sight, whichever section is open. */
const expectSidebarFits = async (page: Page) =>
  expect(await menu(page).evaluate((bar) => bar.scrollHeight)).toBeLessThanOrEqual(
    page.viewportSize()?.height ?? 0,
  )

/** The dashboard's lower cards send calls of their own, once its first figures are there. */
const expectLoaded = (page: Page) => expect(page.locator('.insight-area:empty')).toHaveCount(0)

const auditedPaths = new Set(
  allCalls.flatMap((call) => (call.kind === 'read' && 'audited' in call && call.audited ? [call.path] : [])),
)

/** The first segment of a route's path. */
const areaOf = ({ path }: Route) => path.split('/')[1] ?? ''
const areas = [...new Set(allRoutes.map(([, route]) => areaOf(route)))]
const screensIn = (area: string) => allRoutes.filter(([, route]) => areaOf(route) === area)
/** The areas of each test: a start takes longer than a screen, so small ones share a page. */
const areaGroups = areas.reduce<string[][]>((groups, area) => {
  const last = groups.at(-1)
  if (last && last.flatMap(screensIn).length < 10) last.push(area)
  else groups.push([area])
  return groups
}, [])
/** From wide to narrow: lists are grids down to 640 px, which is 1280 px at 200 % zoom, and cards below. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 640, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 800 },
]
const [desktop, phone] = views

/** The paged list of a route, if it has one. */
const listOf = (route: Route) => listReads(route).find((one) => 'page' in one.input.entries)
/** Whether it has rows for a file; such a screen says in a line what it counts. */
const isReport = ({ calls }: Route) => calls.some((one) => one.kind === 'read' && one.csv !== undefined)
/** Lists shown as cards at every width. */
const cardLists: readonly RouteName[] = ['customerMessages', 'businessSettings']
/** Lists that show no columns: those, one that is empty in the demo, and the journal behind the books' file. */
const listsWithoutColumns: readonly RouteName[] = [...cardLists, 'unsentMessages', 'books']
/** Besides: a list below other facts. */
const otherLists: readonly RouteName[] = [...listsWithoutColumns, 'agentDevices']
/** The filter that a report needs to show rows. */
const choices: Record<string, string> = {
  businessTransactions: '?business_id=2',
  flowTransactions: '?transaction_type=all',
}

/** The kind of a screen, by its parts. */
const kindOf = (route: Route) =>
  [
    listOf(route) !== undefined,
    route.calls.filter(({ kind }) => kind === 'write').length,
    !!route.state,
  ].join()
const kinds = allRoutes.map(([, route]) => kindOf(route))
/** The first screen of each kind is checked in both themes, for the parts that the others share; in a long run every screen is. */
const checked = new Set(
  allRoutes.filter((_one, at) => isLong || kinds.indexOf(kinds[at] ?? '') === at).map(([name]) => name),
)
/** A screen that is neither a list nor a form has parts of its own. */
const hasOwnParts = (route: Route, hasList: boolean) => !hasList && !isForChange(route)

test.describe('for an admin with every permission', () => {
  test.use({ as: superadmin })

  for (const group of areaGroups)
    test(`the screens under ${group.map((area) => `/${area}`).join(', ')} open, fit and are accessible`, async ({
      nextPage: page,
      openBrowser,
      sample,
      session,
      server,
    }) => {
      const screens = group.flatMap(screensIn)
      const lastChildren = group.map((area) => screensIn(area).findLast(([, route]) => route.parent)?.[1])
      const token = tokenIn(await session(superadmin))
      const owner = await findCustomerWithTransactions(server, token)
      const calls = watchCalls(openBrowser)
      await page.goto('/password/change')
      await expectTitle(page, 'Change Password')
      // Each screen goes through the sizes in the opposite order: a list is drawn once as a grid and once as cards.
      let isReversed = false
      for (const [name, route] of screens)
        for (const path of [route.path, ...(route.also ?? [])])
          await test.step(path, async () => {
            const ids = name === 'customerTransactions' ? { ...sample, user_id: owner } : sample
            calls.sent.length = 0
            const state = stateFor(route, ids)
            const address = `${path}${choices[name] ?? ''}`
            // A start without replies of other screens shows every call that this one needs: in a long run, for the time it takes.
            if (isLong) await openWithState(page, address, state)
            else await navigate(page, address, state)
            await expectOpen(page, name, path, state)
            if (path === route.path) {
              await expect(page.getByLabel('Loading')).toHaveCount(0)
              if (isReport(route)) await expect(page.locator('.screen-note')).toHaveText(/^[A-Z].{20,140}\.$/)
              const list = (await showsList(page, name, route))
                ? new SeenList(path, cardLists.includes(name))
                : undefined
              const wanted = sizesOf(name, route, list !== undefined)
              const order = isReversed ? wanted.toReversed() : wanted
              isReversed = !isReversed
              await expectFitAndAccessible({ page, name, route, list, calls }, order)
            }
            // All calls of this screen have been sent and answered.
            await expectLoaded(page)
            await calls.quiet()
            await expectOpen(page, name, path, state)
            const listed = [...route.calls, ...shellCalls]
            const others = calls.sent.filter((one) => !listed.some((call) => isCall(call, one)))
            expect(others, 'calls that the route does not list').toEqual([])
            const recorded = calls.sent.filter(({ path: sent }) => auditedPaths.has(sent))
            expect(recorded, 'reads in the activity log that nobody asked for').toEqual([])
            const up = ancestorsOf(route).at(-1)
            // Ids are not in the address of a parent that takes some.
            if (!up || !(up.state || lastChildren.includes(route))) return
            await page.setViewportSize({ width: desktop.width, height: 800 })
            await breadcrumb(page).getByRole('link').last().click()
            await expect(page).toHaveURL(({ pathname }) => pathname === up.path)
            await expectTitle(page, up.title)
            // Its calls are not those of the next screen.
            await expectLoaded(page)
            await calls.quiet()
          })
      calls.stop()
    })

  test('the menu has a link to each of its screens, and the first of each group opens', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/net::ERR_FAILED/)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/dashboard')
    await permissionsAreSaved(page)
    // The screens open without their rows, which take most of the time.
    await blockServer(context)
    const places = allRoutes.filter(([, route]) => route.menu)
    const groups = Object.keys(sections).filter(
      (name) => places.filter(([, { menu: place }]) => place?.section === name).length > 1,
    )
    const paths = () =>
      menu(page)
        .locator('a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    const seen = new Set(await paths())
    for (const group of groups) {
      const button = menu(page).getByRole('button', { name: group })
      await button.click()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      // One is open at a time.
      await expect(menu(page).locator('[aria-expanded=true]')).toHaveCount(1)
      for (const path of await paths()) seen.add(path)
      await expectSidebarFits(page)
    }
    expect(seen).toEqual(new Set(places.map(([, { path }]) => path)))
    // A press on the first of each group: the tests of the areas open every screen.
    const pressed = places.filter(
      ([, { menu: place }], at) => places.findIndex(([, one]) => one.menu?.section === place?.section) === at,
    )
    for (const [name, route] of pressed) {
      const section = route.menu?.section ?? ''
      if (groups.includes(section)) await menu(page).getByRole('button', { name: section }).click()
      await menu(page).locator(`a[href="${route.path}"]`).click()
      await expectTitle(page, headingOf(name))
      await expect(page).toHaveURL(route.path)
      await expect(menu(page).locator('[aria-current="page"]')).toHaveAttribute('href', route.path)
      await expect(menu(page).locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
      await expectSidebarFits(page)
    }
  })

  const records = allRoutes.filter(([, { state, missing }]) => state && missing)
  test('a pasted address opens its record in a fresh tab', async ({ page, context, sample }) => {
    await page.close()
    for (const [name, route] of sliceOf(records))
      await test.step(route.path, async () => {
        const state = stateFor(route, sample)
        const fragment = fragmentOf(state)
        // A batch of customers is chosen in a list.
        if (fragment === '') return
        const tab = await context.newPage()
        await tab.goto(route.path + fragment)
        await expectOpen(tab, name, route.path, state)
        await tab.close()
      })
  })

  // routes.test.ts covers every route; here each message once.
  const missing = allRoutes.filter(
    ([, one], at) => one.missing && allRoutes.findIndex(([, other]) => other.missing === one.missing) === at,
  )
  test('a screen opened without its ids shows a message and opens its list', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/net::ERR_FAILED/)
    await page.goto('/password/change')
    await expectTitle(page, 'Change Password')
    await permissionsAreSaved(page)
    await blockServer(context)
    for (const [, route] of missing)
      await test.step(route.path, async () => {
        await navigate(page, route.path, null)
        // Only a few messages are shown at once. A slow machine closes one before a mouse has reached its button.
        await toast(page, route.missing ?? 'no message')
          .getByRole('button')
          .evaluate((close: HTMLElement) => close.click())
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

  test('opens screens with their own permission alone', async ({ page, context, sample }) => {
    // A list, a form and a decision, each after a reload.
    const samples = ['/agents/list', '/agents/create', '/loan/first/approval']
    for (const [name, route] of guarded.filter(([, { path }]) => samples.includes(path)))
      await test.step(route.path, async () => {
        await grantOnly(context, route.access.anyOf.slice(0, 1))
        await openWithState(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        await expect(page).toHaveURL(new RegExp(`${route.path}(#|$)`))
        await clearSavedData(page)
      })
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

/** Its change stops a step that runs: imports.spec.ts. */
const showsNoChange = (name: RouteName) => name === 'importDetails'
/** The screens with a change, and the permissions of which one allows it. */
const writing = allRoutes.flatMap(([name, route]) => {
  const access = route.calls.find(({ kind }) => kind === 'write')?.access
  return access && !showsNoChange(name) ? [{ name, route, access }] : []
})
/** A press on a button opens a hidden field for a file. */
const targets = (page: Page) =>
  page.getByRole('main').locator('button, select, input:not([hidden])').filter({ visible: true })

test.describe('screens with a change, on a phone', () => {
  test.use({ as: superadmin, hasTouch: true, viewport: { width: 390, height: 844 } })

  test('have controls of at least 44 px, where the supervisor may not open them', async ({
    page,
    sample,
  }) => {
    await page.goto('/settings')
    for (const { name, route, access } of writing) {
      if (typeof access === 'object' && 'anyOf' in access) continue
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        await expect(targets(page).last()).toBeVisible()
        await expectLargeEnough(targets(page))
      })
    }
  })
})

test.describe('for the supervisor, who can read everything and change nothing', () => {
  test.use({ as: supervisor, hasTouch: true, viewport: { width: 390, height: 844 } })

  test('opens screens with a change: controls of 44 px, and the button names the missing permission', async ({
    page,
    sample,
  }) => {
    await page.goto('/settings')
    for (const { name, route, access } of sliceOf(writing)) {
      if (typeof access !== 'object' || !('anyOf' in access)) continue
      // Its button comes with the wallets of a type.
      if (name === 'payoutCreate') continue
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        const button = page.getByRole('main').getByRole('button', { disabled: true }).last()
        await expect(button).toHaveAccessibleDescription(
          `This needs the permission ${access.anyOf.join(' or ')}.`,
        )
        await expectLargeEnough(targets(page))
      })
    }
  })

  test('refuses superadmin screens, and omits them from the menu', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/admin/activity/log')
    await expect(page.getByText(notAllowed)).toBeVisible()
    await menu(page).getByRole('button', { name: 'Admins' }).click()
    await expect(menu(page).getByRole('link', { name: 'Roles' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Admin Log' })).toHaveCount(0)
  })
})

test.describe('own permissions', () => {
  test.use({ as: superadmin })

  const problemNote = (page: Page) => page.getByRole('main').getByRole('alert')

  test('are empty when the server refuses them, with a message', async ({ page, context, faults }) => {
    faults.expect(/status of 403/)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({
        status: 403,
        json: { status: '400', message: sentences.noPermission },
      }),
    )
    await page.goto('/agents/list')
    await expectToast(page, 'Failed to fetch permissions.')
    await expect(page.getByText(notAllowed)).toBeVisible()
  })

  test('are empty when the server fails: the screen stays at its address, shows the problem, and opens by Retry', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/status of 500/)
    await context.route('**/api/admin/viewpermission', (route) =>
      route.fulfill({ status: 500, json: { status: '400', message: 'An error occurred' } }),
    )
    await page.goto('/agents/list')
    await expectToast(page, 'Failed to fetch permissions.')
    await expect(problemNote(page)).toContainText('An error occurred')
    await expectTitle(page, 'Agents')
    await expect(savedRow(page)).toHaveCount(0)
    await expect(page.getByText(notAllowed)).toHaveCount(0)
    await context.unroute('**/api/admin/viewpermission')
    await problemNote(page).getByRole('button', { name: 'Retry' }).click()
    await expect(savedRow(page)).toBeVisible()
    await expect(page).toHaveURL('/agents/list')
  })

  test('are not known at a first start without the server: the screen opens once it is there', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(noNetwork)
    await blockServer(context)
    await page.goto('/agents/list')
    await expect(problemNote(page)).toContainText(sentences.connectToOpen)
    await expectTitle(page, 'Agents')
    await reconnect(page, context)
    await expect(savedRow(page)).toBeVisible()
    await expect(page).toHaveURL('/agents/list')
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

/**
 * Checks heading, document title, address and alerts of a screen, whatever its list is sorted by. The address and the title of the tab
 * name the record.
 */
async function expectOpen(page: Page, name: RouteName, path: string, state: unknown) {
  const seen = () =>
    page.evaluate(() => ({
      headings: Array.from(document.querySelectorAll('h1'), (one) => one.textContent),
      title: document.title,
      address: location.pathname + location.search.replace(/[?&]sort=.*/, '') + location.hash,
      alerts: document.querySelectorAll('main [role=alert]').length,
    }))
  const heading = headingOf(name)
  const isFixed = typeof heading === 'string'
  const fragment = fragmentOf(state)
  // A heading other than the route's title is the name itself.
  const named = isFixed && fragment !== '' && heading === routes[name].title
  await expect.poll(seen, { intervals: [50] }).toEqual({
    headings: [isFixed ? heading : expect.stringMatching(heading)],
    title: expect.stringMatching(new RegExp(`^(.+ · )${named ? '' : '?'}${routes[name].title} · Alajo$`)),
    // The desk names the case that it opens.
    address: name === 'decisions' ? expect.stringContaining(path) : path + (choices[name] ?? '') + fragment,
    alerts: name === 'notAllowed' ? 1 : 0,
  })
}

/**
 * A screen whose parts were checked at every size on another one is looked at on a desktop and at a narrow width; lists take turns
 * with theirs.
 */
function sizesOf(name: RouteName, route: Route, hasList: boolean) {
  const turn = allRoutes.findIndex(([one]) => one === name) % 2
  const narrow = hasList ? [turn === 0 ? 820 : 390] : hasOwnParts(route, hasList) ? [390, 320] : [320]
  return sizes.filter(({ width }) => checked.has(name) || width === desktop.width || narrow.includes(width))
}

/** Whether the screen shows a list with its tools, as every paged list does. */
async function showsList(page: Page, name: RouteName, route: Route) {
  if (isForChange(route) || otherLists.includes(name)) return false
  const count = await page.locator('.list-tools').count()
  if (listOf(route)) expect(count, `lists of ${route.path}`).toBe(1)
  return count > 0
}

type Opened = {
  page: Page
  name: RouteName
  route: Route
  list: SeenList | undefined
  calls: ReturnType<typeof watchCalls>
}

/** Checks the screen in these sizes, with the breadcrumb and the columns where they are shown, and a list as its users see it. */
async function expectFitAndAccessible({ page, name, route, list, calls }: Opened, order: typeof sizes) {
  const last = order.at(-1)
  const endsWide = last?.width === desktop.width
  const expectAccessibleAt = async (width: number) => {
    for (const view of isLong ? everyView : views) {
      const isOnlyOne = hasOwnParts(route, list !== undefined) && endsWide === (view === desktop)
      if (view.width !== width || !(checked.has(name) || isOnlyOne)) continue
      await setView(page, view)
      await expectAccessible(page, `${route.path}, ${view.width} px, ${view.colorScheme}`)
      await page.emulateMedia({ colorScheme: desktop.colorScheme })
    }
  }
  for (const size of order) {
    await page.setViewportSize(size)
    await expectFit(page, size.width)
    await expectAccessibleAt(size.width)
    if (size.width === desktop.width) {
      await expectTrail(page, route)
      // The order of rows changes either before or after all sizes.
      if (last === size) await list?.expectWide(page)
      if (!listsWithoutColumns.includes(name)) await expectSortableColumns(page, route)
      if (last !== size) {
        await calls.quiet()
        await list?.expectWide(page)
      }
    }
    if (size.width === 820 || size.width === phone.width) await list?.expectNarrow(page, size.width)
  }
  list?.expectSameTexts()
}

/** Checks titles and addresses of the breadcrumb: where there is no space, the first are away, never the nearest. */
async function expectTrail(page: Page, route: Route) {
  await expect(breadcrumb(page).locator('[aria-current]')).toHaveText(route.title)
  const links = breadcrumb(page).getByRole('link')
  // Ids of a parent that takes some are in the fragment.
  const above = () =>
    links.evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getAttribute('href')?.replace(/#.*/, '')]),
    )
  const ancestors = ancestorsOf(route).map((one) => [one.title, one.path])
  const nearest = (count: number) => ancestors.slice(ancestors.length - Math.max(count, 1))
  await expect
    .poll(async () => (await above()).length, 'the nearest is there')
    .toBeGreaterThan(ancestors.length > 0 ? 0 : -1)
  await expect
    .poll(async () => JSON.stringify(nearest((await above()).length)))
    .toBe(JSON.stringify(await above()))
}

/**
 * Checks that the sortable headings of a list are those that the server sorts by, and that the first one sorts: sorted.test.ts
 * sorts by each.
 */
async function expectSortableColumns(page: Page, route: Route) {
  const list = listOf(route)
  if (!list) return
  const fieldsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('data-field') ?? ''))
  await expect(page.locator('[role=columnheader][data-field]').first()).toBeVisible()
  const columns = await fieldsOf('[role=columnheader][data-field]')
  const offered = await fieldsOf('.MuiDataGrid-columnHeader--sortable')
  expect(offered).toEqual(columns.filter((field) => list.sortable?.includes(field)))
  const [field] = offered
  if (!field) return
  const heading = page.locator(`[role=columnheader][data-field="${field}"]`)
  const before = (await heading.getAttribute('aria-sort')) ?? ''
  await heading.click()
  await expect(heading).not.toHaveAttribute('aria-sort', before)
  // A list may be sorted by it already.
  if (before === 'none') await expect(page).toHaveURL(new RegExp(`[?&]sort=${field}&order=`))
}

/** A customer with transactions. */
async function findCustomerWithTransactions(server: Server, token: string) {
  const moved = await callApi(server, token, 'transactionflowhistory', { page: 1, transaction_type: 'all' })
  return moved.data.history.find((one: { user_id: number | null }) => one.user_id !== null).user_id
}
