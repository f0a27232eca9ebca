import type { BrowserContext, Page, Route } from '@playwright/test'
import {
  blockServer,
  chooseAction,
  expectTitle,
  expectToast,
  navigate,
  pingServer,
  reconnect,
  rowOf,
  setClock,
  stallCalls,
  unblockServer,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const hourMs = 3_600_000
const notSaved = sentences.connectToOpen
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.locator('.list-status-kept')
/** Opens what can be done about the shown list offline. */
async function offered(page: Page, name: string) {
  await status(page).click()
  return button(page, name)
}
const press = async (page: Page, name: string) => (await offered(page, name)).click()
const keptLabel = (page: Page) => page.getByText('Kept offline', { exact: true })
const grid = (page: Page) => page.getByRole('grid').getByRole('row')

/** A list of 450 rows, which is kept in a sixth of the time of the 3,000 customers. */
const activity = '/agents/history'
const rowsOfActivity = '450 activities.'

async function openActivity(page: Page) {
  await navigate(page, activity)
  await expect(page.getByText(rowsOfActivity)).toBeVisible()
}

/** Holds requests for pages of the activity list from this page on, until they are released. */
async function holdFrom(context: BrowserContext, first: number) {
  const held: Route[] = []
  let isOpen = false
  await context.route('**/api/admin/agenthistory', (route) => {
    const { page = 0 } = route.request().postDataJSON() as { page?: number }
    if (isOpen || page < first) return route.continue()
    held.push(route)
  })
  return {
    held,
    release: async () => {
      isOpen = true
      // Cancelled requests can't be continued.
      await Promise.allSettled(held.splice(0).map((route) => route.continue()))
    },
  }
}

async function openCustomers(page: Page, query = '') {
  await page.goto(`/customer/list${query}`)
  await expect(page.getByText('3,000 customers.')).toBeVisible()
}

async function keepCustomers(page: Page) {
  await openCustomers(page)
  await press(page, 'Keep offline')
  await expect(keptLabel(page)).toBeVisible()
}

const requestedPages = (sent: ReturnType<typeof watchCalls>['sent']) =>
  sent.filter(({ path, body }) => path === 'agenthistory' && body.page).map(({ body }) => Number(body.page))

// Idle-time fetches may be pending when the network fails.
test.beforeEach(({ faults }) => faults.expect(noNetwork))

test('a list that is kept', async ({ page, context }) => {
  await test.step('retries a page whose reply is lost', async () => {
    let requests = 0
    await context.route('**/api/admin/getcustomers', (route) => {
      const body = route.request().postDataJSON() as { page?: number }
      if (body.page !== 5) return route.continue()
      requests += 1
      return requests === 1 ? route.abort('connectionreset') : route.continue()
    })
    await keepCustomers(page)
    expect(requests).toBe(2)
    await blockServer(context)
    await page.goto('/customer/list?page=5')
    await expect(page.getByText('401 to 500 of 3,000')).toBeVisible()
    await expect(keptLabel(page)).toBeVisible()
    await context.unroute('**/api/admin/getcustomers')
    await reconnect(page, context)
    await expect(page.getByText(sentences.offline)).toBeHidden()
  })

  await test.step('warns of insufficient space before it starts', async () => {
    await navigate(page, '/transaction/flow/history?transaction_type=all')
    await expectTitle(page, 'Transaction Flow History')
    await press(page, 'Keep offline')
    await expect(
      page.getByText(
        /^Transaction Flow History has \d,\d{3} rows here, and there is space for 7,000 on this device\./,
      ),
    ).toBeVisible()
    await expect(await offered(page, 'Keep offline')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('keeps a whole list, and shows it without a network', async () => {
    await navigate(page, '/customer/list')
    await expectTitle(page, 'Customers')
    await expect(keptLabel(page)).toBeVisible()
    await expect(await offered(page, 'Remove from this device')).toBeVisible()
    await expect(button(page, 'Keep offline')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await blockServer(context)
    await page.goto('/customer/list?page=30')
    await expect(page.getByText('2,901 to 3,000 of 3,000')).toBeVisible()
    await expect(keptLabel(page)).toBeVisible()
  })

  await test.step('Offline data lists stored screens, and deletes them', async () => {
    await reconnect(page, context)
    await navigate(page, '/agents/list')
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await expect(page.getByText('Page 1 of 1 saved')).toBeVisible()
    // The number depends on earlier tests.
    const [agents] = (await page.getByText(/^\d+ agents\.$/).innerText()).split(' ')
    await navigate(page, '/settings')
    await expectTitle(page, 'Device Settings')
    await page.getByRole('link', { name: 'Offline data' }).click()
    await expectTitle(page, 'Offline Data')
    const row = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    await expect(row('Customers').getByText(/^30 pages, 3,000 rows, \d/)).toBeVisible()
    await expect(row('Customers').getByText('Kept offline')).toBeVisible()
    await expect(row('Agents').getByText(new RegExp(`^1 page, ${agents} rows, \\d+ kB$`))).toBeVisible()
    await expect(page.getByText(/^3,\d{3} of 10,000$/)).toBeVisible()
    await expect(page.getByText(/^\d\.\d MB of 50\.0 MB$/)).toBeVisible()
    await blockServer(context)
    await page.reload()
    await button(page, 'Remove Customers').click()
    await expect(row('Customers')).toHaveCount(0)
    await expect(row('Agents')).toBeVisible()
    await button(page, 'Remove all').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByText('Nothing is saved on this device.')).toBeVisible()
  })
})

test('a list whose keeping is interrupted', { tag: '@long' }, async ({ page, context, faults }) => {
  await page.goto('/password/change')
  await expectTitle(page, 'Change Password')
  await test.step('shows progress, fetches two pages at a time, can be stopped, and resumes after a reload', async () => {
    const first = await holdFrom(context, 3)
    await openActivity(page)
    await press(page, 'Keep offline')
    await expect(status(page)).toHaveText('Keeping 200 of 450 rows')
    await status(page).click()
    await expect(page.getByRole('progressbar', { name: 'Keeping offline' })).toHaveAttribute(
      'aria-valuenow',
      /^44\.4/,
    )
    await expect.poll(() => first.held.length).toBe(2)
    await button(page, 'Cancel').click()
    await expect(page.getByText('200 of 450 rows kept offline')).toBeVisible()
    await first.release()
    await context.unroute('**/api/admin/agenthistory')

    await page.reload()
    await expect(page.getByText('200 of 450 rows kept offline')).toBeVisible()
    const { sent, stop } = watchCalls(context)
    await press(page, 'Resume')
    await expect(keptLabel(page)).toBeVisible()
    expect(requestedPages(sent).toSorted((a, b) => a - b)).toEqual([3, 4, 5])
    stop()
  })

  await test.step('is shown without a network, and removed without one', async () => {
    await blockServer(context)
    await pingServer(page)
    await navigate(page, `${activity}?page=5`)
    await expect(page.getByText('401 to 450 of 450')).toBeVisible()
    await press(page, 'Remove from this device')
    await expect(await offered(page, 'Keep offline')).toBeDisabled()
    await page.reload()
    await expect(page.getByText(notSaved)).toBeVisible()
    await reconnect(page, context)
  })

  await test.step('pauses without a network, and resumes when it is back', async () => {
    faults.expect(/net::ERR_FAILED/)
    const { held, release } = await holdFrom(context, 4)
    await openActivity(page)
    await press(page, 'Keep offline')
    await expect(status(page)).toHaveText('Keeping 300 of 450 rows')
    // Two of the list, and the page that is fetched again after the connection came back.
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(2)
    await blockServer(context)
    await Promise.all(held.splice(0).map((route) => route.abort()))
    await expect(page.getByText('300 of 450 rows kept offline')).toBeVisible()
    await expect(await offered(page, 'Resume')).toBeDisabled()
    await page.keyboard.press('Escape')
    await release()
    await reconnect(page, context)
    await expect(keptLabel(page)).toBeVisible()
  })

  await test.step('refreshes in the background when opened after an hour', async () => {
    const { sent } = watchCalls(context)
    const reopen = async () => {
      await page.goto(activity)
      await expect(page.getByText(rowsOfActivity)).toBeVisible()
      await expect(keptLabel(page)).toBeVisible()
    }
    await setClock(page, Date.now() + hourMs / 2)
    await reopen()
    await setClock(page, Date.now() + 2 * hourMs)
    await reopen()
    await expect.poll(() => new Set(requestedPages(sent)).size).toBe(5)
    await expect(status(page)).toHaveText('Kept offline')
  })

  await test.step('is deleted after a week, with a message', async () => {
    await blockServer(context)
    await setClock(page, Date.now() + 8 * 24 * hourMs)
    await page.goto(activity)
    await expect(page.getByText(notSaved)).toBeVisible()
    // Not before the server has told its time: the clock of the device may have jumped.
    await unblockServer(context)
    await page.goto('/dashboard')
    await expectToast(page, 'Kept offline for a week and now deleted from this device: Agents Activity.')
  })
})

test('keeps the results of a search separately', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/customer/list?search=odibo')
  await press(page, 'Keep offline')
  await expect(keptLabel(page)).toBeVisible()
  const total = await page.getByText(/^\d+ customers\.$/).innerText()
  await navigate(page, '/customer/list')
  await expect(page.getByText('3,000 customers.')).toBeVisible()
  await expect(await offered(page, 'Keep offline')).toBeVisible()
  await blockServer(context)
  await page.goto('/customer/list?search=odibo')
  await expect(page.getByText(total)).toBeVisible()
  await expect(keptLabel(page)).toBeVisible()
})

test('shows at the button that the browser can’t store data', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openCustomers(page)
  await press(page, 'Keep offline')
  await expect(page.getByText(/^This browser can’t save pages/)).toBeVisible()
})

test('shows when the device is full, and retains stored pages', async ({ page }) => {
  await page.addInitScript(() => {
    const { value: put } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {}
    let freePages = 8
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === 'contents' && freePages-- <= 0)
        throw new DOMException('No room.', 'QuotaExceededError')
      return put.apply(this, row)
    }
  })
  await openCustomers(page)
  await press(page, 'Keep offline')
  await expect(page.getByText('There is no more space on this device.')).toBeVisible()
  await expect(page.getByText(/^\d00 of 3,000 rows kept offline$/)).toBeVisible()
  await expect(grid(page).nth(5)).toBeVisible()
  await navigate(page, '/customer/list?page=30')
  await expect(page.getByText('2,901 to 3,000 of 3,000')).toBeVisible()
  await expect(page.getByText(/of 30 saved/)).toHaveCount(0)
})

test('does not show a stale list first after a change, but shows it with its age without a network', async ({
  page,
  context,
}) => {
  const name = 'Halima Yusuf'
  await page.goto('/agents/list')
  await expect(rowOf(page, name)).toBeVisible()
  await page.getByLabel('Filter this page').fill(name)
  await chooseAction(page, name, 'Update')
  await page.getByLabel('Phone Number').fill('08097716009')
  // The request for the list after the change fails.
  const dropCalls = await stallCalls(context, 'getagents')
  await button(page, 'Update Agent').click()
  await expectToast(page, sentences.agentUpdated)
  await expectTitle(page, 'Agents')
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
  dropCalls()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(rowOf(page, name)).not.toContainText('08097716009')
  await blockServer(context)
  await setClock(page, Date.now() + 2 * hourMs)
  await page.reload()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByText(/^Saved .*\(2 hours ago\)$/)).toBeVisible()
})
