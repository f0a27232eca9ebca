import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { waitForServiceWorker } from '../support/portal'
import { launch } from '../support/profile'
import type { Server } from '../support/server'
import { demoPassword, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

/*
 * `npm run measure` prints the tables of docs/change/performance.md, "Measured". Every visit is made with the processor four times slower
 * and a slow link (1.6 Mbps down, 750 kbps up, 150 ms a request).
 *
 *   RUNS=3          complete runs, each with an empty profile, alternating with the peer; medians are printed
 *   RELOADS=50      offline reloads of the customers in the last run
 *   PEER=<folder>   a built app to compare with: its dist/ is served by `node serve.mjs dist <port> br ./mock-ra.mjs`
 */
const runs = Number(process.env.RUNS ?? 3)
const reloads = Number(process.env.RELOADS ?? 50)
const peerFolder = process.env.PEER
const slowdown = 4
const link = { offline: false, latency: 150, downloadThroughput: 1600 * 125, uploadThroughput: 750 * 125 }
/** Silence of the network that ends a visit. */
const settledMs = 3000
/** Ends a wait for what never shows. */
const longestMs = 90_000

test.use({ serviceWorkers: 'allow' })

type Figures = Map<string, number[]>
const note = (figures: Figures, name: string, value: number) =>
  figures.set(name, [...(figures.get(name) ?? []), value])
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN

/** Passes bytes on, counts those to the browser, and can be cut. */
async function openLink(to: string) {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  const state = { bytes: 0, lastAt: Date.now() }
  const proxy = createServer((browser) => {
    const server = connect(Number(port), hostname)
    server.on('data', ({ length }) => {
      state.bytes += length
      state.lastAt = Date.now()
    })
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      open.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  const listen = (at: number) => new Promise<void>((done) => proxy.listen(at, '127.0.0.1', done))
  await listen(0)
  const at = (proxy.address() as { port: number }).port
  return {
    url: `http://localhost:${at}`,
    state,
    cut: () =>
      new Promise<void>((done) => {
        for (const one of open) one.destroy()
        proxy.close(() => done())
      }),
    restore: () => listen(at),
  }
}
type Link = Awaited<ReturnType<typeof openLink>>

/** In the page: when enough visible elements match, in ms since the navigation or since `from`. */
const shownAt = (page: Page, selector: string, { least = 1, from = 0 } = {}) =>
  page.evaluate(
    ([wanted, count, since, longest]) =>
      new Promise<number>((done, fail) => {
        setTimeout(() => fail(new Error(`${wanted} is not shown`)), longest)
        const poll = () => {
          let seen = 0
          for (const one of document.querySelectorAll(wanted)) {
            const { width, height } = one.getBoundingClientRect()
            if (width > 0 && height > 0 && getComputedStyle(one).visibility !== 'hidden') seen++
          }
          if (seen < count) return void requestAnimationFrame(poll)
          // After the frame that shows them.
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - since)))
        }
        poll()
      }),
    [selector, least, from, longestMs] as const,
  )

/** Presses as a mouse does; returns when, in ms since the navigation: the test tool takes its time before. */
async function press(target: Locator) {
  const pressed = target.evaluate(
    (one) =>
      new Promise<number>((done) =>
        one.addEventListener('mousedown', ({ timeStamp }) => done(timeStamp), { once: true, capture: true }),
      ),
  )
  await target.click()
  return pressed
}

async function openPage(context: BrowserContext): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', link)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, cdp }
}

const settled = async ({ state }: Link) => {
  while (Date.now() - state.lastAt < settledMs) await new Promise((done) => setTimeout(done, 200))
}

/** Of the collected heap, in MB. */
async function heapOf(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1_048_576
}

/** What a press is answered by: a text in an element, or the element alone. */
type Answer = { in: string; text?: string }
type Screen = { name: string; path: string; shown: string; least: number; press: string; answer: Answer }

