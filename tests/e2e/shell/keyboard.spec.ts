import type { Page } from '@playwright/test'
import { expectTitle, navigate, rowOf, title } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expectLargeEnough } from '../support/targets'
import { expect, test } from '../support/test'

test.describe('by keyboard', () => {
  test.use({ as: superadmin })

  test('focus moves with the pages and the menus', async ({ page, sample }) => {
    await test.step('focus moves to the heading of each new page', async () => {
      await page.goto('/dashboard')
      await expect(title(page)).toBeFocused()
      await page.getByRole('link', { name: 'Total Agents: ' }).press('Enter')
      await expectTitle(page, 'Agents')
      await expect(title(page)).toBeFocused()
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('button', { name: 'Agents' })
        .press('Enter')
      await page.getByRole('link', { name: 'Agents Targets' }).press('Enter')
      await expectTitle(page, 'Agents Targets')
      await expect(title(page)).toBeFocused()
      await page.goBack()
      await expectTitle(page, 'Agents')
      await expect(title(page)).toBeFocused()
    })

    await test.step('menus can be operated, and return the focus when closed', async () => {
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

    await test.step('the skip link comes first, moves to the content, and keeps navigation state', async () => {
      await navigate(page, '/agents/details', { agent_id: sample.agent_id })
      await expectTitle(page, 'Agent Details')
      await expect(title(page)).toBeFocused()
      await startAt(page, 'body')
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
      await expectTitle(page, 'Agent Details')
    })
  })

  test('every tab stop has a visible focus', async ({ page }) => {
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    for (const [path, heading] of [
      ['/agents/list', 'Agents'],
      ['/agents/create', 'Create Agent'],
      ['/password/change', 'Change Password'],
      ['/admin/list', 'Administrators'],
      ['/roles/create', 'Create Role'],
    ] as const)
      await test.step(path, async () => {
        await navigate(page, path)
        await expectTitle(page, heading)
        await expect(title(page)).toBeFocused()
        const content = page.getByRole('grid').or(page.locator('form'))
        await expect(content.or(page.getByRole('main').getByRole('list')).first()).toBeVisible()
        // The stops of the shell are the same on each screen.
        if (path === '/agents/list') await startAt(page, 'body')
        else await startAt(page, 'main')
        await expectVisibleFocus(page, path === '/agents/list' ? 24 : 10)
      })
  })
})

test('sign-in has a visible focus', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await expectVisibleFocus(page, 4)
})

test.describe('on a touch screen', () => {
  test.use({ as: superadmin, hasTouch: true })

  // routes.spec.ts checks the screens with a change.
  test('every control of the shell is at least 44 px', async ({ page }) => {
    await page.goto('/agents/list')
    for (const width of [1280, 820, 390])
      await test.step(`every control of the shell at ${width}`, async () => {
        await page.setViewportSize({ width, height: 844 })
        await expect(rowOf(page, 'Adaeze Okonkwo').first()).toBeVisible()
        const menu = page.getByRole('button', { name: 'Menu' })
        const navigation = page.getByRole('navigation', { name: 'Main' })
        // The menu closes, and the rows become cards, a moment after the width changes.
        await expect(navigation).toHaveCount(width < 900 ? 0 : 1)
        await expect(page.getByRole('grid')).toHaveCount(width < 600 ? 0 : 1)
        await expectLargeEnough(page.getByRole('banner').getByRole('button'))
        await expectLargeEnough(page.getByRole('navigation', { name: 'Pages' }).getByRole('button'))
        await expectLargeEnough(page.getByRole('main').locator('button, a[class*=MuiButton]'))
        if (width < 900) await menu.click()
        await expectLargeEnough(navigation.locator('a, button'))
        if (width < 900) await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Account/ }).click()
        await expectLargeEnough(page.locator('[role^=menuitem]'))
        await page.keyboard.press('Escape')
        await expect(page.locator('[role^=menuitem]')).toHaveCount(0)
      })
  })
})

/** Resets the focus, so that the next Tab goes to the first stop in this element. */
const startAt = (page: Page, tag: 'body' | 'main') =>
  page.evaluate((name) => {
    const start = document.querySelector<HTMLElement>(name)
    if (!start) throw new Error(`no ${name}`)
    const before = start.getAttribute('tabindex')
    start.tabIndex = -1
    start.focus()
    if (before === null) start.removeAttribute('tabindex')
    else start.setAttribute('tabindex', before)
  }, tag)

/** Tabs through the page and compares each stop with its look without focus. */
async function expectVisibleFocus(page: Page, stops: number) {
  await hideCaret(page)
  const browser = await page.context().newCDPSession(page)
  // Not `page.screenshot`, which does more work and needs twice the processor time.
  const screenshot = async (clip: { x: number; y: number; width: number; height: number }) =>
    (await browser.send('Page.captureScreenshot', { clip: { ...clip, scale: 1 }, optimizeForSpeed: true }))
      .data
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(async () => {
      // The browser scrolls to the stop and paints it in the next frames.
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
      const one = document.activeElement
      if (!one || one === document.body) return undefined
      const { left, top, right, bottom } = (
        one.closest('.MuiInputBase-root, label') ?? one
      ).getBoundingClientRect()
      const [x, y] = [Math.max(0, left - 6), Math.max(0, top - 6)]
      const [width, height] = [Math.min(innerWidth, right + 6) - x, Math.min(innerHeight, bottom + 6) - y]
      return {
        name: one.outerHTML.slice(0, 120),
        clip: { x: x + scrollX, y: y + scrollY, width, height },
      }
    })
    if (!place) break
    const focused = await screenshot(place.clip)
    await page.evaluate(() => {
      const one = document.activeElement as HTMLElement & { wasHere?: true }
      one.dataset.stop = 'here'
      one.blur()
    })
    const plain = await screenshot(place.clip)
    expect(focused === plain, `${place.name} looks the same with and without focus`).toBe(false)
    await page.evaluate(() => {
      const one = document.querySelector<HTMLElement>('[data-stop=here]')
      one?.focus({ preventScroll: true })
      one?.removeAttribute('data-stop')
    })
  }
  await browser.detach()
}

/** A caret in a field is no visible focus. */
const hideCaret = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('* { caret-color: transparent !important }')
    document.adoptedStyleSheets.push(style)
  })
