import type { Page } from '@playwright/test'
import { addDays } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { expectAccessibleEverywhere, expectNoSidewaysScroll } from '../support/axe'
import {
  blockServer,
  chooseAction,
  chooseOption,
  expectTitle,
  holdCalls,
  expectToast,
  fact,
  navigate,
  openWithState,
  pingServer,
  reconnect,
} from '../support/portal'
import { dueToday } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { dumpStores, storesContaining } from '../support/storage'
import { expect, longStep, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

const amounts = (page: Page) => page.getByRole('textbox', { name: /^Amount of / })
const kept = (page: Page) => page.getByText(/^Typed amounts kept on this device, (\d+ \w{3}, )?\d\d:\d\d$/)
const book = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Book/ })
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Book/ })
const shown = (naira: number) => naira.toLocaleString('en-NG', { minimumFractionDigits: 2 })

test('cash that is counted before the lines are there goes on where it is typed', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const { agent, day, lines } = await dueToday(server, await tokenOf(page), 1)
  const pass = await holdCalls(context, 'getcollectionsheet')
  await navigate(page, '/collection/sheet', { agent_id: agent.id, day })
  const counted = page.getByLabel('Cash counted, ₦')
  await counted.focus()
  await page.keyboard.type('91')
  pass()
  await expect(amounts(page)).toHaveCount(lines.length)
  await page.keyboard.type('00.5')
  await expect(counted).toHaveValue('9100.5')
  await expect(page.getByText('Lines typed').locator('..')).toContainText(/typed\s*0 of/)
})

