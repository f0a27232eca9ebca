import { expect, type Page } from '@playwright/test'
import { deviceSession } from './api'
import { contentOf, expectTitle, navigate, rowOf } from './portal'

export const savedRow = (page: Page) => rowOf(page, 'Adaeze Okonkwo')

/** Loads the list of agents, which saves it on the device. */
export async function saveList(page: Page) {
  await page.goto('/agents/list')
  await listIsSaved(page)
}

/** Like `saveList`, without a reload. */
export async function openAndSaveList(page: Page) {
  await navigate(page, '/agents/list')
  await expectTitle(page, 'Agents')
  await listIsSaved(page)
}

export async function listIsSaved(page: Page) {
  await expect(savedRow(page)).toBeVisible()
  await expect(contentOf(page).getByText('Page 1 of 1 saved')).toBeVisible()
  await permissionsAreSaved(page)
}

/** Own permissions are stored with the session: the shell renders with them. */
export const permissionsAreSaved = (page: Page) =>
  expect.poll(async () => (await deviceSession(page)).rights).toBeTruthy()

/** Deletes saved pages and saved permissions: the next start depends on the server alone. */
export async function clearSavedData(page: Page) {
  await deviceSession(page, { rights: undefined })
  await clearSavedPages(page)
}

/** Deletes the saved pages of every admin; the keys remain. */
export const clearSavedPages = async (page: Page) =>
  (await openVaults(page)).evaluate(async (vaults) => {
    for (const db of vaults) {
      await new Promise<void>((done) => {
        const change = db.transaction('pages', 'readwrite')
        change.objectStore('pages').clear()
        change.oncomplete = () => done()
      })
      db.close()
    }
  })

/** Opens the databases of every admin, in the page. The caller closes them. */
const openVaults = (page: Page) =>
  page.evaluateHandle(async () => {
    const vaults: IDBDatabase[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('alajo-user-')) continue
      const db = await new Promise<IDBDatabase>((done) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => done(request.result)
      })
      vaults.push(db)
    }
    return vaults
  })

/** Keeps readers of saved pages waiting until the page is left: a transaction that writes stays open. */
export const blockSavedPages = async (page: Page) =>
  (await openVaults(page)).evaluate((vaults) => {
    for (const db of vaults) {
      const pages = db.transaction('pages', 'readwrite').objectStore('pages')
      const keepOpen = () => {
        pages.count().onsuccess = keepOpen
      }
      keepOpen()
    }
  })

/** Everything that the site stores in this browser, by store, with bytes decoded as Latin-1. */
export async function dumpStores(page: Page): Promise<Record<string, string>> {
  // A page of the same origin that does not run the app.
  await page.goto('/healthz')
  return page.evaluate(readStores)
}

/** Runs in the page. Self-contained, so that another driver can send it to its browser. */
export async function readStores(): Promise<Record<string, string>> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, failed) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
    })
  const letters = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const textOf = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return letters(new Uint8Array(value))
    if (ArrayBuffer.isView(value)) return letters(new Uint8Array(value.buffer))
    if (value instanceof CryptoKey) return `[key, ${value.extractable ? 'extractable' : 'not extractable'}]`
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${textOf(one)}`)
      .join('\n')
  }
  const dump: Record<string, string> = {
    localStorage: textOf(Object.fromEntries(Object.entries(localStorage))),
    sessionStorage: textOf(Object.fromEntries(Object.entries(sessionStorage))),
    cookies: document.cookie,
    history: textOf(history.state),
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store)
      const [values, keys] = await Promise.all([resultOf(rows.getAll()), resultOf(rows.getAllKeys())])
      dump[`${name}/${store}`] = textOf({ values, keys })
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const replies = await cache.matchAll()
    const bodies = await Promise.all(replies.map((reply) => reply.text()))
    dump[`cache ${name}`] = bodies.join('\n')
  }
  return dump
}

/**
 * The stores that contain one of the words, with the word. Words are longer than three letters, which would occur in
 * encrypted bytes by chance.
 */
export const storesContaining = (dump: Record<string, string>, words: readonly (string | RegExp)[]) =>
  Object.entries(dump).flatMap(([place, text]) =>
    words.filter((word) => holds(text, word)).map((word) => `${place}: ${word}`),
  )

const holds = (text: string, word: string | RegExp) =>
  typeof word === 'string' ? text.toLowerCase().includes(word.toLowerCase()) : word.test(text)
