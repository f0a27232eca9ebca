import type { Page } from '@playwright/test'
import type { RouteName } from '#routing/routes'
import { isForChange, type Route } from '#routing/route'
import { expectAccessible } from '../support/axe'
import { expectTitle, navigate, rowOf } from '../support/portal'
import { allRoutes, headingOf, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

/** The filter that a report needs to show rows. */
const choices: Partial<Record<RouteName, string>> = {
  businessTransactions: '?business_id=2',
  flowTransactions: '?transaction_type=all',
}
/** Cards at every width, for whole sentences; a list below other facts; a report with its figures above the rows. */
const others: readonly RouteName[] = ['customerMessages', 'agentDevices', 'arrears']
const mostRows = 14

const hasPages = ({ calls }: Route) => calls.some((one) => one.kind === 'read' && 'page' in one.input.entries)

/** What can be seen of the list on the screen. */
const look = (page: Page) =>
  page.evaluate(async () => {
    // The app draws a new width in the next frames.
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
    const tools = document.querySelector('.list-tools')
    if (!tools) return undefined
    const scroller = document.querySelector('.grid-scroll')
    const bottom = Math.min(innerHeight, scroller?.getBoundingClientRect().bottom ?? innerHeight)
    const rows = [...document.querySelectorAll<HTMLElement>('.grid-row, .row-card')]
    const visible = [...tools.children].flatMap((one) => [...one.children, one]).filter(isShown)
    const tops = visible.map(
      (one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2,
    )
    const header = [...document.querySelectorAll<HTMLElement>('.row-grid th[data-field]')]
    return {
      rows: rows.length,
      inSight: rows.filter((one) => one.getBoundingClientRect().bottom <= bottom + 1).length,
      lowRows: rows.every((one) => one.getBoundingClientRect().height <= 37),
      isOneRow: Math.max(...tops) - Math.min(...tops) < 4,
      overhang: document.documentElement.scrollWidth - innerWidth,
      scrollsDown: document.documentElement.scrollHeight > innerHeight + 1,
      hidden: scroller ? scroller.scrollWidth - scroller.clientWidth : 0,
      cut: cutTexts(header),
      covered: coveredAtEnd(),
      texts: rows[0] ? [...rows[0].querySelectorAll<HTMLElement>('td[data-field]')].map(textOf) : [],
    }

    /** By how much fixed actions cover the last column once the table is scrolled to its end. */
    function coveredAtEnd() {
      const [last, actions] = [...(rows[0]?.querySelectorAll<HTMLElement>('td[data-field]') ?? [])].slice(-2)
      if (!scroller || actions?.dataset.field !== 'actions' || !last) return 0
      const { scrollLeft } = scroller
      scroller.scrollLeft = scroller.scrollWidth
      const covered = last.getBoundingClientRect().right - actions.getBoundingClientRect().left
      scroller.scrollLeft = scrollLeft
      return Math.max(0, Math.floor(covered))
    }

    function isShown(one: Element) {
      return one.getBoundingClientRect().width > 0
    }

    function textOf(cell: HTMLElement) {
      return cell.dataset.field === 'actions' ? '' : (cell.textContent ?? '')
    }

    /** By how much texts are cut, while other columns are wider than their texts. */
    function cutTexts(columns: HTMLElement[]) {
      let slack = 0
      let most = 0
      for (const [at, column] of columns.entries()) {
        const cells = [column, ...rows.map((row) => row.querySelectorAll<HTMLElement>('td[data-field]')[at])]
        const widths = cells.flatMap((cell) => (cell ? widthOfText(cell) : []))
        const space =
          column.clientWidth -
          2 * Number.parseFloat(getComputedStyle(column).paddingLeft) -
          Math.max(...widths)
        if (space > 1) slack += space
        else if (column.classList.contains('cut') || space < -1) most = Math.max(most, -space)
      }
      return Math.min(most, Math.max(0, slack - 18 * columns.length))
    }

    function widthOfText(cell: HTMLElement) {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().width
    }
  })

test.use({ as: superadmin })

test('every list shows its rows in a row of tools and whole words, and opens them', async ({
  page,
  sample,
}) => {
  await page.goto('/password/change')
  await expectTitle(page, 'Change Password')
  const seen: RouteName[] = []
  const candidates = allRoutes.filter(([name, route]) => !isForChange(route) && !others.includes(name))
  for (const [name, route] of candidates)
    await test.step(route.path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await navigate(page, `${route.path}${choices[name] ?? ''}`, stateFor(route, sample))
      await expectTitle(page, headingOf(name))
      await expect(page.getByLabel('Loading')).toHaveCount(0)
      const wide = await look(page)
      if (!wide) return
      seen.push(name)
      expect(wide, route.path).toMatchObject({
        isOneRow: true,
        overhang: 0,
        scrollsDown: false,
        cut: 0,
        covered: 0,
      })
      if (wide.rows === 0) return
      expect(wide.lowRows).toBe(true)
      expect(wide.inSight).toBeGreaterThanOrEqual(Math.min(wide.rows, mostRows))
      const texts = wide.texts.filter((text) => text !== '')

      await page.setViewportSize({ width: 820, height: 1180 })
      await expect(page.locator('.grid-scroll.narrow')).toBeVisible()
      const narrow = await look(page)
      expect(narrow, `${route.path}, 820`).toMatchObject({ isOneRow: true, overhang: 0, hidden: 0 })
      await expectOpened(page, '.grid-row', texts)

      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.locator('.row-card').first()).toBeVisible()
      const cards = await look(page)
      expect(cards, `${route.path}, 390`).toMatchObject({ isOneRow: true, overhang: 0 })
      await expectOpened(page, '.row-card', texts)
    })
  const paged = candidates.filter(([, route]) => hasPages(route)).map(([name]) => name)
  expect(paged.filter((one) => !seen.includes(one))).toEqual([])
  expect(seen.length).toBeGreaterThan(paged.length)
})

