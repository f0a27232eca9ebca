import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Each theme and each width once. */
export const views = [
  { place: 'desktop', width: 1280, colorScheme: 'light' },
  { place: 'phone', width: 390, colorScheme: 'dark' },
] as const
type View = (typeof views)[number]

/** A hundred rows are alike: a few of them have all the faults there are, in a tenth of the time. */
const mostRows = ':is(tr, .MuiDataGrid-row, main li):nth-child(n + 9) { display: none !important }'

/** Holds what is on the page now to WCAG 2.2 AA, as far as a machine can. */
export async function expectAccessible(page: Page, state: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const faults = await page.evaluate(
    async ([values, hideMost]) => {
      const style = document.createElement('style')
      style.textContent = hideMost
      document.head.append(style)
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      })
      style.remove()
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
      )
    },
    [tags, mostRows] as const,
  )
  expect(faults, `faults of ${state}`).toEqual([])
}

/** The same in light and dark, at a desk and on a phone. */
export async function expectAccessibleEverywhere(page: Page, what: string) {
  for (const one of views) {
    await lookAs(page, one)
    await expectAccessible(page, `${what}, ${one.place}, ${one.colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Width and theme of a view, once the page has taken both. */
export async function lookAs(page: Page, { width, colorScheme }: View) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  // The app follows the device a moment later; sign-in has no theme of its own.
  await page.waitForFunction((now) => (document.documentElement.dataset.theme ?? now) === now, colorScheme)
  await colorsSettled(page)
}

/** Colours that are handed down change one element after the other: each is a transition, however short. */
const colorsSettled = (page: Page) =>
  page.evaluate(async () => {
    for (let still = 0; still < 3; still = document.getAnimations().length === 0 ? still + 1 : 0)
      await new Promise((frame) => requestAnimationFrame(frame))
  })

/** At 320 px, and at the 640 that 200 % zoom leaves of 1280, nothing has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overhang, `px beyond the edge at ${width}`).toBeLessThanOrEqual(0)
  }
}
