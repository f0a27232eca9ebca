import { expectAccessible } from '../support/axe'
import { expectTitle, navigate, rowOf, toggleDenseRows } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'

test.use({ as: superadmin })

test('a row opens beside the list by a press and by Enter, not by a press on a control or on selected text', async ({
  page,
}) => {
  await page.goto('/customer/list')
  const row = rowOf(page, 'CU-003000')
  await expect(row).toBeVisible()
  const cell = row.locator('[role=gridcell][data-field="name"]')
  const name = (await cell.textContent()) ?? ''
  const panel = page.getByRole('complementary', { name })

  await test.step('compact with a mouse; the arrow keys move from row to row', async () => {
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(37)
    await row.getByRole('checkbox').focus()
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'CU-002999').getByRole('checkbox')).toBeFocused()
  })

  await test.step('controls and selected text open nothing', async () => {
    await row.getByRole('checkbox').click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    const phone = await row.locator('[role=gridcell][data-field="phone_number"]').boundingBox()
    if (!phone) throw new Error('no phone')
    await page.mouse.move(phone.x + 12, phone.y + 18)
    await page.mouse.down()
    await page.mouse.move(phone.x + 80, phone.y + 18, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^\d+$/)
    await page.evaluate(() => getSelection()?.empty())
    await row.getByRole('button', { name: /More actions/ }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expectTitle(page, 'Customers')
  })

  await test.step('a press and Enter open its facts and actions, and from there its page', async () => {
    await cell.click()
    await expect(panel).toContainText('CU-003000')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(cell).toBeFocused()
    // From the search, the first key down leads to the checkbox.
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await expect(row.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel).toContainText('CU-003000')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(cell).toBeFocused()
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name, exact: true }).click()
    await expectTitle(page, 'Customer Details')
  })

  await test.step('Back and the link back lead to the row that was left, where the list was', async () => {
    await page.goBack()
    await expectTitle(page, 'Customers')
    await expect(cell).toBeFocused()
    const scroller = page.locator('.MuiDataGrid-virtualScroller')
    await scroller.evaluate((one) => one.scrollTo(0, 1500))
    // By its place in the list: rows are drawn anew while it scrolls.
    const far = page.locator('[role=row][data-rowindex="45"]')
    const farName = (await far.locator('[data-field="name"]').textContent()) ?? ''
    await far.locator('[data-field="name"]').click()
    await expect(page.getByRole('complementary')).toContainText(farName)
    const top = () => scroller.evaluate((one) => one.scrollTop)
    // The rows that are shown again beside the panel are where they were.
    await expect.poll(async () => Math.abs((await top()) - 1500)).toBeLessThan(40)
    const before = await top()
    await page.getByRole('complementary').getByRole('button', { name: 'Open as page' }).click()
    await expectTitle(page, 'Customer Details')
    await page.getByRole('link', { name: 'Back to customers' }).click()
    await expect(page.locator('[role=gridcell]:focus')).toHaveText(farName)
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40)
    await navigate(page, '/dashboard')
    await expectTitle(page, 'Dashboard')
    // A list that the menu opens starts at its top.
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('button', { name: 'Customers' }).click()
    await menu.getByRole('link', { name: 'Customers List' }).click()
    await expect(row).toBeVisible()
  })

  await test.step('a new tab opens the record too, with its id in the address', async () => {
    const link = row.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', '/customer/view/details#user_id=3000')
    for (const open of [
      () => link.click({ modifiers: ['ControlOrMeta'] }),
      () => cell.press('ControlOrMeta+Enter'),
    ]) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
      await expectTitle(tab, 'Customer Details')
      await expect(tab.getByRole('main')).toContainText(name)
      expect(new URL(tab.url())).toMatchObject({ pathname: '/customer/view/details', hash: '#user_id=3000' })
      expect(page.context().pages()).toHaveLength(2)
      await expect(panel).toHaveCount(0)
      await tab.close()
    }
    await expectTitle(page, 'Customers')
    // A pasted link changes nothing but the fragment.
    await link.click()
    await panel.getByRole('link', { name, exact: true }).click()
    await expectTitle(page, 'Customer Details')
    await page.evaluate(() => location.assign('#user_id=1'))
    await expect(page.getByRole('main')).toContainText('CU-000001')
    expect(new URL(page.url()).hash).toBe('#user_id=1')
    await page.evaluate(() => location.assign('#user_id=x'))
    await expectTitle(page, 'Customers')
    await navigate(page, '/customer/list')
  })

  await test.step('rows are higher once chosen, in every list', async () => {
    await toggleDenseRows(page, true)
    await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await navigate(page, '/loan/overdue')
    await expect
      .poll(async () => (await rowOf(page, 'LN-').first().boundingBox())?.height)
      .toBeGreaterThan(43)
  })

  await longStep('opened rows and tools are accessible', async () => {
    for (const [width, colorScheme] of [
      [820, 'light'],
      [820, 'dark'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction((now) => document.documentElement.dataset.theme === now, colorScheme)
      await page.getByRole('button', { name: 'Filters and tools' }).click()
      const first = page.locator('[role=row][data-id], .row-card button').first()
      await first.click({ position: { x: 60, y: 10 } })
      await expectAccessible(page, `an opened row, ${width}, ${colorScheme}`)
      if (width === 820) await page.keyboard.press('Escape')
      else await first.click({ position: { x: 60, y: 10 } })
      await page.getByRole('button', { name: 'Filters and tools' }).click()
    }
  })
})

test('a column of money says what it means where it is focused or pointed at, until Escape, and in a card', async ({
  page,
}) => {
  await page.goto('/loan/portfolio')
  const heading = page.locator('[role=columnheader][data-field="balance"]')
  const words = heading.locator('.head-words')
  const note = page.getByRole('tooltip', { name: /^All that is still owed now/ })
  await expect(words).toHaveAccessibleDescription(/^All that is still owed now/)
  await expect(note).toBeHidden()
  await heading.press('Shift')
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await page.getByRole('heading', { level: 1 }).focus()
  await words.hover()
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await page.mouse.move(0, 0)
  await words.hover()
  await expect(note).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.row-card button').first().click()
  await page.locator('.row-card dt').getByText('Balance').hover()
  await expect(note).toBeVisible()
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })
  test('rows are comfortable until compact ones are chosen', async ({ page }) => {
    await page.goto('/customer/list')
    const row = page.locator('[role=row][data-id]').first()
    const height = async () => (await row.boundingBox())?.height
    await expect.poll(height).toBeGreaterThan(50)
    await toggleDenseRows(page, false)
    await page.reload()
    await expect.poll(height).toBeLessThan(48)
  })

  test('what can be pressed beside the title is whole on a wide screen', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const [path, control] of [
      ['/customer/list', page.locator('.list-status')],
      ['/day/messages/unsent', page.getByLabel('Day', { exact: true })],
    ] as const) {
      await page.goto(path)
      await expect(control).toBeVisible()
      await expect(async () => {
        const line = await page.locator('.screen-about').boundingBox()
        const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 }
        expect(line?.y).toBeLessThanOrEqual(y)
        expect((line?.y ?? 0) + (line?.height ?? 0)).toBeGreaterThanOrEqual(y + height)
      }).toPass({ timeout: 20_000 })
    }
  })
})
