import type { BrowserContext, Page, Route } from '@playwright/test'
import { isLong, sliceOf } from '../../server/support/rounds'
import { expectAccessible } from '../support/axe'
import { expectTitle, expectToast } from '../support/portal'
import { enterCredentials, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

// Without a service worker: a first visit, or a tab from before a deploy.
test.use({ as: superadmin, serviceWorkers: 'block' })

/** What a request for a file of an older release gets: nothing, no connection, or a page in its place, with either type. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  '404': (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  reset: (route) => route.abort('connectionreset'),
  'a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>A page' }),
  'a page as a script': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '<!doctype html><p>A page' }),
}
const isCode = (address: string) => /\/assets\/.+\.(js|css)$/.test(new URL(address).pathname)

/** The scripts and style sheets that a first visit loads. */
async function firstFiles(page: Page, path: string, isReady: () => Promise<void>) {
  const files = new Set<string>()
  const note = (request: { url: () => string }) =>
    isCode(request.url()) && files.add(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto(path)
  await isReady()
  // Also what is loaded ahead.
  await expect.poll(() => [...files].some((file) => file.includes('/App-'))).toBe(true)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return [...files]
}

/** Either it works, or it says what happened; it is never blank, and never reloads again and again. */
async function expectSaid(page: Page, works: RegExp) {
  const said = page.getByRole('button', { name: 'Open again' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(said.or(title.filter({ hasText: works }))).toBeVisible()
  await page.waitForLoadState('networkidle')
  return (await said.count()) > 0
}

async function tryFiles(
  { page, context }: { page: Page; context: BrowserContext },
  path: string,
  works: RegExp,
  isReady: () => Promise<void>,
) {
  const files = await firstFiles(page, path, isReady)
  expect(files.length).toBeGreaterThan(3)
  const ways = Object.keys(failures)
  // A short run tries a few files, each in one way.
  const tries = files.flatMap((file, at) =>
    ways.filter((_way, way) => isLong || way === at % ways.length).map((failure) => ({ file, failure })),
  )
  let messages = 0
  for (const { file, failure } of sliceOf(tries))
    await test.step(`${file} is ${failure}`, async () => {
      const tab = await context.newPage()
      let loads = 0
      tab.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
      })
      await tab.route(`**${file}`, (route) => failures[failure]?.(route))
      await tab.goto(path)
      const isSaid = await expectSaid(tab, works)
      expect(loads).toBeLessThanOrEqual(2)
      if (isSaid) {
        messages += 1
        expect(loads).toBe(2)
        await tab.unrouteAll()
        await tab.getByRole('button', { name: 'Open again' }).click()
        await expect(tab.getByRole('heading', { level: 1, name: works })).toBeVisible()
      }
      await tab.close()
    })
  expect(messages).toBeGreaterThan(0)
}

test('a file that is missing at the start of the dashboard is said', async ({ page, context, faults }) => {
  faults.expect(/./)
  await tryFiles({ page, context }, '/dashboard', /^Dashboard$/, () => expectTitle(page, 'Dashboard'))
})

test.describe('at sign-in', () => {
  test.use({ as: undefined })
  test('a file that is missing is said, and Sign In is never left disabled', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/./)
    await tryFiles({ page, context }, '/', /^Sign In$/, () =>
      expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled(),
    )
  })
})

test.describe('at sign-in, without a file that it needs later', () => {
  test.use({ as: undefined })
  test('messages are shown without the toasts, and nothing is sent without the cipher', async ({
    page,
    faults,
  }) => {
    faults.expect(/./)
    await page.route('**/assets/Toasts-*.js', failures['404'] as (route: Route) => Promise<void>)
    await page.goto('/')
    await enterCredentials(page, 'nobody@alajo.test', 'not the password')
    await expectToast(page, sentences.invalidSignIn)
    await expectAccessible(page, 'sign-in without toasts')
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect(page.locator('.toast')).toHaveCount(0)

    await page.route('**/assets/bodyCipher-*.js', failures['404'] as (route: Route) => Promise<void>)
    await page.goto('/')
    // The app reloads the page once for a file that is missing.
    await expect(async () => {
      await enterCredentials(page, 'nobody@alajo.test', 'not the password')
      await expect(page.locator('form').getByRole('alert')).toContainText('A part of Alajo did not arrive', {
        timeout: 5000,
      })
    }).toPass()
  })
})

test('a start without its first file reloads once, then says what happened, and opens when the file is there', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/./)
  for (const file of ['**/assets/index-*.js', '**/assets/react-*.js']) {
    await context.route(file, failures['404'] as (route: Route) => Promise<void>)
    await page.goto('/dashboard')
    await expectTitle(page, 'Alajo did not load')
    await expectAccessible(page, `without ${file}`)
    // What was missing is there after the deploy: the one reload is enough for the next tab.
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Open again' }).click()
    await expectTitle(page, 'Dashboard')
    const next = await context.newPage()
    let isMissing = true
    await next.route(file, (route) => {
      if (!isMissing) return route.continue()
      isMissing = false
      return route.fulfill({ status: 404, body: '' })
    })
    await next.goto('/dashboard')
    await expectTitle(next, 'Dashboard')
    expect(isMissing).toBe(false)
    await next.close()
  }
})
