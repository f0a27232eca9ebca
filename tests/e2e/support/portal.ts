import { randomUUID } from 'node:crypto'
import {
  type APIResponse,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from '@playwright/test'
import { unencodedDigestHeader } from '#contract/bodyDigest'
import { shellCalls } from '#routing/routes'
import type { Server } from './server'

/** A toast by its text, unless `expectToast` has seen it; errors are alerts, the others status messages. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast:not([data-seen])').filter({ hasText: text })

/**
 * Waits for a toast, marks it and returns its text: the same text can be awaited again while it is still shown. One that was shown
 * since the page was loaded, or since the first wait in a browser context of a test's own, counts after it is gone: a slow machine
 * looks too late.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<string> {
  let shown: string | undefined
  const look = async () => {
    await page.evaluate(keepToasts)
    shown = await page.evaluate(markToasts, text)
  }
  // A page that is being replaced has no toasts.
  const poll = expect.poll(
    () =>
      look().then(
        () => shown !== undefined,
        () => false,
      ),
    {
      message: `toast '${text}'`,
      intervals: [50, 100, 250],
    },
  )
  await poll.toBe(true)
  return shown ?? ''
}

/** Presses a button in a message. Not by the mouse: a message moves, and closes while a slow machine gets to its button. */
export const pressInToast = (page: Page, name: string | RegExp) =>
  page
    .locator('.toast')
    .getByRole('button', { name })
    .first()
    .evaluate((one: HTMLElement) => one.click())

type KeptToasts = { toasts?: Set<HTMLElement> }

/** Runs in the page: keeps each toast from now on. */
export function keepToasts() {
  const kept = window as unknown as KeptToasts
  if (kept.toasts) return
  const toasts = new Set<HTMLElement>()
  kept.toasts = toasts
  const keep = () => {
    for (const one of document.querySelectorAll<HTMLElement>('.toast')) toasts.add(one)
  }
  keep()
  new MutationObserver(keep).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: marks the kept toasts with this text, and returns the text of the newest one. */
function markToasts(text: string | RegExp): string | undefined {
  const textOf = (one: HTMLElement) => (one.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isMeant = (shown: string) =>
    typeof text === 'string' ? shown.toLowerCase().includes(text.toLowerCase()) : text.test(shown)
  const seen = [...((window as unknown as KeptToasts).toasts ?? [])].filter(
    (one) => one.dataset.seen === undefined && isMeant(textOf(one)),
  )
  for (const one of seen) one.dataset.seen = 'yes'
  const newest = seen.at(-1)
  return newest && textOf(newest)
}

/**
 * Records the texts of all toasts from the next page load on. A toast at the end of a session is shown for a second, then the
 * page is loaded afresh: a slow poll would miss it.
 */
export async function watchToasts(page: Page) {
  const texts: string[] = []
  await page.exposeFunction('recordToast', (text: string) => texts.push(text))
  await page.addInitScript(() => {
    const record = (window as unknown as { recordToast: (text: string) => void }).recordToast
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('.toast')) {
        if (!seen.has(one)) record(one.firstElementChild?.lastChild?.textContent ?? '')
        seen.add(one)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return texts
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 })

export const expectTitle = (page: Page, text: string | RegExp) => expect(title(page)).toHaveText(text)

/** The shown screen, without sidebar and bars. */
export const contentOf = (page: Page) => page.locator('#content')

/** The row of a list: a row of the grid or, on a phone, a card. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({ hasText: name })

/** A tile of the figures at the head of a page: title, figure and note. */
export const stripTile = (page: Page, title: string) =>
  page
    .locator('.figure-strip section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** A short table in a card: a grid, or a plain table where a grid would scroll sideways. */
export const shortTable = (page: Page, name: string) =>
  page.getByRole('grid', { name, exact: true }).or(page.getByRole('table', { name, exact: true }))

/** All columns of a list, in its order, but the one that says who a row is about is first. A narrower window shows fewer. */
export async function expectColumns(page: Page, headers: readonly string[]) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 3600, height: 800 })
  const headings = page.getByRole('grid').getByRole('columnheader')
  const texts = async () => (await headings.allTextContents()).filter((text) => text !== '')
  const sorted = (some: readonly string[]) => some.toSorted((one, other) => one.localeCompare(other))
  await expect.poll(async () => sorted(await texts())).toEqual(sorted(headers))
  const [first = '', ...others] = await texts()
  expect(others).toEqual(headers.filter((one) => one !== first))
  if (size) await page.setViewportSize(size)
}

/** Changes the height of the rows, after checking whether they are dense. */
export async function toggleDenseRows(page: Page, areDense: boolean) {
  await page.getByRole('main').getByRole('button', { name: 'Columns' }).click()
  const dense = page.getByRole('menuitemcheckbox', { name: 'Dense rows' })
  await expect(dense).toBeChecked({ checked: areDense })
  await dense.click()
  await expect(dense).toBeChecked({ checked: !areDense })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Opens a card. */
export async function openRow(page: Page, name: string) {
  const opener = rowOf(page, name).first().locator('[aria-expanded]')
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
}

/** The names in the menu of a list's first row with this text, which is then closed; none without a menu. */
export async function rowMenu(page: Page, text = '') {
  const menu = page.getByRole('button', { name: /^More actions for / })
  const row = page.locator('[role=row][data-id]').filter({ hasText: text })
  await expect(row.first()).toBeVisible()
  const opener = row.first().locator(menu)
  if (!(await opener.isVisible())) return []
  await opener.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const names = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  return names
}

/** Opens a row beside its list, and returns all its facts and actions. */
export async function openFacts(page: Page, text: string) {
  await rowOf(page, text).first().locator('.subject').click()
  return page.getByRole('complementary')
}

/** Chooses an action of a row, as a button or in its menu; on a phone in the opened card. */
export async function chooseAction(page: Page, name: string, action: string) {
  const named = { name: `${action} ${name}`, exact: true }
  const button = page.getByRole('link', named).or(page.getByRole('button', named))
  const menu = page.getByRole('button', { name: `More actions for ${name}` })
  const opener = rowOf(page, name).first().locator('[aria-expanded]')
  const item = page.getByRole('menuitem', { name: action, exact: true })
  const attempt = { timeout: 10_000 }
  // A row that is replaced meanwhile, by those of a search or by fresh ones, takes its menu with it.
  await expect(async () => {
    if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape')
    await expect(button.or(menu).or(opener).first()).toBeVisible(attempt)
    if (await opener.isVisible()) await openRow(page, name)
    // The rows of one movement share its reference.
    if (await button.first().isVisible()) return button.first().click(attempt)
    await menu.first().click(attempt)
    await item.click(attempt)
  }).toPass({ timeout: 120_000 })
}

/** Chooses from a field with many options. By keyboard: a click misses an option that moves while the list is filtered. */
export async function chooseOption(field: Locator, text: string, option: string | RegExp) {
  await field.fill(text)
  await expect(field.page().getByRole('listbox').getByRole('option').first()).toHaveText(option)
  await field.press('Enter')
}

/** Enters a day of a report's filter, whose fields are behind its chip. */
export async function fillDay(page: Page, label: 'Start date' | 'End date', day: string) {
  await openPeriod(page)
  await page.getByLabel(label).fill(day)
}

/** Shows the days of a report's filter. */
export async function openPeriod(page: Page) {
  const chip = page.getByRole('button', { name: /^Period/ })
  if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click()
}

/** Opens the list, and one agent's screen from there. */
export async function openAgent(page: Page, name: string, action: string) {
  await page.goto('/agents/list')
  await filterAgents(page, name, action)
}

/** Like `openAgent`, without a reload. */
export async function chooseAgent(page: Page, name: string, action: string) {
  await navigate(page, '/agents/list')
  await filterAgents(page, name, action)
}

async function filterAgents(page: Page, name: string, action: string) {
  await expectTitle(page, 'Agents')
  await page.getByLabel('Filter this page').fill(name)
  await chooseAction(page, name, action)
}

/** Opens an admin's screen from the list, by search. */
export async function openAdmin(page: Page, name: string, action: string, list = '/admin/list') {
  await page.goto(list)
  await filterAdmins(page, name, action)
}

/** Like `openAdmin`, without a reload. */
export async function chooseAdmin(page: Page, name: string, action: string, list = '/admin/list') {
  await navigate(page, list)
  await expectTitle(page, list === '/admin/list' ? 'Administrators' : 'Non-Active Administration list')
  await filterAdmins(page, name, action)
}

async function filterAdmins(page: Page, name: string, action: string) {
  await page.getByLabel('Name, e-mail or phone').fill(name)
  await chooseAction(page, name, action)
}

/** Leaves a form with entries, in the dialog that asks. */
export const leaveButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Leave' })

export const filterPending = 'You changed the filter: press Search first, then download.'

/**
 * The export of a list is disabled while its filter can't be sent yet: pressed, it says why in a toast. False for a list without a
 * period, whose search applies by itself.
 */
export async function expectFilterPending(page: Page) {
  const path = new URL(page.url()).pathname
  const file = page.getByRole('button', { name: /^(Export CSV|Download All Filtered)$/ })
  await expect(file).not.toHaveAccessibleDescription(filterPending)
  if (!(await page.getByRole('button', { name: /^Period/ }).isVisible())) {
    const text = page.getByRole('search').locator('input').first()
    await text.fill('Ade')
    await expect(page).toHaveURL(/search=ade/i)
    await expect(file, path).not.toHaveAccessibleDescription(filterPending)
    await text.fill('')
    return false
  }
  await openPeriod(page)
  const day = page.getByLabel('Start date')
  await day.fill('2026-01-02')
  await expect(file, path).toHaveAccessibleDescription(filterPending)
  await file.click()
  await openPeriod(page)
  await day.fill('')
  await expect(file, path).not.toHaveAccessibleDescription(filterPending)
  return true
}

/** A reply that a test changes: without what the server says of its body (contract/bodyDigest.ts). */
export function unsigned(reply: APIResponse) {
  const { [unencodedDigestHeader]: _digest, ...headers } = reply.headers()
  return { response: reply, headers }
}

/** Changes each row of a list on its way to the browser. */
export const mapRows = (context: BrowserContext, path: string, change: (row: { name: string }) => object) =>
  context.route(`**/api/admin/${path}`, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ ...unsigned(reply), json: { ...body, data: body.data.map(change) } })
  })

