import type { Page } from '@playwright/test'
import { allCalls } from '#contract/index'
import type { Route } from '#routing/route'
import { overflowsIn } from '../support/overflow'
import { blockServer, navigate, pingServer } from '../support/portal'
import { sliceOf } from '../../server/support/rounds'
import { changeReplies, emptied, enlarged } from '../support/replies'
import { allRoutes, isCall, stateFor } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { permissionsAreSaved } from '../support/storage'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

/** What is drawn by its background alone: without a text, an image or a child. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const clear = (color: string) => color === 'transparent' || /rgba\(.*, 0\)$/.test(color)
    const isSeen = (node: Element) => {
      const { width, height } = node.getBoundingClientRect()
      return width >= 2 && height >= 2 && getComputedStyle(node).visibility === 'visible'
    }
    const hasEdge = (node: Element) => {
      const style = getComputedStyle(node)
      const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
      return (
        style.outlineStyle !== 'none' ||
        sides.some((side) => style[`border${side}Style`] !== 'none' && style[`border${side}Width`] !== '0px')
      )
    }
    const groundOf = (node: Element | null): string => {
      if (!node) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(node)
      return clear(backgroundColor) ? groundOf(node.parentElement) : backgroundColor
    }
    return [...document.querySelectorAll('body *')]
      .filter(
        (node) =>
          isSeen(node) &&
          node.childElementCount === 0 &&
          node.textContent === '' &&
          !node.matches(
            // The cells of a minor column are away where it does not fit.
            'input, select, textarea, svg, svg *, img, canvas, .minor, .MuiBackdrop-root, .progress, .MuiDataGrid-root *',
          ),
      )
      .map((node) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(node)
        const isDrawn = !clear(backgroundColor) && backgroundColor !== groundOf(node.parentElement)
        return {
          name: `${node.tagName.toLowerCase()}.${[...node.classList].join('.')} in .${[...(node.parentElement?.classList ?? [])].join('.')}`,
          isSeen: isDrawn || hasEdge(node) || backgroundImage !== 'none',
        }
      })
      .filter((one) => one.isSeen)
      .map(({ name }) => name)
  })

/** Controls without an edge and without a ground: a reader of forced colours does not know them as such. */
const withoutEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.MuiButton-contained, .MuiChip-root, .badge')]
      .filter((node) => node.getBoundingClientRect().width > 0)
      .filter((node) => {
        const style = getComputedStyle(node)
        return style.borderTopStyle === 'none' || style.borderTopWidth === '0px'
      })
      .map((node) => `${node.className}: ${node.textContent?.slice(0, 30)}`),
  )

/** What is chosen or current, and looks like what is not. */
const withoutChoice = (page: Page) =>
  page.evaluate(() => {
    // The browser keeps how transparent a forced colour is.
    const inRgb = (color: string) =>
      color
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .join()
    const chosen =
      '[aria-current=page], [aria-pressed=true], [aria-selected=true], [role=menuitemradio][aria-checked=true]'
    return [...document.querySelectorAll<HTMLElement>(chosen)]
      .filter(
        (node) =>
          node.getBoundingClientRect().width > 0 &&
          !node.closest('nav[aria-label=Breadcrumb], .MuiDataGrid-root'),
      )
      .filter((node) => {
        const { backgroundColor } = getComputedStyle(node)
        const { backgroundColor: ground } = getComputedStyle(document.body)
        return inRgb(backgroundColor) === inRgb(ground) || /rgba\(.*, 0\)$/.test(backgroundColor)
      })
      .map((node) => `${node.tagName}.${node.className}: ${node.textContent?.slice(0, 30)}`)
  })

