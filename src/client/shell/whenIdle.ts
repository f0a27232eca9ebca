/** Runs something once the first screen has settled; Safari has no idle callback, there a pause does. Returns a way out. */
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
