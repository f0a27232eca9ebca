import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let isThere: () => Promise<Response>

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
      isThere(),
      new Promise<never>((_done, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
    ]),
  )
  // The real one does not follow the fake clock.
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
  ...(await import('./silence')),
})
const pong = async () => Response.json({ ok: true })
const never = () => new Promise<never>(() => {})

it('a call is given up, and the portal offline, where no ping beside it is answered', async () => {
  isThere = never
  const { watchSilence, connection } = await modules()
  const call = watchSilence(undefined)
  await vi.advanceTimersByTimeAsync(4_500)
  expect([call.gaveUp(), connection().online]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([call.gaveUp(), call.signal.aborted, connection().online]).toEqual([true, true, false])
})

it('a call goes on as long as pings are answered, and not for longer', async () => {
  isThere = pong
  const { watchSilence, connection } = await modules()
  const call = watchSilence(undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([call.gaveUp(), connection().online]).toEqual([false, true])
  isThere = never
  await vi.advanceTimersByTimeAsync(11_000)
  expect([call.gaveUp(), connection().online]).toEqual([true, false])
})

it('an answer ends the watch; what the screen gives up itself is no silence', async () => {
  isThere = never
  const { watchSilence, connection } = await modules()
  const answered = watchSilence(undefined)
  answered.end()
  const leaving = new AbortController()
  const left = watchSilence(leaving.signal)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(left.signal.aborted).toBe(true)
  expect([answered.gaveUp(), left.gaveUp(), answered.signal.aborted]).toEqual([false, false, false])
  expect(connection().online).toBe(true)
})

it('an answer to another call while the ping is under way keeps the portal online', async () => {
  isThere = never
  const { watchSilence, connection, reached } = await modules()
  const call = watchSilence(undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  reached()
  await vi.advanceTimersByTimeAsync(6_000)
  expect([call.gaveUp(), connection().online]).toEqual([false, true])
  call.end()
})

it('out of reach already, a call is given up sooner and without another ping', async () => {
  isThere = never
  const { watchSilence, connection } = await modules()
  watchSilence(undefined)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(connection().online).toBe(false)
  const next = watchSilence(undefined)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(next.gaveUp()).toBe(true)
})