const unique = (some: readonly string[]) => [...new Set(some)].toSorted()
/** The screen of the route is shown, with its data. */
async function open(page: Page, route: Route, state: unknown) {
  await navigate(page, route.path, state)
  await expect.poll(() => new URL(page.url()).pathname).toBe(route.path)
  await expect(page).toHaveTitle(new RegExp(`${route.title} · Alajo$`))
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** What a screen still overflows after two seconds. */
async function lastingOverflows(page: Page) {
  for (let at = 0; at < 20 && (await overflowsIn(page)).length > 0; at++) await page.waitForTimeout(100)
  return overflowsIn(page)
}

test('forced colours: what a background draws, what is chosen and what can be pressed is seen on every screen', async ({
  page,
  sample,
}) => {
  const faults: string[] = []
  await page.goto('/dashboard')
  for (const [name, route] of sliceOf(allRoutes)) {
    await open(page, route, stateFor(route, sample))
    const goneIn = async () => {
      await page.emulateMedia({ forcedColors: 'none' })
      const before = unique(await drawn(page))
      await page.emulateMedia({ forcedColors: 'active' })
      const after = unique(await drawn(page))
      return before.filter((one) => !after.includes(one))
    }
    let gone = await goneIn()
    // What was still loading is gone in any colours.
    if (gone.length > 0) gone = await goneIn()
    faults.push(...gone.map((one) => `${name}: ${one} is gone`))
    for (const one of unique(await withoutEdge(page))) faults.push(`${name}: ${one} has no edge`)
    for (const one of unique(await withoutChoice(page))) faults.push(`${name}: ${one} does not look chosen`)
    await page.emulateMedia({ forcedColors: 'none' })
  }
  expect(unique(faults)).toEqual([])
})

test('a font size of 20 px in the browser: every text follows, and nothing is cut off or beside the page', async ({
  page,
  sample,
}) => {
  const faults: string[] = []
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { font-size: 20px }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  await page.goto('/dashboard')
  for (const [name, route] of sliceOf(allRoutes, 1)) {
    await open(page, route, stateFor(route, sample))
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      for (const one of await lastingOverflows(page)) faults.push(`${name} at ${width}: ${one}`)
    }
    const small = await page.evaluate(() =>
      // The picture of a paper has the sizes of the paper.
      [...document.querySelectorAll('#content *:not(.card-paper *)')]
        .filter((node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim()))
        .filter((node) => node.getBoundingClientRect().width > 2)
        .filter((node) => Number.parseFloat(getComputedStyle(node).fontSize) < 13)
        .map((node) => `${node.tagName.toLowerCase()}.${node.className} ${getComputedStyle(node).fontSize}`),
    )
    for (const one of unique(small)) faults.push(`${name}: ${one} does not follow`)
  }
  expect(faults).toEqual([])
})

for (const [what, change, from] of [
  ['long names and large amounts', enlarged, 0],
  ['replies without rows', emptied, 2],
] as const)
  test(`${what}: nothing is cut off or beside the page on any screen`, async ({ page, context, sample }) => {
    const faults: string[] = []
    await changeReplies(context, change)
    await page.goto('/password/change')
    // The weeks of the dashboard's charts are never missing: firstSteps.spec.ts opens it without data.
    const screens = allRoutes.filter(([name]) => change === enlarged || name !== 'dashboard')
    for (const [name, route] of sliceOf(screens, from)) {
      await open(page, route, stateFor(route, sample))
      // Without rows, the page of a record says that the record was not found.
      if (name !== 'notAllowed' && change === enlarged)
        for (const text of await page.locator('main [role=alert]').allTextContents())
          faults.push(`${name}: ${text}`)
      for (const width of [1280, 820, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        for (const one of await lastingOverflows(page)) faults.push(`${name} at ${width}: ${one}`)
      }
    }
    // A sum of fifty large amounts.
    expect(faults.filter((one) => !/₦\d(,\d{3}){3}\.\d\d is on two lines/.test(one))).toEqual([])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })

/** The screens with a change. */
const changing = allRoutes.filter(([, { calls: all }]) => all.some(({ kind }) => kind === 'write'))
const writes = allCalls.filter(({ kind }) => kind === 'write')

/** What sends a form or a decision. */
const sends = 'main form:not([role=search]) [type=submit], main .decision-act button'
/** Besides, the main act of a screen. */
const acts = `${sends}, main button.MuiButton-contained`

/** Buttons, with the words that say why one can't be pressed. */
const buttonsOf = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLButtonElement>(wanted)]
        .filter((one) => one.getBoundingClientRect().width > 0 && !one.closest('[role=search]'))
        .map((one) => {
          const described = one.getAttribute('aria-describedby')?.split(' ') ?? []
          const reason = described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
          return { label: one.textContent ?? '', isOff: one.matches(':disabled'), reason: reason.trim() }
        }),
    selector,
  )

