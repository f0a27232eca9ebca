import { useEffect, useRef } from 'react'
import { isTyping } from '#ui/keys/useKeys'

type Way = 'right' | 'left'

/** A finger that goes this far (px) sideways chooses; from the window's edges it is the system's. */
const distance = 80
const edge = 24

/** Calls back when one finger swipes sideways over a case; without a callback it does not listen. */
export function useSwipe(onSwipe: ((way: Way) => void) | undefined) {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  const isOn = onSwipe !== undefined
  useEffect(() => {
    if (!isOn) return
    let start: Touch | undefined
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      start = touches.length === 1 && touch && isOfCase(target, touch) ? touch : undefined
    }
    const move = ({ touches: [touch] }: TouchEvent) => {
      // A finger that scrolls the page stays out of it, however far it goes sideways later.
      if (start && touch && Math.abs(touch.clientY - start.clientY) > distance / 3) start = undefined
    }
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      const moved = start && touch ? touch.clientX - start.clientX : 0
      start = undefined
      if (Math.abs(moved) >= distance) latest.current?.(moved > 0 ? 'right' : 'left')
    }
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    addEventListener('touchstart', begin, options)
    addEventListener('touchmove', move, options)
    addEventListener('touchend', end, options)
    addEventListener('touchcancel', () => (start = undefined), options)
    return () => stop.abort()
  }, [isOn])
}

/** Not of a dialog, a field, or what scrolls sideways itself; nor while the page is zoomed in. */
function isOfCase(target: EventTarget | null, { clientX }: Touch) {
  if (!(target instanceof Element) || isTyping(target) || (visualViewport?.scale ?? 1) > 1.01) return false
  if (clientX < edge || clientX > innerWidth - edge) return false
  for (let one: Element | null = target; one; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return false
    if (one.classList.contains('case-frame')) return true
  }
  return false
}
