import { useLayoutEffect, useState } from 'react'

/** The inner width of the element that gets the ref, in px; 0 before its first layout. */
export function useWidth() {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [ref, width] as const
}