/** What is missing, said at its field, or under a file or boxes to choose. */
const isSaidMissing = (page: Page) =>
  page.evaluate(() => {
    const saidAt = (field: Element) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .some((id) => document.getElementById(id)?.textContent?.trim())
    return (
      [...document.querySelectorAll('main form [aria-invalid=true]')].some(saidAt) ||
      document.querySelector('main form .MuiFormHelperText-root.Mui-error') !== null
    )
  })

/** Whether the button's own label says what must be done first. */
const saysFirst = (label: string) => label.endsWith('first')

test('a form as it opens: its button can’t be pressed for a reason in words, or says per field what is missing', async ({
  page,
  context,
  sample,
  faults,
}) => {
  faults.expect(/status of 400/)
  const faulty: string[] = []
  const sent: string[] = []
  let [off, pressed] = [0, 0]
  // A form that lacks nothing is not sent.
  await context.route('**/api/admin/*', (route) => {
    const request = route.request()
    const body = request.postData()?.startsWith('{') ? request.postDataJSON() : {}
    const path = new URL(request.url()).pathname.split('/').pop() ?? ''
    if (!writes.some((call) => isCall(call, { path, body }))) return route.fallback()
    sent.push(path)
    return route.fulfill({ status: 400, json: { status: '400', message: 'Not in this test.' } })
  })
  await page.goto('/password/change')
  for (const [name, route] of sliceOf(changing)) {
    await open(page, route, stateFor(route, sample))
    for (const { label, isOff, reason } of await buttonsOf(page, acts)) {
      off += Number(isOff)
      if (isOff && !reason && !saysFirst(label)) faulty.push(`${name}: no reason beside ${label}`)
    }
    const button = page.locator('main form:not([role=search]) [type=submit]:enabled').first()
    if ((await button.count()) === 0) continue
    sent.length = 0
    pressed += 1
    await button.click()
    const answer = async () =>
      sent.length > 0 || (await page.getByRole('dialog').count()) > 0 || (await isSaidMissing(page))
    for (let at = 0; at < 40 && !(await answer()); at++) await page.waitForTimeout(50)
    if (!(await answer())) faulty.push(`${name}: pressed, it says nothing`)
  }
  expect(faulty).toEqual([])
  expect(off).toBeGreaterThan(0)
  expect(pressed).toBeGreaterThan(10)
})

test('offline, each change says that it needs a connection', async ({ page, context, sample, faults }) => {
  faults.expect(noNetwork)
  const faulty: string[] = []
  let seen = 0
  const screens = sliceOf(changing, 1)
  await page.goto('/password/change')
  for (const [, route] of screens) await open(page, route, stateFor(route, sample))
  await blockServer(context)
  await pingServer(page)
  await expect(page.getByText(sentences.offline)).toBeVisible()
  for (const [name, route] of screens) {
    await open(page, route, stateFor(route, sample))
    for (const { label, isOff, reason } of await buttonsOf(page, sends)) {
      seen += 1
      if (!isOff || !reason)
        faulty.push(`${name}: ${label}${isOff ? ' without a reason' : ' can be pressed'}`)
    }
  }
  expect(faulty).toEqual([])
  expect(seen).toBeGreaterThan(10)
})

test('the dashboard offline without saved data: the notes in place of figures are not cut off and do not overlap', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(noNetwork)
  await page.goto('/password/change')
  await permissionsAreSaved(page)
  await blockServer(context)
  await navigate(page, '/dashboard')
  const notes = page.locator('.strip-figure [role=alert]')
  await expect(notes.first()).toBeVisible()
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await lastingOverflows(page)).toEqual([])
    const wide = await notes.evaluateAll(
      (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
    )
    expect(wide, `notes wider than their place, ${width} px`).toBe(0)
    const beyond = await page
      .locator('.strip-figure')
      .evaluateAll(
        (all) => all.filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0)).length,
      )
    expect(beyond, `figures beyond their tile, ${width} px`).toBe(0)
  }
})
