import { callApi, tokenOf } from '../support/api'
import { chooseAction, expectTitle, expectToast, fact, navigate, rowOf } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('a thrift type keeps one contribution a month, first, and shows it wherever money moves', async ({
  page,
  server,
  sample,
}) => {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (label: string) => page.getByRole('main').getByRole('button', { name: label })
  const terms = 'Keeps one contribution of each calendar month, the first.'

  await test.step('its fields follow the commission', async () => {
    await page.goto('/savings/type/create')
    await expectTitle(page, 'Create Savings Type')
    await field('Name').fill('Ajo Ibile')
    await field('Category').selectOption('daily')
    await field('Interest a Year').fill('0')
    await field('Commission of a Cycle').selectOption('percent')
    await expect(field('Charge a Month')).toHaveCount(0)
    await press('Create Savings Type').click()
    await expect(field('Percentage')).toBeFocused()
    await field('Percentage').fill('120')
    await press('Create Savings Type').click()
    await expect(field('Percentage')).toHaveAccessibleDescription('A rate may be at most 100 percent.')
    await field('Cycle').selectOption('days')
    await field('Days of a Cycle').fill('0')
    await press('Create Savings Type').click()
    await expect(field('Days of a Cycle')).toHaveAccessibleDescription('A cycle has 1 to 366 days.')
    await field('Cycle').selectOption('month')
    await field('Commission of a Cycle').selectOption('contribution')
    await field('Taken').selectOption('first')
    await press('Create Savings Type').click()
    await expectToast(page, 'Saving type created: Ajo Ibile.')
    await expect(rowOf(page, 'Ajo Ibile')).toContainText(terms)
  })

  const token = await tokenOf(page)
  const customer = await callApi(server, token, 'getcustomers', { customer_id: sample.user_id })
  const [{ first_name, last_name, reference }] = customer.data.data
  const name = `${first_name} ${last_name}`
  let wallet = ''

  await test.step('a wallet is opened with its words', async () => {
    await page.goto('/customer/list')
    await field('Name, phone or reference').fill(reference)
    await field('Name, phone or reference').press('Enter')
    await chooseAction(page, name, 'Open Saving')
    await field('Saving Type').selectOption('Ajo Ibile')
    await expect(field('Saving Type')).toHaveAccessibleDescription(
      `Interest 0% a year. ${terms} They stay so for this wallet.`,
    )
    await field('Fixed Amount').fill('500')
    await press('Open Savings Wallet').click()
    const opened = await expectToast(page, /^Done: Ajo Ibile savings wallet SV-\d{6}-\d{6} opened\./)
    wallet = /SV-\d{6}-\d{6}/.exec(opened)?.[0] ?? ''
    await expectTitle(page, 'Savings Portfolio')
  })

  await test.step('its first deposit of the month keeps the commission, and closing pays out the rest', async () => {
    await chooseAction(page, wallet, 'Deposit')
    await expect(fact(page, 'Commission')).toHaveText(terms)
    await field('Amount').fill('2000')
    await press('Deposit ₦2,000.00').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deposit ₦2,000.00' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Reference SD-/ })).toHaveText(
      /New balance: ₦1,500\.00\.$/,
    )
    await navigate(page, '/savings/portfolio')
    await chooseAction(page, wallet, 'Close')
    await expect(fact(page, 'Balance')).toHaveText('₦1,500.00')
    await press('Close Savings Wallet').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close Savings Wallet' }).click()
    await expectToast(page, /closed\. ₦1,500\.00 moved to the main wallet\./)
  })
})
