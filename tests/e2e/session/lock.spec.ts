import type { BrowserContext, Page } from '@playwright/test'
import { isRevoked, ownStorageKeys, revoke, tokenIn, tokenOf } from '../support/api'
import { addAdmin, chooseOwnPassword, chosenPassword } from '../support/newAdmin'
import {
  blockServer,
  chooseAction,
  contentOf,
  expectTitle,
  expectToast,
  navigate,
  openSearch,
  reconnect,
  savedDatabases,
  unblockServer,
  watchToasts,
} from '../support/portal'
import { admin, logOut, signIn, superadmin, supervisor, unlock } from '../support/signIn'
import type { Server } from '../support/server'
import {
  clearSavedPages,
  dumpStores,
  openAndSaveList,
  permissionsAreSaved,
  savedRow,
  storesContaining,
} from '../support/storage'
import { endedSession, expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

const hourMs = 3_600_000
const lockedWords = 'Locked. Enter your password to see saved data. You can do this offline.'
const lockButton = (page: Page) => page.getByRole('button', { name: 'Lock', exact: true })

/** Signs in, saves a list, and locks by the button. */
async function lockedWithList(
  page: Page,
  ...actor: Parameters<typeof signIn> extends [Page, ...infer R] ? R : never
) {
  await signIn(page, ...actor)
  await openAndSaveList(page)
  await lockButton(page).click()
  await expectTitle(page, 'Locked')
}

/** Signs in with a test clock, saves a list, and stops the server, which the portal has noticed. */
async function offlineWithList(page: Page, context: BrowserContext, server: Server) {
  await page.clock.install()
  await signIn(page, server, supervisor)
  await openAndSaveList(page)
  await blockServer(context)
  await page.getByLabel('Name, phone or e-mail').fill('a')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(sentences.offline)).toBeVisible()
}

/** Derives keys in a thousandth of the rounds; vault.spec.ts uses all of them. */
const deriveKeysFast = (context: BrowserContext) =>
  context.addInitScript(() => {
    // A blank page has no keys.
    if (!window.isSecureContext) return
    const deriveKey = crypto.subtle.deriveKey.bind(crypto.subtle)
    crypto.subtle.deriveKey = ((algorithm: Pbkdf2Params, ...rest: never[]) =>
      deriveKey(
        algorithm.name === 'PBKDF2' ? { ...algorithm, iterations: algorithm.iterations / 1000 } : algorithm,
        // @ts-expect-error -- the arguments of any of its forms
        ...rest,
      )) as typeof deriveKey
  })

test.beforeEach(async ({ faults, context }) => {
  faults.expect(noNetwork, /favicon\.ico/)
  await deriveKeysFast(context)
})

