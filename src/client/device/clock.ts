import { createStore } from './store'

/** From here on the bar says that the clock of the device is wrong. */
export const tellAheadMs = 5 * 60_000
/** The server tells whole seconds, and a reply takes some. */
const noiseMs = 5_000
const key = 'alajo.clock.ahead'

/** Read while the app loads, which must go on to say that site data is blocked. */
function stored(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}

/** How far the clock of the device is ahead of the server's, by its last reply; below zero: behind. */
export const clockAhead = createStore(stored())

/** The server's time, as far as this device knows it: days and ages follow it, not a device whose clock is wrong. */
export const serverNow = () => new Date(serverTime(Date.now()))

/**
 * What is saved on the device has the server's time, so that its age stays right when the clock of the device is set. React Query
 * compares with that clock: the times in its state are the device's.
 */
export const serverTime = (deviceMs: number) => deviceMs - clockAhead.get()
export const deviceTime = (serverMs: number) => serverMs + clockAhead.get()

const isTold = createStore(false)
/** Whether the time of the server is known since this page was loaded: only then is anything deleted for its age. */
export const isServerTimeKnown = isTold.get

/** Runs once the time of the server is known. Returns a function that cancels it. */
export function whenServerTimeKnown(act: () => void): () => void {
  if (isTold.get()) act()
  else {
    const stop = isTold.subscribe(() => {
      stop()
      act()
    })
    return stop
  }
  return () => {}
}

/** Takes over the time that a reply tells. */
export function takeServerTime({ headers }: Pick<Response, 'headers'>) {
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) return
  const measured = Date.now() - time
  const ahead = Math.abs(measured) < noiseMs ? 0 : measured
  if (Math.abs(ahead - clockAhead.get()) < noiseMs) return told()
  if (ahead === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, String(ahead))
  clockAhead.set(ahead)
  told()
}

function told() {
  if (!isTold.get()) isTold.set(true)
}
