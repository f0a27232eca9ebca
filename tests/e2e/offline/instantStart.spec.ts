import type { Locator, Page } from '@playwright/test'
import type { Customer } from '#contract/calls/customers'
import { callApi, deviceSession, tokenOf } from '../support/api'
import {
  blockServer,
  chooseAction,
  expectTitle,
  expectToast,
  fact,
  navigate,
  openWithState,
  rowOf,
} from '../support/portal'
import { demoPassword, logOut, signIn, superadmin } from '../support/signIn'
import {
  clearSnapshots,
  clearSavedPages,
  dumpStores,
  permissionsAreSaved,
  snapshotFacts,
  snapshotsOf,
  seenSnapshots,
  storesContaining,
  watchSnapshots,
} from '../support/storage'
import { endedSession, expect, test } from '../support/test'

/** Adds up the layout shifts of a page, from its start. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { shifted: number }
    seen.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Opens the list of customers, and waits for its snapshot. */
const keepList = (page: Page) =>
  keepSnapshot(page, async () => {
    await page.goto('/customer/list')
    await expect(rowOf(page, 'CU-003000')).toBeVisible()
  })

/** Opens a screen, and waits for its snapshot. What it lacks is printed. */
async function keepSnapshot(page: Page, open: () => Promise<void>) {
  // A page without the app, which takes no snapshot of the screen before.
  await page.goto('/healthz')
  const before = await snapshotsOf(page)
  await open()
  const taken = expect.poll(() => snapshotsOf(page)).toBe(before + 1)
  await taken.catch(async (error: unknown) => {
    console.log('No snapshot:', JSON.stringify(await snapshotFacts(page)))
    throw error
  })
}

/** Holds the app back until the returned function is called. */
async function holdApp(page: Page) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/assets\/App-/, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await expect(painted(page)).toHaveCount(0)
    await page.unroute(/\/assets\/App-/)
  }
}

/** Records whether a snapshot was in the page since its start. */
const watchPainting = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { wasPainted: boolean }
    seen.wasPainted = false
    new MutationObserver(() => {
      seen.wasPainted ||= document.getElementById('snapshot') !== null
    }).observe(document, { childList: true, subtree: true })
  })
const wasPainted = (page: Page) =>
  page.evaluate(() => (window as unknown as { wasPainted: boolean }).wasPainted)

const painted = (page: Page) => page.locator('#snapshot')
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })

