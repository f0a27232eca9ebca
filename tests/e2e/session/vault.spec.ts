import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenIn, tokenOf } from '../support/api'
import { addAdmin, chooseOwnPassword, chosenPassword } from '../support/newAdmin'
import {
  blockServer,
  chooseAction,
  contentOf,
  expectTitle,
  expectToast,
  navigate,
  reconnect,
  savedDatabases,
  toast,
  unblockServer,
} from '../support/portal'
import { signIn, superadmin } from '../support/signIn'
import {
  dumpStores,
  openAndSaveList,
  permissionsAreSaved,
  savedRow,
  saveList,
  storesContaining,
} from '../support/storage'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

/** Deletes the keys and keeps the rest, as Lock does. */
async function dropKeys(page: Page) {
  // From a page without the app, which would write while its storage is cleared.
  await page.goto('/healthz')
  await page.evaluate(async () => {
    const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
    localStorage.clear()
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(`alajo-user-${userId}`)
      request.onsuccess = () => done(request.result)
    })
    await new Promise<void>((done) => {
      const change = db.transaction('keys', 'readwrite')
      change.objectStore('keys').delete('open')
      change.oncomplete = () => done()
    })
    db.close()
  })
}

/** Reloads at the saved list, without the server. */
async function expectSaved(page: Page, context: BrowserContext, rows: 0 | 1) {
  await permissionsAreSaved(page)
  await blockServer(context)
  await page.goto('/agents/list')
  await expectTitle(page, 'Agents')
  if (rows === 0) await expect(page.getByText(sentences.notSaved)).toBeVisible()
  await expect(savedRow(page)).toHaveCount(rows)
  await unblockServer(context)
}

// A page without the app declares no icon.
test.beforeEach(({ faults }) => faults.expect(noNetwork, /favicon\.ico/))

/** Wraps the vault's secret with fewer key-derivation rounds, as an earlier release did. */
const weaken = (page: Page, password: string, rounds: number) =>
  page.evaluate(
    async ([secretWord, iterations]) => {
      const database = (await indexedDB.databases()).find(({ name }) => name?.startsWith('alajo-user-'))
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((done) => {
          request.onsuccess = () => done(request.result)
        })
      const db = await resultOf(indexedDB.open(database?.name ?? ''))
      const keyRecord = await resultOf(db.transaction('keys').objectStore('keys').get('lockup'))
      const word = new TextEncoder().encode(secretWord)
      const base = await crypto.subtle.importKey('raw', word, 'PBKDF2', false, ['deriveKey'])
      const keyOf = (kdfParameters: { salt: BufferSource; iterations: number }) =>
        crypto.subtle.deriveKey(
          { name: 'PBKDF2', hash: 'SHA-256', ...kdfParameters },
          base,
          { name: 'AES-GCM', length: 256 },
          false,
          ['encrypt', 'decrypt'],
        )
      const { iv, sealed, salt, iterations: before } = keyRecord.wrapped
      const additionalData = new TextEncoder().encode('alajo secret')
      const algorithm = { name: 'AES-GCM', iv, additionalData }
      const secret = await crypto.subtle.decrypt(algorithm, await keyOf({ salt, iterations: before }), sealed)
      const weak = await crypto.subtle.encrypt(algorithm, await keyOf({ salt, iterations }), secret)
      const change = db.transaction('keys', 'readwrite').objectStore('keys')
      await resultOf(change.put({ ...keyRecord, wrapped: { iv, sealed: weak, salt, iterations } }))
      db.close()
      return before as number
    },
    [password, rounds] as const,
  )

test('the vault of an admin', async ({ page, context, server, session }) => {
  const email = 'ronke.alabi@alajo.test'
  const stored = await session(superadmin)
  const superToken = tokenIn(stored)
  const { admin_id, oneTime } = await addAdmin(server, superToken, email)
  await chooseOwnPassword(page, server, email, oneTime)
  await openAndSaveList(page)

  await test.step('reloads a page that comes from the back/forward cache', async () => {
    const loaded = page.waitForEvent('load')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await loaded
    await expect(savedRow(page)).toBeVisible()
  })

  await test.step('saved pages are encrypted, metadata included', async () => {
    await chooseAction(page, 'Adaeze Okonkwo', 'Details')
    await expect(contentOf(page).getByText('adaeze.okonkwo@agents.alajo.test')).toBeVisible()
    const token = await tokenOf(page)
    const dump = await dumpStores(page)
    const stores = Object.keys(dump).filter((place) => place.startsWith('alajo-user-'))
    expect(new Set(stores.map((place) => place.split('/')[1]))).toEqual(
      new Set(['contents', 'drafts', 'intents', 'keys', 'pages', 'pins']),
    )
    expect(dump[stores.find((place) => place.endsWith('contents')) ?? '']?.length).toBeGreaterThan(1000)
    expect(
      storesContaining(dump, ['Adaeze', 'Okonkwo', '08164', 'agents.alajo.test', 'getAgents', 'Agents']),
    ).toEqual([])
    expect(storesContaining(dump, [token, '[key, '])).toEqual([])
  })

  await test.step('signing in again unlocks the saved data of the same admin', async () => {
    await dropKeys(page)
    await signIn(page, server, email, chosenPassword)
    await expectSaved(page, context, 1)
  })

  await test.step('a vault with fewer rounds is upgraded at the next sign-in, and keeps its content', async () => {
    expect(await weaken(page, chosenPassword, 1000)).toBe(600_000)
    await dropKeys(page)
    await signIn(page, server, email, chosenPassword)
    await expectSaved(page, context, 1)
    // Weakening it again returns the rounds before.
    expect(await weaken(page, chosenPassword, 1000)).toBe(600_000)
  })

  await test.step('a changed password rewraps it, and unlocks the saved data', async () => {
    const again = 'rain on a zinc roof at noon'
    await reconnect(page, context)
    await navigate(page, '/password/change')
    await expectTitle(page, 'Change Password')
    await page.getByLabel('Old Password').fill(chosenPassword)
    await page.getByLabel('New Password').fill(again)
    const before = await keyRecordOf(page)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expectToast(page, sentences.passwordChanged)
    await expect.poll(() => keyRecordOf(page)).not.toBe(before)
    await dropKeys(page)
    await signIn(page, server, email, again)
    await expectSaved(page, context, 1)
  })

  await test.step('a reset password can’t unlock it, and it is replaced', async () => {
    await dropKeys(page)
    const reset = () => callApi(server, superToken, 'resetPassword', { admin_id })
    await chooseOwnPassword(page, server, email, await server.oneTimePasswordFor(email, reset))
    await expectSaved(page, context, 0)
    expect(await tokenOf(page)).not.toBe('')
  })
})

