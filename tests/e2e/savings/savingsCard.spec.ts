import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { expectAccessibleEverywhere, expectNoSidewaysScroll } from '../support/axe'
import { blockServer, expectTitle, navigate, unblockServer } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

test('a card is filled by payments, opens them, is printed, and says on the sheet what an amount fills', async ({
  page,
  context,
  server,
  sample,
  faults,
}) => {
  faults.expect(noNetwork)
  const user_id = Number(sample.user_id)
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const token = await tokenOf(page)
  const ask = (path: string, body: object) => callApi(server, token, path, body)
  const terms = { commission: 'contribution', cycle: 'days', cycle_days: 31, taken: 'first' }
  const name = 'Ajo Iwe'
  await ask('createsavingtype', { name, category: 'daily', interest: '0.00', charge: '0.00', ...terms })
  const types = await ask('getsavingtype', {})
  const type = types.data.find((one: { name: string }) => one.name === name)
  const body = {
    customer_id: user_id,
    saving_type_id: type.id,
    fixed_amount: '500.00',
    deposit_type: 'daily',
    duration: 365,
  }
  const { reference } = (await ask('opensaving', body)).data
  const cards = await ask('savingscards', { customer_ids: [user_id] })
  const { savings_id } = cards.data.find((one: { reference: string }) => one.reference === reference)
  const today = lagosDay(new Date())
  const paid = await ask('recorddeposit', { savings_id, amount: '2200.00', day: today })

  await navigate(page, '/customer/view/details', { user_id })
  const card = page.getByRole('region', { name: `Savings card ${reference}` })
  const boxes = card.getByRole('list', {
    name: `${reference}, 31 boxes: 4 paid, the first is commission, 27 to come`,
  })
  await test.step('its boxes are filled, and the sentence adds up', async () => {
    await expect(boxes.getByRole('listitem')).toHaveCount(31)
    await expect(card).toContainText(
      /₦2,200\.00 paid in this cycle − ₦500\.00 commission \(one contribution, taken/,
    )
    await expect(card).toContainText('₦1,700.00')
    await expect(card.getByRole('button', { name: /^Cycle before/ })).toBeDisabled()
    await expect(card.getByRole('button', { name: /^Next cycle/ })).toBeDisabled()
    await card.getByText('1 payment of the cycle').click()
    await expect(card.getByRole('table')).toContainText('4 days, 1–4')
    await expectNoSidewaysScroll(page)
    await expectAccessibleEverywhere(page, 'the savings card')
  })

  await test.step('without a network it stays', async () => {
    await blockServer(context)
    await page.reload()
    await expect(boxes).toBeVisible()
    await unblockServer(context)
  })

  await test.step('a box opens its payment', async () => {
    await boxes.getByRole('link', { name: /^Box 4, paid/ }).click()
    await expectTitle(page, 'Savings Details')
    await expect(page.getByText(paid.data.reference)).toBeVisible()
  })

  await test.step('it is printed on A6, several on A4', async () => {
    await navigate(page, '/customer/view/details', { user_id })
    await page.getByRole('link', { name: 'Print card' }).click()
    await expectTitle(page, 'Savings Cards')
    const paper = page.getByRole('article', { name: new RegExp(reference) })
    await expect(paper).toContainText('Paid, 4 of 31 days')
    await expect(paper).toContainText('Customer’s signature')
    const count = await page.getByRole('article').count()
    const size = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map((one) => one.textContent).join(),
    )
    expect(size).toContain(count === 1 ? 'size: 105mm 148mm' : 'size: A4')
  })

  await test.step('the sheet says what an amount fills', async () => {
    const { data: shown } = await ask('getcustomerpage', { customer_id: user_id })
    const agent_id: number = shown.profile.assigned_agent_id
    await navigate(page, '/collection/sheet', { agent_id, day: today })
    const amount = page.getByRole('textbox', { name: new RegExp(`^Amount of .*, ${name}$`) }).first()
    const line = page.locator('tr').filter({ has: amount })
    await expect(line).toContainText('4 of 31')
    await amount.fill('1500')
    await expect(line).toContainText('3 days, 7 of 31')
    await expect(line).toContainText('₦200.00 carried')
    await amount.fill('')
    await expect(line).toContainText('4 of 31')
  })
})

test('who is not saving is listed by agent and days', async ({ page }) => {
  await page.goto('/savings/not-saving')
  await expectTitle(page, 'Not Saving')
  const main = page.getByRole('main')
  const days = main.getByRole('combobox', { name: 'Days' })
  await days.selectOption('3')
  await expect(page).toHaveURL(/days=3/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await expect(rows.or(main.getByText('Everybody has saved in these days')).first()).toBeVisible()
  // The longest gap first, as in the list's own sort.
  const gaps = (await page.locator('[role=gridcell][data-field=days]').allInnerTexts()).map(Number)
  expect(gaps).toEqual(gaps.toSorted((one, other) => other - one))
  await main.getByRole('combobox', { name: 'Agent' }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/agent_id=\d+/)
})
