import type { Page } from '@playwright/test'
import { calls } from '#contract/index'
import {
  blockServer,
  expectTitle,
  navigate,
  reconnect,
  savedDatabases,
  setClock,
  stallCalls,
  unblockServer,
  watchCalls,
} from '../support/portal'
import { signIn, superadmin, supervisor } from '../support/signIn'
import { blockSavedPages, listIsSaved, savedRow, saveList } from '../support/storage'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const notSaved = sentences.connectToOpen
const hourMs = 3_600_000
const banner = (page: Page) => page.getByText(sentences.offline)

/** Delays what finds pages in the vault by the milliseconds under this key. */
const slow = 'slow names'
function slowNames(key: string) {
  const sign = crypto.subtle.sign.bind(crypto.subtle)
  crypto.subtle.sign = async (...args) => {
    const ms = Number(sessionStorage.getItem(key))
    if (ms > 0) await new Promise((done) => setTimeout(done, ms))
    return sign(...args)
  }
}

// Idle-time fetches may be pending when the network fails.
test.beforeEach(({ faults }) => faults.expect(/net::ERR_FAILED/, noNetwork))

test('saved rows', async ({ page, context, faults }) => {
  faults.expect(/status of 403/)
  const savedAt = Date.parse('2026-11-21T13:05:00Z')
  await page.clock.setFixedTime(savedAt - 120_000)
  await saveList(page)
  await test.step('an error reply is shown instead', async () => {
    await context.route('**/api/admin/getagents', (route) =>
      route.fulfill({
        status: 403,
        json: { status: '400', message: sentences.noPermission },
      }),
    )
    await page.clock.setFixedTime(savedAt - 60_000)
    await page.addInitScript(slowNames, slow)
    await page.evaluate((key) => sessionStorage.setItem(key, '1000'), slow)
    await page.reload()
    await expect(page.getByText(sentences.noPermission)).toBeVisible()
    await expect(savedRow(page)).toHaveCount(0)
    await expect(banner(page)).toBeHidden()
    // Rows that the admin may no longer see are deleted too, before the refusal is shown.
    await page.evaluate((key) => sessionStorage.removeItem(key), slow)
    await context.unroute('**/api/admin/getagents')
    await blockServer(context)
    await page.reload()
    await expect(page.getByText(notSaved)).toBeVisible()
    await expect(savedRow(page)).toHaveCount(0)
  })

  await page.clock.setFixedTime(savedAt)
  await reconnect(page, context)
  await listIsSaved(page)
  await expect(page.getByText('Updated just now')).toBeVisible()
  // A reply after the clock change would count with the new time.
  await page.waitForLoadState('networkidle')
  await blockServer(context)
  await test.step('show their age as text: amber from an hour, red from a day', async () => {
    for (const [minutes, words, color] of [
      [155, /^Saved (\d+ \w{3}, )?\d\d:\d\d \(2 hours ago\)$/, 'Warning'],
      [50 * 60, /^Saved \d+ \w{3}, \d\d:\d\d \(2 days ago\)$/, 'Error'],
    ] as const) {
      await setClock(page, savedAt + minutes * 60_000)
      await page.reload()
      await expect(savedRow(page)).toBeVisible()
      await expect(banner(page)).toBeVisible()
      await expect(page.locator(`.MuiChip-color${color}`).filter({ hasText: words })).toBeVisible()
      // The banner shows the time of the last reply. UTC+1 in Lagos.
      if (color === 'Warning')
        await expect(page.getByText('You are seeing data saved at 14:05.')).toBeVisible()
    }
  })

  await test.step('are deleted after a week', async () => {
    await setClock(page, savedAt + 8 * 24 * hourMs)
    for (const again of ['reload', 'second reload']) {
      await page.reload()
      await expect(page.getByText(notSaved), again).toBeVisible()
      await expect(savedRow(page)).toHaveCount(0)
    }
  })
})

test.describe('on a device whose clock is wrong', () => {
  test.use({ ownClock: true })

  for (const [words, hours] of [
    ['8 days behind', -8 * 24],
    ['2 hours ahead', 2],
  ] as const)
    test(`saved rows stay, with their age by the server's time: ${words}`, async ({ page, context }) => {
      await page.clock.setFixedTime(Date.now() + hours * hourMs)
      await saveList(page)
      await expect(page.getByText(`The clock of this device is ${words}.`)).toBeVisible()
      // A later start deletes what is older than a week.
      await page.reload()
      await listIsSaved(page)
      await blockServer(context)
      await page.reload()
      await expect(savedRow(page)).toBeVisible()
      await expect(banner(page)).toBeVisible()
      await unblockServer(context)
      // The clock is set: the rows are as old as before.
      const now = Date.now()
      await setClock(page, now)
      await page.goto('/dashboard')
      await expectTitle(page, 'Dashboard')
      // Until a reply has come, the stored difference holds.
      const aheadMs = () => page.evaluate(() => Math.abs(Number(localStorage.getItem('alajo.clock.ahead'))))
      await expect.poll(aheadMs).toBeLessThan(5 * 60_000)
      await expect(page.getByText('The clock of this device is')).toHaveCount(0)
      await blockServer(context)
      // A reload ends what is on its way: a reply after the clock's change would make the clock wrong again.
      await page.reload()
      await expect(banner(page)).toBeVisible()
      await setClock(page, now + 2 * hourMs)
      await page.goto('/agents/list')
      await expect(savedRow(page)).toBeVisible()
      await expect(page.getByText(/^Saved .*\(2 hours ago\)$/)).toBeVisible()
    })
})

