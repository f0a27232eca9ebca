/** The server ends whole within 15 seconds of the first signal, whatever hangs. */
const deadlineMs = 14_000
/** Ctrl+C reaches a server under npm twice: from the terminal, and passed on by npm. */
const sameSignalMs = 1_000

type Stoppable = { stop: () => Promise<void> }

/**
 * At SIGTERM, at SIGINT, or when the npm that started the process is gone: stops in order and ends the process.
 * A second signal, or a stop that takes longer than the deadline, ends it at once. Gives the way to say what to stop.
 */
export function stopOnSignals(print: (text: string) => void): (running: Stoppable) => void {
  let running: Stoppable | undefined
  let since: number | undefined
  const end = (code: number, why?: string) => {
    if (why) print(why)
    process.exit(code)
  }
  const stop = () => {
    // Nothing has been asked of a server that is still starting.
    if (!running) return end(1)
    if (since !== undefined) {
      if (performance.now() - since > sameSignalMs) end(1, 'Ended at the second signal.')
      return
    }
    since = performance.now()
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

/** A shell between npm and the server may take npm's signal and not pass it on; and npm itself may be killed. */
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
