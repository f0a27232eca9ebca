import { beforeEach, describe, expect, it, vi } from 'vitest'

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
const { takeUnlocks: carryUnlocks, watchUnlock } = await import('./offlineUnlocks')

/** How many a call carries that the server answers. */
function takeUnlocks() {
  const carried = carryUnlocks(new AbortController().signal)
  carried?.settle(true)
  return carried?.count ?? 0
}

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

describe('unlocks of a call that gets no reply', () => {
  beforeEach(async () => {
    watchUnlock()
    await loseCall()
  })

  it('are carried by a later call', () => {
    const lost = carryUnlocks(new AbortController().signal)
    expect(lost?.count).toBe(1)
    expect(takeUnlocks()).toBe(0)
    lost?.settle(false)
    expect(takeUnlocks()).toBe(1)
  })

  it('are carried by the call that replaces an aborted one, once', () => {
    const controller = new AbortController()
    const aborted = carryUnlocks(controller.signal)
    controller.abort()
    expect(takeUnlocks()).toBe(1)
    aborted?.settle(false)
    expect(takeUnlocks()).toBe(0)
  })

  it('are not carried twice when a reply is aborted after it began', () => {
    const controller = new AbortController()
    carryUnlocks(controller.signal)?.settle(true)
    controller.abort()
    expect(takeUnlocks()).toBe(0)
  })
})
