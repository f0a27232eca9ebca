import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { chooseAction, expectTitle, expectToast, fact, navigate, rowOf } from '../support/portal'
import { admin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const main = (page: Page) => page.getByRole('main')
const submitOf = (page: Page) => main(page).getByRole('button').last()

test('a till is opened with a float, counted blind and closed; its difference waits for two others', async ({
  page,
  server,
  session,
}) => {
  const clerk = tokenIn(await session(admin))

  await test.step('creates a till and opens it', async () => {
    await page.goto('/dashboard')
    await navigate(page, '/tills/create')
    await field(page, 'Name').fill('Side Window')
    await submitOf(page).click()
    await expectTitle(page, 'Tills')
    await expect(rowOf(page, 'Side Window')).toContainText('active')
    await navigate(page, '/tills/mine')
    await expectTitle(page, 'My Till')
    await field(page, 'Till').selectOption({ label: 'Side Window' })
    await field(page, 'Float').fill('20,000')
    await submitOf(page).click()
    await expectToast(page, 'Till Side Window is open with a float of ₦20,000.00.')
    await expect(fact(page, 'Float')).toHaveText('₦20,000.00')
  })

  const customer = await test.step('cash that is taken goes through it', async () => {
    const token = tokenIn(await session(superadmin))
    const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
    const one = data.data[0] as { id: number }
    const body = { customer_id: one.id, amount: '500.00' }
    expect((await callApi(server, token, 'credituser', body)).status).toBe('200')
    return one
  })
  expect(customer.id).toBeGreaterThan(0)

  await test.step('names what it should hold only after two counts', async () => {
    await expect(main(page)).not.toContainText('₦20,500.00')
    await page.getByText('Count by notes').click()
    await field(page, '₦1000').fill('20')
    await expect(field(page, 'Counted')).toHaveValue('20000')
    await submitOf(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Close till Side Window?')
    await dialog.getByLabel('Counted, a second time').fill('20,001')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Counted, a second time')).toHaveAccessibleDescription(
      'This is not what was counted first. Count the cash again.',
    )
    await dialog.getByLabel('Counted, a second time').fill('20000')
    await dialog.getByRole('button', { name: 'Close Till' }).click()
    await expectToast(page, 'Expected was ₦20,500.00. ₦500.00 is missing.')
    await expect(fact(page, 'Difference')).toHaveText('−₦500.00')
  })

  await test.step('requests the difference, which another admin sees with its till', async () => {
    await page.getByRole('link', { name: 'Request Difference' }).click()
    await expectTitle(page, 'Request Till Difference')
    await field(page, 'Reason').fill('Too much change given')
    await submitOf(page).click()
    await expectTitle(page, 'Cash Differences')
    await expect(rowOf(page, 'Side Window')).toContainText('₦500.00')
    const { data } = await callApi(server, clerk, 'getcashdifferences', { page: 1, search: 'Side Window' })
    expect(data.data[0]).toMatchObject({ agent: 'Side Window', type: 'missing', amount: '500.00' })
  })

  await test.step('what tills and vault should hold now is one click away, its movements two', async () => {
    await navigate(page, '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('button', { name: 'Tills' }).click()
    await menu.getByRole('link', { name: 'Cash Now' }).click()
    await expectTitle(page, 'Cash Now')
    await expect(rowOf(page, 'Side Window')).toContainText('₦500.00')
    await chooseAction(page, 'Side Window', 'Movements')
    await expectTitle(page, 'Till Movements')
    await expect(main(page)).toContainText('Till handover')
  })
})

test('a till is closed from the list for who is away, counted blind; another admin receives its cash', async ({
  page,
  server,
  session,
}) => {
  const [boss, clerk] = [tokenIn(await session(superadmin)), tokenIn(await session(admin))]
  await callApi(server, boss, 'createtill', { name: 'Yard' })
  const { data: tills } = await callApi(server, boss, 'gettills', {})
  const yard = tills.find(({ name }: { name: string }) => name === 'Yard')
  const opening = { till_id: yard.id, counted: '5000.00' }
  expect((await callApi(server, clerk, 'opentill', opening)).status).toBe('200')

  await test.step('its row offers the closing', async () => {
    await page.goto('/dashboard')
    await navigate(page, '/tills')
    await expect(rowOf(page, 'Yard')).toContainText('₦5,000.00')
    await chooseAction(page, 'Yard', 'Close')
    await expectTitle(page, 'Close Till')
    await expect(main(page)).not.toContainText('₦5,000.00')
  })

  await test.step('two counts that differ close nothing; two equal ones name the difference', async () => {
    await field(page, 'Counted').fill('4,900')
    await submitOf(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Counted, a second time').fill('5,000')
    await dialog.getByRole('button', { name: 'Close Till' }).click()
    await expect(dialog.getByLabel('Counted, a second time')).toHaveAccessibleDescription(
      'This is not what was counted first. Count the cash again.',
    )
    await expect(dialog).not.toContainText('missing')
    await dialog.getByLabel('Counted, a second time').fill('4,900')
    await dialog.getByRole('button', { name: 'Close Till' }).click()
    await expect(fact(page, 'Expected')).toHaveText('₦5,000.00')
    await expect(fact(page, 'Difference')).toHaveText('−₦100.00')
    await expect(main(page)).toContainText('₦100.00 less than expected.')
  })

  await test.step('who closed it does not receive its cash; another admin does, by the same count', async () => {
    const { data } = await callApi(server, boss, 'gettillsessions', { page: 1, till_id: yard.id })
    const till_session_id = data.data[0].id
    const receive = (token: string, counted: string) =>
      callApi(server, token, 'receivetillcash', { till_session_id, counted })
    expect((await receive(boss, '4900.00')).status).toBe('400')
    expect((await receive(clerk, '5000.00')).status).not.toBe('200')
    const other = tokenIn(await session('main@alajo.test'))
    expect((await receive(other, '4900.00')).status).toBe('200')
    await navigate(page, '/tills/sessions')
    await expect(rowOf(page, 'Yard')).toContainText('₦100.00')
  })
})

test('a slip of the bank moves cash from the vault once', async ({ page }) => {
  await page.goto('/dashboard')
  await navigate(page, '/bank/create')
  const record = async () => {
    await field(page, 'Direction').selectOption('deposit')
    await field(page, 'Amount').fill('10,000')
    await field(page, 'Slip Number').fill('GTB-5501')
    await submitOf(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record Slip' }).click()
  }
  await record()
  await expectTitle(page, 'Bank')
  await expect(rowOf(page, 'GTB-5501')).toContainText('₦10,000.00')
  await navigate(page, '/bank/create')
  await record()
  await expectToast(page, 'Slip GTB-5501 is recorded already')
})

test('a setting of the business is changed by two admins', async ({ page, server, session }) => {
  const other = tokenIn(await session(admin))
  await page.goto('/dashboard')
  await navigate(page, '/settings/business')
  await expectTitle(page, 'Business Settings')
  await expect(rowOf(page, 'Tills Required')).toContainText('Off')
  await chooseAction(page, 'Tills Required', 'Set')
  await field(page, 'Value').selectOption('on')
  await field(page, 'Reason').fill('Two people take cash')
  await submitOf(page).click()
  await expectTitle(page, 'Changes of Settings')
  await expect(rowOf(page, 'Tills Required').first()).toContainText('From Off to On.')
  const { data } = await callApi(server, other, 'getsettingchanges', { page: 1, waiting: 'mine' })
  const change = data.data.find((one: { setting: string }) => one.setting === 'Tills Required')
  const decision = { id: change.id, status: 'reject', comment: 'Not yet' }
  expect((await callApi(server, other, 'settingchangedecision', decision)).status).toBe('200')
})