test('a lost call, and a lost network', async ({ page, context }) => {
  await page.clock.install()
  await test.step('a single lost call does not make the portal offline, and is retried', async () => {
    const { path } = calls.dashboard.getWaitingDecisions
    const dropCalls = await stallCalls(context, path, { times: 1 })
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    await page.getByRole('link', { name: 'Total Agents: ' }).click()
    await expect(savedRow(page)).toBeVisible()
    // Even a banner shown for a moment would be recorded.
    await page.evaluate(
      (text) =>
        new MutationObserver(() => {
          if (document.body.innerText.includes(text)) document.title = 'was offline'
        }).observe(document.body, { childList: true, subtree: true }),
      sentences.offline,
    )
    const again = page.waitForResponse(`**/api/admin/${path}`)
    dropCalls()
    await again
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Agents · Alajo')
  })

  await test.step('pings after half a minute, and then refetches everything', async () => {
    await listIsSaved(page)
    await blockServer(context)
    await page.getByLabel('Name, phone or e-mail').fill('adaeze')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(banner(page)).toBeVisible()
    await unblockServer(context)
    const { sent, stop } = watchCalls(context)
    await page.clock.fastForward(10_000)
    await expect(banner(page)).toBeVisible()
    await page.clock.fastForward(21_000)
    await expect(banner(page)).toBeHidden()
    await expect(savedRow(page)).toBeVisible()
    await expect
      .poll(() => sent.map(({ path }) => path))
      .toEqual(expect.arrayContaining(['getagents', 'viewpermission']))
    stop()
  })

  await test.step('never queues a change for later', async () => {
    const { sent } = watchCalls(context)
    await navigate(page, '/agents/create')
    await page.getByLabel('Full Name').fill('Never Queued')
    await page.getByLabel('Email').fill('never.queued@agents.alajo.test')
    await page.getByLabel('Phone Number').fill('08030000041')
    await blockServer(context)
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeDisabled()
    await page.getByLabel('Phone Number').press('Enter')
    await unblockServer(context)
    await context.setOffline(false)
    await expect(banner(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeEnabled()
    await expect(page.getByLabel('Full Name')).toHaveValue('Never Queued')
    expect(sent.filter(({ path }) => path === 'addagent')).toEqual([])
  })
})

test.describe('on a shared tablet', () => {
  test.use({ as: undefined })

  test('the next admin cannot see the saved pages of the previous one', async ({ page, context, server }) => {
    await signIn(page, server, supervisor)
    await page.getByRole('link', { name: 'Total Agents: ' }).click()
    await expect(page.getByText('Page 1 of 1 saved')).toBeVisible()
    const [first] = await savedDatabases(page)
    // As after inactivity: signed out, with the owner's pages still saved.
    await page.evaluate(() => localStorage.removeItem('alajo.auth'))
    await signIn(page, server, superadmin)
    expect(await savedDatabases(page)).toContain(first)
    // The heading of the dashboard appears before own permissions have loaded.
    const agents = page.getByRole('link', { name: 'Total Agents: ' })
    await expect(agents).toBeVisible()
    await blockServer(context)
    await agents.click()
    await expectTitle(page, 'Agents')
    await expect(page.getByText(notSaved)).toBeVisible()
    await expect(savedRow(page)).toHaveCount(0)
  })
})

test('rows of the server do not wait for saved ones', async ({ page }) => {
  await saveList(page)
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  await blockSavedPages(page)
  await page.getByRole('link', { name: 'Total Agents: ' }).click()
  await expect(savedRow(page)).toBeVisible()
})

test('a reply of a read replica is as old as the replica was', async ({ page, context }) => {
  await context.route('**/api/admin/getagents', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), age: '150' } })
  })
  await page.goto('/agents/list')
  await expect(savedRow(page)).toBeVisible()
  const age = page.getByText(/^Saved (\d+ \w{3}, )?\d\d:\d\d \(2 minutes ago\)$/)
  await expect(age).toBeVisible()
  await listIsSaved(page)
  const release = await stallCalls(context, 'getagents')
  await page.reload()
  await expect(savedRow(page)).toBeVisible()
  await expect(page.getByText(/^Saved .*\([23] minutes ago\)$/)).toBeVisible()
  release()
  await context.unroute('**/api/admin/getagents')
  await page.reload()
  await expect(page.getByText('Updated just now')).toBeVisible()
})
