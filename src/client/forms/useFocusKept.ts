import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * A button that is disabled while its change is sent loses the focus, and so does one that goes away: then the next Tab would begin
 * at the top of the page. Refused, the button has it again; without the button the heading of the screen, unless a result took it.
 */
export function useFocusKept(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  /** One of several buttons of a change was pressed. */
  const isPressed = useRef(false)
  const isSent = useRef(false)
  useEffect(() => {
    if (busy) {
      isSent.current = isPressed.current
    } else if (isSent.current) {
      isSent.current = false
      isPressed.current = false
      if (!isLost()) return
      if (button.current && !button.current.disabled) button.current.focus({ preventScroll: true })
      else focusHeading()
    }
  }, [busy])
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (isSent.current || document.activeElement === own) requestAnimationFrame(focusHeading)
    }
  }, [])
  const onPress = () => {
    isPressed.current = true
  }
  return { ref: button, onPress }
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

function focusHeading() {
  if (isLost()) document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
