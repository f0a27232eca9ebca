import { connection, lastReached, onConnectionChange } from './connection'

/** Without a name: how often, not who. */
const key = 'alajo.unlocks'
const waiting = () => Number(localStorage.getItem(key)) || 0

function add(count: number) {
  if (count > 0) localStorage.setItem(key, String(waiting() + count))
}

/**
 * Counts an unlock if it was without a connection, which shows once a call after it gets no reply; if one does, it was not.
 * Metrics show their number (docs/operations.md, "Figures").
 */
export function watchUnlock() {
  if (!connection().online) return add(1)
  const unlockedAt = Date.now()
  const stop = onConnectionChange(() => {
    if (connection().online) return
    stop()
    if (lastReached() < unlockedAt) add(1)
  })
}

/** Takes the unlocks that the server has not counted yet; `returnUnlocks` puts those back that did not reach it. */
export function takeUnlocks(): number {
  const count = waiting()
  if (count > 0) localStorage.removeItem(key)
  return count
}
export const returnUnlocks = add
