import { expect, type Page } from '@playwright/test'
import { rowOf } from './portal'

export const savedRow = (page: Page) => rowOf(page, 'Adaeze Okonkwo')

/** The list of agents is opened, and kept on the device. */
export async function saveList(page: Page) {
  await page.goto('/agents/list')
  await expect(savedRow(page)).toBeVisible()
  await expect(page.getByText('Page 1 of 1 saved')).toBeVisible()
  await permissionsAreSaved(page)
}

/** Names of the own permissions are saved beside what else is: the shell paints with them. */
export const permissionsAreSaved = (page: Page) =>
  expect.poll(async () => (await savedCount(page)) > 1).toBe(true)

const savedCount = (page: Page) =>
  page.evaluate(async () => {
    const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(`alajo-user-${userId}`)
      request.onsuccess = () => done(request.result)
    })
    const count = await new Promise<number>((done) => {
      const request = db.transaction('pages').objectStore('pages').count()
      request.onsuccess = () => done(request.result)
    })
    db.close()
    return count
  })

/** What is saved is forgotten, permissions too: the next start believes the server alone. */
export const forgetSaved = (page: Page) =>
  page.evaluate(async () => {
    const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
    // Opening a database that is not there would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === `alajo-user-${userId}`)) return
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(`alajo-user-${userId}`)
      request.onsuccess = () => done(request.result)
    })
    await new Promise<void>((done) => {
      const change = db.transaction('pages', 'readwrite')
      change.objectStore('pages').clear()
      change.oncomplete = () => done()
    })
    db.close()
  })

/** Everything that the site keeps in this browser, place by place, bytes as the letters that they would be. */
export async function dumpStores(page: Page): Promise<Record<string, string>> {
  // A page of the site that runs nothing of the app.
  await page.goto('/healthz')
  return page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error)
      })
    const letters = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    const told = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return letters(new Uint8Array(value))
      if (ArrayBuffer.isView(value)) return letters(new Uint8Array(value.buffer))
      if (value instanceof CryptoKey) return `[key, ${value.extractable ? 'extractable' : 'not extractable'}]`
      if (typeof value !== 'object' || value === null) return String(value)
      return Object.entries(value)
        .map(([name, one]) => `${name}: ${told(one)}`)
        .join('\n')
    }
    const dump: Record<string, string> = {
      localStorage: told(Object.fromEntries(Object.entries(localStorage))),
      sessionStorage: told(Object.fromEntries(Object.entries(sessionStorage))),
      cookies: document.cookie,
      history: told(history.state),
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store)
        const [values, keys] = await Promise.all([asked(rows.getAll()), asked(rows.getAllKeys())])
        dump[`${name}/${store}`] = told({ values, keys })
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
  })
}

/** The vault is open, a moment after sign-in: what comes then is saved, and what was saved before can be read. */
export const vaultIsOpen = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
        const db = await new Promise<IDBDatabase>((done) => {
          const request = indexedDB.open(`alajo-user-${userId}`)
          request.onsuccess = () => done(request.result)
        })
        const keys = await new Promise<IDBValidKey[]>((done) => {
          const request = db.transaction('keys').objectStore('keys').getAllKeys()
          request.onsuccess = () => done(request.result)
        })
        db.close()
        return keys
      }),
    )
    .toContain('open')

/**
 * The places that hold one of the words, and the word. Among sealed bytes three letters turn up by chance: a word is
 * longer, or a pattern of more.
 */
export const placesOf = (dump: Record<string, string>, words: readonly (string | RegExp)[]) =>
  Object.entries(dump).flatMap(([place, text]) =>
    words.filter((word) => holds(text, word)).map((word) => `${place}: ${word}`),
  )

const holds = (text: string, word: string | RegExp) =>
  typeof word === 'string' ? text.toLowerCase().includes(word.toLowerCase()) : word.test(text)
