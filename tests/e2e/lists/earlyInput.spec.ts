import type { BrowserContext, Page } from '@playwright/test'
import type { NamedRead } from '#contract/call'
import { isForChange, type Route } from '#routing/route'
import type { RouteName } from '#routing/routes'
import { type ListReply, pageIn } from '#transport/listPage'
import { sentences } from '../../sentences'
import { sliceOf } from '../../server/support/rounds'
import { callApi, tokenOf } from '../support/api'
import { expectTitle, expectToast, holdCalls, navigate, unsigned } from '../support/portal'
import { allRoutes, headingOf, listReads, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { clearSavedPages } from '../support/storage'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const listOf = (route: Route) =>
  listReads(route).find((one) => 'page' in one.input.entries || one.whole !== undefined)
/** They read a list for something else, or have one below facts that it waits for. */
const others: readonly RouteName[] = ['dashboard', 'agentDevices', 'books']
const lists = allRoutes.flatMap(([name, route]) => {
  const call = listOf(route)
  return call && !isForChange(route) && !others.includes(name) ? [{ name, route, call }] : []
})

const fields = (page: Page) => page.locator('.list-tools input[type=search]:visible')
const rows = (page: Page) => page.locator('[role=row][data-id]')
/** Of a narrow screen, where a list whose rows have no more to show is a list of cards. */
const cards = (page: Page) => page.locator('main li:has(dl)')
const noRows = (page: Page) => page.locator(':is(.no-rows, .MuiPaper-root) > [role=status]')

async function typeEverywhere(page: Page, text: string) {
  for (const field of await fields(page).all()) {
    await field.fill(text)
    await field.evaluate((one) => {
      one.dataset.typed = 'yes'
    })
  }
}

/** What the fields say, of those that were typed into. */
const typedIn = (page: Page) =>
  fields(page).evaluateAll((all) =>
    all.filter((one) => one.dataset.typed).map((one) => (one as HTMLInputElement).value),
  )

/** The places of the rows that are opened and selected. */
const entered = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const placesOf = (selector: string) => all.flatMap((row, at) => (row.querySelector(selector) ? [at] : []))
    const opened = all.flatMap((row, at) => (row.matches('.opened') ? [at] : []))
    return { opened, selected: placesOf('input:checked') }
  })

/** Opens and selects the first row, as far as the list has that. Returns whether it has rows. */
async function enterFirst(page: Page): Promise<boolean> {
  await expect(rows(page).or(cards(page)).or(noRows(page)).first()).toBeVisible()
  const first = rows(page).first()
  if (!(await first.isVisible())) return false
  await first.locator('.subject').click()
  const check = first.getByRole('checkbox')
  if (await check.isVisible()) await check.click()
  return true
}

/** Another row arrives above the others. */
async function letRowArrive(page: Page, context: BrowserContext, { path }: NamedRead) {
  await context.route(`**/api/admin/${path}`, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const all: object[] =
      [reply.agent, reply.data].find(Array.isArray) ?? pageIn(reply as ListReply<object>)?.rows ?? []
    const first = all[0] ?? {}
    all.unshift({ ...first, ...('id' in first ? { id: 999_999 } : { first_name: 'Arrived' }) })
    await route.fulfill({ ...unsigned(response), json: reply }).catch(() => undefined)
  })
  await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 61_000)
  await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
}

test('what is typed before the rows of a list arrive stays, and later rows move neither opened nor selected ones', async ({
  page,
  context,
  sample,
}) => {
  await page.setViewportSize({ width: 1280, height: 1180 })
  await page.goto('/settings')
  await expectTitle(page, /Settings$/)
  // The permissions are there.
  await expect(page.getByRole('link', { name: 'Market Days' })).toBeVisible()
  for (const { name, route, call } of sliceOf(lists))
    await test.step(route.path, async () => {
      const pass = await holdCalls(context, '**')
      await navigate(page, route.path, stateFor(route, sample))
      // That of a single record has its name once it is there; that of movements of a day is in the address.
      await expectTitle(page, name === 'dayMovements' ? headingOf(name) : route.title)
      await typeEverywhere(page, 'zz')
      const typed = await typedIn(page)
      expect(typed.length, 'fields').toBeGreaterThan(0)
      // A search is sent a moment after its last letter; the rows of the list without it come before that, or never.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
      pass()
      await expect(noRows(page)).toBeVisible()
      expect(await typedIn(page)).toEqual(typed)

      await page.getByLabel(/^Filter this (page|list)$/).fill('')
      if (await enterFirst(page)) {
        const before = await entered(page)
        const moved = (places: number[]) => places.map((at) => at + 1)
        await letRowArrive(page, context, call)
        await expect
          .poll(() => entered(page))
          .toEqual({ opened: moved(before.opened), selected: moved(before.selected) })
      }
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    })
})

test('what is typed before the search of everything is loaded is in it', async ({ page }) => {
  let load = () => {}
  const isLoaded = new Promise<void>((done) => {
    load = done
  })
  await page.route('**/assets/SearchDialog-*.js', async (route) => {
    await isLoaded
    await route.fallback()
  })
  // Also asked for in an idle moment, before the key.
  const asked = page.waitForRequest('**/assets/SearchDialog-*.js')
  await page.goto('/settings')
  await expectTitle(page, /Settings$/)
  await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.type('Olatunji')
  load()
  const field = page.getByRole('combobox', { name: 'Find anything' })
  await expect(field).toBeFocused()
  await page.keyboard.type(' A')
  await expect(field).toHaveValue('Olatunji A')
})

test('a default view that is known late does not replace a search that is being typed', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/customer/list?search=Ade')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save View…' }).click()
  await page.getByLabel('Name of the view').fill('Families of Ade')
  await page.keyboard.press('Enter')
  await expectToast(page, 'View saved.')
  await page.getByRole('button', { name: /^View: / }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Open with This View' }).click()
  await expectToast(page, sentences.viewIsDefault)

  const search = page.getByLabel('Name, phone or reference')
  const pass = await holdCalls(context, 'getviews')
  await clearSavedPages(page)
  await page.goto('/customer/list')
  await search.fill('Bello')
  const views = page.waitForResponse('**/getviews')
  pass()
  await (await views).finished()
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL(/\?search=Bello$/)
  await expect(search).toBeFocused()

  // Other tests open this list without a view.
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getviews', {})
  for (const { id, name } of data as { id: number; name: string }[])
    if (name === 'Families of Ade') await callApi(server, token, 'deleteview', { view_id: id })
})