test('a sheet is typed down a column, survives a reload, and is booked once', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.expect(noNetwork, /favicon\.ico/)
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const token = await tokenOf(page)
  // Four that follow each other: Enter goes to the next line, whether it was collected or not.
  const { agent, day, lines, start } = await dueToday(server, token, 4)
  const open = lines.filter(({ collected }) => collected === '0.00')
  const [first, second, third, fourth] = lines.slice(start) as [Due, Due, Due, Due]
  // By place: a customer may have two wallets of one type.
  const amountOf = (line: Due) => amounts(page).nth(lines.indexOf(line))
  const row = (line: Due) => page.locator('.sheet-customer tr').nth(lines.indexOf(line))
  const expected = Number(first.expected)
  const cash = await callApi(server, token, 'getagentscash', { agent_id: agent.id })
  const heldBefore = Number(cash.data[0].holds)
  const total = expected + 1500.5
  let reference = ''

  await test.step('an agent is chosen by name', async () => {
    await navigate(page, '/collection/sheet')
    await expectTitle(page, 'Collection Sheet')
    await expect(book(page)).toBeDisabled()
    // The day may be chosen first, and stays.
    const days = page.getByRole('combobox', { name: 'Day' })
    await days.selectOption(addDays(day, -1))
    await expect(days).toHaveValue(addDays(day, -1))
    await days.selectOption(day)
    await chooseOption(
      page.getByRole('combobox', { name: 'Agent' }),
      agent.name,
      new RegExp(`^${agent.name}`),
    )
    await expect(amounts(page)).toHaveCount(lines.length)
    await expect(amountOf(open[0] as Due)).toBeFocused()
    await amountOf(first).focus()
    await expect(book(page)).toHaveAccessibleDescription('Type an amount first.')
  })

  await test.step('amounts are typed by keyboard: =, Enter, arrows; faulty text keeps the sheet', async () => {
    await page.keyboard.press('=')
    await expect(amountOf(first)).toHaveValue(shown(expected))
    await expect(row(first)).toContainText('✓')
    await page.keyboard.press('Enter')
    await expect(amountOf(second)).toBeFocused()
    await page.keyboard.type('1500.5')
    await page.keyboard.press('ArrowDown')
    await expect(amountOf(second)).toHaveValue('1,500.50')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(row(third)).toContainText('Paid nothing')
    await expect(row(third).getByRole('combobox')).toHaveValue('paid nothing')
    await row(third).getByRole('combobox').selectOption('Refused')
    await expect(row(fourth).getByRole('combobox')).toHaveValue('not seen')
    await amountOf(fourth).fill('15,0')
    await page.keyboard.press('ArrowUp')
    await expect(amountOf(third)).toBeFocused()
    await expect(row(fourth)).toContainText('Write kobo after a point')
    await page.keyboard.press('Control+s')
    await expect(amountOf(fourth)).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessibleEverywhere(page, 'a sheet that is typed')
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the draft survives a reload, encrypted; what the agent should hold is not shown', async () => {
    await page.evaluate(slowDrafts)
    await amountOf(fourth).fill('')
    // The cash is counted while the amounts are being saved.
    await page.waitForFunction(() => document.documentElement.dataset.saving)
    await page.getByLabel('Cash counted, ₦').fill(String(total - 500))
    await page.getByLabel('Cash counted, ₦').blur()
    await expect(page.getByText('Lines typed').locator('..')).toContainText(`3 of ${open.length}`)
    await expect(page.getByRole('main')).not.toContainText(/missing|purse/i)
    await expect(kept(page)).toBeVisible()
    await page.reload()
    await expect(amountOf(first)).toHaveValue(shown(expected))
    await expect(amountOf(second)).toHaveValue('1,500.50')
    await expect(page.getByLabel('Cash counted, ₦')).toHaveValue(shown(total - 500))
    await expect(kept(page)).toBeVisible()
    const dump = await dumpStores(page)
    const [, drafts = ''] = Object.entries(dump).find(([place]) => place.endsWith('/drafts')) ?? []
    expect(drafts.length).toBeGreaterThan(200)
    expect(storesContaining(dump, [first.customer, '1,500.50', agent.name])).toEqual([])
    await page.goBack()
    await expect(amountOf(second)).toHaveValue('1,500.50')
  })

  await test.step('offline the typing goes on, and the button says why it waits', async () => {
    await blockServer(context)
    // A reply that was under way may come after the ping was sent.
    await expect(async () => {
      await pingServer(page)
      await expect(book(page)).toHaveAccessibleDescription(sentences.changesNeedConnection, { timeout: 2000 })
    }).toPass()
    await amountOf(fourth).fill('20')
    await expect(page.getByText('They are not sent by themselves.')).toBeVisible()
    await amountOf(fourth).fill('')
    await reconnect(page, context)
    await expect(book(page)).toBeEnabled()
  })

  await test.step('a refused sheet records nothing and keeps what was typed', async () => {
    const message = `Nothing was recorded. 1 line of ${open.length} can’t be: ${first.customer}, ${first.savings_reference}: the savings wallet is closed`
    await context.route('**/api/admin/recordsheet', (route) =>
      route.fulfill({ json: { status: '400', message } }),
    )
    await book(page).click()
    await page
      .getByRole('dialog')
      .getByLabel('Counted, a second time')
      .fill(shown(total - 500))
    await confirm(page).click()
    await expectToast(page, message)
    const note = page.getByRole('main').getByRole('alert').filter({ hasText: message })
    await note.getByRole('button', { name: first.customer }).click()
    await expect(amountOf(first)).toBeFocused()
    await expect(amountOf(first)).toHaveValue(shown(expected))
    await context.unroute('**/api/admin/recordsheet')
  })

  await test.step('a lost reply locks the sheet; Check finds that it was made, once', async () => {
    await context.route('**/api/admin/recordsheet', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await expect(book(page)).toHaveText(`Book 2 lines, ₦${shown(total)}`)
    await book(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('All lines are recorded, or none.')
    await expect(dialog).not.toContainText(`₦${shown(total - 500)}`)
    await confirm(page).click()
    await dialog.getByLabel('Counted, a second time').fill(String(total - 499))
    await confirm(page).click()
    await expect(dialog).toContainText('This is not what was counted first.')
    await dialog.getByLabel('Counted, a second time').fill(shown(total - 500))
    await confirm(page).click()
    await expect(page.getByText(`Collection of ₦${shown(total)} from ${agent.name}`).first()).toBeVisible()
    await context.unroute('**/api/admin/recordsheet')
    await expect(amountOf(second)).not.toBeEditable()
    await expect(book(page)).toBeDisabled()
    await page.reload()
    await expect(amountOf(second)).toHaveValue('1,500.50')
    await expect(amountOf(second)).not.toBeEditable()
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'this was done, once' })).toContainText(
      'Receipt CS-',
    )
    await expect(page.getByText('This sheet was recorded.')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('this was done, once')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(amountOf(second)).toHaveValue('')
    await expect(row(second)).toContainText('₦1,500.50 already')
    await expect(kept(page)).toHaveCount(0)
    const { data } = await callApi(server, token, 'getcollections', { page: 1, search: agent.name })
    const made = data.data.filter((one: { total: string }) => Number(one.total) === total)
    expect(made).toHaveLength(1)
    reference = made[0].reference
  })

  await test.step('a second sheet names the first; an equal amount counts once it is said to have come twice', async () => {
    await expect(page.getByText('A sheet of this agent and day was recorded already.')).toBeVisible()
    await amountOf(second).fill('1500.5')
    await page.keyboard.press('Enter')
    const twice = row(second).getByRole('checkbox', { name: /^Came twice/ })
    await expect(row(second)).toContainText(`on ${reference}`)
    await expect(book(page)).toHaveText('Book, nothing collected')
    await expectAccessibleEverywhere(page, 'an equal line')
    await page.setViewportSize({ width: 1280, height: 800 })
    await twice.check()
    await expect(book(page)).toHaveText('Book 1 line, ₦1,500.50')
    await amountOf(second).fill('100')
    await expect(twice).toHaveCount(0)
  })

  await test.step('a second sheet asks, and ends with its receipt', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText('Without a count the cash stays with the agent.')).toBeVisible()
    await book(page).click()
    await expect(page.getByRole('dialog')).toContainText('Book another sheet of this day?')
    await expect(fact(page, 'Recorded Already')).toContainText(reference)
    await expect(fact(page, 'Recorded Already')).toContainText(/, \d{1,2} \w{3} \d{4}, \d\d:\d\d: /)
    await confirm(page).click()
    await expect(page.getByRole('heading', { name: /^Receipt CS-/ })).toBeFocused()
    await expect(fact(page, 'Counted')).toHaveText('Not counted')
    await expect(page.getByText(`₦100.00 stays with ${agent.name}`)).toBeVisible()
    await expectAccessibleEverywhere(page, 'a receipt')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Next agent' }).click()
    await expect(page.getByText(sentences.agentOfSheet)).toBeVisible()
  })

  await test.step('the first receipt has what was expected, and what is missing', async () => {
    await page.getByRole('link', { name: 'Collections' }).first().click()
    await expectTitle(page, 'Collections')
    await chooseAction(page, reference, 'Receipt')
    await expectTitle(page, 'Collection')
    await expect(fact(page, 'Total')).toHaveText(`₦${shown(total)}`)
    await expect(fact(page, 'Counted')).toHaveText(`₦${shown(total - 500)}`)
    await expect(fact(page, 'Expected In The Purse')).toHaveText(`₦${shown(heldBefore + total)}`)
    await expect(fact(page, 'Left With Agent')).toHaveText(`₦${shown(heldBefore + 500)}`)
    await expect(page.getByRole('table')).toContainText('Refused')
  })

  await longStep('the sheet is printed to take along', async () => {
    await openWithState(page, '/collection/sheet', { agent_id: agent.id, day })
    await expect(amounts(page).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('table.print-table')
    await expect(paper.getByRole('row')).toHaveCount(lines.length + 2)
    await expect(paper.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
    await expect(page.locator('.sheet')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
})

type Due = Awaited<ReturnType<typeof dueToday>>['lines'][number]

/** Runs in the page: the encryption of a draft takes a second, as on a slow device. */
function slowDrafts() {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  crypto.subtle.encrypt = async (...[algorithm, key, data]: Parameters<typeof encrypt>) => {
    const { additionalData } = algorithm as AesGcmParams
    if (additionalData && new TextDecoder().decode(additionalData).startsWith('draft ')) {
      document.documentElement.dataset.saving = 'yes'
      await new Promise((done) => setTimeout(done, 1000))
    }
    return encrypt(algorithm, key, data)
  }
}
