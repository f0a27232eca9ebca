import { answersBeside, connection } from './connection'

/** So long a call may go without a whole answer before the server is pinged beside it. */
const silentMs = 4_000
/** The same while the server is known to be out of reach: nobody waits for a call that only finds out whether it is back. */
const silentOfflineMs = 2_000

/**
 * Watches a call that has no answer yet. A slow link is not a dead one: as long as a ping beside it is answered, the
 * call goes on. Where none is, its signal aborts and `gaveUp` is true. `from` is the screen's own wish to abort.
 */
export function watchSilence(from: AbortSignal | undefined) {
  const controller = new AbortController()
  let hasGivenUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    from?.removeEventListener('abort', pass)
  }
  const pass = () => {
    end()
    controller.abort(from?.reason)
  }
  const giveUp = () => {
    hasGivenUp = true
    end()
    controller.abort()
  }
  const wait = () => {
    timer = setTimeout(() => void look(), connection().online ? silentMs : silentOfflineMs)
  }
  const look = async () => {
    const own = timer
    const isThere = connection().online && (await answersBeside())
    // Answered, or left, while the ping was under way.
    if (timer === undefined || timer !== own) return
    if (isThere) wait()
    else giveUp()
  }
  if (from?.aborted) controller.abort(from.reason)
  else {
    from?.addEventListener('abort', pass)
    wait()
  }
  return { signal: controller.signal, gaveUp: () => hasGivenUp, end }
}
