import { idleLimitMs, lastActivityAt, recordActivity } from '#device/deviceAuth'
import { toast } from '#ui/feedback/toast'
import { endIdleSession } from './session'

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
  const idle = () => Date.now() - Math.max(last, lastActivityAt())
  const warn = () => {
    const rest = idleLimitMs - idle()
    if (rest > 0) return wait(rest)
    toast('warning', idleMessage)
    timer = setTimeout(() => void endIdleSession(), graceMs)
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(warn, ms)
  }
  const alive = () => {
    if (idle() > idleLimitMs + graceMs) return void endIdleSession()
    last = Date.now()
    if (last - lastActivityAt() > notedEveryMs) recordActivity()
    wait(idleLimitMs)
  }
  for (const sign of signs) window.addEventListener(sign, alive, { passive: true, capture: true })
  document.addEventListener('visibilitychange', warnIfIdle)
  function warnIfIdle() {
    if (document.visibilityState === 'visible' && idle() > idleLimitMs + graceMs) void endIdleSession()
  }
  alive()
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, alive, { capture: true })
    document.removeEventListener('visibilitychange', warnIfIdle)
  }
}
