import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clockAhead,
  deviceTime,
  isServerTimeKnown,
  serverNow,
  serverTime,
  takeServerTime,
  whenServerTimeKnown,
} from './clock'
import { today } from './today'

const server = new Date('2026-11-28T09:00:00Z')
const reply = () => ({ headers: new Headers({ date: server.toUTCString() }) })
const kept = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('deletes nothing for its age before the server’s time is known', () => {
  const act = vi.fn()
  whenServerTimeKnown(act)
  expect([isServerTimeKnown(), act.mock.calls.length]).toEqual([false, 0])
  takeServerTime(reply())
  expect([isServerTimeKnown(), act.mock.calls.length]).toEqual([true, 1])
})

it.each([
  ['a day behind', -86_400_000],
  ['a day ahead', 86_400_000],
])('today is the server’s on a device whose clock is %s, also after the reply', (_, ahead) => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.getTime() + ahead })
  takeServerTime(reply())
  expect(today()).toBe('2026-11-28')
  expect(clockAhead.get()).toBe(ahead)
  expect(kept.get('alajo.clock.ahead')).toBe(String(ahead))
  const savedAt = serverTime(Date.now())
  expect([savedAt, deviceTime(savedAt)]).toEqual([server.getTime(), Date.now()])
  vi.setSystemTime(server.getTime() + ahead + 3_600_000)
  expect(serverNow().getTime()).toBe(server.getTime() + 3_600_000)
})

it('a difference of seconds is the network’s, and a clock that is right again needs no correction', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.getTime() + 3_000 })
  takeServerTime(reply())
  expect(clockAhead.get()).toBe(0)
  expect(kept.size).toBe(0)
  takeServerTime({ headers: new Headers() })
  expect(clockAhead.get()).toBe(0)
})
