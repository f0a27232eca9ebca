import type { Page } from '@playwright/test'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { monthText } from '#domain/time/months'
import { callApi, tokenIn } from '../support/api'
import {
  chooseAction,
  chooseOption,
  chooseStatus,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  navigate,
  rowOf,
  unsigned,
} from '../support/portal'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

/** A statement of the demo, with amounts as on the wire. */
type Row = { id: number; reference: string; agent: string; month: string; total: string; state: number }
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const main = (page: Page) => page.getByRole('main')
const submitOf = (page: Page) => main(page).getByRole('button').last()
const shown = (wire: string) => formatNaira(koboOf(wire) ?? kobo(0))

/** The first of two decisions. */
async function approveFirst(page: Page, { reference, agent, month, total }: Row) {
  await expectColumns(page, [
    'Reference',
    'Agent',
    'Month',
    'Pay',
    'Paid',
    'Status',
    'Commissions',
    'Savings',
    'Repayments',
    'Actions',
  ])
  await expect(rowOf(page, reference)).toContainText('Awaiting first approval')
  await chooseAction(page, reference, 'First Approval')
  await expectTitle(page, 'Statement First Approval')
  await expect(page.getByRole('heading', { name: `${agent}, ${monthText(month)}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'What for' })).toContainText('Savings collected')
  await chooseStatus(page, 'Accept')
  await expect(submitOf(page)).toContainText(`Accept statement of ${shown(total)}`)
  await expect(page.getByText('It then awaits its second approval. No money moves yet.')).toBeVisible()
  await submitOf(page).click()
  await expectToast(page, 'has its first approval. It awaits the second.')
  await expect(rowOf(page, reference)).toContainText('Awaiting second approval')
  await chooseAction(page, reference, 'Second Approval')
  await expectTitle(page, 'Statement Second Approval')
  await expect(submitOf(page)).toBeDisabled()
  await expect(submitOf(page)).toHaveAccessibleDescription(
    `You made the first decision on statement ${reference}. Another admin must make the second.`,
  )
}

/** Pays ₦1.00 in cash, and prints the receipt. */
async function payPart(page: Page, { reference, agent, total }: Row) {
  await page.goto('/agents/pay/list')
  await expect(rowOf(page, reference)).toContainText('Approved')
  await chooseAction(page, reference, 'Pay')
  await expectTitle(page, 'Pay Agent')
  await expect(fact(page, 'Cash held').first()).toHaveText(/^-?₦[\d,]+\.\d\d$/)
  await expect(field(page, 'Amount')).toHaveValue(total)
  await field(page, 'How').selectOption('In cash at the counter')
  await field(page, 'Amount').fill('99999999')
  await expect(field(page, 'Amount')).toHaveAccessibleDescription(new RegExp(`^${shown(total)} is open\\.`))
  await field(page, 'Amount').fill('1')
  await submitOf(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Pay ₦1.00 to ${agent}?`)
  await expect(dialog).toContainText('It goes from the profit wallet, in cash, to the agent.')
  await dialog.getByRole('button', { name: 'Pay ₦1.00' }).click()
  await expectToast(page, 'is left to pay.')
  await expect(fact(page, 'Amount')).toHaveText('₦1.00')
  await expect(fact(page, 'How')).toHaveText('In cash at the counter')
  await page.emulateMedia({ media: 'print' })
  await expect(main(page)).toContainText('Agent (name and signature)')
  await page.emulateMedia({ media: null })

  await navigate(page, '/agents/pay/list')
  await expect(rowOf(page, reference)).toContainText('₦1.00')
  await chooseAction(page, reference, 'Details')
  await expectTitle(page, 'Statement Details')
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Ngozi Afolabi')
  await page.getByRole('link', { name: 'By customer' }).click()
  await expectTitle(page, 'Statement Rows')
  await expectColumns(page, ['Customer', 'Commissions', 'Savings', 'Repayments', 'Actions'])
}

async function setRates(page: Page) {
  await navigate(page, '/agents/pay/terms')
  await expectColumns(page, [
    'From',
    'Agent',
    'Of Commissions',
    'Of Savings',
    'Of Repayments',
    'Set By',
    'Set',
  ])
  await main(page).getByRole('link', { name: 'Set Rates' }).click()
  await expectTitle(page, 'Set Commission Rates')
  await field(page, 'From').selectOption({ index: 1 })
  await field(page, 'Of Commissions and Charges').fill('120')
  await field(page, 'Of Savings Collected').fill('0.75')
  await submitOf(page).click()
  await expect(field(page, 'Of Commissions and Charges')).toHaveAccessibleDescription(/from 0 to 100/)
  await expect(field(page, 'Of Repayments Collected')).toHaveAccessibleDescription(
    'Enter a rate, 0 for none.',
  )
  await field(page, 'Of Commissions and Charges').fill('12.5')
  await field(page, 'Of Repayments Collected').fill('0')
  await submitOf(page).click()
  await expectToast(page, 'The rates of all agents count from')
  await expectTitle(page, 'Commission Rates')
  await expect(rowOf(page, '12.5%')).toContainText('0.75%')
}

async function setTarget(page: Page) {
  await navigate(page, '/agents/target')
  await main(page).getByRole('link', { name: 'Set Target' }).click()
  await expectTitle(page, 'Set Target')
  await chooseOption(field(page, 'Agent'), 'Efe', /^Efe Oghenekaro/)
  await field(page, 'Savings').fill('1,234,500')
  await field(page, 'Loans Repaid').fill('0')
  await field(page, 'New Customers').fill('7')
  await submitOf(page).click()
  await expectToast(page, 'The target of Efe Oghenekaro for')
  await expectTitle(page, 'Agents Targets')
  await expect(rowOf(page, 'Efe Oghenekaro')).toContainText('₦1,234,500.00')
}

/** Without permission to see what agents hold, an admin can pay in cash only. */
async function payBlind(page: Page, { id: statement_id }: Row) {
  await page.route('**/api/admin/getagentstatements', async (request) => {
    const response = await request.fetch()
    const json = await response.json()
    for (const one of Array.isArray(json.data) ? json.data : []) one.holds = null
    await request.fulfill({ ...unsigned(response), json }).catch(() => undefined)
  })
  await navigate(page, '/agents/pay/payment', { statement_id })
  await expectTitle(page, 'Pay Agent')
  await expect(fact(page, 'Open').first()).toBeVisible()
  await expect(field(page, 'How').locator('option')).toHaveText(['Select', 'In cash at the counter'])
  await expect(fact(page, 'Cash held')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('a month of an agent is approved by two admins and paid', async ({ page, server, session }) => {
  const boss = tokenIn(await session(superadmin))
  const second = tokenIn(await session(mainAdmin))
  const { data } = await callApi(server, boss, 'getagentstatements', { page: 1 })
  const statement = data.data.find((one: Row) => one.state === 0) as Row
  await page.goto('/agents/pay/list')
  await test.step('gives the first approval', () => approveFirst(page, statement))
  await test.step('pays a part in cash', async () => {
    await callApi(server, second, 'secondagentstatementdecision', { id: statement.id, status: 'accept' })
    await payPart(page, statement)
  })
  await test.step('sets rates', () => setRates(page))
  await test.step('sets a target', () => setTarget(page))
  await test.step('pays without seeing what the agent holds', () => payBlind(page, statement))
})