/** A press opens the first row, with every text of the wide table, and Enter closes it. */
async function expectOpened(page: Page, selector: string, texts: readonly string[]) {
  const row = page.locator(selector).first()
  const opener = row.locator('[aria-expanded]')
  if ((await opener.count()) > 0) {
    await row.click({ position: { x: 60, y: 10 } })
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
  }
  const shown = await row.evaluate((one) => {
    const opened = one.nextElementSibling?.matches('.row-details') ? one.nextElementSibling : undefined
    return `${one.textContent}${opened?.textContent ?? ''}`
  })
  expect(texts.filter((text) => !shown.includes(text))).toEqual([])
  if ((await opener.count()) === 0) return
  await (selector === '.grid-row' ? row : opener).press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
}

test('a row opens by a press and by Enter, not by a press on a control or on selected text', async ({
  page,
}) => {
  await page.goto('/customer/list')
  const row = rowOf(page, 'CU-003000')
  await expect(row).toBeVisible()
  const grid = page.getByRole('grid')

  await test.step('compact with a mouse; the arrow keys move from row to row', async () => {
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(37)
    await row.focus()
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'CU-002999')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(row).toBeFocused()
    await page.keyboard.press('Space')
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Space')
    await expect(row).toHaveAttribute('aria-selected', 'false')
  })

  await test.step('controls and selected text keep the list', async () => {
    await row.getByRole('checkbox').click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    const phone = await row.locator('td[data-field="phone_number"]').boundingBox()
    if (!phone) throw new Error('no phone')
    await page.mouse.move(phone.x + 12, phone.y + 18)
    await page.mouse.down()
    await page.mouse.move(phone.x + 80, phone.y + 18, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^\d+$/)
    await page.evaluate(() => getSelection()?.empty())
    await row.getByRole('button', { name: /More actions/ }).click()
    await page.keyboard.press('Escape')
    await expect(grid).toBeVisible()
    await expectTitle(page, 'Customers')
  })

  await test.step('a press and Enter open the details', async () => {
    await row.locator('td[data-field="name"]').click()
    await expectTitle(page, 'Customer Details')
    await page.goBack()
    await expectTitle(page, 'Customers')
    await row.press('Enter')
    await expectTitle(page, 'Customer Details')
    await page.goBack()
  })

  await test.step('a new tab opens the record too, with its id out of the address', async () => {
    const name = (await row.locator('td[data-field="name"]').textContent()) ?? ''
    const link = row.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', '/customer/view/details#user_id=3000')
    for (const open of [
      () => link.click({ modifiers: ['ControlOrMeta'] }),
      () => row.press('ControlOrMeta+Enter'),
    ]) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
      await expectTitle(tab, 'Customer Details')
      await expect(tab.getByRole('main')).toContainText(name)
      expect(new URL(tab.url())).toMatchObject({ pathname: '/customer/view/details', hash: '' })
      await tab.close()
    }
    await expectTitle(page, 'Customers')
    // A pasted link changes nothing but the fragment.
    await link.click()
    await expectTitle(page, 'Customer Details')
    await page.evaluate(() => location.assign('#user_id=1'))
    await expect(page.getByRole('main')).toContainText('CU-000001')
    expect(new URL(page.url()).hash).toBe('')
    await page.evaluate(() => location.assign('#user_id=x'))
    await expectTitle(page, 'Customers')
    await navigate(page, '/customer/list')
  })

  await test.step('rows are higher once chosen, in every list', async () => {
    await page.getByRole('button', { name: 'Dense rows' }).click()
    await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await navigate(page, '/loan/overdue')
    await expect
      .poll(async () => (await rowOf(page, 'LN-').first().boundingBox())?.height)
      .toBeGreaterThan(43)
  })

  await test.step('opened rows and tools are accessible', async () => {
    for (const [width, colorScheme] of [
      [820, 'light'],
      [820, 'dark'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction((now) => document.documentElement.dataset.theme === now, colorScheme)
      await page.getByRole('button', { name: 'Filters and tools' }).click()
      await page.locator('.grid-row, .row-card').first().locator('[aria-expanded=false]').click()
      await expectAccessible(page, `an opened row, ${width}, ${colorScheme}`)
      await page.getByRole('button', { name: 'Filters and tools' }).click()
      await page.locator('.grid-row, .row-card').first().locator('[aria-expanded=true]').click()
    }
  })
})

test.describe('with touch', () => {
  test.use({ hasTouch: true })
  test('rows are comfortable until compact ones are chosen', async ({ page }) => {
    await page.goto('/customer/list')
    await expect(page.getByRole('button', { name: 'Dense rows' })).toHaveAttribute('aria-pressed', 'false')
    const row = rowOf(page, 'CU-003000')
    const height = async () => (await row.boundingBox())?.height
    expect(await height()).toBeGreaterThan(50)
    await page.getByRole('button', { name: 'Dense rows' }).click()
    await page.reload()
    await expect.poll(height).toBeLessThan(48)
  })
})
