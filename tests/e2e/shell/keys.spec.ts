import type { Page } from '@playwright/test'
import { fragmentOf } from '#routing/linkedState'
import { openedInstead } from '#routing/routes'
import { expectAccessibleEverywhere } from '../support/axe'
import { permissionsAreSaved } from '../support/storage'
import { grantOnly } from '../support/permissions'
import { expectTitle, navigate, pressInToast, title } from '../support/portal'
import { allRoutes } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sliceOf } from '../../server/support/rounds'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const keys = (page: Page) => page.getByRole('dialog', { name: 'Keys' })
const list = (page: Page) => page.locator('.go-list')

test('? shows all keys, G and a letter go to a page, / searches it; none of them while typing or behind a dialog', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect(title(page)).toBeFocused()
  await permissionsAreSaved(page)

  await test.step('? shows them, those of the page after those of every page', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expectTitle(page, 'Customers')
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('?')
    await expect(keys(page).getByRole('heading', { level: 3 }).first()).toHaveText('Everywhere')
    await expect(keys(page).getByRole('heading', { level: 3 }).nth(1)).toHaveText('Lists on this page')
    await expect(keys(page).getByRole('region', { name: 'Go to' })).toContainText('Pending Loan')
    await expectAccessibleEverywhere(page, 'all keys')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('behind the dialog no key works', async () => {
    for (const key of ['g', 'd', '/', 'Control+k']) await page.keyboard.press(key)
    await expect(keys(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(list(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(keys(page)).toHaveCount(0)
    await expectTitle(page, 'Customers')
  })

  await test.step('/ goes to the search of the page, where letters are typed', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('g?c/')
    await expect(page.locator('main input[type=search]').first()).toHaveValue('g?c/')
    await expect(keys(page)).toHaveCount(0)
    await expect(list(page)).toHaveCount(0)
    // Documented for fields.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('another key than a letter of the list ends it, and does nothing', async () => {
    await title(page).click()
    await page.keyboard.press('g')
    await expect(list(page)).toBeVisible()
    await expect(list(page)).toContainText('Withdrawals')
    await page.keyboard.press('1')
    await expect(list(page)).toHaveCount(0)
    await expectTitle(page, 'Customers')
  })
})

test('G goes only to what the admin may see', async ({ page, context }) => {
  await grantOnly(context, ['can-view-agent'])
  await page.goto('/dashboard')
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('g')
  await expect(list(page)).toContainText('Agents')
  await expect(list(page)).not.toContainText('Customers')
  await page.keyboard.press('c')
  await expectTitle(page, 'Dashboard')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expectTitle(page, 'Agents')
})

test('sections of the menu open by arrow keys, and give the focus back', async ({ page }) => {
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const loan = menu.getByRole('button', { name: /^Loan/ })
  await loan.focus()
  await page.keyboard.press('ArrowRight')
  await expect(loan).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('link', { name: 'Loan Portfolio' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Ending Loans' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(loan).toBeFocused()
  await expect(loan).toHaveAttribute('aria-expanded', 'false')
  await loan.press('Enter')
  await menu.getByRole('link', { name: 'Paid Loan' }).press('Enter')
  await expectTitle(page, 'Paid Loan')
  await expect(menu.getByRole('link', { name: 'Loan Portfolio' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Paid Loan' })).toHaveAttribute('aria-current', 'page')
})

test('a confirmation has the focus on its button, a dangerous one on Cancel; the result has it after', async ({
  page,
  sample,
}) => {
  const { user_id } = sample
  await navigateTo(page, '/credit/user', { user_id })
  await expectTitle(page, 'Credit Customer')
  await field(page, 'Amount').fill('500')
  const button = page.getByRole('button', { name: 'Credit ₦500.00' })
  await field(page, 'Amount').press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Credit ₦500.00' })).toBeFocused()

  await test.step('Enter that is held since the form presses nothing', async () => {
    for (let at = 0; at < 3; at++)
      await dialog.getByRole('button', { name: 'Credit ₦500.00' }).evaluate((one) => {
        const held = new KeyboardEvent('keydown', {
          key: 'Enter',
          repeat: true,
          bubbles: true,
          cancelable: true,
        })
        if (one.dispatchEvent(held)) (one as HTMLElement).click()
      })
    await expect(dialog).toBeVisible()
  })
  // A press right after it opened is one that was meant for the form.
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^Reference / })).toBeFocused()
  await expect(button).toHaveCount(0)
  await pressInToast(page, 'Open customer')
  await expectTitle(page, 'Customer Details')
  await expect(page).toHaveURL(`/customer/view/details${fragmentOf({ user_id })}`)

  await page.getByRole('button', { name: /^Account/ }).click()
  await navigateTo(page, '/credit/user', { user_id })
  await field(page, 'Amount').fill('700')
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectTitle(page, 'Credit Customer')
})

const navigateTo = async (page: Page, path: string, state: object) => {
  if (page.url() === 'about:blank') await page.goto('/settings')
  await page.keyboard.press('Escape')
  await navigate(page, path, state)
}

/** The screens that a record's screen opens instead, with a message. */
const lists = [
  ...new Map(
    allRoutes
      .filter(([, { missing }]) => missing)
      .map(([, route]) => [openedInstead(route).path, { from: route.path, to: openedInstead(route) }]),
  ).values(),
]

for (const [width, height] of [
  [1280, 800],
  [820, 1180],
  [390, 844],
] as const)
  test(`a message covers neither the pager nor a button at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/settings')
    for (const { from, to } of sliceOf(lists))
      await test.step(to.path, async () => {
        await navigate(page, from, null)
        await expectTitle(page, to.title)
        await expect(page.locator('.toast').first()).toBeVisible()
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        await expect.poll(() => covered(page)).toEqual([])
        await page.evaluate(() => {
          for (const close of document.querySelectorAll<HTMLElement>('.toast [aria-label^=Close]'))
            close.click()
        })
        await expect(page.locator('.toast')).toHaveCount(0)
      })
  })

/** What lies under a message and should not. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect())
    return [...document.querySelectorAll('button, select, input, nav[aria-label=Pages]')]
      .filter((one) => !one.closest('.toast') && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        return (
          width > 0 &&
          toasts.some((box) => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
        )
      })
      .map((one) => one.outerHTML.slice(0, 80))
  })

test('the path above a page is whole: names that have no space are left out, at the tablet too', async ({
  page,
}) => {
  await page.goto('/settings')
  const longest = allRoutes
    .filter(([, { state }]) => !state)
    .toSorted(([, a], [, b]) => b.title.length - a.title.length)
    .slice(0, 6)
  for (const width of [1280, 820])
    for (const [, route] of longest)
      await test.step(`${route.path} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await navigate(page, route.path)
        await expectTitle(page, /./)
        const path = page.getByRole('navigation', { name: 'Breadcrumb' })
        await expect(path.locator('[aria-current]')).toHaveText(route.title)
        await expect
          .poll(() => path.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= 44))
          .toBe(true)
        await expect(path).not.toContainText('…')
      })
})