test.describe('Lock', () => {
  test('seals saved data until the password; Log out deletes them', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expect(endedSession)
    await test.step('hides everything, and the password unlocks the same screen without a network', async () => {
      await signIn(page, server, supervisor)
      await openAndSaveList(page)
      const token = await tokenOf(page)
      await page.getByLabel('Name, phone or e-mail').fill('adaeze')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(/search=adaeze/)
      await expect(page.getByRole('row')).toHaveCount(2)
      await blockServer(context)
      await lockButton(page).click()
      await expectTitle(page, 'Locked')
      await expect(page.getByText(lockedWords)).toBeVisible()
      await expect(page.getByLabel('Account')).toHaveValue(supervisor)
      await expect(page).toHaveURL('/agents/list')
      expect(await ownStorageKeys(page)).toEqual([])
      await page.reload()
      await expectTitle(page, 'Locked')
      await expect(savedRow(page)).toHaveCount(0)

      await unlock(page)
      await expectTitle(page, 'Agents')
      await expect(savedRow(page)).toBeVisible()
      await expect(page.locator('#root').getByText(sentences.offline)).toBeVisible()
      // The session continues when the server is back, which counts the unlock.
      const reported = page.waitForResponse(
        (response) => 'offline-unlocks' in response.request().headers() && response.ok(),
      )
      await reconnect(page, context)
      expect((await reported).request().headers()['offline-unlocks']).toBe('1')
      await expect(page.getByText(sentences.offline)).toBeHidden()
      await expect(contentOf(page).getByText('Updated just now')).toBeVisible()
      expect(await tokenOf(page)).toBe(token)
    })

    await test.step('locks and unlocks own permissions with the session, whatever pages are saved', async () => {
      await lockButton(page).click()
      await expectTitle(page, 'Locked')
      await clearSavedPages(page)
      await blockServer(context)
      await unlock(page)
      await expectTitle(page, 'Agents')
      await expect(page.getByText(sentences.notSaved)).toBeVisible()
    })

    await test.step('Log out warns, deletes saved data, and revokes the session when the network is back', async () => {
      await reconnect(page, context)
      await expect(savedRow(page)).toBeVisible()
      await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
      const token = await tokenOf(page)
      await blockServer(context)
      await logOut(page, supervisor)
      await expectTitle(page, 'Sign In')
      expect(await savedDatabases(page)).toEqual([])
      const open = page.getByRole('button', { name: 'Open saved data without a connection' })
      await expect(open).toHaveCount(0)
      expect(await isRevoked(server, token)).toBe(false)
      await reconnect(page, context)
      await expect.poll(() => isRevoked(server, token)).toBe(true)
    })
  })

  test('seals what was opened last in Find anything, and Log out deletes it', { tag: '@long' }, async ({
    page,
    server,
    faults,
  }) => {
    faults.expect(endedSession)
    const reference = 'CU-000012'
    const openedLast = page.getByRole('group', { name: 'Opened last' })
    await signIn(page, server, supervisor)
    await openSearch(page)
    await page.getByRole('combobox').fill(reference)
    await expect(page.getByRole('option', { selected: true })).toContainText(reference)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Customer Details')
    await openSearch(page)
    await expect(openedLast.getByRole('option').first()).toContainText(reference)
    await page.keyboard.press('Escape')

    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    const dump = await dumpStores(page)
    expect(Object.keys(dump).some((place) => place.endsWith('/drafts'))).toBe(true)
    expect(storesContaining(dump, [reference, 'opened last'])).toEqual([])
    await page.goto('/agents/list')
    await expectTitle(page, 'Locked')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await unlock(page)
    await expectTitle(page, 'Agents')
    await openSearch(page)
    await expect(openedLast.getByRole('option').first()).toContainText(reference)
    await page.keyboard.press('Escape')

    await logOut(page, supervisor)
    await expectTitle(page, 'Sign In')
    expect(await savedDatabases(page)).toEqual([])
    await signIn(page, server, supervisor)
    await openSearch(page)
    await expect(page.getByText('the last digits of a phone number')).toBeVisible()
    await expect(openedLast).toHaveCount(0)
  })

  test('leaves nothing readable, applies to every tab, and counts wrong passwords', async ({
    page,
    context,
    server,
  }) => {
    await lockedWithList(page, server, supervisor)
    await test.step('no store contains a readable name, number, amount or token', async () => {
      await unlock(page)
      await chooseAction(page, 'Adaeze Okonkwo', 'Details')
      await expect(contentOf(page).getByText('adaeze.okonkwo@agents.alajo.test')).toBeVisible()
      for (const [path, heading] of [
        ['/customer/list', 'Customers'],
        ['/loan/pending', 'Pending Loan'],
        ['/savings/history', 'Savings History'],
      ] as const) {
        await navigate(page, path)
        await expectTitle(page, heading)
        // Not the skeleton rows.
        await expect(contentOf(page).getByText(/Page 1 of \d+ saved/)).toBeVisible()
      }
      const words = ['adaeze', 'okonkwo', 'agents.alajo.test', 'getAgents', 'getCustomers']
      // Whole phone numbers and references: shorter patterns also match times and encrypted bytes.
      const patterns = [/(?<!\d)0[789][01]\d{8}(?!\d)/, /CU-\d{6}/i]
      const token = await tokenOf(page)
      const names = await page.getByRole('row').nth(1).getByRole('gridcell').allInnerTexts()
      await lockButton(page).click()
      await expectTitle(page, 'Locked')
      const dump = await dumpStores(page)
      expect(Object.keys(dump).some((place) => place.endsWith('/pages'))).toBe(true)
      const seen = names.map((text) => text.trim()).filter((text) => text.length > 5)
      expect(seen).not.toEqual([])
      expect(storesContaining(dump, [...words, ...patterns, ...seen, token])).toEqual([])
      expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'alajo-latch' }))
    })

    await test.step('locks every tab, and unlocking one unlocks the others', async () => {
      await page.goto('/dashboard')
      await unlock(page)
      await expectTitle(page, 'Dashboard')
      const other = await context.newPage()
      await other.goto('/agents/create')
      await expectTitle(other, /not allowed|Create Agent/i)
      await navigate(other, '/agents/list')
      await expect(savedRow(other)).toBeVisible()
      await lockButton(page).click()
      for (const one of [page, other]) await expectTitle(one, 'Locked')
      await expect(other).toHaveURL('/agents/list')
      await restoreSlowly(other)
      await unlock(page)
      await expectTitle(page, 'Dashboard')
      await expectTitle(other, 'Agents')
      await expect(savedRow(other)).toBeVisible()
      await lockButton(page).click()
      for (const one of [page, other]) await expectTitle(one, 'Locked')
      await other.close()
    })

    await expectWrongPasswordsCounted(page)
  })
})

