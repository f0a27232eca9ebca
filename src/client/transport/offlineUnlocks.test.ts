import { beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('document', { visibilityState: 'visible' })
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
vi.useFakeTimers()

const { reportNoReply, reportReply } = await import('./connection')
const { returnUnlocks, takeUnlocks, watchUnlock } = await import('./offlineUnlocks')

/** A call that gets no reply; the ping after it gets none either. */
async function loseCall() {
  reportNoReply(Date.now())
  await vi.advanceTimersByTimeAsync(0)
}
beforeEach(() => {
  reportReply()
  takeUnlocks()
  vi.advanceTimersByTime(1000)
})

it('counts an unlock that is followed by a lost call, and one while offline', async () => {
  watchUnlock()
  expect(takeUnlocks()).toBe(0)
  await loseCall()
  expect(takeUnlocks()).toBe(1)
  watchUnlock()
  watchUnlock()
  expect(takeUnlocks()).toBe(2)
  expect(takeUnlocks()).toBe(0)
})

it('does not count an unlock that is followed by a reply, whatever is lost later', async () => {
  watchUnlock()
  vi.advanceTimersByTime(1000)
  reportReply()
  await loseCall()
  expect(takeUnlocks()).toBe(0)
})

it('counts again what did not reach the server', () => {
  returnUnlocks(3)
  expect(takeUnlocks()).toBe(3)
})
