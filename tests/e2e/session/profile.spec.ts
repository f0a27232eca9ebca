import { pbkdf2Sync, webcrypto } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { tokenOf } from '../support/api'
import { chooseAction, contentOf, expectTitle, navigate, rowOf } from '../support/portal'
import { launch } from '../support/profile'
import { demoPassword, logOut, signIn, supervisor, unlock } from '../support/signIn'
import { permissionsAreSaved, saveList } from '../support/storage'
import { expect, test } from '../support/test'

/** Chromium's files with visited addresses. */
const browsersOwn =
  /^(Default\/(History|Favicons|Sessions\/|Top Sites|Shortcuts|Network Action Predictor)|segmentation_platform\/)/

type ProfileFile = { name: string; bytes: Buffer }

/** Files of a browser's profile whose names match, with their content. */
async function filesOf(folder: string, wanted = /./): Promise<ProfileFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => wanted.test(name))
  const files = await Promise.all(
    names.map(async (name) => {
      const place = path.join(folder, name)
      // The browser may replace or remove files meanwhile.
      const isFile = (await lstat(place).catch(() => undefined))?.isFile() ?? false
      return isFile ? [{ name, bytes: await readFile(place).catch(() => Buffer.alloc(0)) }] : []
    }),
  )
  return files.flat()
}

/** Files that contain one of the words, as UTF-8 or UTF-16. */
function filesWith(files: readonly ProfileFile[], words: readonly (string | Uint8Array)[]): string[] {
  const forms = words.flatMap((word) =>
    typeof word === 'string' ? [Buffer.from(word), Buffer.from(word, 'utf16le')] : [Buffer.from(word)],
  )
  return files.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name)
}

/** The number of changes that makes Chromium write its cookies at once, not within half a minute. */
const changesWritten = 512
/** Sets so many cookies of another site that the browser writes all its changes. */
const writeCookies = (context: BrowserContext, round: string) =>
  context.addCookies(
    Array.from({ length: changesWritten }, (_, at) => ({
      name: 'filler',
      value: 'x',
      url: `https://${round}-${at}.alajo-filler.test`,
    })),
  )

/** The vault's secret, derived from the password. */
async function secretOf(page: Page): Promise<Uint8Array> {
  const { salt, iterations, iv, sealed } = await page.evaluate(async () => {
    const database = (await indexedDB.databases()).find(({ name }) => name?.startsWith('alajo-user-'))
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => {
        request.onsuccess = () => done(request.result)
      })
    const db = await resultOf(indexedDB.open(database?.name ?? ''))
    const { wrapped } = await resultOf(db.transaction('keys').objectStore('keys').get('lockup'))
    db.close()
    const numbers = (bytes: ArrayBuffer | Uint8Array) => [...new Uint8Array(bytes)]
    return {
      salt: numbers(wrapped.salt),
      iterations: Number(wrapped.iterations),
      iv: numbers(wrapped.iv),
      sealed: numbers(wrapped.sealed),
    }
  })
  const bits = pbkdf2Sync(demoPassword, Buffer.from(salt), iterations, 32, 'sha256')
  const key = await webcrypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['decrypt'])
  const algorithm = { name: 'AES-GCM', iv: Buffer.from(iv), additionalData: Buffer.from('alajo secret') }
  return new Uint8Array(await webcrypto.subtle.decrypt(algorithm, key, Buffer.from(sealed)))
}

/** The app's own files, which name every role and permission. */
const appFiles = /(^|\/)(Cache|Code Cache|Service Worker|[^/]*Cache)\//

const appCode = () => {
  const folder = 'dist/client/assets'
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return scripts.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
}