/** The next reply with an uploaded file. A browser without a viewer for its type downloads it, and the tab stays blank. */
export const fileReply = (context: BrowserContext) =>
  context.waitForEvent('response', (reply) => reply.url().includes('/api/files/'))

/** Label and value of a card of facts. */
export const fact = (within: Page | Locator, label: string) =>
  within.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')

/**
 * Opens a route with its ids in navigation state, as a reload does: ids are never in the address.
 */
export async function openWithState(page: Page, path: string, state: unknown) {
  await page.addInitScript(
    ([to, usr, once]) => {
      if (location.pathname !== to || sessionStorage.getItem(once)) return
      sessionStorage.setItem(once, 'done')
      history.replaceState({ usr, key: 'test', idx: 0 }, '')
    },
    [path.replace(/\?.*/, ''), state, `opened ${randomUUID()}`] as const,
  )
  await page.goto(path)
}

/** Opens a route without a reload, as a link of the app does: a tenth of the processor time of `page.goto`. */
export const navigate = (page: Page, path: string, state: unknown = null) =>
  page.evaluate(
    ([to, usr]) => {
      const idx = (history.state?.idx ?? 0) + 1
      history.pushState({ usr, key: Math.random().toString(36).slice(2), idx }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    [path, state] as const,
  )

/** Presses a link of the menu, in its section. */
export async function openFromMenu(page: Page, section: string, link: string) {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: section }).click()
  await menu.getByRole('link', { name: link }).click()
}

