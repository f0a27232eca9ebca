import type { Page } from '@playwright/test'
import { addDays, lagosDay } from '#domain/time/lagos'
import { callApi, tokenIn, tokenOf } from '../support/api'
import { expectAccessibleEverywhere } from '../support/axe'
import { chooseAction, expectTitle, expectToast, fact, navigate, rowOf } from '../support/portal'
import type { Server } from '../support/server'
import { admin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

const wide = { width: 1280, height: 800 }
test.use({ as: superadmin, viewport: wide })

const day = lagosDay(new Date())
const dialogButton = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name })
const find = async (page: Page, text: string) => {
  await page.getByLabel('Reference, name or phone').fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Until the list is read, other withdrawals of the customer are in it. */
const asRow = (page: Page, name: string) => rowOf(page, name).filter({ hasText: '₦650.00' })

/** An active customer whose agent has no sheet of today yet. */
async function customerOfToday(server: Server, token: string) {
  const { data: agents } = await callApi(server, token, 'getcollectors', {})
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  for (const customer of data.data) {
    const agent = agents.find(({ name }: { name: string }) => name === customer.assignedAgentName)
    if (customer.status !== '1' || !agent) continue
    const sheet = await callApi(server, token, 'getcollectionsheet', { agent_id: agent.id, day })
    if (sheet.data.sheets.length === 0) return { customer, agent }
  }
  throw new Error('Every agent has a sheet of today.')
}

test('a withdrawal is approved for the agent, printed on the sheet, and paid with it', async ({
  page,
  browser,
  server,
  session,
}) => {
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const other = await browser.newContext({
    baseURL: server.url,
    storageState: await session(admin),
    viewport: wide,
  })
  const clerk = await other.newPage()
  await clerk.goto('/dashboard')
  await expectTitle(clerk, 'Dashboard')
  const [token, clerkToken] = [await tokenOf(page), await tokenOf(clerk)]
  const { customer, agent } = await customerOfToday(server, token)
  const customer_id = customer.user_id
  await callApi(server, token, 'credituser', { amount: '1000.00', customer_id })
  const wish = { amount: '650.00', description: 'New stock', customer_id }
  const asked = await callApi(server, clerkToken, 'createwithdrawalrequest', wish)
  const reference = asked.data.reference as string

  await navigate(page, '/withdrawal/list')
  await find(page, reference)
  await chooseAction(page, reference, 'Approval')
  await expectTitle(page, 'Withdrawal Approval')
  await page.getByLabel('Pay On').fill(day)
  await expectAccessibleEverywhere(page, 'an approval with the agent')
  await page.setViewportSize(wide)
  const action = `Approve, ${agent.name} pays ₦650.00`
  await page.getByRole('button', { name: action }).click()
  await expect(page.getByRole('dialog')).toContainText('It leaves the main wallet now.')
  await dialogButton(page, action).click()
  await expectToast(page, `Withdrawal ${reference} approved: ${agent.name} pays ₦650.00`)
  await expectTitle(page, 'Withdrawals')
  await find(page, reference)
  await expect(asRow(page, customer.name)).toContainText('to pay')
  await chooseAction(page, reference, 'Payment')
  await expectTitle(page, 'Withdrawal Payment')
  await expect(page.getByRole('button', { name: 'Pay ₦650.00' })).toBeDisabled()

  await navigate(page, '/collection/sheet', { agent_id: agent.id, day })
  const paid = page.getByRole('checkbox', { name: new RegExp(reference) })
  await expect(paid).not.toBeChecked()
  await expect(page.getByRole('group', { name: 'To pay out: tick what was paid' })).toContainText(/₦650\.00$/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'To pay out' })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText('₦650.00')
  await expect(page.getByRole('columnheader', { name: 'Received, Signature' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await paid.check()
  await expectAccessibleEverywhere(page, 'a sheet with a withdrawal')
  await page.setViewportSize(wide)
  await page.getByRole('main').getByRole('button', { name: /^Book/ }).click()
  await expect(page.getByRole('dialog')).toContainText('₦650.00')
  await dialogButton(page, /^Book.*1 withdrawal paid/).click()
  await expect(page.getByRole('heading', { name: /^Receipt CS-/ })).toBeVisible()
  await expect(fact(page, 'Paid Out')).toHaveText('₦650.00')
  await expect(page.getByRole('region', { name: 'Paid out' })).toContainText(reference)
  // Ticked by mistake, it is taken back by a reversal.
  await page
    .getByRole('region', { name: 'Paid out' })
    .getByRole('link', { name: /^Reverse WP-/ })
    .click()
  await expectTitle(page, 'Request Reversal')
  await expect(page.getByRole('main')).toContainText('Withdrawal payment')
  await navigate(page, '/withdrawal/list')
  await find(page, reference)
  await expect(asRow(page, customer.name)).toContainText('paid')
  await other.close()
})

test('until the day of the agent only that day can be changed', async ({ page, server, session }) => {
  await page.goto('/withdrawal/list')
  await expectTitle(page, 'Withdrawals')
  const token = await tokenOf(page)
  const clerk = tokenIn(await session(admin))
  const { customer } = await customerOfToday(server, token)
  const customer_id = customer.user_id
  await callApi(server, token, 'credituser', { amount: '400.00', customer_id })
  const wish = { amount: '400.00', description: 'Rent', customer_id }
  const { data } = await callApi(server, clerk, 'createwithdrawalrequest', wish)
  const { reference } = data as { reference: string }
  const { data: found } = await callApi(server, token, 'getwithdrawlist', { page: 1, search: reference })
  const { id } = found.data[0]
  // The next day with collection.
  let status = ''
  for (let later = 1; status !== '200' && later < 8; later += 1) {
    const approval = { id, pay_on: addDays(day, later) }
    ;({ status } = await callApi(server, token, 'approvewithdrawalforagent', approval))
  }
  await navigate(page, '/withdrawal/payment', { to_pay_id: id })
  await expectTitle(page, 'Withdrawal Payment')
  const choice = page.getByLabel('Payment', { exact: true })
  await expect(choice).toHaveAccessibleDescription(/only that day can be changed/)
  await expect(choice.getByRole('option', { name: 'At the counter' })).toHaveCount(0)
  await expect(choice.getByRole('option', { name: 'By the agent, on another day' })).toHaveCount(1)
})

test('what the agent has not paid is listed, and paid at the counter', async ({ page, server }) => {
  await page.goto('/withdrawal/list?payment=not+paid')
  await expectTitle(page, 'Withdrawals')
  const asked = { page: 1, payment: 'not paid' }
  const { data } = await callApi(server, await tokenOf(page), 'getwithdrawlist', asked)
  await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('not paid')
  await chooseAction(page, data.data[0].reference, 'Payment')
  await expectTitle(page, 'Withdrawal Payment')
  const choice = page.getByLabel('Payment', { exact: true })
  await choice.selectOption('Cancel: back to the main wallet')
  await page.getByRole('button', { name: /^Cancel the payment of ₦/ }).click()
  await expect(page.getByLabel('Comment')).toHaveAccessibleDescription('A comment is required to cancel.')
  await choice.selectOption('At the counter')
  await expectAccessibleEverywhere(page, 'the payment of a withdrawal')
  await page.setViewportSize(wide)
  const pay = /^Pay ₦[\d,.]+ at the counter$/
  await page.getByRole('button', { name: pay }).click()
  await dialogButton(page, pay).click()
  await expectToast(page, /Withdrawal WR-\S+ is paid: ₦[\d,.]+ at the counter\./)
  await expectTitle(page, 'Withdrawals')
})
