import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let replyToPing: () => Promise<Response>

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) =>
    Promise.race([
      replyToPing(),
      new Promise<never>((_done, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
    ]),
  )
  // The real timeout ignores the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const modules = async () => ({
  ...(await import('./connection')),
  ...(await import('./callTimeout')),
})
const pong = async () => Response.json({ ok: true })
const never = () => new Promise<never>(() => {})

it('times a call out, and goes offline, when pings get no reply', async () => {
  replyToPing = never
  const { watchForTimeout, connection } = await modules()
  const call = watchForTimeout(undefined)
  await vi.advanceTimersByTimeAsync(4_500)
  expect([call.hasTimedOut(), connection().online]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([call.hasTimedOut(), call.signal.aborted, connection().online]).toEqual([true, true, false])
})

it('lets a call continue only as long as pings succeed', async () => {
  replyToPing = pong
  const { watchForTimeout, connection } = await modules()
  const call = watchForTimeout(undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([call.hasTimedOut(), connection().online]).toEqual([false, true])
  replyToPing = never
  await vi.advanceTimersByTimeAsync(11_000)
  expect([call.hasTimedOut(), connection().online]).toEqual([true, false])
})

it('lets a screen abort a file that arrives, which has no time limit', async () => {
  replyToPing = never
  const { watchForTimeout } = await modules()
  const screen = new AbortController()
  const file = watchForTimeout(screen.signal)
  file.stopWatching()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([file.hasTimedOut(), file.signal.aborted]).toEqual([false, false])
  screen.abort()
  expect([file.hasTimedOut(), file.signal.aborted]).toEqual([false, true])
})

it('stops after a reply, and does not time out a call that the screen aborts', async () => {
  replyToPing = never
  const { watchForTimeout, connection } = await modules()
  const finished = watchForTimeout(undefined)
  finished.end()
  const screen = new AbortController()
  const aborted = watchForTimeout(screen.signal)
  screen.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(aborted.signal.aborted).toBe(true)
  expect([finished.hasTimedOut(), aborted.hasTimedOut(), finished.signal.aborted]).toEqual([
    false,
    false,
    false,
  ])
  expect(connection().online).toBe(true)
})

it('stays online when another call gets a reply during the ping', async () => {
  replyToPing = never
  const { watchForTimeout, connection, reportReply } = await modules()
  const call = watchForTimeout(undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  reportReply()
  await vi.advanceTimersByTimeAsync(6_000)
  expect([call.hasTimedOut(), connection().online]).toEqual([false, true])
  call.end()
})

it('times a call out sooner when offline, without another ping', async () => {
  replyToPing = never
  const { watchForTimeout, connection } = await modules()
  watchForTimeout(undefined)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(connection().online).toBe(false)
  const next = watchForTimeout(undefined)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(next.hasTimedOut()).toBe(true)
})
