import type { Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { expectAccessible } from '../support/axe'
import { chooseAction, expectTitle, navigate } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const card = (page: Page) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: 'History' }) })

test('a change of a customer is found on the page, in the history and in the activity log', async ({
  page,
  server,
  sample,
}) => {
  await page.goto('/customer/list')
  const token = await tokenOf(page)
  const found = await callApi(server, token, 'getcustomers', { customer_id: sample.user_id })
  const [customer] = found.data.data
  const subject = `customer ${customer.id}`
  const { first_name, last_name, phone_number, home_address } = customer
  const office_address = `Shop ${Date.now() % 1000}, New Market`
  await callApi(server, token, 'updatecustomer', {
    customer_id: sample.user_id,
    first_name,
    last_name,
    phone_number,
    home_address: home_address || '4 Murtala Way',
    state: customer.state,
    lga: customer.lga,
    office_address,
  })

  await test.step('the card on the page says from what to what, and by whom', async () => {
    await navigate(page, '/customer/view/details', { user_id: sample.user_id })
    await expectTitle(page, 'Customer Details')
    await expect(card(page)).toContainText(new RegExp(`Office Address: .* → ${office_address}`))
    await expect(card(page)).toContainText('by Ngozi Afolabi')
    await expectAccessible(page, 'Customer Details with a history')
  })

  await test.step('all changes are a list', async () => {
    await card(page).getByRole('link', { name: 'All changes of this record' }).click()
    await expectTitle(page, 'Customer History')
    const main = page.getByRole('main')
    await expect(main).toContainText(`${first_name} ${last_name}`.trim())
    await expect(main).toContainText(office_address)
    await expect(main).toContainText('Ngozi Afolabi')
    await expectAccessible(page, 'Customer History')
  })

  await test.step('the activity log shows that record alone, until the filter is removed', async () => {
    await page.getByRole('link', { name: 'Activity log', exact: true }).click()
    await expectTitle(page, 'Admin Activity log')
    const chip = page.getByRole('button', { name: `Record: ${subject}. Show all` })
    await expect(chip).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`Updated ${subject}`)
    await expect(page.getByRole('main')).not.toContainText('Updated agent')
    await chip.click()
    await expect(chip).toBeHidden()
  })
})

test('a row of a list opens the history of its record', async ({ page, server, sample }) => {
  await page.goto('/roles/list')
  const token = await tokenOf(page)
  await callApi(server, token, 'assignpermission', {
    admin_id: sample.admin_id,
    permission: ['can-view-market-list'],
  })
  await page.goto('/admin/list')
  // Admins that other tests created come first.
  await page.getByLabel('Name, e-mail or phone').fill('Lekan')
  await chooseAction(page, 'Lekan Odutola', 'History')
  await expectTitle(page, 'Admin History')
  await expect(page.getByRole('main')).toContainText('Own Permission')
  await expect(page.getByRole('main')).toContainText('can-view-market-list')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expectTitle(page, 'Administrators')
})
