import { expect, type Page } from '@playwright/test'

/** Wide tables scroll horizontally on purpose, and on a phone the line under the title of a list and the areas of permissions. */
const scrollsSideways = '.MuiDataGrid-virtualScroller, .screen-about, .matrix-tools'

/**
 * Every element that scrolls horizontally, every table beyond its place, every amount on two lines, every button or link that
 * its cell cuts off, and every label of a filter that is wider than its chip.
 */
const overflowsIn = (page: Page) =>
  page.evaluate(async (allowed) => {
    // The app draws a new width in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const faults: string[] = []
    const overhang = document.documentElement.scrollWidth - innerWidth
    if (overhang > 0) faults.push(`the page: ${overhang} px beyond the edge`)
    const nameOf = (node: Element) =>
      `${node.tagName.toLowerCase()}.${[...node.classList].join('.')} "${node.textContent?.trim().slice(0, 40)}"`
    // Rows are alike: the first twenty of a hundred are looked at.
    const isOfLaterRow = (node: Element) =>
      node.matches('[role=row][data-id]:nth-child(n + 21), .row-card:nth-child(n + 21)')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, (node) =>
      isOfLaterRow(node as Element) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    )
    for (let next: Node | null = document.body; next; next = walker.nextNode()) {
      const node = next as HTMLElement
      const { overflowX } = getComputedStyle(node)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll' || node === document.body
      if (
        scrolls &&
        node.clientWidth > 0 &&
        node.scrollWidth > node.clientWidth + 1 &&
        !node.closest(allowed)
      )
        faults.push(`${nameOf(node)} scrolls: ${node.scrollWidth} in ${node.clientWidth}`)
    }
    for (const control of document.querySelectorAll<HTMLElement>('a, button')) {
      const cell = control.closest<HTMLElement>('td, [role=gridcell]')
      // The action of the row that is pointed at lies over the column before.
      if (!cell || getComputedStyle(cell).overflowX === 'visible') continue
      const inner = control.getBoundingClientRect()
      const outer = cell.getBoundingClientRect()
      if (inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1))
        faults.push(`${nameOf(control)} is cut off: ${inner.width} in ${outer.width}`)
    }
    for (const label of document.querySelectorAll<HTMLElement>('.chip-label')) {
      const chip = (label.parentElement as Element).getBoundingClientRect()
      const { right, height, width } = label.getBoundingClientRect()
      // Two lines of it cover the value.
      if (width > 0 && (right > chip.right || height > chip.height / 2))
        faults.push(`${nameOf(label)} is beyond its chip`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: amount, index } of text.textContent?.matchAll(/₦[\d,]+\.\d\d/g) ?? []) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        // Words that are one pixel wide are for screen readers alone.
        if (lines.size > 1 && (text.parentElement?.clientWidth ?? 0) !== 1)
          faults.push(`${amount} is on two lines`)
      }
    for (const table of document.querySelectorAll('table')) {
      const place = (table.parentElement as Element).getBoundingClientRect()
      const over = table.getBoundingClientRect().right - place.right
      // So is a table whose place is one pixel wide.
      if (over > 1 && place.width > 1 && !table.closest(allowed))
        faults.push(`${nameOf(table)} is ${Math.round(over)} px wider than its place`)
    }
    return [...new Set(faults)]
  }, scrollsSideways)

/**
 * At this width the page and its parts do not scroll horizontally, but for these, no table is wider than
 * its place, no amount is broken into lines, no control of a row is cut off, and no label of a filter leaves its chip.
 */
export const expectFit = (page: Page, width: number) =>
  expect.poll(() => overflowsIn(page), `overflow at ${width} px`).toEqual([])
