import type { Locator, Page } from '@playwright/test'
import { expectTitle, navigate, openWithState, rowOf, title } from '../support/portal'
import { allRoutes, headingOf, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.describe('by keyboard', () => {
  test.use({ as: superadmin })

  test('the skip link comes first, moves to the content, and keeps navigation state', async ({
    page,
    sample,
  }) => {
    await openWithState(page, '/agents/details', { agent_id: sample.agent_id })
    await expectTitle(page, 'Agent Details')
    await startAtTop(page)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    await expectTitle(page, 'Agent Details')
  })

  test('focus moves to the heading of each new page', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(title(page)).toBeFocused()
    await page.getByRole('link', { name: 'Open agents' }).press('Enter')
    await expectTitle(page, 'Agents')
    await expect(title(page)).toBeFocused()
    await page.getByRole('link', { name: 'Agents Targets' }).press('Enter')
    await expectTitle(page, 'Agents Targets')
    await expect(title(page)).toBeFocused()
    await page.goBack()
    await expectTitle(page, 'Agents')
    await expect(title(page)).toBeFocused()
  })

  test('menus can be operated, and return the focus when closed', async ({ page }) => {
    await page.goto('/agents/list')
    const menu = rowOf(page, 'Adaeze Okonkwo').getByRole('button', { name: /More actions/ })
    await menu.press('Enter')
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Reset Agent Password')

    const account = page.getByRole('button', { name: /^Account/ })
    await account.press('Enter')
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
    await account.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Change Password')
  })

  for (const path of ['/agents/list', '/agents/create', '/password/change', '/admin/list', '/roles/create'])
    test(`every tab stop on ${path} has a visible focus`, async ({ page }) => {
      await page.goto(path)
      await expect(title(page)).toBeFocused()
      const content = page.getByRole('grid').or(page.locator('form'))
      await expect(content.or(page.getByRole('main').getByRole('list')).first()).toBeVisible()
      await startAtTop(page)
      await expectVisibleFocus(page, 24)
    })
})

test('sign-in has a visible focus', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await expectVisibleFocus(page, 4)
})

test.describe('on a touch screen', () => {
  test.use({ as: superadmin, hasTouch: true })
  const leastPx = 44

  for (const width of [1280, 820, 390])
    test(`every control of the shell is at least 44 px at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/agents/list')
      await expect(rowOf(page, 'Adaeze Okonkwo').first()).toBeVisible()
      const menu = page.getByRole('button', { name: 'Menu' })
      await expectLargeEnough(page.getByRole('banner').getByRole('button'), leastPx)
      await expectLargeEnough(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'), leastPx)
      await expectLargeEnough(page.getByRole('main').locator('button, a[class*=MuiButton]'), leastPx)
      if (width < 900) await menu.click()
      await expectLargeEnough(page.getByRole('navigation', { name: 'Main' }).locator('a, button'), leastPx)
      if (width < 900) await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account/ }).click()
      await expectLargeEnough(page.locator('[role^=menuitem]'), leastPx)
    })

  test('every button of each screen is at least 44 px', async ({ page, sample }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    for (const [name, route] of allRoutes.filter(([, { calls }]) =>
      calls.some(({ kind }) => kind === 'write'),
    ))
      await test.step(route.path, async () => {
        await navigate(page, route.path, stateFor(route, sample))
        await expectTitle(page, headingOf(name))
        const targets = page.getByRole('main').locator('button, select, input')
        await expect(targets.last()).toBeVisible()
        await expectLargeEnough(targets, leastPx)
      })
  })
})

/** Resets the focus, so that the next Tab goes to the first stop. */
const startAtTop = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })

async function expectLargeEnough(targets: Locator, leastPx: number) {
  await expect(targets.first()).toBeVisible()
  const small = await targets.evaluateAll((all, least) => {
    const measured = all.map((one) => {
      const target = one.closest('.MuiInputBase-root, label') ?? one
      const { width, height } = target.getBoundingClientRect()
      return { name: one.getAttribute('aria-label') ?? one.textContent ?? '', width, height }
    })
    return measured.filter(({ width, height }) => width > 0 && (width < least || height < least))
  }, leastPx)
  expect(small).toEqual([])
}

/** Tabs through the page and compares each stop with its look without focus. */
async function expectVisibleFocus(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const one = document.activeElement
      if (!one || one === document.body) return undefined
      const { x, y, width, height } = (
        one.closest('.MuiInputBase-root, label') ?? one
      ).getBoundingClientRect()
      return {
        name: one.outerHTML.slice(0, 120),
        clip: { x: x - 6, y: y - 6, width: width + 12, height: height + 12 },
      }
    })
    if (!place) return
    const clip = { ...place.clip, x: Math.max(0, place.clip.x), y: Math.max(0, place.clip.y) }
    const focused = await page.screenshot({ clip })
    await page.evaluate(() => {
      const one = document.activeElement as HTMLElement & { wasHere?: true }
      one.dataset.stop = 'here'
      one.blur()
    })
    const plain = await page.screenshot({ clip })
    expect(focused.equals(plain), `${place.name} looks the same with and without focus`).toBe(false)
    await page.evaluate(() => {
      const one = document.querySelector<HTMLElement>('[data-stop=here]')
      one?.focus({ preventScroll: true })
      one?.removeAttribute('data-stop')
    })
  }
}