test('a start paints the screen before the app, inert, and the app takes it over without a jump or a lost press', async ({
  page,
  context,
  server,
  faults,
}) => {
  await watchShifts(page)
  await signIn(page, server, superadmin)
  await keepList(page)

  await test.step('text, structure and links; nothing else can be focused or is announced', async () => {
    const start = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(painted(page)).toHaveAttribute('aria-busy', 'true')
    // Only as many rows as the screen of the device can show.
    await expect(painted(page).locator('tbody tr').nth(10)).toBeVisible()
    expect(await painted(page).locator('tbody tr').count()).toBeLessThan(40)
    const widths = () =>
      painted(page)
        .locator('th')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    const before = await widths()
    await expect(page).toHaveTitle('Customers · Alajo')
    const inside = await painted(page).evaluate((snapshot) => {
      const all = [...snapshot.querySelectorAll<HTMLElement>('*')]
      const focusable = all.filter((one) => {
        one.focus()
        // What scrolls can be focused in Chromium, to be scrolled by keys.
        const scrolls = one.scrollHeight > one.clientHeight && one.matches('div, nav')
        return document.activeElement === one && !scrolls
      })
      return {
        scripts: all.filter((one) => one.matches('script, iframe, img:not([src^="/icons/"])')).length,
        handlers: all.filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length,
        live: all.filter((one) => one.matches('[role=status], [role=alert], [aria-live], [id]')).length,
        buttons: all.filter((one) => one.matches('button:not([inert])')).length,
        focusable: [...new Set(focusable.map(({ tagName }) => tagName))].sort(),
      }
    })
    expect(inside).toEqual({ scripts: 0, handlers: 0, live: 0, buttons: 0, focusable: ['A', 'INPUT'] })
    await painted(page)
      .locator('.grid-scroll')
      .evaluate((list) => list.scrollTo(0, 300))
    await expect(painted(page).locator('tbody tr')).toHaveCount(100)
    expect(await widths()).toEqual(before)
    await painted(page).getByRole('link', { name: 'Dashboard' }).first().focus()
    await start()
    expect(await page.locator('.grid-scroll').evaluate((list) => list.scrollTop)).toBe(300)
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeFocused()
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02)
  })

  await test.step('what is typed and pressed before the app is there is done', async () => {
    const start = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await painted(page).getByLabel('Name, phone or reference').pressSequentially('Adaeze')
    const { x, y, width, height } = (await painted(page)
      .locator('button', { hasText: /^Search$/ })
      .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(x + width / 2, y + height / 2)
    await start()
    await expect(page).toHaveURL(/search=Adaeze/)
  })

  await test.step('the last row, which the app renders after others, is opened', async () => {
    const start = await holdApp(page)
    await page.goto('/customer/list', { waitUntil: 'commit' })
    await painted(page)
      .locator('.grid-scroll')
      .evaluate((list) => list.scrollTo(0, 1e6))
    const row = painted(page).locator('tbody tr').nth(99)
    const cells = row.locator('th, td')
    await expect(cells.nth(2)).toHaveText(/^CU-/)
    const reference = await cells.nth(2).innerText()
    // Not at its name, which is a link.
    const { x, y } = (await cells.nth(5).boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.click(x + 5, y + 5)
    await expect(row).toHaveAttribute('data-pressed')
    await start()
    await expectTitle(page, 'Customer Details')
    await expect(page.getByRole('main')).toContainText(reference)
  })

  await test.step('in the colours that the device has now', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await keepList(page)
    const start = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(painted(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await start()
  })

  await test.step('without a network with its banner, which would move the screen later', async () => {
    faults.expect(/net::ERR_FAILED/)
    await blockServer(context)
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
    const start = await holdApp(page)
    await page.goto('/customer/list', { waitUntil: 'commit' })
    const banner = page.getByText(/^You are offline. You are seeing data saved at (\d+ \w{3}, )?\d\d:\d\d./)
    await expect(painted(page).locator(banner)).toBeVisible()
    const topOfRow = (within: Locator) =>
      within
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top)
    const before = await topOfRow(painted(page))
    await start()
    await expect(banner).toBeVisible()
    expect(await topOfRow(page.locator('#root'))).toBe(before)
  })
})

test('a snapshot never delays the app, each tab has its own, and Lock leaves nothing of it', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server, superadmin)

  await test.step('permissions read a moment ago, by a page that was left before it saved them: there is a snapshot', async () => {
    await permissionsAreSaved(page)
    await page.goto('/healthz')
    await clearSavedPages(page)
    await clearSnapshots(page)
    const { rights } = await deviceSession(page)
    if (!rights) throw new Error('No permissions are stored.')
    await deviceSession(page, { rights: { ...rights, at: Date.now() } })
    await keepList(page)
  })

  await test.step('two tabs start at once', async () => {
    const other = await context.newPage()
    const starts = await Promise.all([holdApp(page), holdApp(other)])
    await Promise.all([
      page.reload({ waitUntil: 'commit' }),
      other.goto('/customer/list', { waitUntil: 'commit' }),
    ])
    for (const tab of [page, other]) await expect(painted(tab)).toBeVisible()
    await Promise.all(starts.map((start) => start()))
    for (const tab of [page, other]) {
      await next(tab).click()
      await expect(tab).toHaveURL(/page=2/)
    }
    await other.close()
  })

  await test.step('storage slower than the app: the app starts, and nothing is painted over it', async () => {
    const slow = await context.newPage()
    await watchPainting(slow)
    await slow.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB)
      let isFirst = true
      const openSlowly = (...args: Parameters<IDBFactory['open']>) => {
        const request = open(...args)
        if (!args[0].startsWith('alajo-user-') || !isFirst) return request
        isFirst = false
        Object.defineProperty(request, 'onsuccess', {
          set: (done: () => void) => {
            request.addEventListener('success', () => Object.assign(window, { finishOpening: done }))
          },
        })
        return request
      }
      Object.defineProperty(indexedDB, 'open', { value: openSlowly })
    })
    await slow.goto('/customer/list')
    await next(slow).click()
    await slow.evaluate(() => (window as unknown as { finishOpening: () => void }).finishOpening())
    await expect(slow).toHaveURL(/page=2/)
    await slow.waitForTimeout(1000)
    expect(await wasPainted(slow)).toBe(false)
    await slow.close()
  })

  await test.step('a device on which rows come late: a press waits for them', async () => {
    const late = await context.newPage()
    await late.addInitScript(() => {
      const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
      const decryptSlowly = async (...args: Parameters<SubtleCrypto['decrypt']>) => {
        if (document.getElementById('snapshot')) await new Promise((done) => setTimeout(done, 3000))
        return decrypt(...args)
      }
      Object.defineProperty(crypto.subtle, 'decrypt', { value: decryptSlowly })
    })
    // Nothing comes from the server in time.
    await late.route('**/api/admin/getcustomers', () => {})
    await late.goto('/customer/list', { waitUntil: 'commit' })
    const pressed = await painted(late)
      .locator('button', { hasText: /^Next$/ })
      .boundingBox()
    await late.mouse.click((pressed?.x ?? 0) + 5, (pressed?.y ?? 0) + 5)
    await expect(late).toHaveURL(/page=2/)
    await late.close()
  })

  await test.step('locked: no snapshot, and none of its words in any store; Unlock paints it', async () => {
    await watchPainting(page)
    await page.goto('/customer/list')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectTitle(page, 'Locked')
    expect(storesContaining(await dumpStores(page), ['CU-003000', 'Customers List'])).toEqual([])
    await page.goto('/customer/list')
    await expectTitle(page, 'Locked')
    expect(await wasPainted(page)).toBe(false)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(next(page)).toBeVisible()
    await expect(painted(page)).toHaveCount(0)
    expect(await wasPainted(page)).toBe(true)
  })
})

