import { afterAll, vi } from 'vitest'

// Unit tests share a process: the clock and the globals that one file replaces are real again for the next file.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
