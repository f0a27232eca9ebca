import type { Page } from '@playwright/test'
import { expectTitle, navigate, pauseClock, toast, watchCalls } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const words = 'Please enter reference to search'
/** Shows an error toast by pressing a button of an open list. */
async function makeToast(page: Page) {
  await expectTitle(page, 'Agents')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  // The previous one may still fade out.
  const note = toast(page, words).last()
  await expect(note).toBeVisible()
  return note
}

test.describe('a toast', () => {
  test('disappears when it was read or closed', async ({ page }) => {
    await page.clock.install()
    await page.goto('/agents/list')
    await expectTitle(page, 'Agents')
    await pauseClock(page)
    await test.step('shows the specified text only; its kind is announced to screen readers', async () => {
      const note = await makeToast(page)
      await expect(note).toHaveRole('alert')
      await expect(note).toContainText(`Problem: ${words}`)
      const kind = await note.getByText('Problem:').boundingBox()
      expect(kind).toMatchObject({ width: 1, height: 1 })
    })

    await test.step('disappears after five seconds', async () => {
      const note = toast(page, words)
      await page.clock.runFor(3500)
      await expect(note).toBeVisible()
      await page.clock.runFor(2000)
      await expect(note).toBeHidden()
    })

    await test.step('stays while the pointer is over it, and while the window has no focus', async () => {
      const note = await makeToast(page)
      await note.hover()
      await page.clock.runFor(20_000)
      await expect(note).toBeVisible()
      await page.mouse.move(640, 300)
      await page.evaluate(() => window.dispatchEvent(new Event('blur')))
      await page.clock.runFor(20_000)
      await expect(note).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.clock.runFor(6000)
      await expect(note).toBeHidden()
    })

    await test.step('closes on click', async () => {
      const note = await makeToast(page)
      await note.getByRole('button', { name: 'Close this message' }).click()
      await page.clock.runFor(1000)
      await expect(note).toBeHidden()
    })
  })

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

    test('is dismissed by a drag beyond 80 % of its width, and returns otherwise', async ({
      page,
      context,
    }) => {
      await page.clock.install()
      await page.goto('/agents/list')
      await expectTitle(page, 'Agents')
      await pauseClock(page)
      const note = await makeToast(page)
      const touch = await context.newCDPSession(page)
      const drag = async (part: number) => {
        const box = await note.boundingBox()
        if (!box) throw new Error('no toast to drag')
        const y = box.y + box.height / 2
        const points = [0, 0.1, part / 2, part].map((at) => ({ x: box.x + 10 + at * box.width, y }))
        for (const [at, point] of points.entries())
          await touch.send('Input.dispatchTouchEvent', {
            type: at === 0 ? 'touchStart' : 'touchMove',
            touchPoints: [point],
          })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await drag(0.6)
      await expect(note).toBeVisible()
      await drag(0.9)
      await page.clock.runFor(1000)
      await expect(note).toBeHidden()
    })
  })
})

test('the frame of each screen', async ({ page }) => {
  await test.step('the theme follows the device, and a choice is remembered; the menu links to settings', async () => {
    const html = page.locator('html')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    await page.goto('/dashboard')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await choose('Light')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expectTitle(page, 'Dashboard')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Light')
    await page.keyboard.press('Escape')
    await choose('As the device')
    await expect(html).toHaveAttribute('data-theme', 'dark')

    const account = page.getByRole('button', { name: `Account ${superadmin}` })
    await account.click()
    await expect(page.getByRole('menu')).toContainText(superadmin)
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expectTitle(page, 'Change Password')
    await expect(page).toHaveURL('/password/change')
  })

  await test.step('the sidebar collapses to icons and remembers it; on a narrow screen it is a drawer', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    const button = page.getByRole('button', { name: 'Menu' })
    await navigate(page, '/dashboard')
    await expectTitle(page, 'Dashboard')
    await expect(menu.getByRole('button', { name: 'Agents' })).toBeVisible()
    await button.click()
    await expect(menu.getByText('Customers')).toHaveCount(0)
    await page.reload()
    await menu.getByRole('button', { name: 'Agents' }).click()
    await menu.getByRole('link', { name: 'Agents List' }).click()
    await expectTitle(page, 'Agents')
    await button.click()
    await expect(menu.getByRole('link', { name: 'Agents List' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Agents Targets' })).toHaveCount(0)

    await page.setViewportSize({ width: 820, height: 1180 })
    await expect(menu).toHaveCount(0)
    await button.click()
    await menu.getByRole('link', { name: 'Agents Targets' }).click()
    await expectTitle(page, 'Agents Targets')
    await expect(menu).toHaveCount(0)
    await button.click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })
})

test('a link reads its screen when it is pressed, before it opens, once', async ({ page, context }) => {
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Customers' }).click()
  const calls = watchCalls(context)
  const readCustomers = () => calls.sent.filter(({ path }) => path === 'getcustomers').length
  const link = menu.locator('a[href="/customer/list"]')

  await test.step('not with the button of its menu, nor to open it elsewhere', async () => {
    await link.click({ button: 'right' })
    await link.hover()
    await page.keyboard.down('Control')
    await page.mouse.down()
    await page.mouse.move(640, 400)
    await page.mouse.up()
    await page.keyboard.up('Control')
    await calls.quiet()
    expect(readCustomers()).toBe(0)
  })

  await link.hover()
  await page.mouse.down()
  await expect.poll(readCustomers).toBe(1)
  await expectTitle(page, 'Dashboard')
  await page.mouse.up()
  await expectTitle(page, 'Customers')
  await expect(page.locator('main [role=row][data-id]').first()).toBeVisible()
  await calls.quiet()
  expect(readCustomers()).toBe(1)
  calls.stop()
})

test('the footer shows the current year, also across New Year', async ({ page }) => {
  await page.clock.install({ time: new Date('2027-12-31T22:57:00Z') })
  await page.goto('/dashboard')
  await expect(page.getByText('© 2027 Alajo')).toBeVisible()
  await page.clock.fastForward('04:00')
  await expect(page.getByText('© 2028 Alajo')).toBeVisible()
})
