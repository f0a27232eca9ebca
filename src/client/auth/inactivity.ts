import { deviceMs } from '#device/deviceMs'
import { recordActivity } from '#device/deviceAuth'
import { idleLimitMs, lastActivityAt } from '#device/sessionRecord'
import { toast } from '#ui/feedback/toast'
import { endIdleSession } from './session'

const graceMs = 6000
/** How often activity is stored, for other tabs and the next start. */
const storeEveryMs = 15_000
const idleMessage = 'You will be logged out due to inactivity'
const inputEvents = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const

/**
 * After 15 minutes without input in any tab: warns, and six seconds later ends the session (rules.md, "Session").
 * Compares clock times, because timers do not run while a tablet sleeps.
 */
export function watchInactivity() {
  let timer: ReturnType<typeof setTimeout>
  let last = deviceMs()
  const idle = () => deviceMs() - Math.max(last, lastActivityAt())
  const warn = () => {
    const remaining = idleLimitMs - idle()
    if (remaining > 0) return wait(remaining)
    toast('warning', idleMessage)
    timer = setTimeout(() => void endIdleSession(), graceMs)
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(warn, ms)
  }
  const onInput = () => {
    if (idle() > idleLimitMs + graceMs) return void endIdleSession()
    last = deviceMs()
    if (last - lastActivityAt() > storeEveryMs) recordActivity()
    wait(idleLimitMs)
  }
  for (const event of inputEvents) window.addEventListener(event, onInput, { passive: true, capture: true })
  document.addEventListener('visibilitychange', endIfIdle)
  function endIfIdle() {
    if (document.visibilityState === 'visible' && idle() > idleLimitMs + graceMs) void endIdleSession()
  }
  onInput()
  return () => {
    clearTimeout(timer)
    for (const event of inputEvents) window.removeEventListener(event, onInput, { capture: true })
    document.removeEventListener('visibilitychange', endIfIdle)
  }
}
