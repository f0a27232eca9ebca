import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { chooseAction, expectTitle, expectToast, fact, navigate, rowOf } from '../support/portal'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

/** Has this permission beside the role's. */
const secondApprover = 'ezinne.obiechina@alajo.test'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function confirm(page: Page, label: string) {
  await press(page, label).click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
}

test('a loan by reducing balance with security is applied for, paid out, and settled early', async ({
  page,
  server,
  session,
}) => {
  const boss = tokenIn(await session(superadmin))
  const first = tokenIn(await session(mainAdmin))
  const second = tokenIn(await session(secondApprover))
  const name = 'Balance Loan'
  const { data: savers } = await callApi(server, boss, 'getsavingportfolio', { page: 1, per_page: 20 })
  const saver = savers.getActive.data.at(-1)
  const wallet = { savings_id: saver.id, amount: '30000.00' }
  await callApi(server, boss, 'depositsaving', wallet)

  await test.step('makes a type with all its terms', async () => {
    await page.goto('/loan/type/create')
    await expectTitle(page, 'Create Loan Type')
    await field(page, 'Name').fill(name)
    await field(page, 'Description').fill('By the month')
    await field(page, 'Interest Rate').fill('24')
    await field(page, 'Interest').selectOption('reducing')
    await field(page, 'Settled Early').selectOption('accrued')
    await field(page, 'Penalty').selectOption('daily')
    await field(page, 'Penalty a Day').fill('200')
    await field(page, 'Penalty at Most').fill('10')
    await field(page, 'Days of Grace').fill('2')
    await page.getByRole('checkbox', { name: 'Monthly' }).check()
    await field(page, 'Security').fill('20')
    await field(page, 'Most Amount').fill('200000')
    await expectFit(page, 1280)
    await press(page, 'Create Loan Type').click()
    await expectToast(page, `Loan type created: ${name}.`)
  })

  await test.step('applies for a loan with its yearly rate and its security', async () => {
    await navigate(page, '/loan/create', { user_id: saver.user_id })
    await expectTitle(page, 'Loan Application')
    await field(page, 'Loan Type').selectOption(name)
    await field(page, 'Amount').fill('300000')
    await field(page, 'Number of Installments').fill('3')
    await expect(press(page, 'Send Application')).toHaveAccessibleDescription(
      'This loan type lends ₦200,000.00 at most.',
    )
    await field(page, 'Amount').fill('100000')
    await expect(fact(page, 'Interest')).toHaveText('24% a year of what is open, ₦4,026.40')
    await expect(fact(page, 'Yearly Rate')).toHaveText('24% a year')
    await field(page, 'Security').selectOption(String(saver.id))
    await field(page, 'Purpose').fill('Stock')
    await confirm(page, 'Send Application')
    await expectToast(page, 'It waits for its first approval.')
  })

  const { data: pending } = await callApi(server, boss, 'getpendingloan', { page: 1 })
  const loan = pending.data.find((one: { loan_type_name: string }) => one.loan_type_name === name)
  await callApi(server, first, 'firstloanapproval', { id: loan.id, status: 'accepted' })

  await test.step('the approval shows the security, and holds it', async () => {
    await navigate(page, '/loan/second/approval', { loan_id: loan.id })
    await expect(fact(page, 'Security')).toContainText(`₦20,000.00 of savings wallet ${saver.reference}`)
    await callApi(server, second, 'secondloanapproval', { id: loan.id, status: 'accepted' })
    await navigate(page, '/loan/details', { loan_id: loan.id })
    await expect(fact(page, 'Secured By')).toContainText('₦20,000.00')
    await expect(page.getByRole('table', { name: 'Schedule' })).toContainText('₦2,000.00')
  })

  await test.step('prints what the customer gets', async () => {
    await chooseAction(page, loan.reference, 'What The Customer Gets')
    await expectTitle(page, 'What The Customer Gets')
    await expect(fact(page, 'You Receive')).toHaveText('₦100,000.00')
    await expect(fact(page, 'You Pay In All')).toHaveText('₦104,026.40')
    await expect(fact(page, 'If You Pay Early')).toHaveText('You owe the interest that has accrued')
  })

  const fromDetails = async (action: string, title: string) => {
    await navigate(page, '/loan/details', { loan_id: loan.id })
    await chooseAction(page, loan.reference, action)
    await expectTitle(page, title)
  }

  await test.step('offers to set it off and to release its security', async () => {
    await fromDetails('Set Off', 'Request Set-off')
    await fromDetails('Release Security', 'Request Release Of Security')
  })

  await test.step('settles it for what has accrued, which frees the savings', async () => {
    await fromDetails('Settle', 'Settle Loan')
    await expect(fact(page, 'Interest Not Owed')).toHaveText('₦4,026.40')
    await confirm(page, 'Settle with ₦100,000.00')
    await expectToast(page, 'The loan is paid.')
    await expect(fact(page, 'Interest Waived')).toHaveText('₦4,026.40')
    await expect(fact(page, 'Secured By')).toHaveCount(0)
  })

  await test.step('everything fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, title] of [
      ['/loan/settlement', 'Settle Loan'],
      ['/loan/offer', 'What The Customer Gets'],
      ['/loan/setoff/create', 'Request Set-off'],
      ['/loan/release/create', 'Request Release Of Security'],
    ] as const) {
      await navigate(page, path, { loan_id: loan.id })
      await expectTitle(page, title)
      await expectFit(page, 390)
    }
    await navigate(page, '/loan/type')
    await expect(rowOf(page, name)).toBeVisible()
  })
})
