import type { Page } from '@playwright/test'
import { fragmentOf } from '#routing/linkedState'
import { allRoutes, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

// `npm run load:shifts` prints what shifts while a screen loads: docs/change/performance.md.
test.use({ as: superadmin })

const widths = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]
/** Smaller shifts are not printed; larger ones than the limit fail. */
const printed = 0.01
const limit = 0.02
/** The filter that a report needs to show rows. */
const choices: Record<string, string> = {
  businessTransactions: '?business_id=2',
  flowTransactions: '?transaction_type=all',
}

/** Of these routes only, if named. */
const only = process.env.ROUTES?.split(',')

type Shift = { value: number; elements: string }

/** Records each shift that no press has caused, with the elements that moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput) shifts.push({ value, elements: sources.slice(0, 3).map(nameOf).join(', ') })
    }).observe({ type: 'layout-shift', buffered: true })

    function nameOf({ node, previousRect: from, currentRect: to }: Source) {
      const element = node instanceof Element ? node : node?.parentElement
      const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
      return `${element?.localName}.${element?.className} “${node?.textContent?.slice(0, 24)}” ${place(from)} → ${place(to)}`
    }
  })

async function shiftsAt(page: Page, address: string): Promise<Shift[]> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // An import that is going on is asked for again and again.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.waitForTimeout(400)
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}

for (const viewport of widths)
  test(`what shifts at ${viewport.width} px`, async ({ page, sample, faults }) => {
    test.setTimeout(1_800_000)
    faults.expect(/./)
    await page.setViewportSize(viewport)
    await watchShifts(page)
    const over: string[] = []
    for (const [name, route] of allRoutes.filter(([one]) => !only || only.includes(one))) {
      const address = route.path + (choices[name] ?? '') + fragmentOf(stateFor(route, sample))
      // At first without, then with the rows that are saved on the device.
      for (const visit of ['first', 'second']) {
        const shifts = (await shiftsAt(page, address)).toSorted((a, b) => b.value - a.value)
        const sum = shifts.reduce((all, { value }) => all + value, 0)
        if (sum <= printed) continue
        const [most] = shifts
        process.stdout.write(
          `${viewport.width} ${name}, ${visit} visit: ${sum.toFixed(3)}; ${most?.value.toFixed(3)} ${most?.elements}\n`,
        )
        if (sum > limit) over.push(`${name}: ${sum.toFixed(3)}`)
      }
    }
    expect(over).toEqual([])
  })
