import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expectTitle, navigate, rowOf, waitForServiceWorker } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

type Manifest = {
  id: string
  name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; purpose: string }[]
  screenshots: { src: string; sizes: string; form_factor: string }[]
  shortcuts: { name: string; url: string }[]
}

test('the icons of the manifest exist in the declared sizes; the install prompt is offered in the menu', async ({
  page,
}) => {
  await page.goto('/dashboard')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  expect(address, 'the page names its manifest').toBe('/manifest.webmanifest')
  const manifest: Manifest = await (await page.request.get(String(address))).json()
  expect(manifest).toMatchObject({ id: '/', name: 'Alajo', start_url: '/dashboard', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ])
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(
    expect.arrayContaining(['wide', 'narrow']),
  )
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/agents/list', '/dashboard'])
  for (const [url, heading] of [
    ['/agents/list', 'Agents'],
    ['/dashboard', 'Dashboard'],
  ] as const) {
    await navigate(page, url)
    await expectTitle(page, heading)
  }

  const account = page.getByRole('button', { name: /^Account/ })
  const install = page.getByRole('menuitem', { name: 'Install' })
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await expect(install).toHaveCount(0)
  const isPrevented = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.prompted = 'yes'
      },
    })
    window.dispatchEvent(offer)
    return offer.defaultPrevented
  })
  expect(isPrevented).toBe(true)
  await install.click()
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes')
  await account.click()
  await expect(install).toHaveCount(0)
})

test('a hashed file is publicly cacheable for ever, without user-specific headers', async ({
  playwright,
  server,
}) => {
  const stranger = await playwright.request.newContext({ baseURL: server.url })
  const [file] = /\/assets\/[\w.-]+\.js/.exec(await (await stranger.get('/')).text()) ?? []
  const alone = await playwright.request.newContext({ baseURL: server.url })
  const headers = (await alone.get(String(file))).headers()
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  for (const name of ['set-cookie', 'content-security-policy']) expect(headers).not.toHaveProperty(name)
  await Promise.all([stranger.dispose(), alone.dispose()])
})

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('caches the whole app, and no reply of the server; a new screen opens without a network', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.expect(noNetwork)
    await page.goto('/agents/list')
    await expect(rowOf(page, 'Adaeze Okonkwo').getByRole('button', { name: /More actions/ })).toBeVisible()
    await waitForServiceWorker(page)
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    // The files of this release; the folder also has those of the previous one.
    const stamp = JSON.parse(await readFile(path.join(server.portal, '../stamp.json'), 'utf8'))
    const files = (stamp.assets as string[]).filter((name) => /\.(js|css)$/.test(name))
    expect(files.length).toBeGreaterThan(20)
    expect(
      files.filter((name) => !cached.includes(`/assets/${name}`)),
      'files of the app that are not cached',
    ).toEqual([])
    expect(cached).toEqual(expect.arrayContaining(['/index.html', '/app.html', '/manifest.webmanifest']))
    expect(cached.filter((one) => one.startsWith('/api'))).toEqual([])

    await context.setOffline(true)
    await rowOf(page, 'Adaeze Okonkwo')
      .getByRole('button', { name: /More actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Downline' }).click()
    await expectTitle(page, 'Agent Downlines')
    await expect(page.getByText(sentences.connectToOpen)).toBeVisible()
  })
})