/** On a lock screen that has loaded the app: the session is restored a second after the event that announces it. */
async function restoreSlowly(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/dashboard-')),
  )
  await page.evaluate(() => {
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    crypto.subtle.importKey = (async (...args: Parameters<typeof importKey>) => {
      await new Promise((done) => setTimeout(done, 1000))
      return importKey(...args)
    }) as typeof importKey
  })
}

/** From the lock screen on; the fifth wrong password deletes what is saved. */
async function expectWrongPasswordsCounted(page: Page) {
  await test.step('a wrong password is no longer counted after a correct one', async () => {
    for (const left of ['4 tries', '3 tries']) {
      await unlock(page, 'not the password')
      await expect(page.locator('form').getByRole('alert')).toContainText(left)
    }
    await unlock(page)
    await expectTitle(page, 'Dashboard')
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    await unlock(page, 'not the password')
    await expect(page.locator('form').getByRole('alert')).toContainText('4 tries')
    await unlock(page)
    await expectTitle(page, 'Dashboard')
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
  })

  await test.step('deletes saved data at the fifth try; a reload or a second tab does not reset the count', async () => {
    const left = (tries: string) =>
      page.getByText(`Wrong password. ${tries} left before saved data is deleted from this device.`).first()
    await unlock(page, 'not the password')
    await expect(left('4 tries')).toBeVisible()
    await unlock(page, 'nor this one')
    await expect(left('3 tries')).toBeVisible()
    await page.reload()
    const other = await page.context().newPage()
    await other.goto('/')
    await expectTitle(other, 'Locked')
    await Promise.all([unlock(page, 'at once'), unlock(other, 'at once')])
    const triesLeft = async (one: Page) =>
      (await one.locator('form').getByRole('alert').innerText()).match(/\d/)?.[0]
    await expect.poll(() => triesLeft(page)).toMatch(/[12]/)
    await expect.poll(() => triesLeft(other)).toMatch(/[12]/)
    expect(new Set([await triesLeft(page), await triesLeft(other)])).toEqual(new Set(['1', '2']))
    await other.close()
    await unlock(page, 'the last one')
    await expect(page.locator('form').getByRole('alert')).toHaveText(
      'Wrong password. Saved data was deleted from this device.',
    )
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectTitle(page, 'Sign In')
    expect(await savedDatabases(page)).toEqual([])
  })
}

