import { callApi, tokenOf } from '../support/api'
import { chooseAction, expectTitle, expectToast, fact, rowOf } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('a plan is changed from the next cycle on, and its history says so', async ({ page, server }) => {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = () => page.getByRole('main').getByRole('button', { name: 'Change Savings Plan' }).click()
  await page.goto('/savings/portfolio')
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getsavingportfolio', { page: 1 })
  // Of a type with cycles by the month: other tests open wallets whose cycle begins on any day.
  const wallet = data.getActive.data.find(
    (row: { saving_types_name: string }) => row.saving_types_name === 'Daily Thrift',
  )

  await chooseAction(page, wallet.reference, 'Change Plan')
  await expectTitle(page, 'Change Savings Plan')
  await expect(field('Market Day')).toHaveCount(0)
  await expect(page.getByText('The plan of this wallet never changed')).toBeVisible()
  await press()
  await expect(page.getByText(/on already\. Nothing was changed\.$/)).toBeVisible()

  await field('Fixed Amount').fill('0')
  await press()
  await expect(field('Fixed Amount')).toBeFocused()
  await field('Fixed Amount').fill('1234.5')
  await field('Deposits').selectOption('weekly')
  await press()
  await expectToast(page, /: ₦1,234\.50 a week from 1 \w{3} \d{4} on\. Until then ₦/)

  await page.goto('/savings/portfolio')
  await chooseAction(page, wallet.reference, 'Change Plan')
  await expect(fact(page, 'From then')).toHaveText('₦1,234.50 a week')
  await expect(field('Fixed Amount')).toHaveValue('1234.50')
  await expect(rowOf(page, '₦1,234.50 a week')).toContainText('waiting')
})
