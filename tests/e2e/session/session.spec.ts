import { maskToken } from '#device/sessionKey'
import { callApi, isRevoked, ownStorageKeys, revoke, tokenIn, tokenOf } from '../support/api'
import {
  contentOf,
  expectTitle,
  expectToast,
  navigate,
  pauseClock,
  rowOf,
  savedDatabases,
  toast,
  watchCalls,
  watchToasts,
} from '../support/portal'
import {
  demoPassword,
  enterCredentials,
  logOut,
  mainAdmin,
  signIn,
  superadmin,
  supervisor,
} from '../support/signIn'
import { endedSession, expect, test } from '../support/test'
import { sentences } from '../../sentences'

const expired = sentences.sessionExpired
const idle = 'You will be logged out due to inactivity'

test('stores the session encrypted in localStorage when IndexedDB is missing or hangs', async ({
  browser,
  server,
}) => {
  const faults = {
    missing: () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
    hangs: () => Object.defineProperty(indexedDB, 'open', { value: () => ({}) }),
  }
  for (const [name, fault] of Object.entries(faults))
    await test.step(name, async () => {
      const context = await browser.newContext({ baseURL: server.url })
      const page = await context.newPage()
      await page.addInitScript(fault)
      await signIn(page, server, supervisor)
      const stored = await page.evaluate(() => JSON.stringify(localStorage))
      expect(stored).toContain('sealed')
      for (const word of ['Supervisor', supervisor, 'accessToken', 'can-view-'])
        expect(stored, word).not.toContain(word)
      await page.goto('/agents/list')
      await expectTitle(page, 'Agents')
      await expect(rowOf(page, 'Efe Oghenekaro')).toBeVisible()
      await logOut(page, supervisor)
      await expectTitle(page, 'Sign In')
      expect(await ownStorageKeys(page)).toEqual([])
      await context.close()
    })
})

test.describe('the sign-in screen', () => {
  test('is the only screen without a session', async ({ page }) => {
    for (const path of ['/dashboard', '/agents/list', '/password/change', '/admin/permission/view']) {
      await page.goto(path)
      await expectTitle(page, 'Sign In')
      await expect(page).toHaveURL('/')
    }
    await page.goto('/login')
    await expectTitle(page, 'Sign In')
    await page.goto('/no/such/page')
    await expectTitle(page, '404 Page Not Found')
  })

  test('is skipped with a session, until the not-found page ends it', async ({ page, server, faults }) => {
    faults.expect(endedSession)
    await signIn(page, server, supervisor)
    await test.step('is skipped with a session', async () => {
      for (const path of ['/', '/login']) {
        await page.goto(path)
        await expectTitle(page, 'Dashboard')
        await expect(page).toHaveURL('/dashboard')
      }
    })

    await test.step('Go Back To Home on the not-found page ends the session', async () => {
      const token = await tokenOf(page)
      await navigate(page, '/no/such/page')
      await expectTitle(page, '404 Page Not Found')
      await page.getByRole('button', { name: 'Go Back To Home' }).click()
      await expectTitle(page, 'Sign In')
      await expect(page).toHaveURL('/')
      expect(await ownStorageKeys(page)).toEqual([])
      await expect.poll(() => isRevoked(server, token)).toBe(true)
    })
  })
})