test('a snapshot shows nothing that is never saved, counts as saved data, and goes with its page and with the session', async ({
  page,
  server,
  faults,
}) => {
  faults.expect(endedSession)
  await signIn(page, server, superadmin)
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  const customer: Customer = data.data[3]
  const name = `${customer.first_name} ${customer.last_name}`

  await test.step('dots for BVN and NIN, also while they are shown whole', async () => {
    const [bvn, nin] = ['22345678901', '12345670002']
    const { id, first_name, last_name, phone_number, home_address, office_address, state, lga } = customer
    const changed = { first_name, last_name, phone_number, home_address, office_address, state, lga }
    const reply = await callApi(server, token, 'updatecustomer', {
      ...changed,
      customer_id: id,
      bvn,
      nin,
    })
    expect(reply.status).toBe('200')
    await keepSnapshot(page, async () => {
      await openWithState(page, '/customer/view/details', { user_id: id })
      await page.getByRole('button', { name: 'Show BVN and NIN' }).click()
      await expect(fact(page, 'BVN')).toHaveText(bvn)
      await expect(fact(page, 'NIN')).toHaveText(nin)
    })
    const start = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(painted(page)).toContainText(name)
    for (const label of ['BVN', 'NIN']) await expect(fact(painted(page), label)).toHaveText('•'.repeat(11))
    for (const secret of [bvn, nin]) expect(await painted(page).innerHTML()).not.toContain(secret)
    await start()
  })

  await test.step('its size is in Offline Data', async () => {
    await keepList(page)
    await navigate(page, '/settings/offline')
    await expect(
      page.getByText(/^Pictures of screens, for a quick start: \d+, \d+ kB of the size\.$/),
    ).toBeVisible()
  })

  await test.step('a change deletes the snapshots of what it made stale, in one transaction', async () => {
    await clearSnapshots(page)
    await keepList(page)
    await watchSnapshots(page)
    await chooseAction(page, name, 'Deactivate')
    await expectTitle(page, 'Deactivate Customer')
    expect(await seenSnapshots(page)).toMatchObject({ first: 1, last: 1, ofStalePages: 0 })
    await page.getByRole('button', { name: 'Deactivate Customer' }).click()
    await expectToast(page, `${name} is not active any more.`)
    await expect.poll(async () => (await seenSnapshots(page)).last).toBe(0)
    expect(await seenSnapshots(page)).toMatchObject({ first: 1, ofStalePages: 0 })
  })

  await test.step('Log out leaves none', async () => {
    await keepList(page)
    await watchPainting(page)
    await logOut(page, superadmin)
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect(await snapshotsOf(page)).toBe(0)
    await page.goto('/customer/list')
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect(await wasPainted(page)).toBe(false)
  })
})
