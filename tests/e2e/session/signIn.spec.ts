import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../config/browser.mjs'
import { ownStorageKeys, tokenIn } from '../support/api'
import { expectAccessible } from '../support/axe'
import { addAdmin } from '../support/newAdmin'
import { expectTitle, expectToast, toast, unsigned } from '../support/portal'
import { enterCredentials, reachTokenStep, superadmin, supervisor } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In' })

test.describe('step one', () => {
  test('checks the entries, and shows errors', async ({ page, context, faults }) => {
    faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
    await page.goto('/')
    await test.step('asks for an e-mail and a password, with the specified texts', async () => {
      await submit(page).click()
      await expect(page.getByText(sentences.emailRequired)).toBeVisible()
      await expect(page.getByText('Password is required.')).toBeVisible()
      await expect(email(page)).toBeFocused()
      await expect(email(page)).toHaveAccessibleDescription(sentences.emailRequired)

      await password(page).fill('w')
      await expect(page.getByText('Password is required.')).toBeHidden()
      await expect(page.getByText(sentences.emailRequired)).toBeVisible()
      await enterCredentials(page, 'nobody at home', 'whatever')
      await expect(page.getByText('Enter valid email address')).toBeVisible()
      await expect(page.getByText('Password is required.')).toBeHidden()
      await expect(email(page)).toBeFocused()
    })

    await test.step('shows the server’s message for a wrong password in one toast', async () => {
      await enterCredentials(page, 'nobody@alajo.test', 'not the password')
      await expectToast(page, sentences.invalidSignIn)
      await expect(toast(page, sentences.invalidSignIn), 'a second message').toHaveCount(0)
      await expect(page.locator('form').getByRole('alert')).toHaveText('')
      await expect(email(page)).toHaveValue('nobody@alajo.test')
      await expect(password(page)).toHaveValue('not the password')
      expect(page.url()).not.toContain('password')
    })

    await test.step('shows and hides the password', async () => {
      await password(page).fill('a secret')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(password(page)).toHaveAttribute('type', 'text')
      await expect(password(page)).toHaveValue('a secret')
      await page.getByRole('button', { name: 'Hide password' }).click()
      await expect(password(page)).toHaveAttribute('type', 'password')
    })

    await test.step('shows a message without a connection', async () => {
      await expect(submit(page)).toBeEnabled()
      await context.setOffline(true)
      await enterCredentials(page, superadmin)
      await expect(page.locator('form').getByRole('alert')).toContainText('The server can’t be reached.')
      await expect(password(page)).not.toHaveValue('')
    })
  })

  test('shows what is missing when cookies are blocked', async ({ server }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-cookies-'))
    await mkdir(path.join(folder, 'Default'))
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(path.join(folder, 'Default/Preferences'), JSON.stringify(blocked))
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: findBrowser(),
      args: browserFlags,
    })
    try {
      for (const address of ['/', '/agents/list']) {
        const page = await context.newPage()
        await page.goto(server.url + address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          'Site data is blocked in this browser',
        )
        await expect(page.getByRole('alert')).toContainText('Alajo needs cookies and site data')
        await expect(page.getByRole('button', { name: 'Open again' })).toBeEnabled()
        await expectAccessible(page, 'the page of a browser that keeps nothing')
      }
      const page = await context.newPage()
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.route('**/StorageBlocked-*.js', (route) => route.abort())
      await page.goto(server.url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alajo did not load')
      expect(errors).toEqual([])
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test.describe('before the script has loaded', () => {
  test('keeps typed text, and the password never gets into the address', async ({ page }) => {
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await email(page).pressSequentially(superadmin)
    await password(page).pressSequentially('typed early')
    await expect(submit(page)).toBeDisabled()
    await password(page).press('Enter')
    release()
    await expect(submit(page)).toBeEnabled()
    await expect(email(page)).toHaveValue(superadmin)
    await expect(password(page)).toHaveValue('typed early')
    await expect(page).toHaveURL('/')
    expect(addresses.filter((address) => address.includes('typed'))).toEqual([])
  })

  test('fetches neither MUI nor the grid before the form can be sent', async ({ page, request }) => {
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
        if (!button || button.disabled) return
        performance.mark('usable')
        seen.disconnect()
      })
      seen.observe(document, { subtree: true, childList: true, attributes: true })
    })
    await page.goto('/')
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
    const fetched = await page.evaluate(() => {
      const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const page = performance.getEntriesByType('navigation') as PerformanceResourceTiming[]
      return [...page, ...all]
        .filter(({ startTime }) => startTime < usable)
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))
    })
    const scripts = fetched.filter(({ name }) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    for (const { name } of scripts) {
      const text = await (await request.get(name)).text()
      expect(text, name).not.toMatch(/Mui(Button|DataGrid|Outlined|Paper)/)
    }
    const bytes = fetched.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    expect(bytes).toBeLessThanOrEqual(80_000)
  })
})

