import { mkdir, readdir } from 'node:fs/promises'
import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { callApi } from '../e2e/support/api'
import { ranPath, storeHostileFiles } from '../e2e/support/hostileFiles'
import { ensureBuilt, Server } from '../e2e/support/server'
import { demoPassword, superadmin } from '../e2e/support/signIn'
import { readStores, storesContaining } from '../e2e/support/storage'
import {
  advanceClock,
  button,
  field,
  link,
  openFirefox,
  rowTexts,
  section,
  textOf,
  title,
  waitForServiceWorker,
} from './firefox'
import { sentences } from '../sentences'

const offlineWords =
  /You are offline\. You are seeing data saved at (\d+ \w{3}, )?\d\d:\d\d\. Approvals, credits, withdrawals and other changes need a connection\./
const lockedWords = 'Locked. Enter your password to see saved data. You can do this offline.'
const market = 'Firefox Market'
const patience = { timeout: 120_000, interval: 100 }

type Customer = { first_name: string; last_name: string; phone_number: string; reference: string }

let server: Server
let firefox: Awaited<ReturnType<typeof openFirefox>>
/** Each step depends on the one before: after a failure the others are skipped. */
let isBroken = false
/** The session token, from the requests of the page. */
let token = ''
/** The first rows of the list, from the server. */
let customers: Customer[] = []

/** The first page of a list, fetched outside the browser. */
const serverRows = async <Row>(path: string): Promise<Row[]> =>
  (await callApi(server, token, path, { page: 1, per_page: 100 })).data.data

const expectText = (selector?: string) => expect.poll(() => textOf(firefox.page, selector), patience)

async function seesCustomers() {
  await title(firefox.page, 'Customers').wait()
  const expected = customers.map(({ first_name, last_name, phone_number }) =>
    expect.stringMatching(RegExp(`${first_name} ${last_name}\\s[^]*${phone_number}`)),
  )
  await expect.poll(() => rowTexts(firefox.page, customers.length), patience).toEqual(expected)
}

beforeAll(async () => {
  await ensureBuilt()
  server = await Server.open()
  firefox = await openFirefox()
  firefox.page.on('request', (request) => {
    token = request.headers().logintoken ?? token
  })
})

afterAll(async () => {
  await firefox?.close()
  await server?.close()
})

beforeEach(({ skip }) => {
  skip(isBroken, 'An earlier step failed.')
  onTestFailed(async ({ task }) => {
    isBroken = true
    await mkdir('test-results', { recursive: true })
    await firefox.page.screenshot({ path: `test-results/firefox, ${task.name}.png` })
  })
})

