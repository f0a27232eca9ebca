import { expect, type Page } from '@playwright/test'

const mostRows = 16
const gridRow = '[role=row][data-id]'

/** What can be seen of the list on the screen. */
const layoutNow = (page: Page) =>
  page.evaluate(async () => {
    // The app draws a new width in the next frames.
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
    const tools = document.querySelector('.list-tools')
    if (!tools) return undefined
    const scroller = document.querySelector('.MuiDataGrid-virtualScroller')
    const bottom = Math.min(innerHeight, scroller?.getBoundingClientRect().bottom ?? innerHeight)
    const rows = [...document.querySelectorAll<HTMLElement>('[role=row][data-id], .row-card')]
    // The label of a filter stands on its edge.
    const visible = [...tools.children]
      .flatMap((one) => [...one.children, one])
      .filter((one) => isShown(one) && !one.matches('.chip-label'))
    const tops = visible.map(
      (one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2,
    )
    const pager = document.querySelector('nav[aria-label=Pages]')
    return {
      rows: Number(document.querySelector('[role=grid]')?.ariaRowCount ?? rows.length + 1) - 1,
      inSight: rows.filter((one) => one.getBoundingClientRect().bottom <= bottom + 1).length,
      lowRows: rows.every((one) => one.getBoundingClientRect().height <= 37),
      isOneRow: Math.max(...tops) - Math.min(...tops) < 4,
      overhang: document.documentElement.scrollWidth - innerWidth,
      scrollsDown: document.documentElement.scrollHeight > innerHeight + 1,
      /** Sums of a report, above its tools. */
      hasSums: !tools.previousElementSibling?.classList.contains('screen-head'),
      /** The totals in the foot of the table take the height of a row. */
      hasTotals: document.querySelector('.table-totals') !== null,
      seesPager: pager === null || pager.getBoundingClientRect().bottom <= innerHeight,
      hidden: scroller && scrollsSideways(scroller) ? scroller.scrollWidth - scroller.clientWidth : 0,
      cut: cutTexts(),
      texts: rows[0] ? [...rows[0].querySelectorAll<HTMLElement>('[role=gridcell]')].map(textOf) : [],
    }

    function scrollsSideways(one: Element) {
      return getComputedStyle(one).overflowX !== 'hidden'
    }

    function isShown(one: Element) {
      return one.getBoundingClientRect().width > 0
    }

    function textOf(cell: HTMLElement) {
      return cell.dataset.field === 'actions' ? '' : (cell.textContent ?? '')
    }

    /** By how much texts are cut, while other columns are wider than their texts. */
    function cutTexts() {
      let slack = 0
      let most = 0
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[role=columnheader]')) {
        const { field = '' } = dataset
        if (field === 'actions' || field === '__check__') continue
        const spaces = [...document.querySelectorAll<HTMLElement>(`[data-field="${field}"]`)].map(spaceIn)
        const space = Math.min(...spaces)
        if (space > 1) slack += space
        else most = Math.max(most, -space)
      }
      return most > 1 ? Math.min(most, slack) : 0
    }

    /** What a cell has beside its words; less than nothing if they are cut. */
    function spaceIn(cell: HTMLElement) {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return cell.clientWidth - 20 - range.getBoundingClientRect().width
    }
  })

/** What a list has shown at one width after the other: the texts of its first row, wide, and opened on narrow screens. */
export class SeenList {
  readonly #path: string
  readonly #isAlwaysCards: boolean
  /** Undefined while the list is empty or was not seen. */
  #texts: readonly string[] | undefined
  readonly #opened: [place: string, text: string][] = []

  /** @param isAlwaysCards Whether its rows, whole sentences, are cards at every width. */
  constructor(path: string, isAlwaysCards: boolean) {
    this.#path = path
    this.#isAlwaysCards = isAlwaysCards
  }

  /** At 1280 px: a row of tools, nothing cut while there is room, and enough rows in sight. */
  async expectWide(page: Page) {
    const path = this.#path
    const isFree = { isOneRow: true, overhang: 0, hidden: 0 }
    // Rows with whole sentences are cards at every width: the page is as long as they are.
    if (this.#isAlwaysCards) return this.#settled(page, isFree)
    const seen = await this.#settled(page, { ...isFree, scrollsDown: false, seesPager: true, cut: 0 })
    if (!seen || seen.rows === 0) return
    expect(seen.lowRows, path).toBe(true)
    const least = mostRows - Number(seen.hasSums) - Number(seen.hasTotals)
    expect(seen.inSight, path).toBeGreaterThanOrEqual(Math.min(seen.rows, least))
    this.#texts = seen.texts.filter((text) => text !== '')
  }

  /** The layout once it is as wanted: on a slow machine the grid measures its columns a little later. */
  async #settled(page: Page, wanted: Record<string, unknown>, place = this.#path) {
    let seen: Awaited<ReturnType<typeof layoutNow>>
    const look = async () => {
      seen = await layoutNow(page)
      return seen
    }
    await expect.poll(look, { message: place, timeout: 20_000 }).toMatchObject(wanted)
    return seen
  }

  /** At 820 px, where columns by priority are shown, and at 390 px, where rows are cards. */
  async expectNarrow(page: Page, width: 820 | 390) {
    const place = `${this.#path}, ${width}`
    const hasRows = (await page.locator(`${gridRow}, .row-card`).count()) > 0
    const selector = width === 820 && !this.#isAlwaysCards ? gridRow : '.row-card'
    // React draws the other kind of rows a moment after the resize.
    if (hasRows) await expect(page.locator(selector).first()).toBeVisible()
    await this.#settled(page, { isOneRow: true, overhang: 0, ...(width === 820 && { hidden: 0 }) }, place)
    if (hasRows) this.#opened.push([place, await openFirst(page, selector)])
  }

  /** Every text of the wide row is in the opened row. */
  expectSameTexts() {
    for (const [place, shown] of this.#opened) {
      // The first letter of a state is a capital by its style alone, which one of both says.
      const all = shown.toLowerCase()
      const missing = this.#texts?.filter((text) => !all.includes(text.toLowerCase()))
      expect(missing, `texts that an opened row lacks: ${place}`).toEqual([])
    }
  }
}

/** A press opens the first row beside the list, or the first card. */
async function openFirst(page: Page, selector: string) {
  const row = page.locator(selector).first()
  if (selector === gridRow) {
    await row.click({ position: { x: 60, y: 10 } })
    const panel = page.getByRole('complementary')
    await expect(panel).toBeVisible()
    const shown = await panel.innerText()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    return shown
  }
  const opener = row.locator('[aria-expanded]')
  const opens = (await opener.count()) > 0
  if (opens) {
    await row.click({ position: { x: 60, y: 10 } })
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
  }
  const shown = (await row.textContent()) ?? ''
  if (opens) {
    await opener.press('Enter')
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
  }
  return shown
}