/** Loads a screen. Returns the time to its first rows, and the time to the response to a press made at that moment. */
async function visit(page: Page, screen: Screen, navigate: () => Promise<unknown>) {
  await navigate()
  const rows = await shownAt(page, screen.shown, { least: screen.least })
  const place = await page.evaluate((press) => {
    const pressed = [...document.querySelectorAll(press)].findLast(
      (one) => one.getBoundingClientRect().width > 0,
    )
    if (!pressed) throw new Error(`${press} is not shown`)
    pressed.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = pressed.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, screen.press)
  await page.mouse.click(place.x, place.y)
  const answered = await page.waitForFunction(
    ({ in: where, text }) =>
      [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(text ?? '')) &&
      performance.now(),
    screen.answer,
    { polling: 'raf', timeout: 30_000 },
  )
  return { rows, charge: Number(await answered.jsonValue()) }
}

const menu = { press: '[aria-label^="Account "]', answer: { in: '[role=menuitem]' } }
const nextOfPager = { press: 'main nav button:last-child', answer: { in: 'main nav', text: '101 to' } }
const ownScreens: Screen[] = [
  { name: 'customers', path: '/customer/list', shown: 'main [role=row][data-id]', least: 10, ...nextOfPager },
  {
    name: 'report',
    path: '/transaction/flow/history?transaction_type=payable',
    shown: 'main [role=row][data-id]',
    least: 10,
    ...menu,
  },
  { name: 'dashboard', path: '/dashboard', shown: 'main h2', least: 3, ...menu },
  { name: 'customer', path: '/customer/view/details#user_id=', shown: 'main dd', least: 6, ...menu },
]

/** The first visit, sign-in, the list, and starts with and without the network. */
async function measureOwn(server: Server, isLast: boolean, figures: Figures) {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-measure-'))
  const context = await launch(folder, server)
  context.setDefaultTimeout(longestMs)
  const way = await openLink(server.url)
  const add = (name: string, value: number) => note(figures, name, value)
  try {
    const { page, cdp } = await openPage(context)
    await page.goto(way.url, { waitUntil: 'commit' })
    add('sign-in form', await shownAt(page, 'input[type=email]'))
    await settled(way)
    add('first visit, kB', way.state.bytes / 1000)
    const token = await server.tokenFor(superadmin, async () => {
      await page.getByLabel('Email').fill(superadmin)
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      const from = await page.evaluate(() => performance.now())
      await page.getByRole('button', { name: 'Sign In' }).click()
      add('password to token', await shownAt(page, '[autocomplete=one-time-code]', { from }))
    })
    await page.getByLabel('Token').fill(token)
    let from = await page.evaluate(() => performance.now())
    await page.getByRole('button', { name: 'Verify Token' }).click()
    add('token to dashboard', await shownAt(page, '#content h2', { least: 3, from }))
    await waitForServiceWorker(page)
    await settled(way)
    add('the same with all screens for offline use, kB', way.state.bytes / 1000)
    from = await press(page.locator('a[href="/customer/list"]').first())
    add('dashboard to 100 customers', await shownAt(page, '[role=row][data-id]', { least: 10, from }))
    await settled(way)
    add('heap on 100 customers, MB', await heapOf(cdp))
    const id = await page.evaluate(
      () =>
        /user_id=(\d+)/.exec(
          document.querySelector('main [role=row] a[href*=user_id]')?.outerHTML ?? '',
        )?.[1],
    )
    await measureInteractions(page, way.url, figures)
    await page.close()
    for (const screen of ownScreens) {
      const address = way.url + screen.path + (screen.path.endsWith('=') ? id : '')
      const first = await openPage(context)
      await first.page.goto(address)
      await settled(way)
      await first.page.close()
      const second = await openPage(context)
      const visited = await visit(second.page, screen, () =>
        second.page.goto(address, { waitUntil: 'commit' }),
      )
      add(`second visit, ${screen.name}`, visited.rows)
      add(`second visit, in charge, ${screen.name}`, visited.charge)
      // What the press led to is saved, so that it is there without the network too.
      await settled(way)
      await second.page.close()
      const third = await openPage(context)
      await third.page.goto(address)
      await settled(way)
      await way.cut()
      const times = isLast && screen.name === 'customers' ? reloads : 1
      for (let time = 0; time < times; time++) {
        // Not a reload: the press led to another page, or opened a menu.
        const offline = await visit(third.page, screen, () =>
          third.page.goto(address, { waitUntil: 'commit' }),
        )
        add(`offline reload, ${screen.name}`, offline.rows)
        add(`offline reload, in charge, ${screen.name}`, offline.charge)
      }
      if (screen.name === 'customers') add('unlock to rows', await unlockToRows(third.page, address, screen))
      await way.restore()
      await third.page.close()
    }
  } finally {
    await context.close()
    await way.cut().catch(() => undefined)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function unlockToRows(page: Page, address: string, { shown, least }: Screen) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.waitForTimeout(settledMs)
  const from = await page.evaluate(() => performance.now())
  await page.getByRole('button', { name: 'Unlock' }).click()
  return shownAt(page, shown, { least, from })
}

/** Runs in the page: keeps the slowest event since it was last asked, from the input to the next frame, as a person waits for it. */
function watchEvents() {
  const seen = window as unknown as { slowest?: number; since: number }
  const isWatched = seen.slowest !== undefined
  seen.slowest = 0
  seen.since = performance.now()
  if (isWatched) return
  new PerformanceObserver((list) => {
    // An earlier event, after which nothing was painted, is reported with the next paint.
    for (const { duration, startTime } of list.getEntries())
      if (startTime >= seen.since) seen.slowest = Math.max(seen.slowest ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Event timing of scripted presses. */
async function measureInteractions(page: Page, origin: string, figures: Figures) {
  const measured = async (name: string, press: () => Promise<unknown>) => {
    await page.waitForTimeout(1500)
    await page.evaluate(watchEvents)
    await press()
    await page.waitForTimeout(1500)
    const slowest = await page.evaluate(() => (window as unknown as { slowest: number }).slowest)
    note(figures, `interaction, ${name}`, slowest)
  }
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  await measured('sort', () => main.getByRole('columnheader', { name: /^Full Name/ }).click())
  await measured('filter', () => main.getByLabel('Filter this page').pressSequentially('ade', { delay: 200 }))
  await measured('clear the filter', () => main.getByLabel('Filter this page').fill(''))
  await measured('choose a row', () => main.getByRole('checkbox').nth(3).click())
  await measured('open a menu', () =>
    main.locator('[role=row][data-id]').nth(2).getByRole('button').last().click(),
  )
  await page.keyboard.press('Escape')
  await measured('columns', () => main.getByRole('button', { name: 'Columns' }).click())
  await measured('hide a column', () => page.getByRole('menuitemcheckbox').nth(3).click())
  await page.getByRole('menuitemcheckbox').nth(3).click()
  const dense = page.getByRole('menuitemcheckbox', { name: 'Dense rows' })
  await measured('density', () => dense.click())
  await dense.click()
  await page.keyboard.press('Escape')
  await measured('next page', () => button('Next').click())
  await measured('find anything', () => page.keyboard.press('ControlOrMeta+k'))
  await measured('find anything, type', () => page.keyboard.type('Ngozi', { delay: 200 }))
  await page.keyboard.press('Escape')
  await measured('open a row', () =>
    main.locator('[role=row][data-id]').nth(2).locator('[role=gridcell]').nth(5).click(),
  )
  await button('Open as page').click()
  await measured('customer, statement', () =>
    main
      .getByRole('link', { name: /Statement/ })
      .first()
      .click(),
  )
  await measured('statement, one account', () =>
    main.getByLabel('Account', { exact: true }).selectOption({ index: 1 }),
  )
  await page.goto(`${origin}/dashboard`)
  await measured('dashboard, table of a chart', () => button('Table').first().click())
  await page.goto(`${origin}/report/arrears`)
  await measured('arrears, a bucket', () => main.getByRole('button', { name: /days/ }).first().click())
  await measured('arrears, by agent', () => button('Agent').click())
}

const peerMenu: Screen = {
  name: 'menu',
  path: '/#/customers',
  shown: 'tbody tr',
  least: 10,
  press: '[aria-label="Profile"]',
  answer: menu.answer,
}
/** The press of our own customers. It remembers the page: this is the last of its visits, and there is none without the network. */
const peerNextPage: Screen = {
  ...peerMenu,
  name: 'next page',
  press: '[aria-label="Go to next page"]',
  answer: { in: 'tbody td', text: 'C00000101' },
}

/** The same of the app to compare with: react-admin with a service worker. */
async function measurePeer(server: Server, url: string, figures: Figures) {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-measure-'))
  const context = await launch(folder, server)
  context.setDefaultTimeout(longestMs)
  const way = await openLink(url)
  const add = (name: string, value: number) => note(figures, name, value)
  try {
    const { page, cdp } = await openPage(context)
    await page.goto(way.url, { waitUntil: 'commit' })
    add('sign-in form', await shownAt(page, 'input[name=username]'))
    await page.fill('input[name=username]', 'demo')
    await page.fill('input[name=password]', 'demo')
    await settled(way)
    add('first visit, kB', way.state.bytes / 1000)
    const from = await press(page.locator('button[type=submit]'))
    add('sign-in to list', await shownAt(page, peerMenu.shown, { least: peerMenu.least, from }))
    await settled(way)
    add('heap on 100 customers, MB', await heapOf(cdp))
    const address = page.url()
    await page.close()
    const visitAgain = async (screen: Screen) => {
      const { page: again } = await openPage(context)
      const { rows, charge } = await visit(again, screen, () => again.goto(address, { waitUntil: 'commit' }))
      add('second visit', rows)
      add(`second visit, in charge, ${screen.name}`, charge)
      await settled(way)
      await again.close()
    }
    await visitAgain(peerMenu)
    const third = await openPage(context)
    await third.page.goto(address)
    await settled(way)
    await way.cut()
    const offline = await visit(third.page, peerMenu, () => third.page.reload({ waitUntil: 'commit' })).catch(
      () => undefined,
    )
    if (offline) add('offline reload', offline.rows)
    if (offline) add('offline reload, in charge, menu', offline.charge)
    await way.restore()
    await third.page.close()
    await visitAgain(peerNextPage)
  } finally {
    await context.close()
    await way.cut().catch(() => undefined)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startPeer(folder: string) {
  const port = 4329
  const peer = spawn(process.execPath, ['serve.mjs', 'dist', String(port), 'br', './mock-ra.mjs'], {
    cwd: folder,
  })
  await new Promise((done) => peer.stdout.once('data', done))
  return { url: `http://127.0.0.1:${port}`, stop: () => peer.kill() }
}

const table = (title: string, figures: Figures) =>
  [
    `\n${title}`,
    ...[...figures].map(([name, values]) => {
      const shown = values.map((value) => value.toFixed(name.endsWith('MB') ? 1 : 0))
      return `| ${name} | ${median(values).toFixed(name.endsWith('MB') ? 1 : 0)} | ${values.length > 5 ? `${values.length} times, ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}` : shown.join(', ')} |`
    }),
  ].join('\n')

test('the figures of docs/change/performance.md', async ({ server }) => {
  test.setTimeout(60 * 60_000)
  const [ownFigures, peerFigures]: [Figures, Figures] = [new Map(), new Map()]
  const peer = peerFolder ? await startPeer(peerFolder) : undefined
  try {
    for (let run = 1; run <= runs; run++) {
      if (peer) await measurePeer(server, peer.url, peerFigures)
      await measureOwn(server, run === runs, ownFigures)
      process.stdout.write(`run ${run} of ${runs}, load ${loadavg()[0]?.toFixed(1)}\n`)
    }
  } finally {
    peer?.stop()
    process.stdout.write(`${table('Alajo', ownFigures)}\n`)
  }
  if (!peer) return
  process.stdout.write(`${table('The peer', peerFigures)}\n`)
  const ratios = [
    ['second visit, customers', 'second visit'],
    ['second visit, in charge, customers', 'second visit, in charge, next page'],
    ['second visit, in charge, dashboard', 'second visit, in charge, menu'],
    ['offline reload, customers', 'offline reload'],
    ['offline reload, in charge, customers', 'offline reload, in charge, menu'],
    ['offline reload, in charge, dashboard', 'offline reload, in charge, menu'],
    ['dashboard to 100 customers', 'sign-in to list'],
  ] as const
  for (const [name, other] of ratios) {
    const ratio = median(ownFigures.get(name) ?? []) / median(peerFigures.get(other) ?? [])
    process.stdout.write(`${name}: ${ratio.toFixed(2)} of the peer's ${other}\n`)
  }
  expect(ownFigures.get('offline reload, customers')?.length).toBe(runs - 1 + reloads)
})