/** What a request for the app's first file gets after a deploy: nothing, no connection, or a page in its place. */
const failures: Record<string, (request: HTTPRequest) => Promise<void>> = {
  '404': (request) => request.respond({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  reset: (request) => request.abort('connectionreset'),
  'a page': (request) => request.respond({ contentType: 'text/html', body: '<!doctype html><p>A page' }),
}

describe('in Firefox, an admin', { shuffle: false }, () => {
  test('sees what happened where the first file is missing, after one reload', async () => {
    for (const [what, fail] of Object.entries(failures)) {
      const context = await firefox.page.browser().createBrowserContext()
      const tab = await context.newPage()
      tab.setDefaultTimeout(patience.timeout)
      let loads = 0
      await tab.setRequestInterception(true)
      tab.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
        void (/\/assets\/index-[^/]*\.js$/.test(request.url()) ? fail(request) : request.continue())
      })
      await tab.goto(`${server.url}/dashboard`)
      await title(tab, 'Alajo did not load').wait()
      expect(loads, what).toBe(2)
      await context.close()
    }
  })

  test('signs in with the password and the mailed token', async () => {
    const { page } = firefox
    await page.goto(server.url)
    const mailed = await server.tokenFor(superadmin, async () => {
      await field(page, 'Email').fill(superadmin)
      await field(page, 'Password').fill(demoPassword)
      await button(page, 'Sign In').click()
      await title(page, 'Verify Token').wait()
    })
    await field(page, 'Token').fill(mailed)
    await button(page, 'Verify Token').click()
    await title(page, 'Dashboard').wait()
    await expectText('main').toMatch(/Total Customers\s+3,000/)
    await waitForServiceWorker(page)
  })

  test('sees the customers that the server lists', async () => {
    const { page } = firefox
    await section(page, 'Customers').click()
    await link(page, 'Customers List').click()
    customers = (await serverRows<Customer>('getcustomers')).slice(0, 5)
    expect(customers).toHaveLength(5)
    await seesCustomers()
    await expectText('main').toContain('3,000 customers.')
    await expectText('main').toContain('Updated just now')
    await expectText('main').toContain('Page 1 of 30 saved')
  })

  test('creates a market day exactly once', async () => {
    const { page } = firefox
    await link(page, 'Market Days').click()
    await link(page, 'Create Market Day').click()
    await title(page, 'Create Market Day').wait()
    await field(page, 'Market Name').fill(market)
    await field(page, 'State').fill('Lagos')
    await field(page, 'LGA').fill('Ojo')
    await field(page, 'Market Day Period').fill('1')
    await field(page, 'Status').fill('active')
    await button(page, 'Create Market Day').click()
    await expectText().toContain(sentences.marketDayCreated)
    await title(page, 'Market Days').wait()
    await expectText('main').toContain(market)
    const markets = await serverRows<{ name: string }>('getmarket')
    expect(markets.filter(({ name }) => name === market)).toMatchObject([
      { name: market, state: 'Lagos', lga: 'Ojo', period: 1, status: 'active' },
    ])
  })

  test('sees a stored image with a page after it as an image; a PDF with a script is saved, and its tab says so', async () => {
    await storeHostileFiles(server)
    const rows = await serverRows<{ id: number; idcard: string | null; utitity: string | null }>(
      'getguarantor',
    )
    const id = rows.find(({ idcard, utitity }) => idcard && utitity)?.id
    // From the browser itself: a link opens only where it was asked for.
    const links = await firefox.page.evaluate(
      async (logintoken, body) => {
        const [, xsrf = ''] = /XSRF-TOKEN=([^;]+)/.exec(document.cookie) ?? []
        const headers = { logintoken, 'x-xsrf-token': xsrf, 'content-type': 'application/json' }
        const reply = await fetch('/api/admin/getguarantorfileupload', { method: 'POST', headers, body })
        return (await reply.json()).data
      },
      token,
      JSON.stringify({ id }),
    )
    const tab = await firefox.page.browser().newPage()
    tab.setDefaultTimeout(patience.timeout)
    const asked: string[] = []
    tab.on('request', (request) => asked.push(request.url()))
    const types = []
    for (const link of [links.idcard, links.utitity]) {
      const reply = await tab.goto(`${server.url}${link}`)
      types.push(reply?.headers()['content-type'])
    }
    expect(types).toEqual(['image/png', 'text/html; charset=utf-8'])
    await expect
      .poll(() => textOf(tab), patience)
      .toContain('This PDF is saved to your downloads. Open it from there if you trust who sent it.')
    const saved = async () => (await readdir(firefox.downloads)).filter((name) => name.endsWith('.pdf'))
    await expect.poll(saved, patience).toHaveLength(1)
    expect(asked.filter((address) => address.endsWith(ranPath))).toEqual([])
    await tab.close()
    // A page in the background draws no frames, which presses wait for.
    await firefox.page.bringToFront()
  })

  test('sees the saved list with its age after a reload without a server', async () => {
    const { page } = firefox
    await server.stop()
    await advanceClock(page, 5)
    await page.goto(`${server.url}/customer/list`)
    // At once: Firefox fails the chunks that are loading, and the portal must not react with another reload.
    await page.reload()
    await seesCustomers()
    await expectText().toMatch(offlineWords)
    await expectText('header').toContain('Offline')
    await expectText('main').toMatch(/Saved (\d+ \w{3}, )?\d\d:\d\d \(5 minutes ago\)/)
  })

  test('cannot submit a form without a server, and sees the reason', async () => {
    const { page } = firefox
    await link(page, 'Market Days').click()
    await expectText('main').toContain(market)
    await link(page, 'Create Market Day').click()
    await title(page, 'Create Market Day').wait()
    await expectText('main').toContain(sentences.changesNeedConnection)
    await expectText().toMatch(offlineWords)
    expect(await page.$eval('main form [type=submit]', (one) => one.matches(':disabled'))).toBe(true)
  })

  test('locks: no store contains a readable row, the token or the session key', async () => {
    const { page } = firefox
    await page.goto(`${server.url}/customer/list`)
    await seesCustomers()
    await button(page, 'Lock').click()
    await title(page, 'Locked').wait()
    await expectText().toContain(lockedWords)
    const dump = await page.evaluate(readStores)
    const words = customers.flatMap((one) => [
      `${one.first_name} ${one.last_name}`,
      one.phone_number,
      one.reference,
    ])
    expect(storesContaining(dump, [...words, market, token])).toEqual([])
    expect(dump.cookies).not.toContain('alajo-latch')
    // The encrypted list is there, and the search does find readable text.
    expect(Object.entries(dump).find(([place]) => place.endsWith('/contents'))?.[1].length).toBeGreaterThan(
      10_000,
    )
    expect(storesContaining(dump, [superadmin])).not.toEqual([])
    expect(await rowTexts(page, 1)).toEqual([])
  })

  test('unlocks with the password without a server', async () => {
    const { page } = firefox
    await field(page, 'Password').fill(demoPassword)
    await button(page, 'Unlock').click()
    await seesCustomers()
    await expectText().toMatch(offlineWords)
  })

  test('continues the same session when the server is back', async () => {
    const { page } = firefox
    const before = token
    await server.start()
    await button(page, 'Try now').click()
    await expectText().not.toMatch(offlineWords)
    await expectText('header').toContain('Online')
    await expectText('main').toContain('Updated just now')
    await seesCustomers()
    expect(token).toBe(before)
    await link(page, 'Market Days').click()
    await link(page, 'Create Market Day').click()
    await title(page, 'Create Market Day').wait()
    await expect
      .poll(() => page.$eval('main form [type=submit]', (one) => one.matches(':enabled')), patience)
      .toBe(true)
    expect(firefox.errors).toEqual([])
  })
})
