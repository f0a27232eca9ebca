import { deviceMs } from '#device/deviceMs'
import { lastReached } from '#device/network'
import { connection, onConnectionChange } from './connection'

/** Without a name: how often, not who. */
const key = 'alajo.unlocks'
const waiting = () => Number(localStorage.getItem(key)) || 0

function add(count: number) {
  if (count > 0) localStorage.setItem(key, String(waiting() + count))
}

/**
 * Counts an unlock if it was without a connection, which shows once a call after it gets no reply; if one does, it was not.
 * Metrics show their number (docs/run/configuration.md, "Figures").
 */
export function watchUnlock() {
  if (!connection().online) return add(1)
  const unlockedAt = deviceMs()
  const stop = onConnectionChange(() => {
    if (connection().online) return
    stop()
    if (lastReached() < unlockedAt) add(1)
  })
}

/** Unlocks that a call carries to the server; `settle` keeps them for a later call if no reply came. */
type Carried = { count: number; settle: (isAnswered: boolean) => void }

/**
 * Takes the unlocks that the server has not counted yet; undefined if there is none. They are back as soon as the signal aborts:
 * the call that replaces an aborted one leaves before that one fails, and may be the last for minutes.
 */
export function takeUnlocks(signal: AbortSignal): Carried | undefined {
  const count = waiting()
  if (count === 0) return undefined
  localStorage.removeItem(key)
  let isSettled = false
  const settle = (isAnswered: boolean) => {
    signal.removeEventListener('abort', onAbort)
    if (!isSettled && !isAnswered) add(count)
    isSettled = true
  }
  const onAbort = () => settle(false)
  signal.addEventListener('abort', onAbort)
  return { count, settle }
}
