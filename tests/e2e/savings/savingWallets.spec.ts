import { callApi, tokenOf } from '../support/api'
import { chooseAction, expectTitle, expectToast, fact, navigate, title } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

test('a savings wallet is opened, gets a deposit at the counter, and is closed', async ({
  page,
  server,
  sample,
}) => {
  await page.goto('/customer/list')
  const token = await tokenOf(page)
  const customer = await callApi(server, token, 'getcustomers', { customer_id: sample.user_id })
  const [{ first_name, last_name, reference: customerReference }] = customer.data.data
  const name = `${first_name} ${last_name}`
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (label: string) => page.getByRole('main').getByRole('button', { name: label })
  let reference = ''

  await test.step('opened: faults are at their fields, a market saving asks for its market day', async () => {
    await field('Name, phone or reference').fill(customerReference)
    await field('Name, phone or reference').press('Enter')
    await chooseAction(page, name, 'Open Saving')
    await expectTitle(page, 'Open Savings Wallet')
    await press('Open Savings Wallet').click()
    await expect(field('Saving Type')).toBeFocused()
    await expect(field('Saving Type')).toHaveAccessibleDescription('Please select a saving type.')
    await expect(field('Fixed Amount')).toHaveAccessibleDescription(sentences.validAmount)
    await field('Saving Type').selectOption('Market Day Saving')
    await field('Fixed Amount').fill('1,500')
    await press('Open Savings Wallet').click()
    await expect(field('Market Day')).toHaveAccessibleDescription(sentences.selectMarketDay)
    await field('Saving Type').selectOption('Daily Thrift')
    await expect(field('Saving Type')).toHaveAccessibleDescription(
      'Interest 0% a year, charge ₦100.00 a month. They stay so for this wallet.',
    )
    await expect(field('Market Day')).toHaveCount(0)
    await field('Duration').fill('30')
    await press('Open Savings Wallet').click()
    const opened = await expectToast(page, /^Done: Daily Thrift savings wallet SV-\d{6}-\d{6} opened\./)
    reference = /SV-\d{6}-\d{6}/.exec(opened)?.[0] ?? ''
    await expectTitle(page, 'Savings Portfolio')
  })

  await test.step('a deposit is confirmed with the balances, and shows its reference', async () => {
    await chooseAction(page, reference, 'Deposit')
    await expectTitle(page, 'Deposit')
    await expect(fact(page, 'Balance')).toHaveText('₦0.00')
    await field('Amount').fill('2345.67')
    await press('Deposit ₦2,345.67').click()
    const question = page.getByRole('dialog', { name: `Deposit for ${name}?` })
    await expect(question).toContainText(`${name}, ${customerReference}`)
    await expect(question).toContainText(reference)
    await question.getByRole('button', { name: 'Deposit ₦2,345.67' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Reference SD-/ })).toHaveText(
      /New balance: ₦2,345\.67\.$/,
    )
    await expect(field('Amount')).toHaveValue('')
  })

  await test.step('closed: the balance goes to the main wallet, and the wallet leaves the portfolio', async () => {
    await navigate(page, '/savings/portfolio')
    await chooseAction(page, reference, 'Close')
    await expectTitle(page, 'Close Savings Wallet')
    await expect(page.getByRole('main')).toContainText('₦2,345.67 moves to the main wallet.')
    const before = await fact(page, 'Main wallet before').innerText()
    const after = await fact(page, 'Main wallet after').innerText()
    await press('Close Savings Wallet').click()
    const asked = page.getByRole('dialog', { name: 'Close this savings wallet?' })
    await expect(asked).toContainText(`${reference}`)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(asked).toBeHidden()
    await press('Close Savings Wallet').click()
    await asked.getByRole('button', { name: 'Close Savings Wallet' }).click()
    await expectToast(page, new RegExp(`^Done: Savings wallet ${reference} closed\\. ₦2,345\\.67 moved`))
    await expect(title(page)).toHaveText('Savings Portfolio')
    await expect(page.getByText(reference)).toHaveCount(0)
    const balance = await callApi(server, token, 'getcustomersbalance', { customer_id: sample.user_id })
    const naira = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''))
    expect(Number(balance.data.main_wallet.balance)).toBe(naira(after))
    expect(naira(after) - naira(before)).toBeCloseTo(2345.67)
  })
})