test.describe('time', () => {
  test('locks an offline device left alone, and unlocks it for 72 hours', { tag: '@long' }, async ({
    page,
    context,
    server,
  }) => {
    await signIn(page, server, supervisor)
    await openAndSaveList(page)
    await blockServer(context)
    const now = Date.now()

    await test.step('starts locked after 15 idle minutes, and not after 14', async () => {
      await page.clock.setFixedTime(now + 14 * 60_000)
      await page.reload()
      await expect(savedRow(page)).toBeVisible()
      await page.clock.setFixedTime(now + 30 * 60_000)
      await page.reload()
      await expectTitle(page, 'Locked')
      await expect(page.getByLabel('Account')).toHaveValue(supervisor)
      await expect.poll(() => ownStorageKeys(page)).toEqual([])
      await unlock(page)
      await expectTitle(page, 'Agents')
      await expect(savedRow(page)).toBeVisible()
    })

    await test.step('locks a tablet after sleep at the first touch', async () => {
      await page.clock.setFixedTime(now + 2 * hourMs)
      await page.mouse.move(100, 100)
      await expectTitle(page, 'Locked')
    })

    await test.step('unlocks offline for 72 hours after the last sign-in, and not with the clock set back', async () => {
      await page.clock.setFixedTime(now + 73 * hourMs)
      await unlock(page)
      const alert = page.locator('form').getByRole('alert')
      await expect(alert).toHaveText(
        'Your last sign-in is more than 72 hours ago. Sign in with a connection to see saved data.',
      )
      await page.clock.setFixedTime(now + 71 * hourMs)
      await unlock(page)
      await expectTitle(page, 'Agents')
      await expect(savedRow(page)).toBeVisible()
      await lockButton(page).click()
      await expectTitle(page, 'Locked')
      await page.clock.setFixedTime(now)
      await unlock(page)
      await expect(alert).toContainText('The clock of this device was set back.')
    })
  })

  test('locks an idle device offline; online it logs out and keeps saved data', { tag: '@long' }, async ({
    page,
    context,
    server,
  }) => {
    await offlineWithList(page, context, server)
    await page.clock.fastForward('15:01')
    await expectToast(page, 'You will be logged out due to inactivity')
    await page.clock.fastForward('00:07')
    await expectTitle(page, 'Locked')
    await unblockServer(context)
    // Saved rows are shown first: a call that is pending at the log-out would be refused.
    const fresh = ['getagents', 'viewpermission', 'getwaitingdecisions'].map((path) =>
      page.waitForResponse(`**/api/admin/${path}`),
    )
    await unlock(page)
    await expectTitle(page, 'Agents')
    await Promise.all(fresh)
    const token = await tokenOf(page)
    await page.clock.fastForward('15:01')
    await page.clock.fastForward('00:07')
    await expectTitle(page, 'Sign In')
    await expect.poll(() => isRevoked(server, token)).toBe(true)
    expect(await savedDatabases(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Open saved data without a connection' }).click()
    await blockServer(context)
    await unlock(page)
    await expectTitle(page, 'Dashboard')
    await page.getByRole('link', { name: 'Total Agents: ' }).click()
    await expect(savedRow(page)).toBeVisible()
  })
})

test.describe('an ended session', () => {
  test('deletes saved data when revoked elsewhere, also at the next unlock', async ({
    page,
    server,
    session,
    faults,
  }) => {
    faults.expect(endedSession)
    const email = 'tunde.bello@alajo.test'
    const { oneTime } = await addAdmin(server, tokenIn(await session(superadmin)), email)
    await chooseOwnPassword(page, server, email, oneTime)
    await openAndSaveList(page)
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    await unlock(page, chosenPassword)
    await expectTitle(page, 'Agents')
    const token = await tokenOf(page)
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    await revoke(server, token)
    const toasts = await watchToasts(page)
    // The screen that is shown has no recorder yet.
    await page.reload()
    await unlock(page, chosenPassword)
    await expectTitle(page, 'Sign In')
    expect(toasts).toEqual([sentences.sessionExpired])
    expect(await savedDatabases(page)).toEqual([])
  })

  test('locks after twelve hours without a connection, and the password unlocks saved data', {
    tag: '@long',
  }, async ({ page, context, server }) => {
    await offlineWithList(page, context, server)
    const later = Date.now() + 12 * hourMs + 60_000
    // The device was in use until now.
    await page.evaluate((at) => localStorage.setItem('alajo.alive', String(at)), later)
    await page.clock.setSystemTime(later)
    await page.clock.runFor(61_000)
    await expectTitle(page, 'Locked')
    await unlock(page)
    await expectTitle(page, 'Agents')
    await expect(savedRow(page)).toBeVisible()
    expect(await tokenOf(page)).toBe('')
  })
})

test('saved data belong to one admin', async ({ page, context, server, faults }) => {
  faults.expect(endedSession)
  await signIn(page, server, supervisor)
  await openAndSaveList(page)
  await test.step('an expired session keeps them encrypted for the same admin', async () => {
    await page.route('**/api/admin/getagents', (route) =>
      route.fulfill({ json: { status: '300', message: sentences.expiredToken } }),
    )
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.reload()
    await expectTitle(page, 'Sign In')
    expect(await ownStorageKeys(page)).toEqual([])
    expect(await savedDatabases(page)).toHaveLength(1)
    await page.unroute('**/api/admin/getagents')
    await signIn(page, server, supervisor)
    await permissionsAreSaved(page)
    await blockServer(context)
    await page.goto('/agents/list')
    await expect(savedRow(page)).toBeVisible()
    await unblockServer(context)
  })

  await test.step('each of several admins on one tablet unlocks only their own', async () => {
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await expectTitle(page, 'Sign In')
    await signIn(page, server, admin)
    // The heading of the dashboard appears before own permissions have loaded.
    const agents = page.getByRole('link', { name: 'Total Agents: ' })
    await expect(agents).toBeVisible()
    await blockServer(context)
    await agents.click()
    await expectTitle(page, 'Agents')
    await expect(page.getByText(sentences.notSaved)).toBeVisible()
    await expect(savedRow(page)).toHaveCount(0)
    await lockButton(page).click()
    await expectTitle(page, 'Locked')
    await expect(page.getByLabel('Account').locator('option')).toHaveText([admin, supervisor])
    await page.getByLabel('Account').selectOption(supervisor)
    await unlock(page)
    await expectTitle(page, 'Agents')
    await expect(savedRow(page)).toBeVisible()
    await expect(page.getByRole('button', { name: `Account ${supervisor}` })).toBeVisible()
  })
})

test('the lock screen has no keys', async ({ page, server }) => {
  await lockedWithList(page, server, supervisor)
  for (const key of ['?', 'g', 'd', '/', 'Control+k']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectTitle(page, 'Locked')
})
