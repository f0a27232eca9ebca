import type { Page } from '@playwright/test'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { callApi, tokenIn } from '../support/api'
import {
  blockServer,
  chooseAction,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  openRow,
  pingServer,
  reconnect,
  rowOf,
} from '../support/portal'
import { dueToday } from '../support/routeTable'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: mainAdmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const main = (page: Page) => page.getByRole('main')
const submitOf = (page: Page) => main(page).getByRole('button').last()
const find = async (page: Page, hint: string, text: string) => {
  await page.getByLabel(hint).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
const less = (amount: string, minus: number) => formatNaira(kobo((koboOf(amount) ?? kobo(0)) - minus))

/** Requests the reversal from the receipt's line; the admin who requested it can't decide on it. */
async function request(page: Page, collection_id: number, line: string) {
  await navigate(page, '/collection/details', { collection_id })
  await expectTitle(page, 'Collection')
  await main(page)
    .getByRole('link', { name: `Reverse ${line}` })
    .click()
  await expectTitle(page, 'Request Reversal')
  await expect(fact(page, 'Movement')).toHaveText(line)
  await expect(fact(page, 'Kind')).toHaveText('Savings deposit')
  await submitOf(page).click()
  await expect(field(page, 'Reason')).toHaveAccessibleDescription(sentences.reasonRequired)
  await field(page, 'Reason').fill('Typed for another customer')
  await expect(submitOf(page)).toHaveText('Request reversal of ₦700.00')
  await submitOf(page).click()
  const message = await expectToast(page, 'It awaits its approval.')
  expect(message).toContain(`of ${line}, ₦700.00, was requested.`)
  const [reference = ''] = /RR-\d{6}-\d{6}/.exec(message) ?? []
  await expectTitle(page, 'Reversals')
  await expect(rowOf(page, reference)).toContainText('pending')
  await chooseAction(page, reference, 'Approval')
  await expectTitle(page, 'Reversal Approval')
  await expect(submitOf(page)).toBeDisabled()
  await expect(submitOf(page)).toHaveAccessibleDescription(
    `You requested reversal ${reference} yourself. Another admin must decide on it.`,
  )
  return reference
}

test('a collected line is reversed by two admins, and both movements name each other', async ({
  page,
  server,
  session,
  browser,
  context,
  faults,
}) => {
  const boss = tokenIn(await session(superadmin))
  const clerk = tokenIn(await session(admin))
  const { agent, day, lines } = await dueToday(server, boss, 1)
  const due = lines.find(({ collected }) => collected === '0.00')
  if (!due) throw new Error('Nothing is due.')
  const body = { agent_id: agent.id, day, lines: [{ savings_id: due.savings_id, amount: '700.00' }] }
  const { data: sheet } = await callApi(server, clerk, 'recordcollection', body)
  const line: string = sheet.rows[0].reference
  const cashOf = async () =>
    (await callApi(server, boss, 'getagentscash', { agent_id: agent.id })).data[0].holds as string
  const held = await cashOf()

  await page.goto('/dashboard')
  const reference = await test.step('is requested from the receipt', () => request(page, sheet.id, line))

  const approving = await browser.newContext({
    baseURL: server.url,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    serviceWorkers: 'block',
    storageState: await session(superadmin),
  })
  faults.watch(approving)
  const other = await approving.newPage()
  const entry =
    await test.step('is approved by another admin, who sees who asked, why, and the balances', async () => {
      await other.goto('/reversal/list?waiting=mine')
      await expect(other.getByText('Waiting for you', { exact: true })).toBeVisible()
      await chooseAction(other, reference, 'Approval')
      await expectTitle(other, 'Reversal Approval')
      for (const [label, text] of [
        ['Movement', line],
        ['Amount', '₦700.00'],
        ['Customer', due.customer],
        ['Agent', agent.name],
        ['Receipt', sheet.reference],
        ['Recorded By', 'Musa Abdulkadir'],
        ['Reason', 'Typed for another customer'],
        ['Agent holds before', less(held, 0)],
        ['Agent holds after', less(held, 70_000)],
      ] as const)
        await expect(fact(other, label)).toHaveText(text)
      await expect(fact(other, 'Requested By')).toHaveText(/^Ebele Anyanwu, /)
      const before = (await fact(other, `Savings wallet ${due.savings_reference} before`).textContent()) ?? ''
      await expect(fact(other, `Savings wallet ${due.savings_reference} after`)).toHaveText(
        less(before.replaceAll(/[₦,]/g, ''), 70_000),
      )
      await chooseStatus(other, 'Accept')
      await expect(submitOf(other)).toContainText('Accept reversal of ₦700.00')
      const panel = other.getByRole('complementary', { name: 'Your decision' })
      await expect(panel).toContainText(`₦700.00 of ${line} is taken back with an entry of today.`)
      await submitOf(other).click()
      const message = await expectToast(other, `₦700.00 of ${line} was reversed by`)
      expect(message).toContain(`It no longer counts for the cash of ${agent.name}.`)
      await expectTitle(other, 'Reversals')
      const [made = ''] = /RV-\d{6}-\d{6}/.exec(message) ?? []
      return made
    })
  expect(koboOf(await cashOf())).toBe((koboOf(held) ?? 0) - 70_000)

  await test.step('shows as reversed in the histories and on the receipt', async () => {
    await navigate(other, '/customer/saving/history', {
      savings_id: due.savings_id,
      savings_reference: due.savings_reference,
      customer_firstname: 'A',
      customer_lastname: 'B',
    })
    const rows = other.getByRole('row')
    await expect(rows.filter({ hasText: 'reversal, approved' }).first()).toContainText('−₦700.00')
    await expect(rows.filter({ hasText: 'reversed, approved' }).first()).toContainText('₦700.00')
    await other.setViewportSize({ width: 390, height: 844 })
    await expect(rowOf(other, line).first()).toBeVisible()
    for (const one of [line, entry]) await openRow(other, one)
    await expect(
      main(other)
        .getByRole('listitem')
        .filter({ hasText: `Reversed By${entry}` }),
    ).toHaveCount(1)
    await expect(
      main(other)
        .getByRole('listitem')
        .filter({ hasText: `Reverses${line}` }),
    ).toHaveCount(1)
    await other.setViewportSize({ width: 1280, height: 800 })
    await navigate(other, '/collection/details', { collection_id: sheet.id })
    await expect(main(other)).toContainText(`${line}Reversed by ${entry}`)
    await expect(fact(other, 'Reversed Since')).toHaveText('₦700.00')
    await expect(main(other).getByRole('link', { name: `Reverse ${line}` })).toHaveCount(0)
  })
  await approving.close()

  await test.step('is read offline, where nothing is requested', async () => {
    faults.expect(noNetwork)
    await navigate(page, '/reversal/list')
    await find(page, 'Reference or customer', line)
    await expect(rowOf(page, reference)).toContainText('approved')
    // On the first of a month the newest rows are charges and interest.
    const { data } = await callApi(server, boss, 'savinghistory', { page: 1, search: 'SD-' })
    const next = data.data.find(
      (row: { reference: string; reversed_by: string | null }) =>
        row.reference.startsWith('SD-') && row.reversed_by === null,
    )
    await navigate(page, '/reversal/create', { movement_reference: next.reference })
    await expect(fact(page, 'Movement')).toHaveText(next.reference)
    await blockServer(context)
    await pingServer(page)
    await navigate(page, '/reversal/list')
    await expect(rowOf(page, reference)).toContainText(line)
    await navigate(page, '/reversal/create', { movement_reference: next.reference })
    await expect(submitOf(page)).toBeDisabled()
    await reconnect(page, context)
    await expect(submitOf(page)).toBeEnabled()
  })
})
