import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Each theme and each width once. */
export const views = [
  { place: 'desktop', width: 1280, colorScheme: 'light' },
  { place: 'phone', width: 390, colorScheme: 'dark' },
] as const
/** Each width in each theme, for a long run. */
export const everyView = [1280, 820, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
type View = (typeof everyView)[number]

/** Rows are alike: checking eight of a hundred finds the same violations in a tenth of the time. */
const mostRows = ':is(tr, main li):nth-child(n + 9) { display: none !important }'

/** Checks the current page against the WCAG 2.2 AA rules of axe. */
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
      // What a bar that stays in view covers in part scrolls out from under it.
      const isLarge = (selector: string) => {
        const { width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return width >= 24 && height >= 24
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(
            ({ target, failureSummary = '' }) =>
              !failureSummary.includes('partially obscured') || !isLarge(target.join(' ')),
          )
          .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
      )
    },
    [tags, mostRows] as const,
  )
  expect(faults, `violations: ${state}`).toEqual([])
  await expectContrastOnHover(page, state)
}

/** What changes its colours under the pointer. */
const controls = 'a[href], button:enabled, [role=menuitem], [role=option], tbody tr, [role=row][data-id]'
/** Their appearances that were checked, in all states: by theme, element and classes. */
const checkedAppearances = new Set<string>()
const unchecked = 'data-unchecked-appearance'

/** React may replace an element at any time: a appearance whose element is gone is checked on the next page that has it. */
function ignoreRemoved(reason: unknown) {
  if (!String(reason).includes('Could not find node')) throw reason
}

/** Checks the contrast of each control with the colours that it has under the pointer, once for each appearance. */
async function expectContrastOnHover(page: Page, state: string) {
  const appearances = await page.locator(controls).evaluateAll(
    (all, [attribute, checked]) => {
      const known = new Set(checked)
      const { theme } = document.documentElement.dataset
      const scheme = theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
      for (const one of all) {
        const appearance = `${scheme} ${one.tagName} ${one.classList.value}`
        if (known.has(appearance) || !one.checkVisibility({ visibilityProperty: true })) continue
        known.add(appearance)
        one.setAttribute(attribute, appearance)
      }
      return [...known].slice(checked.length)
    },
    [unchecked, [...checkedAppearances]] as const,
  )
  if (appearances.length === 0) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  const { root } = await devTools.send('DOM.getDocument', { depth: 0 })
  const found = await devTools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `[${unchecked}]`,
  })
  for (const nodeId of found.nodeIds)
    await devTools
      .send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] })
      .catch(ignoreRemoved)
  await waitForColors(page)
  const { checked, faults } = await page.evaluate(async (attribute) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { include: [[`[${attribute}]`]] },
      { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
    )
    const present = [...document.querySelectorAll(`[${attribute}]`)]
    return {
      checked: present.map((one) => {
        const appearance = one.getAttribute(attribute) ?? ''
        one.removeAttribute(attribute)
        return appearance
      }),
      faults: violations.flatMap(({ nodes }) =>
        nodes.map(({ target, failureSummary }) => `${target.join(' ')}\n${failureSummary}`),
      ),
    }
  }, unchecked)
  for (const appearance of checked) checkedAppearances.add(appearance)
  // Ends the forced states.
  await devTools.detach()
  expect(faults, `under the pointer: ${state}`).toEqual([])
}

/** Checks the page in light on a desktop and in dark on a phone. */
export async function expectAccessibleEverywhere(page: Page, what: string) {
  for (const one of views) {
    await setView(page, one)
    await expectAccessible(page, `${what}, ${one.place}, ${one.colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Sets width and theme, and waits until the page applies both. */
export async function setView(page: Page, { width, colorScheme }: View) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  // The app applies the theme of the device a moment later; sign-in sets no theme attribute.
  await page.waitForFunction((now) => (document.documentElement.dataset.theme ?? now) === now, colorScheme)
  await waitForColors(page)
}

/** Inherited colours change element by element, each with a transition: waits for three frames without any that runs. */
const waitForColors = (page: Page) =>
  page.evaluate(async () => {
    // An animation that has ended may still hold its last frame.
    const moves = () => document.getAnimations().some(({ playState }) => playState === 'running')
    for (let still = 0; still < 3; still = moves() ? 0 : still + 1)
      await new Promise((frame) => requestAnimationFrame(frame))
  })

/** No horizontal scrolling at 320 px, nor at 640 px, which is 1280 px at 200 % zoom. */
export async function expectNoSidewaysScroll(page: Page) {
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overhang, `px beyond the edge at ${width}`).toBeLessThanOrEqual(0)
  }
}