test.describe('step two', () => {
  const enterToken = async (page: Page, token: string) => {
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Verify Token' }).click()
  }

  test('opens the dashboard with the mailed token, which works once', async ({ page, server, faults }) => {
    faults.expect(/status of 401/)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const token = await reachTokenStep(page, server, supervisor)
    const sending = page.waitForRequest('**/auth/token')
    await enterToken(page, token)
    await expectTitle(page, 'Dashboard')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: `Account ${supervisor}` })).toBeVisible()
    expect(addresses.filter((address) => address.includes('demo'))).toEqual([])
    expect((await page.request.fetch(await sending)).status()).toBe(401)
  })

  test('asks for the token, rejects a wrong one, and Log Out returns to step one', async ({
    page,
    server,
  }) => {
    const token = await reachTokenStep(page, server, supervisor)
    await expect(page.getByLabel('Token')).toBeFocused()
    await page.getByRole('button', { name: 'Verify Token' }).click()
    await expect(page.getByText('Token is required.')).toBeVisible()

    await enterToken(page, token === '111111' ? '222222' : '111111')
    await expectToast(page, sentences.invalidToken)

    await page.getByRole('button', { name: 'Log Out' }).click()
    await expectTitle(page, 'Sign In')
    expect(await page.evaluate(() => localStorage.getItem('alajo.auth'))).toBeNull()
    await page.goto('/dashboard')
    await expectTitle(page, 'Sign In')
  })

  test('the fifth wrong token expires the sign-in, and step one follows after a second', async ({
    page,
    server,
    session,
    faults,
  }) => {
    faults.expect(/status of 401/)
    // A separate account: five failures block it for a while.
    const testEmail = 'five.tries@alajo.test'
    const { oneTime } = await addAdmin(server, tokenIn(await session(superadmin)), testEmail)
    const token = await reachTokenStep(page, server, testEmail, oneTime)
    const wrong = token === '111111' ? '222222' : '111111'
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await enterToken(page, wrong)
      await expectToast(page, `Invalid token. ${left} left.`)
    }
    await enterToken(page, wrong)
    await expectToast(page, sentences.sessionExpired)
    await expectTitle(page, 'Sign In')
    await expect(email(page)).toBeVisible()
    expect(await ownStorageKeys(page)).toEqual([])
  })

  test('a login token replaced by another sign-in returns to step one', { tag: '@long' }, async ({
    page,
    server,
    faults,
    browser,
  }) => {
    faults.expect(/status of 401/)
    const token = await reachTokenStep(page, server, supervisor)
    const elsewhere = await browser.newPage({
      baseURL: server.url,
      storageState: { cookies: [], origins: [] },
    })
    await reachTokenStep(elsewhere, server, supervisor)
    await elsewhere.close()
    await enterToken(page, token)
    await expect(toast(page, sentences.sessionExpired)).toHaveCount(1)
    await expectTitle(page, 'Sign In')
  })

  test('a one-time password opens Change Password only', async ({ page, server }) => {
    await page.route('**/auth/token', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      body.data.rec.must_change_password = true
      await route.fulfill({ ...unsigned(reply), json: body })
    })
    await enterToken(page, await reachTokenStep(page, server, supervisor))
    await expectTitle(page, 'Change Password')
    await expect(page.getByText('You signed in with a one-time password.')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.goto('/agents/list')
    await expect(page).toHaveURL('/password/change')
    await expectTitle(page, 'Change Password')
    await expect(page.getByRole('banner')).toContainText('Alajo')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expectTitle(page, 'Sign In')
    await expect(page).toHaveURL('/')
    await page.goto('/password/change')
    await expectTitle(page, 'Sign In')
  })
})

test('an address that was opened without a session opens its record after sign-in, once', async ({
  page,
  server,
}) => {
  await page.goto('/customer/view/details#user_id=3000')
  await expectTitle(page, 'Sign In')
  const token = await server.tokenFor(supervisor, async () => {
    await enterCredentials(page, supervisor)
    await expectTitle(page, 'Verify Token')
  })
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Verify Token' }).click()
  await expectTitle(page, 'Customer Details')
  await expect(page).toHaveURL('/customer/view/details#user_id=3000')
  await expect(page).toHaveTitle('CU-003000 · Customer Details · Alajo')
  await page.goto('/')
  await expectTitle(page, 'Dashboard')
})