/** Files, other than the app's own, with a word that belongs to the session. */
function sessionFiles(files: readonly ProfileFile[], token: string): string[] {
  const words = ['Kunle Adesanya', 'Supervisor', 'can-view-', token, 'accessToken']
  const places = words.flatMap((word) => filesWith(files, [word]).map((name) => `${word}: ${name}`))
  // Checks the search itself: the admin's id is stored unencrypted.
  expect(filesWith(files, ['alajo-device'])).not.toEqual([])
  return places.filter((place) => !appFiles.test(place.replaceAll(path.sep, '/').split(': ')[1] ?? ''))
}

test('the profile of a browser', async ({ server }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-profile-'))
  let context = await launch(folder, server)
  /** The browser writes everything when it closes. */
  const reopen = async () => {
    await context.close()
    context = await launch(folder, server)
    return context.newPage()
  }
  try {
    const first = await context.newPage()
    await signIn(first, server, supervisor)
    await saveList(first)
    const locked = await reopen()
    await test.step('contains nothing of the session, no key and no screen content once locked', () =>
      expectSealed(locked, folder))
    const page = await reopen()
    await test.step('contains neither name, role, permissions nor token of the admin after Log out', async () => {
      await page.goto('/agents/list')
      await unlock(page)
      await expectTitle(page, 'Agents')
      await expect(rowOf(page, 'Efe Oghenekaro')).toBeVisible()
      await permissionsAreSaved(page)
      const token = await tokenOf(page)
      expect(token).not.toBe('')
      await logOut(page, supervisor)
      await expectTitle(page, 'Sign In')
      await context.close()
      expect(sessionFiles(await filesOf(folder), token)).toEqual([])
    })
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Shows screens, locks them and closes the browser. */
async function expectSealed(page: Page, folder: string) {
  const context = page.context()
  await page.goto('/agents/list')
  await expect(rowOf(page, 'Efe Oghenekaro')).toBeVisible()
  await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
  await chooseAction(page, 'Efe Oghenekaro', 'Details')
  await expect(contentOf(page).getByText('08164407712')).toBeVisible()
  await navigate(page, '/agents/list')
  await page.getByLabel('Name, phone or e-mail').fill('adaeze')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/search=adaeze/)
  await navigate(page, '/transaction/main/business/history')
  const amounts = page.getByText(/^-?₦[\d,]{7,}\.\d\d$/)
  await expect(amounts.first()).toBeVisible()
  const texts = (await amounts.allInnerTexts()).map((text) => text.replace(/^-?₦/, ''))
  // Limits and examples of the app are amounts too, and its compiled code is in the profile.
  const code = appCode()
  const amount = texts.find((text) => !code.includes(text)) ?? ''
  expect(amount).not.toBe('')
  const token = await tokenOf(page)
  const sessionKey = (await context.cookies()).find(({ name }) => name === 'alajo-latch')?.value ?? ''
  const secret = await secretOf(page)
  // Checks the search itself: while unlocked, the cookie is found.
  const cookieFiles = async () => filesWith(await filesOf(folder, /Cookies/), ['alajo-latch'])
  await writeCookies(context, 'unlocked')
  await expect.poll(cookieFiles).not.toEqual([])

  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expectTitle(page, 'Locked')
  // The browser overwrites the deleted cookie.
  await writeCookies(context, 'locked')
  await expect.poll(cookieFiles).toEqual([])
  await context.close()

  const files = await filesOf(folder)
  expect(sessionFiles(files, token)).toEqual([])
  expect(secret).toHaveLength(32)
  expect(filesWith(files, [secret, token, sessionKey])).toEqual([])
  const shown = ['Efe Oghenekaro', 'Oghenekaro', '08164407712', 'agents.alajo.test', amount]
  expect(filesWith(files, shown)).toEqual([])
  // Search terms are in addresses and so in the browser's history: see docs/run/security.md.
  const searched = filesWith(files, ['adaeze']).map((name) => name.replaceAll(path.sep, '/'))
  expect(searched).toContain('Default/History')
  expect(searched.filter((name) => !browsersOwn.test(name))).toEqual([])
}
