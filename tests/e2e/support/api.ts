import { createCipheriv, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, type BrowserContext, type Page, request } from '@playwright/test'
import { allCalls } from '#contract/index'
import type { Auth } from '#device/auth'
import { unmaskToken } from '#device/sessionKey'
import type { Server } from './server'

// The development values, which the build and the server under test use too.
process.loadEnvFile(fileURLToPath(new URL('../../../.env', import.meta.url)))
const { VITE_BODY_KEY: bodyKey = '', VITE_BODY_IV: bodyIv = '' } = process.env
const isEncrypted = (path: string) =>
  allCalls.some((call) => call.path === path && call.encoding === 'encrypted')

function encryptBody(body: object) {
  const cipher = createCipheriv('aes-256-cbc', bodyKey, bodyIv)
  const bytes = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()])
  return { request_data: bytes.toString('base64'), _isEncrypted: true }
}

/** Calls the server directly, without the browser's cookies. */
async function withApi<T>(server: Server, use: (api: APIRequestContext) => Promise<T>): Promise<T> {
  const api = await request.newContext({ baseURL: server.url, storageState: { cookies: [], origins: [] } })
  try {
    return await use(api)
  } finally {
    await api.dispose()
  }
}

const headersOf = (token: string) => ({ logintoken: token, 'idempotency-key': randomUUID() })

/** Ends a session on the server; the browser that holds it is not notified. */
export const revoke = (server: Server, token: string) =>
  withApi(server, (api) => api.post('/api/admin/logout', { headers: headersOf(token), data: {} }))

export const isRevoked = async (server: Server, token: string) =>
  (await callApi(server, token, 'getagents', {})).status === '300'

/** Sends a call with the token of a session, and returns the reply. */
export const callApi = (server: Server, token: string, path: string, data: object) =>
  withApi(server, async (api) => {
    const body = isEncrypted(path) ? encryptBody(data) : data
    const reply = await api.post(`/api/admin/${path}`, { headers: headersOf(token), data: body })
    return reply.json()
  })

/**
 * Reads the session stored on the device, encrypted under the session key, waiting until it exists. Fields of `change`
 * are merged into it and stored.
 */
export const deviceSession = (page: Page, change: Partial<Auth> = {}): Promise<Auth> =>
  page.evaluate(async (wanted) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => {
        request.onsuccess = () => done(request.result)
      })
    // Opened before the app has made it, it would be made here, without the app's stores.
    const isMade = async () => (await indexedDB.databases()).some(({ name }) => name === 'alajo-device')
    while (!(await isMade())) await new Promise((done) => setTimeout(done, 50))
    const db = await resultOf(indexedDB.open('alajo-device', 1))
    const records = () => db.transaction('records', 'readwrite').objectStore('records')
    let session = await resultOf(records().get('session'))
    // The app moves a session from localStorage to here.
    for (let triesLeft = 50; !session && triesLeft > 0; triesLeft--) {
      await new Promise((done) => setTimeout(done, 50))
      session = await resultOf(records().get('session'))
    }
    const text = decodeURIComponent(/alajo-latch=([^;]+)/.exec(document.cookie)?.[1] ?? '')
    const sessionKey = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).slice(0, 32)
    const key = await crypto.subtle.importKey('raw', sessionKey, 'AES-GCM', false, ['encrypt', 'decrypt'])
    const additionalData = new TextEncoder().encode('device session')
    const algorithm = { name: 'AES-GCM', iv: session.iv, additionalData }
    const stored = JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, session.sealed)),
    )
    const next = { ...stored, ...wanted }
    if (Object.keys(wanted).length > 0) {
      const sealed = await crypto.subtle.encrypt(
        algorithm,
        key,
        new TextEncoder().encode(JSON.stringify(next)),
      )
      await resultOf(records().put({ ...session, sealed }))
    }
    db.close()
    return next
  }, change)

/** The token of the signed-in admin: from localStorage where it is there, else from the device session. */
export const tokenOf = async (page: Page): Promise<string> =>
  tokenIn(await page.context().storageState()) || (await deviceSession(page)).accessToken

/** The token in a stored session (see the fixture `session`), whose browser had no IndexedDB: masked in localStorage. */
export function tokenIn({ cookies, origins }: Awaited<ReturnType<BrowserContext['storageState']>>): string {
  const auth = origins[0]?.localStorage.find(({ name }) => name === 'alajo.auth')?.value ?? '{}'
  const sessionKey = cookies.find(({ name }) => name === 'alajo-latch')?.value ?? ''
  return unmaskToken(JSON.parse(auth).accessToken ?? '', sessionKey)
}

/** The keys in localStorage that belong to the signed-in admin. */
export const ownStorageKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => ['alajo.auth', 'alajo.role', 'alajo.facts'].includes(key)),
  )
