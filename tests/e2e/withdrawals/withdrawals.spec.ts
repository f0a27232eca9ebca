import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  chooseStatus,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  navigate,
  refreshRights,
  rowMenu,
  rowOf,
  unsigned,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { admin, superadmin } from '../support/signIn'
import { expect, type Session, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const find = async (page: Page, text: string) => {
  await page.getByLabel('Reference, name or phone').fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** The superadmin's page; the other admin has a browser of its own. */
async function decideAsOther(page: Page, browser: Browser, server: Server, session: Session) {
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getcustomers', { page: 2 })
  const { name, user_id, reference: code } = data.data.find((one: { status: string }) => one.status === '1')
  await callApi(server, token, 'credituser', { amount: '1000.00', customer_id: user_id })
  const wallet = (await callApi(server, token, 'getcustomersbalance', { customer_id: user_id })).data
    .main_wallet
  const kobo = (text: string) => Number(text.replaceAll(/[₦,.]/g, ''))
  const free = kobo(wallet.balance) - kobo(wallet.held)

  await page.getByLabel('Name, phone or reference').fill(code)
  await page.getByLabel('Name, phone or reference').press('Enter')
  await chooseAction(page, name, 'Withdrawal')
  await expectTitle(page, 'Create Withdrawal')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  const [amount, description] = [page.getByLabel('Amount'), page.getByLabel('Description')]
  await page.getByRole('button', { name: 'Request withdrawal' }).click()
  await expect(amount).toBeFocused()
  await expect(description).toHaveAccessibleDescription(sentences.descriptionRequired)
  await amount.fill('99,999,999')
  await expect(amount).toHaveAccessibleDescription(/^Only ₦[\d,.]+ can be withdrawn\. Ninety-nine million /)
  await amount.fill('600')
  await description.fill('School fees')
  await page.getByRole('button', { name: 'Request withdrawal of ₦600.00' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Request ₦600.00 for ${name}?`)
  expect(kobo(await question.locator('dd').last().innerText())).toBe(free - 60_000)
  await question.getByRole('button', { name: 'Request withdrawal of ₦600.00' }).click()
  const message = await expectToast(page, 'The amount is held until it is decided.')
  const reference = /WR-[\d-]+/.exec(message)?.[0] ?? 'none'
  await expectTitle(page, 'Customers')

  await navigate(page, '/withdrawal/list')
  await expectTitle(page, 'Withdrawals')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectToast(page, 'Please select search filters')
  await find(page, reference)
  await chooseAction(page, reference, 'Approval')
  await expectTitle(page, 'Withdrawal Approval')
  const own = page.getByRole('button', { name: 'Not allowed' })
  await expect(own).toBeDisabled()
  await expect(own).toHaveAccessibleDescription(
    `You created withdrawal ${reference} yourself. Another admin must decide on it.`,
  )
  await expect(page.getByRole('radio')).toHaveCount(0)

  const other = await browser.newContext({
    baseURL: server.url,
    storageState: await session(admin),
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  const { sent } = watchCalls(other)
  const manager = await other.newPage()
  await manager.goto('/withdrawal/list')
  await find(manager, reference)
  await chooseAction(manager, reference, 'Approval')
  await expect(fact(manager, 'Requested By')).toHaveText('Ngozi Afolabi')
  await expect(fact(manager, 'Main wallet once paid')).toHaveText(/₦/)
  const before = kobo(await fact(manager, 'Main wallet').innerText())
  expect(kobo(await fact(manager, 'Main wallet once paid').innerText())).toBe(before - 60_000)
  await expect(manager.getByRole('group', { name: 'Status' }).getByRole('radio')).toHaveCount(2)
  await expect(manager.getByRole('main').getByRole('button')).toHaveCount(0)
  await chooseStatus(manager, 'Reject')
  await manager.getByRole('button', { name: 'Reject withdrawal of ₦600.00' }).click()
  await expect(manager.getByLabel('Comment')).toHaveAccessibleDescription('Fill status field')
  await expect(manager.getByLabel('Comment')).toBeFocused()
  await chooseStatus(manager, 'Accept')
  expect(sent.filter(({ path }) => path === 'withdrawalrequestapproval')).toEqual([])
  await manager.getByRole('button', { name: 'Accept withdrawal of ₦600.00' }).click()
  await expectToast(manager, `Withdrawal ${reference} approved: ₦600.00 paid out.`)
  await expectTitle(manager, 'Withdrawals')
  await find(manager, reference)
  await expect(manager.getByText('1 withdrawal.')).toBeVisible()
  await expect(rowOf(manager, name)).toContainText('approved')
  await expect.poll(() => rowMenu(manager, name)).not.toContain('Approval')
  await other.close()
}

async function showList(page: Page, context: BrowserContext) {
  await expect.poll(() => rowMenu(page, 'pending')).toContain('Approval')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe(`withdrawal_request_list_${lagosDay(new Date())}.csv`)
  await find(page, 'nobody of this name')
  await expect(page.getByText('No withdrawal list found')).toBeVisible()

  await grantOnly(context, ['can-view-withdrawal'])
  await refreshRights(page)
  await navigate(page, '/withdrawal/list')
  await expectColumns(page, [
    'Customer Name',
    'Amount',
    'Status',
    'Description',
    'Admin',
    'Created',
    'Payment',
    'Pay On',
    'Reversed By',
  ])
}

async function showDecision(page: Page, context: BrowserContext, withdrawal_id: unknown) {
  const decided = { status: 'rejected', approved_by: 'Ebele Anyanwu', rejection_reason: randomUUID() }
  await context.route('**/api/admin/getwithdrawlist', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const rows = body.data.data.map((row: object) => ({ ...row, ...decided }))
    await route.fulfill({ ...unsigned(reply), json: { ...body, data: { ...body.data, data: rows } } })
  })
  await navigate(page, '/withdrawal/approval', { withdrawal_id })
  await expect(fact(page, 'Decided By')).toHaveText('Ebele Anyanwu')
  await expect(fact(page, 'Rejection Reason')).toHaveText(decided.rejection_reason)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await context.unroute('**/api/admin/getwithdrawlist')
}

test('a decision is refused to the admin who requested it, and accepted from another', async ({
  page,
  browser,
  server,
  session,
}) => {
  await page.goto('/customer/list')
  await decideAsOther(page, browser, server, session)
})

test('a withdrawal that was decided meanwhile shows by whom, and offers no decision', async ({
  page,
  context,
  sample,
}) => {
  await page.goto('/withdrawal/list')
  // Loaded before its reply is mocked, and saved.
  await expect.poll(() => rowMenu(page, 'pending')).toContain('Approval')
  await showDecision(page, context, sample.withdrawal_id)
})

test('the list has its texts and export, and no action without the permission', async ({ page, context }) => {
  await page.goto('/withdrawal/list')
  await showList(page, context)
})
