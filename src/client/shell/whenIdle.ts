/** Runs work when the browser is idle; in Safari, without idle callbacks, after the delay. Returns a cancel function. */
export function whenIdle(work: () => void, afterMs = 1000): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(work, { timeout: 10_000 })
    else work()
  }, afterMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
