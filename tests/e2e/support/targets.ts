import { expect, type Locator } from '@playwright/test'

const leastPx = 44

/** Checks that each of these controls can be pressed with a finger, once the screen is laid out. */
export async function expectLargeEnough(targets: Locator) {
  await expect(targets.first()).toBeVisible()
  const small = () =>
    targets.evaluateAll((all, least) => {
      const measured = all.map((one) => {
        const target = one.closest('.MuiInputBase-root, label') ?? one
        const { width, height } = target.getBoundingClientRect()
        return { name: one.getAttribute('aria-label') ?? one.textContent ?? '', width, height }
      })
      return measured.filter(({ width, height }) => width > 0 && (width < least || height < least))
    }, leastPx)
  await expect.poll(small).toEqual([])
}
