import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { chooseAction, expectTitle, expectToast, fact, navigate, rowOf, watchCalls } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

test('a fee: created with its price, and switched off', async ({ page, context }) => {
  const { sent } = watchCalls(context)
  await page.goto('/fees')
  await expect(rowOf(page, 'Loan insurance')).toContainText('1% of the loan')
  await page.getByRole('link', { name: 'Create Fee' }).click()
  await expectTitle(page, 'Create Fee')
  await press(page, 'Create Fee').click()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Valuation')
  await field(page, 'For').selectOption('Each loan')
  await field(page, 'Loan Type').selectOption('Salary Advance')
  await field(page, 'Paid').selectOption('Kept back from the loan')
  await field(page, 'Costs').selectOption('A percentage of the loan')
  await field(page, 'Percentage').fill('0')
  await press(page, 'Create Fee').click()
  await expect(field(page, 'Percentage')).toHaveAccessibleDescription('Please enter a percentage above zero.')
  await field(page, 'Percentage').fill('1.5')
  await expectFit(page, 1280)
  await press(page, 'Create Fee').click()
  await expectToast(page, 'Fee created: Valuation, 1.5% of the loan, each loan of Salary Advance')
  expect(sent.find(({ path }) => path === 'createfee')?.body).toMatchObject({
    name: 'Valuation',
    applies_to: 'loan',
    moment: 'kept-back',
    kind: 'percent',
    amount: '0.00',
    rate: 1.5,
  })
  await expectTitle(page, 'Fees')
  await expect(rowOf(page, 'Valuation')).toContainText('each loan of Salary Advance')
  // Loans of other tests do not pay it in the end.
  for (const to of ['Off', 'On', 'Off']) {
    await chooseAction(page, 'Valuation', `Switch ${to}`)
    await expectTitle(page, `Switch ${to} Fee`)
    await expect(fact(page, 'Fee')).toHaveText('1.5% of the loan')
    await press(page, `Switch ${to} Fee`).click()
    await expectToast(page, `Valuation is switched ${to.toLowerCase()}.`)
  }
  await expect(rowOf(page, 'Valuation')).toContainText('inactive')
})

test('a fee of a customer: taken in cash, shown on their page, and offered for reversal', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const fee = {
    name: 'Passbook 1',
    applies_to: 'customer',
    moment: 'registration',
    kind: 'amount',
    amount: '750.00',
    rate: 0,
  }
  await callApi(server, token, 'createfee', fee)
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  const { user_id, name: customer } = data.data.find(({ status }: { status: string }) => status === '1')
  await page.goto('/dashboard')
  await navigate(page, '/fee/pay', { user_id })
  await expectTitle(page, 'Take Fee')

  await test.step('it is confirmed with what it changes', async () => {
    await field(page, 'Fee').selectOption('Passbook 1, ₦750.00')
    await press(page, 'Take ₦750.00').click()
    const question = page.getByRole('dialog', { name: `Take ₦750.00 from ${customer}?` })
    await expect(question).toContainText('was paid in cash goes to the transaction wallet at once.')
    await question.getByRole('button', { name: 'Take ₦750.00' }).click()
    await expect(page.getByRole('heading', { name: /^Receipt FE-/ })).toBeVisible()
  })

  await test.step('it has a receipt to print and sign', async () => {
    for (const [label, text] of [
      ['Fee', 'Passbook 1'],
      ['Amount', '₦750.00'],
      ['Paid', 'In cash'],
    ] as const)
      await expect(fact(page, label)).toHaveText(text)
    await expect(fact(page, 'Customer')).toContainText(customer)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFit(page, 390)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Taken by (name and signature)')).toBeVisible()
    await expect(press(page, 'Print')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await press(page, 'Take Another').click()
    await expect(field(page, 'Fee').getByRole('option', { name: /Passbook 1/ })).toHaveCount(0)
  })

  await test.step('the customer’s page shows it, and offers its reversal', async () => {
    await page.getByRole('link', { name: 'Back to customer' }).click()
    const fees = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Fees', exact: true }) })
    const row = fees.getByRole('listitem').filter({ hasText: 'Passbook 1 ₦750.00' })
    await expect(row).toContainText('Paid in cash')
    await row.getByRole('link', { name: /Reverse/ }).click()
    await expectTitle(page, 'Request Reversal')
    await expect(page.getByText('Transaction wallet before')).toBeVisible()
  })
})

test('the fees of a loan: what the customer receives and pays, and the second approval without them', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  const { user_id } = data.data.find(({ status }: { status: string }) => status === '1')
  await page.goto('/dashboard')
  await navigate(page, '/loan/create', { user_id })
  await expectTitle(page, 'Loan Application')
  await field(page, 'Loan Type').selectOption('Cooperative Loan')
  await field(page, 'Amount').fill('50,000')
  await field(page, 'Installment Period').selectOption('Monthly')
  await field(page, 'Number of Installments').fill('3')
  await field(page, 'Purpose').fill('Seedlings')
  await expect(fact(page, 'Loan form')).toHaveText('₦2,000.00, before the second approval')
  await expect(fact(page, 'Loan insurance')).toHaveText('₦500.00, kept back from the loan')
  await expect(fact(page, 'Customer Receives')).toHaveText('₦49,500.00, ₦500.00 of fees is kept back')
  await expect(fact(page, 'Pays in All')).toHaveText(
    '₦55,125.00, ₦2,000.00 of it in fees before the second approval',
  )
  await expect(fact(page, 'Yearly Rate')).toHaveText('69.74% a year')
  await page.getByRole('button', { name: 'Send Application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Application' }).click()
  await expectToast(page, '₦55,125.00 to pay in all, ₦2,000.00 of it before the second approval')

  const pending = await callApi(server, token, 'getpendingloan', { page: 1 })
  const { id: loan_id } = pending.data.data[0]
  await navigate(page, '/loan/first/approval', { loan_id })
  const fees = page.getByRole('table', { name: 'Fees' })
  await expect(fees.getByRole('row').filter({ hasText: 'Loan form' })).toContainText('₦2,000.00')
  await fees.getByRole('link', { name: /Take/ }).click()
  await expectTitle(page, 'Take Fee')
  await press(page, 'Take ₦2,000.00').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take ₦2,000.00' }).click()
  await expect(page.getByRole('heading', { name: /^Receipt FE-/ })).toBeVisible()
  await navigate(page, '/loan/first/approval', { loan_id })
  await expect(fees.getByRole('row').filter({ hasText: 'Loan form' })).toContainText('FE-')

  await test.step('the approval and the customer’s print have the same rate, with the fees in it', async () => {
    await expect(fact(page, 'Yearly Rate')).toHaveText('69.74% a year')
    await navigate(page, '/loan/offer', { loan_id })
    await expectTitle(page, 'What The Customer Gets')
    for (const [label, text] of [
      ['Amount', '₦50,000.00'],
      ['Loan form', '₦2,000.00, before the second approval'],
      ['Loan insurance', '₦500.00, kept back from the loan'],
      ['Kept Back', '₦500.00'],
      ['You Receive', '₦49,500.00'],
      ['You Pay In All', '₦55,125.00'],
      ['Installments', '3 monthly installments of ₦17,708.33'],
      ['Yearly Rate', '69.74% a year'],
    ] as const)
      await expect(fact(page, label)).toHaveText(text)
    await expectFit(page, 390)
  })
})
