/** The process ends this long after the drain at the latest, even if something hangs: by default within 15 seconds of the signal. */
const limitMs = 11_000
/** Under npm, Ctrl+C arrives twice: from the terminal and forwarded by npm. */
const sameSignalMs = 1_000

type Stoppable = { drainMs: number; stop: () => Promise<void> }

/**
 * Stops in order on SIGTERM, on SIGINT, or when the parent npm is gone. A second signal, or a stop past the deadline,
 * ends the process at once. Returns a function that registers what to stop.
 */
export function stopOnSignals(print: (text: string) => void): (running: Stoppable) => void {
  let running: Stoppable | undefined
  let since: number | undefined
  const end = (code: number, why?: string) => {
    if (why) print(why)
    process.exit(code)
  }
  const stop = () => {
    // A server that is still starting has no requests to finish.
    if (!running) return end(1)
    if (since !== undefined) {
      if (performance.now() - since > sameSignalMs) end(1, 'Ended at the second signal.')
      return
    }
    since = performance.now()
    const deadlineMs = running.drainMs + limitMs
    setTimeout(() => end(1, `Ended: the stop took more than ${deadlineMs / 1000} seconds.`), deadlineMs)
    running.stop().then(
      () => end(0),
      (error: unknown) => end(1, `The stop failed. ${error instanceof Error ? error.name : ''}`),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  stopWithParent(stop)
  return (started) => {
    running = started
  }
}

/** A shell between npm and the server may not forward npm's signal, and npm itself may be killed. */
function stopWithParent(stop: () => void) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
