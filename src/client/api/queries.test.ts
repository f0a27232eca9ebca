import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

it('reads again what is shown for more than a second when the page becomes visible', async () => {
  const { createQueryClient } = await import('./queries')
  const nothing = () => {}
  const queries = createQueryClient({ onDone: nothing, onFailed: nothing, onReadFailed: nothing })
  const queryFn = vi.fn(async () => 'a loan')
  const stop = new QueryObserver(queries, { queryKey: ['loans'], queryFn }).subscribe(nothing)
  queries.mount()
  const showAfter = async (ms: number) => {
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(ms)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    return queryFn.mock.calls.length
  }
  expect(await showAfter(0)).toBe(1)
  expect(await showAfter(800)).toBe(1)
  expect(await showAfter(300)).toBe(2)
  expect(await showAfter(800)).toBe(2)
  stop()
  queries.unmount()
})
