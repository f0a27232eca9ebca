import type { Page } from '@playwright/test'
import { allRoutes, stateFor } from '../support/routeTable'
import { goWithState, opened } from '../support/portal'
import { expect, test } from '../support/test'

const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]
/** Wide tables scroll sideways on purpose. */
const scrollsSideways = '.MuiDataGrid-root'

/** Every box that scrolls sideways, and every button or link that is cut off by a box around it. */
const sidewaysIn = (page: Page) =>
  page.evaluate((meant) => {
    const faults: string[] = []
    const nameOf = (node: Element) =>
      `${node.tagName.toLowerCase()}.${[...node.classList].join('.')} "${node.textContent?.trim().slice(0, 40)}"`
    for (const node of document.querySelectorAll<HTMLElement>('body, body *')) {
      const { overflowX } = getComputedStyle(node)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll' || node === document.body
      if (scrolls && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1 && !node.closest(meant))
        faults.push(`${nameOf(node)} scrolls: ${node.scrollWidth} in ${node.clientWidth}`)
    }
    for (const control of document.querySelectorAll<HTMLElement>('a, button')) {
      const cell = control.closest<HTMLElement>('[role="gridcell"]')
      if (!cell) continue
      const inner = control.getBoundingClientRect()
      const outer = cell.getBoundingClientRect()
      if (inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1))
        faults.push(`${nameOf(control)} is cut off: ${inner.width} in ${outer.width}`)
    }
    return [...new Set(faults)]
  }, scrollsSideways)

for (const size of sizes)
  test(`at ${size.width} no screen scrolls sideways and no button is cut off`, async ({
    nextPage,
    sample,
  }) => {
    test.setTimeout(240_000)
    await nextPage.setViewportSize(size)
    await nextPage.goto('/dashboard')
    await opened(nextPage, 'Dashboard')
    const faults: string[] = []
    for (const [name, route] of allRoutes) {
      await goWithState(nextPage, route.path, stateFor(route, sample))
      await expect(nextPage).toHaveURL(route.path)
      await opened(nextPage, /./)
      await expect(nextPage.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await nextPage.waitForTimeout(150)
      for (const fault of await sidewaysIn(nextPage)) faults.push(`${name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
