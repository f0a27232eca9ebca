/**
 * Does `work` at the start and every `everyMs`, never twice at once. `work` handles its own errors, and ends early once `isStopped`.
 * `stop` waits for what runs.
 */
export function openPoll(everyMs: number, work: (isStopped: () => boolean) => Promise<void>) {
  let isEnded = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function run() {
    isRunning = true
    try {
      await work(() => isEnded)
    } finally {
      isRunning = false
    }
  }
  function tick() {
    if (!isRunning && !isEnded) running = run()
  }

  return {
    /** Does it now. */
    run,
    /** Begins it now, unless it runs. */
    tick,
    start: () => {
      timer = setInterval(tick, everyMs).unref()
      tick()
    },
    stop: async () => {
      isEnded = true
      clearInterval(timer)
      await running
    },
  }
}
