import { pbkdf2Sync, webcrypto } from 'node:crypto'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { tokenOf } from '../support/api'
import { expectTitle, rowOf } from '../support/portal'
import { launch } from '../support/profile'
import type { Server } from '../support/server'
import { demoPassword, logOut, signIn, supervisor } from '../support/signIn'
import { saveList } from '../support/storage'
import { expect, test } from '../support/test'

/** Chromium's files with visited addresses. */
const browsersOwn =
  /^(Default\/(History|Favicons|Sessions\/|Top Sites|Shortcuts|Network Action Predictor)|segmentation_platform\/)/

/** Every file of a browser's profile, with its content. */
async function filesOf(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const names = await readdir(folder, { recursive: true })
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
async function filesWith(folder: string, words: readonly (string | Uint8Array)[]): Promise<string[]> {
  const forms = words.flatMap((word) =>
    typeof word === 'string' ? [Buffer.from(word), Buffer.from(word, 'utf16le')] : [Buffer.from(word)],
  )
  const matches = (await filesOf(folder)).filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
  return matches.map(({ name }) => name)
}

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

/** Files, other than the app's own, with a word that belongs to the session. */
async function sessionFiles(folder: string, token: string): Promise<string[]> {
  const words = ['Kunle Adesanya', 'Supervisor', 'can-view-', token, 'accessToken']
  const matches = await Promise.all(words.map((word) => filesWith(folder, [word])))
  const places = matches.flatMap((names, at) => names.map((name) => `${words[at]}: ${name}`))
  // Checks the search itself: the admin's id is stored unencrypted.
  expect(await filesWith(folder, ['alajo-device'])).not.toEqual([])
  return places.filter((place) => !appFiles.test(place.replaceAll(path.sep, '/').split(': ')[1] ?? ''))
}

/** Signs in and saves a list, which the browser writes when it closes; then opens it again. */
async function openSavedProfile(folder: string, server: Server) {
  const first = await launch(folder, server)
  const page = await first.newPage()
  await signIn(page, server, supervisor)
  await saveList(page)
  await first.close()
  return launch(folder, server)
}

test('after Log out the profile contains neither name, role, permissions nor token of the admin', async ({
  server,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-profile-'))
  const context = await openSavedProfile(folder, server)
  try {
    const page = await context.newPage()
    await saveList(page)
    const token = await tokenOf(page)
    await logOut(page, supervisor)
    await expectTitle(page, 'Sign In')
    await context.close()
    expect(await sessionFiles(folder, token)).toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('a copy of a locked profile contains nothing of the session, no key and no screen content', async ({
  server,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-profile-'))
  const context = await openSavedProfile(folder, server)
  try {
    const page = await context.newPage()
    await page.goto('/agents/list')
    await expect(rowOf(page, 'Efe Oghenekaro')).toBeVisible()
    await expect(page.getByText('Page 1 of 1 saved')).toBeVisible()
    await page.getByRole('link', { name: 'Details Efe Oghenekaro' }).click()
    await expect(page.getByText('08164407712')).toBeVisible()
    await page.goto('/agents/list')
    await page.getByLabel('Name, phone or e-mail').fill('adaeze')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/search=adaeze/)
    await page.goto('/transaction/main/business/history')
    const amount = (
      await page
        .getByText(/^-?₦[\d,]{7,}\.\d\d$/)
        .first()
        .innerText()
    ).replace(/^-?₦/, '')
    const token = await tokenOf(page)
    const sessionKey = (await context.cookies()).find(({ name }) => name === 'alajo-latch')?.value ?? ''
    const secret = await secretOf(page)
    // Checks the search itself: while unlocked, the cookie is found.
    const cookieFiles = async () =>
      (await filesWith(folder, ['alajo-latch'])).filter((name) => name.includes('Cookies'))
    await expect.poll(cookieFiles, { timeout: 60_000 }).not.toEqual([])

    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expectTitle(page, 'Locked')
    // The browser overwrites a deleted cookie within half a minute.
    await expect.poll(cookieFiles, { timeout: 60_000 }).toEqual([])
    await context.close()

    expect(await sessionFiles(folder, token)).toEqual([])
    expect(secret).toHaveLength(32)
    expect(await filesWith(folder, [secret, token, sessionKey])).toEqual([])
    const shown = ['Efe Oghenekaro', 'Oghenekaro', '08164407712', 'agents.alajo.test', amount]
    expect(await filesWith(folder, shown)).toEqual([])
    // Search terms are in addresses and so in the browser's history: see docs/security.md.
    const searched = (await filesWith(folder, ['adaeze'])).map((name) => name.replaceAll(path.sep, '/'))
    expect(searched).toContain('Default/History')
    expect(searched.filter((name) => !browsersOwn.test(name))).toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
