import { type RefObject, useLayoutEffect } from 'react'
import './minorColumns.css'

const withoutMinor = ['without-minor']

/**
 * Marks a table that is wider than its place, which then goes without its minor columns: widths depend on what it says. Other
 * classes are tried in their order until one fits, the last whatever its width.
 */
export function useMinorColumns(table: RefObject<HTMLTableElement | null>, narrower = withoutMinor) {
  // After every render, which may bring other rows.
  useLayoutEffect(() => {
    const node = table.current
    const place = node?.parentElement
    if (!node || !place) return
    const classesOf = (step: string) => step.split(' ')
    const measure = () => {
      node.classList.remove(...narrower.flatMap(classesOf))
      for (const step of narrower) {
        if (node.offsetWidth <= place.clientWidth) return
        node.classList.remove(...narrower.flatMap(classesOf))
        node.classList.add(...classesOf(step))
      }
    }
    // It measures at once, before the frame is painted.
    const width = new ResizeObserver(measure)
    width.observe(place)
    return () => width.disconnect()
  })
}
