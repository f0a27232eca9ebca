import { copyFile, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  contentOf,
  expectTitle,
  navigate,
  rowOf,
  savedDatabases,
  waitForServiceWorker,
} from '../support/portal'
import { checkForUpdate, markRelease, releaseFiles, releaseOf } from '../support/otherRelease'
import type { Server } from '../support/server'
import { expectAccessible } from '../support/axe'
import { expectFit } from '../support/overflow'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ serviceWorkers: 'allow', as: superadmin })

const badge = (page: Page) => page.getByRole('button', { name: 'Update ready' })
// A release restarts the server: requests meanwhile fail.
test.beforeEach(({ faults }) => faults.expect(noNetwork))

test('a new version waits for the badge, in each tab; a rollback keeps saved pages, also of a later database', async ({
  page,
  context,
  server,
  faults,
}) => {
  // From the page without the app.
  faults.expect(/favicon\.ico/)
  await page.goto('/agents/list')
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  await waitForServiceWorker(page)
  const other = await context.newPage()
  await other.goto('/agents/create')
  await other.getByLabel('Full Name').fill('Written Elsewhere')
  const rollback = await deployOther(server)
  let isDeployed = true
  try {
    await test.step('waits for the badge, and never replaces a form with entries', async () => {
      await checkForUpdate(page)
      await expect(badge(page)).toBeVisible()
      await page.reload()
      expect(await releaseOf(page)).toBe('first')
      await expect(badge(page)).toBeVisible()

      // On a phone it is in the account's menu: the bar has no space beside the title.
      await page.setViewportSize({ width: 390, height: 844 })
      const account = page.getByRole('banner').getByRole('button', { name: /^Account .*, update ready$/ })
      await account.click()
      await expect(page.getByRole('menuitem', { name: 'Update ready' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expectFit(page, 390)
      await page.setViewportSize({ width: 1280, height: 720 })

      await navigate(page, '/agents/create')
      await page.getByLabel('Full Name').fill('Half Written')
      await badge(page).click()
      await expect(page.getByRole('button', { name: 'Finish your form first' })).toBeVisible()
      await expect(page.getByLabel('Full Name')).toHaveValue('Half Written')
      expect(await releaseOf(page)).toBe('first')

      await page.getByLabel('Full Name').fill('')
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Finish your form first' }).click()
      await reloaded
      await expectTitle(page, 'Create Agent')
      expect(await releaseOf(page)).toBe('second')
      await expect(page.getByRole('button', { name: /Update ready|Finish your form/ })).toHaveCount(0)
    })

    await test.step('a version activated in one tab does not disturb another', async () => {
      expect(await releaseOf(other)).toBe('first')
      await expect(other.getByLabel('Full Name')).toHaveValue('Written Elsewhere')
      await other.getByLabel('Full Name').fill('')
      // Its screens still open, also those not fetched yet.
      await other.getByRole('link', { name: 'Back to agents' }).click()
      await expectTitle(other, 'Agents')
      await other.reload()
      await expectTitle(other, 'Agents')
      expect(await releaseOf(other)).toBe('second')
      await other.close()
    })

    await test.step('a rollback installs the earlier version, and saved pages remain readable', async () => {
      isDeployed = false
      await rollback()
      await checkForUpdate(page)
      const reloaded = page.waitForEvent('load')
      await badge(page).click()
      await reloaded
      expect(await releaseOf(page)).toBe('first')
      await navigate(page, '/agents/list')
      await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
      await context.setOffline(true)
      await page.reload()
      await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
      await context.setOffline(false)
    })

    await test.step('it starts with the database of a later version', async () => {
      await addLaterVersion(page)
      await page.goto('/agents/list')
      await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
      await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
      await context.setOffline(true)
      await page.reload()
      await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    })
  } finally {
    if (isDeployed) await rollback()
  }
})

test('a file removed by a deploy causes one reload, not a loop; none of a form with entries, nor without a network', async ({
  browser,
  server,
  session,
  faults,
}) => {
  faults.expect(/status of 404/, /dynamically imported module/)
  // A browser without a copy of the file, neither in its cache nor of a service worker.
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: await session(superadmin),
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  faults.watch(context)
  const page = await context.newPage()
  const restore = await removeChunk(server, 'agents')
  // A page that reloads at once has no load event.
  let opened = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened++
  })
  await page.goto('/agents/history', { waitUntil: 'commit' })
  await expect.poll(() => opened).toBe(2)
  await expectTitle(page, sentences.crashed)
  expect(opened).toBe(2)
  await restore()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expectTitle(page, 'Agents Activity')

  const leadsToReload = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
  // A tab reloads once: makes it a new one.
  await page.evaluate(() => sessionStorage.clear())
  await navigate(page, '/agents/create')
  await page.getByLabel('Full Name').fill('Half Written')
  expect(await leadsToReload()).toBe(false)
  await page.getByLabel('Full Name').fill('')
  await context.setOffline(true)
  await expect(page.getByText(sentences.offline)).toBeVisible()
  expect(await leadsToReload()).toBe(false)
  // From here: a file that the portal itself fails to fetch leads to the one reload too.
  const reloaded = page.waitForEvent('load')
  await context.setOffline(false)
  await expect(page.getByText(sentences.offline)).toBeHidden()
  await leadsToReload().catch(() => undefined)
  await reloaded
  await expectTitle(page, 'Create Agent')
  await context.close()
})

test('an app whose code does not arrive says so, and opens again', async ({ page, context, faults }) => {
  faults.expect(noNetwork)
  await context.route('**/assets/App-*.js', (route) => route.abort())
  // The session is read later than the failure, which nothing on screen can handle yet.
  await page.addInitScript(() =>
    addEventListener('vite:preloadError', () => document.documentElement.setAttribute('data-failed', '')),
  )
  await context.route('**/assets/restoreSession-*.js', async (route) => {
    await page.locator('html[data-failed]').waitFor({ state: 'attached' })
    await route.continue()
  })
  await page.goto('/agents/list')
  await expectTitle(page, 'Alajo did not load')
  await expectAccessible(page, 'app not loaded')
  await context.unrouteAll()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expectTitle(page, 'Agents')
})

/** Gives the saved pages' database the version and a store of a later release. */
async function addLaterVersion(page: Page) {
  const [name] = await savedDatabases(page)
  // A page without the app, which would keep its database open.
  await page.goto('/healthz')
  const version = await page.evaluate(async (database) => {
    const current = (await indexedDB.databases()).find((one) => one.name === database)?.version ?? 0
    const opening = indexedDB.open(String(database), current + 10)
    opening.onupgradeneeded = () => opening.result.createObjectStore('of a later version')
    await new Promise((done, fail) =>
      Object.assign(opening, { onsuccess: done, onerror: fail, onblocked: fail }),
    )
    opening.result.close()
    return current + 10
  }, name)
  expect(version).toBeGreaterThan(10)
}

/** Removes a chunk from the server, as a deploy does. Returns what puts it back. */
async function removeChunk(server: Server, name: string) {
  const folder = path.join(server.portal, 'assets')
  const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`) && file.includes('.js'))
  expect(files).not.toEqual([])
  for (const file of files) await rename(path.join(folder, file), path.join(folder, `removed-${file}`))
  await server.restart()
  return async () => {
    for (const file of files) await rename(path.join(folder, `removed-${file}`), path.join(folder, file))
    await server.restart()
  }
}

/** Deploys another release of the portal and restarts the server. Returns the rollback. */
async function deployOther(server: Server) {
  const files = releaseFiles(server.portal)
  for (const file of files) await copyFile(file, `${file}.first`)
  await markRelease(server.portal, 'second')
  await server.restart()
  return async () => {
    for (const file of files) await rename(`${file}.first`, file)
    await server.restart()
  }
}
