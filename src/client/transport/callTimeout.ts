import { probeDuringCall, connection } from './connection'

/** A call without a complete reply for this long causes a ping. */
const probeAfterMs = 4_000
/** While offline, a call is given up after this time without a ping. */
const offlineTimeoutMs = 2_000

/**
 * Aborts a call when the server can't be reached. A slow call continues as long as pings succeed; otherwise its signal
 * aborts and `hasTimedOut` is true. `parent` is the abort signal of the screen.
 */
export function watchForTimeout(parent: AbortSignal | undefined) {
  const controller = new AbortController()
  let timedOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const end = () => {
    stopWatching()
    parent?.removeEventListener('abort', abort)
  }
  const abort = () => {
    end()
    controller.abort(parent?.reason)
  }
  const giveUp = () => {
    timedOut = true
    end()
    controller.abort()
  }
  const wait = () => {
    timer = setTimeout(() => void probe(), connection().online ? probeAfterMs : offlineTimeoutMs)
  }
  const probe = async () => {
    const own = timer
    const isReachable = connection().online && (await probeDuringCall())
    // The call has ended during the ping.
    if (timer === undefined || timer !== own) return
    if (isReachable) wait()
    else giveUp()
  }
  if (parent?.aborted) controller.abort(parent.reason)
  else {
    parent?.addEventListener('abort', abort)
    wait()
  }
  return {
    signal: controller.signal,
    hasTimedOut: () => timedOut,
    /** A file arrives, for however long: only its screen still aborts it. */
    stopWatching,
    end,
  }
}
