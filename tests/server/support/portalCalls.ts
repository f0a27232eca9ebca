import { afterAll, vi } from 'vitest'

/** The portal's own code for sending calls and files, with the browser that it needs, through `url`. */
export async function openPortalCalls(url: string) {
  const browserFetch = fetch
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('document', { cookie: '', visibilityState: 'visible' })
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => browserFetch(new URL(path, url), init))
  afterAll(() => vi.unstubAllGlobals())
  return await import('#transport/send')
}
