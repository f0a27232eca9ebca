import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { callApi } from '../e2e/support/api'
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
  textOf,
  title,
  waitForServiceWorker,
} from './firefox'

const offlineWords =
  /You are offline\. You are seeing data saved at \d\d:\d\d\. Approvals, credits, withdrawals and other changes need a connection\./
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

describe('in Firefox, an admin', { shuffle: false }, () => {
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
    await expectText('main').toMatch(/Total Customers\s+\d\d:\d\d\s+3,000/)
    await waitForServiceWorker(page)
  })

  test('sees the customers that the server lists', async () => {
    const { page } = firefox
    await button(page, 'Customers').click()
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
    await expectText().toContain('Market day created successfully.')
    await title(page, 'Market Days').wait()
    await expectText('main').toContain(market)
    const markets = await serverRows<{ name: string }>('getmarket')
    expect(markets.filter(({ name }) => name === market)).toMatchObject([
      { name: market, state: 'Lagos', lga: 'Ojo', period: 1, status: 'active' },
    ])
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
    await expectText('main').toMatch(/Saved \d\d:\d\d \(5 minutes ago\)/)
  })

  test('cannot submit a form without a server, and sees the reason', async () => {
    const { page } = firefox
    await link(page, 'Market Days').click()
    await expectText('main').toContain(market)
    await link(page, 'Create Market Day').click()
    await title(page, 'Create Market Day').wait()
    await expectText('main').toContain('Changes need a connection.')
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