/** The service worker has cached the whole app and controls the page: every screen opens without a network. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/**
 * Applies a mocked or changed set of own permissions without a reload: the portal fetches them when its window gets the
 * focus. Everything that is saved is then a minute old: a list opened next is fetched again.
 */
export async function refreshRights(page: Page, minutes = 1) {
  // A fetch that began before the change may still be on its way: the portal begins no second one.
  let request: Request | undefined
  while (!request) {
    await page.clock.setFixedTime(Date.now() + minutes * 60_000)
    const begun = page.waitForRequest('**/api/admin/viewpermission', { timeout: 2000 })
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    request = await begun.catch(() => undefined)
  }
  await (await request.response())?.finished()
  // A screen that is no longer allowed redirects in the next frames, and would undo a navigation.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((done) => requestAnimationFrame(done))
  })
}

/** Closes all toasts, before the same message is awaited again. */
export async function closeToasts(page: Page) {
  const close = page.getByRole('button', { name: 'Close this message' })
  // Not by the mouse: toasts move and leave meanwhile.
  await close.evaluateAll((buttons) => {
    for (const one of buttons) (one as HTMLButtonElement).click()
  })
  await expect(page.locator('.toast')).toHaveCount(0)
}

/** Opens Find anything by its keys; the app listens for them a moment after a page is shown. */
export async function openSearch(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Find anything' })
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** Names of the user databases on this device. */
export const savedDatabases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('alajo-user-')),
  )

