import { callApi, tokenIn } from '../support/api'
import { expectAccessible } from '../support/axe'
import { expectTitle, expectToast, navigate, openWithState } from '../support/portal'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('a frozen customer is paid nothing, and lifted by another admin', async ({
  page,
  server,
  sample,
  session,
}) => {
  const customer = { user_id: sample.user_id }
  await openWithState(page, '/customer/freeze', customer)
  await page.getByLabel('Reason').fill('Letter of the court.')
  await page.getByRole('main').getByRole('button', { name: 'Freeze Customer' }).click()
  await expectToast(page, /is frozen\. Nothing goes out/)
  await expectTitle(page, 'Customer Details')
  await expect(page.getByRole('main').getByText('Letter of the court. Nothing goes out')).toBeVisible()
  await expectAccessible(page, 'Customer Details of a frozen customer')
  await page.getByRole('main').getByRole('link', { name: 'Unfreeze' }).click()
  await expectTitle(page, 'Unfreeze Customer')
  await expect(page.getByRole('main')).toContainText(
    'You froze this customer yourself. Another admin must lift it.',
  )
  const lifted = { customer_id: sample.user_id, reason: 'Withdrawn' }
  await callApi(server, tokenIn(await session(mainAdmin)), 'unfreezecustomer', lifted)
})

test('limits of a role are set, and shown on its page', async ({ page, sample }) => {
  const role = { role_id: sample.role_id }
  await openWithState(page, '/roles/limits', role)
  await page.getByRole('group', { name: 'Loans', exact: true }).getByLabel('First, up to').fill('2500000')
  await page.getByRole('main').getByRole('button', { name: 'Set Limits' }).click()
  await expectToast(page, /They hold at once\./)
  await expectTitle(page, 'List of Roles')
  await navigate(page, '/roleswithpermissions/list', role)
  await expect(page.getByRole('main')).toContainText('loans, alone or first: up to ₦2,500,000.00')
  await navigate(page, '/roles/limits', role)
  await page.getByRole('group', { name: 'Loans', exact: true }).getByLabel('First, up to').fill('')
  await page.getByRole('main').getByRole('button', { name: 'Set Limits' }).click()
  await expectToast(page, /They hold at once\./)
})

test('who decides on a withdrawal sees the customer’s debts, phone and last movements', async ({
  page,
  sample,
}) => {
  await openWithState(page, '/withdrawal/approval', { withdrawal_id: sample.withdrawal_id })
  const card = page.getByRole('main').locator('section', {
    has: page.getByRole('heading', { name: 'The customer' }),
  })
  await expect(card).toContainText('Owed on Loans')
  await expect(card).toContainText('Held as Security')
  await expectAccessible(page, 'Withdrawal Approval with the customer')
})