test('seals pages of a session that began without a vault', { tag: '@long' }, async ({
  page,
  context,
  server,
  session,
}) => {
  const stored = await session(superadmin)
  const auth = stored.origins[0]?.localStorage.find(({ name }) => name === 'alajo.auth')?.value ?? '{}'
  await context.addCookies(stored.cookies)
  await page.goto('/healthz')
  await page.evaluate((text) => localStorage.setItem('alajo.auth', text), auth)
  // This vault has no password, and works until the session ends.
  await saveList(page)
  await expectSaved(page, context, 1)
  expect(storesContaining(await dumpStores(page), ['Adaeze', 'getAgents'])).toEqual([])
  expect(server.url).not.toBe('')
})

/** The wrapped secret, which differs for each password. */
const keyRecordOf = (page: Page) =>
  page.evaluate(async () => {
    const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(`alajo-user-${userId}`)
      request.onsuccess = () => done(request.result)
    })
    const keyRecord = await new Promise<{ wrapped: { sealed: ArrayBuffer } }>((done) => {
      const request = db.transaction('keys').objectStore('keys').get('lockup')
      request.onsuccess = () => done(request.result)
    })
    db.close()
    return new Uint8Array(keyRecord.wrapped.sealed).join()
  })

test.describe('without a vault', () => {
  test.use({ as: superadmin })

  test('the app works online', async ({ page: first, context }) => {
    const details = 'adaeze.okonkwo@agents.alajo.test'
    const openDetails = async (page: Page) => {
      await chooseAction(page, 'Adaeze Okonkwo', 'Details')
      await expect(contentOf(page).getByText(details)).toBeVisible()
    }

    await test.step('when the browser has no IndexedDB', async () => {
      await first.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
      await first.goto('/agents/list')
      await expect(savedRow(first)).toBeVisible()
      await openDetails(first)
      await first.close()
    })

    await test.step('when IndexedDB can’t be opened', async () => {
      const page = await context.newPage()
      await page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('A private window.', 'SecurityError')
        }
      })
      await page.goto('/agents/list')
      await expect(savedRow(page)).toBeVisible()
      await page.close()
    })

    const olderTab = await context.newPage()
    await test.step('when an older tab blocks the database', async () => {
      await olderTab.goto('/healthz')
      await olderTab.evaluate(async () => {
        const { userId } = JSON.parse(localStorage.getItem('alajo.auth') ?? '{}')
        await new Promise((done) => {
          const request = indexedDB.open(`alajo-user-${userId}`, 10)
          request.onsuccess = () => {
            Object.assign(window, { held: request.result })
            done(undefined)
          }
        })
      })
      const page = await context.newPage()
      await page.goto('/agents/list')
      await expect(savedRow(page)).toBeVisible()
      await expect(page.getByText(/of 1 saved/)).toHaveCount(0)
      await page.close()
    })

    await test.step('when storage is full: shows one message, and works on', async () => {
      await olderTab.close()
      const page = await context.newPage()
      // The upgrade of the older tab's database may take longer than the app waits for it at a start.
      await expect(async () => {
        await page.goto('/agents/list')
        await expect(page.getByText(/of 1 saved/)).toBeVisible({ timeout: 20_000 })
      }).toPass()
      await page.addInitScript(() => {
        const { value: put } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {}
        IDBObjectStore.prototype.put = function (...row) {
          if (this.name === 'pages') throw new DOMException('No room.', 'QuotaExceededError')
          return put.apply(this, row)
        }
      })
      await page.goto('/agents/list')
      // The first reply that does not fit may be another one than the list's, which is shown later.
      const message = toast(page, 'There is no space for more saved pages on this device.')
      await expect(message).toBeVisible()
      await expect(savedRow(page)).toBeVisible()
      await openDetails(page)
      // A slow machine has closed it by now.
      expect(await message.count()).toBeLessThanOrEqual(1)
      expect(await savedDatabases(page)).toHaveLength(1)
    })
  })
})
