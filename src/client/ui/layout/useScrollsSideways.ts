import { useCallback, useState } from 'react'

/** Whether an element scrolls sideways now, as its content and its width change: the keyboard needs to reach it then. */
export function useScrollsSideways() {
  const [scrolls, setScrolls] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () =>
      setScrolls(
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto',
      )
    const width = new ResizeObserver(measure)
    width.observe(element)
    // Observed again, it looks after the next layout: looking at once would force one, while rows arrive.
    const content = new MutationObserver(() => {
      width.unobserve(element)
      width.observe(element)
    })
    content.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      width.disconnect()
      content.disconnect()
    }
  }, [])
  return [ref, scrolls] as const
}
