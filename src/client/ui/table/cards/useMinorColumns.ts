import { type RefObject, useLayoutEffect } from 'react'
import './minorColumns.css'

/** Marks a table that is wider than its place, which then goes without its minor columns: widths depend on what it says. */
export function useMinorColumns(table: RefObject<HTMLTableElement | null>) {
  // After every render, which may bring other rows.
  useLayoutEffect(() => {
    const node = table.current
    const place = node?.parentElement
    if (!node || !place) return
    const measure = () => {
      node.classList.remove('without-minor')
      node.classList.toggle('without-minor', node.offsetWidth > place.clientWidth)
    }
    // It measures at once, before the frame is painted.
    const width = new ResizeObserver(measure)
    width.observe(place)
    return () => width.disconnect()
  })
}
