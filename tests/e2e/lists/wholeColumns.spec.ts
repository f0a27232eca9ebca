import type { Page } from '@playwright/test'
import type { Column, NamedRead } from '#contract/call'
import type { RouteName } from '#routing/routes'
import { isForChange, type Route } from '#routing/route'
import { testedFonts } from '../../../config/fonts.mjs'
import { isLong } from '../../server/support/rounds'
import { expectTitle, navigate, title } from '../support/portal'
import { changeReplies, enlarged } from '../support/replies'
import { allRoutes, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

/** The filter that a report needs to show rows. */
const choices: Partial<Record<RouteName, string>> = {
  businessTransactions: '?business_id=2',
  flowTransactions: '?transaction_type=all',
}
const columnsIn = (call: NamedRead) => (call.csv ?? call.whole?.columns) as readonly Column[] | undefined
/** They read lists for their figures, or for a file alone. */
const others: readonly RouteName[] = ['dashboard', 'books']
const lists = allRoutes.flatMap(([name, route]) => {
  if (isForChange(route) || others.includes(name)) return []
  const call = (route as Route).calls.find((one) => one.kind === 'read' && columnsIn(one) !== undefined)
  return call?.kind === 'read' ? [{ name, route, call, columns: columnsIn(call) ?? [] }] : []
})

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

for (const [nth, font] of testedFonts.entries())
  test(`in ${font}, every list shows whole columns: no amount is cut, and nothing lies over it`, async ({
    page,
    context,
    sample,
  }) => {
    await context.addInitScript((family) => {
      addEventListener('DOMContentLoaded', () => {
        const style = document.createElement('style')
        style.textContent = `* { font-family: '${family}' !important }`
        document.head.append(style)
      })
    }, font)
    await changeReplies(context, enlarged)
    await page.goto('/password/change')
    await expectTitle(page, 'Change Password')
    const isInstalled = await page.evaluate(rendersIn, font)
    test.skip(!isInstalled && !process.env.CI, `${font} is not installed`)
    expect(isInstalled, `${font} is installed`).toBe(true)
    const seen: string[] = []
    // Each list in one of the fonts; in a long run in all of them.
    for (const { name, route } of lists.filter((_one, at) => isLong || at % testedFonts.length === nth))
      await test.step(route.path, async () => {
        const before = await title(page).textContent()
        await navigate(page, route.path + (choices[name] ?? ''), stateFor(route, sample))
        // The address is there before the screen: until then the rows are those of the last one.
        await expect(title(page)).not.toHaveText(before ?? '')
        await expect(page).toHaveURL(new RegExp(`${route.path}([?#]|$)`))
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        const rows = page.locator('[role=row][data-id]')
        const none = page.locator(':is(.no-rows, .MuiPaper-root) > [role=status]')
        await expect(rows.or(none).or(page.locator('.row-card')).first()).toBeVisible()
        if ((await rows.count()) === 0) return
        seen.push(route.path)
        for (const width of [1600, 1280, 820]) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => faultsIn(page), `${route.path} at ${width} px`).toEqual([])
        }
        await page.setViewportSize({ width: 390, height: 844 })
        await expect(page.locator('.row-card').first()).toBeVisible()
        await expect.poll(() => page.evaluate(cutInCards), `${route.path} at 390 px`).toEqual([])
        await page.setViewportSize({ width: 1280, height: 800 })
      })
    expect(seen.length, `lists with rows: ${seen.join(', ')}`).toBeGreaterThan(8)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })

/** Runs in the page: whether a font is used where it is asked for, instead of either of two that differ from each other. */
function rendersIn(family: string) {
  const widthIn = (fonts: string) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    context.font = `32px ${fonts}`
    return context.measureText('Wallet illustrations 0123456789').width
  }
  return widthIn(`'${family}', monospace`) === widthIn(`'${family}', serif`)
}

/** Amounts in cards that are cut. */
const cutInCards = () =>
  [...document.querySelectorAll<HTMLElement>('.row-card *')]
    .filter((one) => /^₦[\d,]+\.\d\d$/.test(one.textContent ?? '') && one.childElementCount === 0)
    .filter((one) => {
      const amount = document.createRange()
      amount.selectNodeContents(one)
      const { left, right } = amount.getBoundingClientRect()
      for (let box: HTMLElement | null = one; box && !box.matches('.row-card'); box = box.parentElement) {
        const edges = box.getBoundingClientRect()
        const isCut = left < edges.left - 1 || right > edges.right + 1
        if (isCut && getComputedStyle(box).overflowX !== 'visible') return true
      }
      return false
    })
    .map((one) => one.textContent)

/** What of the shown list can't be read whole. */
const faultsIn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
    const faults: string[] = []
    const scroller = document.querySelector('.MuiDataGrid-virtualScroller')
    if (!scroller) return ['no table']
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    const scrolls = getComputedStyle(scroller).overflowX !== 'hidden'
    if (scrolls && scroller.scrollWidth > scroller.clientWidth + 1)
      faults.push(`the table scrolls sideways: ${scroller.scrollWidth} in ${scroller.clientWidth}`)
    const place = scroller.getBoundingClientRect()
    for (const cell of document.querySelectorAll<HTMLElement>('[role=gridcell], [role=columnheader]')) {
      const { field = '' } = cell.dataset
      const text = cell.textContent?.trim() ?? ''
      if (text === '' || field === 'actions') continue
      const range = document.createRange()
      range.selectNodeContents(cell)
      const words = range.getBoundingClientRect()
      const box = cell.getBoundingClientRect()
      const isAmount = /^₦[\d,]+\.\d\d$/.test(text)
      if (isAmount && (words.left < box.left || words.right > box.right))
        faults.push(`${field}: "${text}" is ${Math.round(words.width)} px in ${Math.round(box.width)}`)
      if (isAmount && (box.left < place.left || box.right > place.right + 1))
        faults.push(`${field}: "${text}" is out of sight`)
      if (isAmount && box.bottom < place.bottom - 20) {
        const middle = words.top + words.height / 2
        for (const x of [words.left + 1, words.right - 1])
          if (!cell.contains(document.elementFromPoint(x, middle)) && middle < innerHeight)
            faults.push(`${field}: something lies over "${text}"`)
      }
    }
    return [...new Set(faults)].slice(0, 6)
  })
