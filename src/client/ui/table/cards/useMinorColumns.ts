import { type RefObject, useLayoutEffect } from 'react'
import './minorColumns.css'

const isPhone = () => matchMedia('(max-width: 700px)').matches

/**
 * Marks a table that is wider than its place, which then goes without its minor columns, and one that is still wider, whose
 * rows become blocks as on a phone: widths depend on what it says and on the size of the browser's text.
 */
export function useMinorColumns(table: RefObject<HTMLTableElement | null>) {
  // After every render, which may bring other rows.
  useLayoutEffect(() => {
    const node = table.current
    const place = node?.parentElement
    if (!node || !place) return
    const measure = () => {
      const isTooWide = () => node.offsetWidth > place.clientWidth
      node.classList.remove('without-minor', 'in-blocks')
      node.classList.toggle('without-minor', isTooWide())
      node.classList.toggle('in-blocks', isPhone() || isTooWide())
    }
    // It measures at once, before the frame is painted.
    const width = new ResizeObserver(measure)
    width.observe(place)
    return () => width.disconnect()
  })
}
