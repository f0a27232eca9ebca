import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './queries'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

it('reads again what is shown for more than a minute when the page becomes visible', async () => {
  const nothing = () => {}
  const queries = createQueryClient({ onDone: nothing, onFailed: nothing, onReadFailed: nothing })
  const queryFn = vi.fn(async () => 'a loan')
  const stop = new QueryObserver(queries, { queryKey: ['loans'], queryFn }).subscribe(nothing)
  queries.mount()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(1)
  for (const [ms, times] of [
    [50_000, 1],
    [20_000, 2],
    [50_000, 2],
  ] as const) {
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(ms)
    expect(queryFn.mock.calls.length).toBeLessThanOrEqual(times)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(queryFn).toHaveBeenCalledTimes(times)
  }
  stop()
  queries.unmount()
})
