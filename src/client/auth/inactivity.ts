import { idleMs, lastSignOfLife, noteSignOfLife } from '#device/deviceAuth'
import { toast } from '#ui/feedback/toast'
import { leaveIdle } from './session'

const graceMs = 6000
/** As often as it is written down for other tabs and the next start. */
const notedEveryMs = 15_000
const idleMessage = 'You will be logged out due to inactivity'
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const

/**
 * After 15 minutes without input in any tab: warned, and six seconds later out (rules.md, "Session").
 * Judged by the clock: a tablet that slept has run no timer, and its first touch comes too late.
 */
export function watchInactivity() {
  let timer: ReturnType<typeof setTimeout>
  let last = Date.now()
  const idle = () => Date.now() - Math.max(last, lastSignOfLife())
  const warn = () => {
    const rest = idleMs - idle()
    if (rest > 0) return wait(rest)
    toast('warning', idleMessage)
    timer = setTimeout(() => void leaveIdle(), graceMs)
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(warn, ms)
  }
  const alive = () => {
    if (idle() > idleMs + graceMs) return void leaveIdle()
    last = Date.now()
    if (last - lastSignOfLife() > notedEveryMs) noteSignOfLife()
    wait(idleMs)
  }
  for (const sign of signs) window.addEventListener(sign, alive, { passive: true, capture: true })
  document.addEventListener('visibilitychange', warnIfIdle)
  function warnIfIdle() {
    if (document.visibilityState === 'visible' && idle() > idleMs + graceMs) void leaveIdle()
  }
  alive()
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, alive, { capture: true })
    document.removeEventListener('visibilitychange', warnIfIdle)
  }
}