/** Makes the server unreachable; the app's files still load, as from the service worker. */
export const blockServer = (context: BrowserContext) =>
  context.route(/\/(api\/|healthz)/, (route) => route.abort())
export const unblockServer = (context: BrowserContext) => context.unroute(/\/(api\/|healthz)/)

/** Makes the portal ping the server at once. Not by "Try now": another call may hide that button first. */
export const pingServer = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')))

/** Makes the server reachable again, and the portal ping it at once. */
export async function reconnect(page: Page, context: BrowserContext) {
  await unblockServer(context)
  await pingServer(page)
}

/** Holds calls of this path; the returned function drops their connections. */
export async function stallCalls(context: BrowserContext, path: string, options: { times?: number } = {}) {
  let lose = () => {}
  const lost = new Promise<void>((done) => {
    lose = done
  })
  const wait = async (route: Route) => {
    await lost
    // Leaving a page cancels its calls.
    await route.abort().catch(() => undefined)
  }
  await context.route(`**/api/admin/${path}`, wait, options)
  return lose
}

/** Holds calls of this path on their way to the server; the returned function lets them and all later ones pass. */
export async function holdCalls(context: BrowserContext, path: string) {
  let pass = () => {}
  const passing = new Promise<void>((done) => {
    pass = done
  })
  await context.route(`**/api/admin/${path}`, async (route) => {
    await passing
    await route.continue()
  })
  return pass
}

/** Stops the server and takes the browser offline. */
export async function loseNetwork(server: Server, context: BrowserContext) {
  await server.stop()
  await context.setOffline(true)
}

/**
 * Runs in the page: the server's time follows the page's clock. Where a test moves that clock, time passes; the device's clock is
 * not wrong.
 */
export function serverFollowsClock() {
  const get = Reflect.get(Headers.prototype, 'get') as (this: Headers, name: string) => string | null
  Headers.prototype.get = function (name) {
    const value = get.call(this, name)
    return value !== null && name.toLowerCase() === 'date' ? new Date().toUTCString() : value
  }
}

/** Sets the clock, with activity up to that moment: else the device would be locked. */
export async function setClock(page: Page, moment: number) {
  await page.clock.setFixedTime(moment)
  await page.evaluate((at) => localStorage.setItem('alajo.alive', String(at)), moment)
}

/** Stops an installed clock of the page a little later: from then on only the test moves it. */
export async function pauseClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

export type Sent = { path: string; body: Record<string, unknown>; key: string | undefined }

const shellPaths = new Set(shellCalls.map(({ path }) => path))

/**
 * Records the calls to the server, and can wait until none is pending. `sentByScreen` leaves out those that the shell sends at
 * any time, such as the counts in the menu.
 */
export function watchCalls(context: BrowserContext) {
  const sent: Sent[] = []
  const sentByScreen: Sent[] = []
  const open = new Set<Request>()
  let lastAt = Date.now()
  const pathOf = (url: string) => /\/api\/admin\/(.+)$/.exec(url)?.[1]
  const onEnd = (request: Request) => {
    // One that started before is not counted.
    if (open.delete(request)) lastAt = Date.now()
  }
  const onRequest = (request: Request) => {
    const path = pathOf(request.url())
    if (!path) return
    open.add(request)
    const body = (request.postDataJSON() ?? {}) as Record<string, unknown>
    const call = { path, body, key: request.headers()['idempotency-key'] }
    sent.push(call)
    if (!shellPaths.has(path)) sentByScreen.push(call)
  }
  context.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd)
  const stop = () =>
    context.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd)
  const settled = () =>
    expect
      .poll(() => sent.length > 0 && open.size === 0 && Date.now() - lastAt > 300, { intervals: [50] })
      .toBe(true)
  /** Like `settled`, for a screen that may send no call. */
  const quiet = () => {
    lastAt = Date.now()
    return expect.poll(() => open.size === 0 && Date.now() - lastAt > 150, { intervals: [50] }).toBe(true)
  }
  return { sent, sentByScreen, settled, quiet, stop }
}

/** Chooses the status of a decision. */
export const chooseStatus = (page: Page, status: 'Accept' | 'Reject') =>
  page.getByRole('radio', { name: status, exact: true }).check()