test.describe('the end of a session', () => {
  test('shows one message when the server ended it, and sign-in after a second', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expect(endedSession)
    const calls = watchCalls(context)
    const toasts = await watchToasts(page)
    await signIn(page, server, supervisor)
    // Else a call of the dashboard might be refused first: the last one is sent after the first figures are shown.
    await expect.poll(() => calls.sent.map(({ path }) => path)).toContain('getinsight')
    await calls.settled()
    await revoke(server, await tokenOf(page))
    // At once: while a slow machine moves the mouse to a link, another call may be refused first.
    await navigate(page, '/agents/list')
    await expectTitle(page, 'Sign In')
    await expect(page).toHaveURL('/')
    expect(toasts).toEqual([expired])
    expect(await ownStorageKeys(page)).toEqual([])
  })

  test.describe('by the status in a reply', () => {
    // These sessions end on the device alone.
    test.use({ as: supervisor })

    for (const status of ['300', '302'])
      test(`follows a reply with the body status ${status}`, async ({ page, faults }) => {
        // The list's other call may come after the session has ended.
        faults.expect(endedSession)
        const toasts = await watchToasts(page)
        await page.goto('/dashboard')
        // The dashboard's calls are complete: the next one is the list's.
        await expect(page.getByRole('link', { name: /^Total Agents: \d+, / })).toBeVisible()
        await page.route('**/api/admin/getagents', (route) =>
          route.fulfill({ json: { status, message: sentences.expiredToken } }),
        )
        await page.getByRole('link', { name: 'Total Agents: ' }).click()
        await expectTitle(page, 'Sign In')
        expect(toasts).toEqual([expired])
        expect(await ownStorageKeys(page)).toEqual([])
      })

    for (const status of [300, 302])
      test(`follows a reply with the HTTP status ${status}`, async ({ page, faults }) => {
        faults.expect(endedSession)
        const toasts = await watchToasts(page)
        await page.route('**/api/admin/getagents', (route) =>
          route.fulfill({ status, json: { status: '400', message: 'Elsewhere.' } }),
        )
        await page.goto('/agents/list')
        await expectTitle(page, 'Sign In')
        expect(toasts).toEqual([expired])
        expect(await ownStorageKeys(page)).toEqual([])
      })

    test('follows a reply that comes before the app is on screen', async ({ page, faults }) => {
      faults.expect(endedSession)
      const toasts = await watchToasts(page)
      // React schedules its work by messages: a slow device.
      await page.addInitScript(() => {
        const send = Reflect.get(MessagePort.prototype, 'postMessage') as (...message: unknown[]) => void
        MessagePort.prototype.postMessage = function (...message: unknown[]) {
          setTimeout(() => send.apply(this, message), 100)
        }
      })
      await page.route('**/api/admin/**', (route) =>
        route.fulfill({ status: 401, json: { status: '300', message: sentences.expiredToken } }),
      )
      await page.goto('/agents/list')
      await expectTitle(page, 'Sign In')
      expect(toasts).toEqual([expired])
    })
  })

  test('rejects a forged token', async ({ page, session, context, faults }) => {
    faults.expect(endedSession)
    const stored = await session(superadmin)
    const sessionKey = stored.cookies.find(({ name }) => name === 'alajo-latch')?.value ?? ''
    const forged = maskToken('A'.repeat(tokenIn(stored).length), sessionKey)
    await context.addCookies(stored.cookies)
    await context.addInitScript(
      ([items, token]) => {
        if (sessionStorage.getItem('forged')) return
        sessionStorage.setItem('forged', '1')
        for (const { name, value } of items)
          localStorage.setItem(name, value.replace(/("accessToken":")[^"]*/, `$1${token}`))
      },
      [stored.origins[0]?.localStorage ?? [], forged] as const,
    )
    const toasts = await watchToasts(page)
    await page.goto('/agents/list')
    await expectTitle(page, 'Sign In')
    expect(toasts).toEqual([expired])
  })

  test('Log out deletes the session on the device and on the server, and ends it in the other tabs', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expect(endedSession)
    await signIn(page, server, supervisor)
    await page.getByRole('link', { name: 'Total Agents: ' }).click()
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/agents/list')
    await expectTitle(other, 'Agents')
    expect(await savedDatabases(page)).toHaveLength(1)
    const token = await tokenOf(page)
    await logOut(page, supervisor)
    await expectTitle(page, 'Sign In')
    await expect(page).toHaveURL('/')
    await expectTitle(other, 'Sign In')
    await expect(other).toHaveURL('/')
    expect(await ownStorageKeys(page)).toEqual([])
    expect(await savedDatabases(page)).toEqual([])
    await expect.poll(() => isRevoked(server, token)).toBe(true)
    await page.goBack()
    await expectTitle(page, 'Sign In')
  })

  test('warns after 15 idle minutes, and ends six seconds later', async ({ page, server, faults }) => {
    faults.expect(endedSession)
    await page.clock.install()
    await signIn(page, server, supervisor)
    await expectTitle(page, 'Dashboard')
    const token = await tokenOf(page)
    const { quiet } = watchCalls(page.context())
    await pauseClock(page)
    const advance = async (time: string) => {
      // A call that is pending while the clock jumps would time out: offline, the session is locked instead.
      await quiet()
      await page.clock.fastForward(time)
      // Timers and frames that follow.
      await page.clock.runFor(1000)
    }
    await page.mouse.move(100, 100)
    await advance('14:58')
    await expect(toast(page, idle)).toBeHidden()
    await advance('00:04')
    await expect(toast(page, idle)).toBeVisible()
    // Input cancels the warning.
    await page.mouse.move(200, 200)
    await advance('00:07')
    await expect.poll(() => page.clock.runFor(200).then(() => toast(page, idle).count())).toBe(0)
    await expectTitle(page, 'Dashboard')
    expect(await isRevoked(server, token)).toBe(false)

    await advance('15:00')
    await expect(toast(page, idle)).toBeVisible()
    await advance('00:07')
    await page.clock.resume()
    await expectTitle(page, 'Sign In')
    expect(await ownStorageKeys(page)).toEqual([])
    await expect.poll(() => isRevoked(server, token)).toBe(true)
  })
})

test('Change Password: shows the server’s errors, and the new password is valid at once', async ({
  page,
  server,
  faults,
}) => {
  faults.expect(endedSession)
  const chosen = 'a long walk to the market at dawn'
  await signIn(page, server, mainAdmin)
  await page.getByRole('button', { name: `Account ${mainAdmin}` }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expectTitle(page, 'Change Password')
  const [old, fresh] = [page.getByLabel('Old Password'), page.getByLabel('New Password')]
  const change = page.getByRole('button', { name: 'Change Password' })

  await change.click()
  await expect(page.getByText('Enter your old password.')).toBeVisible()
  await expect(page.getByText('Enter a new password.')).toBeVisible()

  await old.fill('not my password')
  await fresh.fill(chosen)
  await change.click()
  await expectToast(page, 'Old password is not correct.')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)

  await old.fill(demoPassword)
  await fresh.fill('short')
  await change.click()
  await expectToast(page, /12 characters/)

  await page.getByRole('button', { name: 'Show' }).last().click()
  await expect(fresh).toHaveAttribute('type', 'text')
  await fresh.fill(chosen)
  await change.click()
  await expectToast(page, sentences.passwordChanged)
  await expectTitle(page, 'Dashboard')

  await logOut(page, mainAdmin)
  await expectTitle(page, 'Sign In')
  await enterCredentials(page, mainAdmin)
  await expectToast(page, sentences.invalidSignIn)
  await signIn(page, server, mainAdmin, chosen)
  // For the tests that come after.
  const back = { oldPassword: chosen, newPassword: demoPassword }
  expect(await callApi(server, await tokenOf(page), 'changePassword', back)).toMatchObject({ status: '200' })
})
