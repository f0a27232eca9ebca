import { callApi, tokenOf } from '../support/api'
import { expectAccessibleEverywhere } from '../support/axe'
import { expectFit } from '../support/overflow'
import { chooseAction, chooseStatus, expectTitle, expectToast, fact, rowOf } from '../support/portal'
import { admin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

const wide = { width: 1280, height: 800 }
const decimals = { minimumFractionDigits: 2 }
test.use({ as: superadmin, viewport: wide })

test('savings of ended cycles are ticked, requested as one payout, and approved by another admin', async ({
  page,
  browser,
  server,
  session,
}) => {
  await page.goto('/savings/payout/list')
  await expectTitle(page, 'Payouts')
  const token = await tokenOf(page)
  const { data: choices } = await callApi(server, token, 'getpayoutchoices', {})
  const type = choices.saving_types.find(({ name }: { name: string }) => name === 'Daily Thrift')
  const { data: wallets } = await callApi(server, token, 'getendedcycles', { saving_type_id: type.id })
  const [first, second] = wallets
  await page.getByRole('link', { name: 'Pay Out Savings' }).click()
  await expectTitle(page, 'Pay Out Savings')
  await expect(page.getByText('Choose an agent, a market or a savings type.')).toBeVisible()
  await page.getByLabel('Savings Type').selectOption(type.name)
  const table = page.getByRole('table', { name: 'Ended cycles' })
  await expect(table.getByRole('checkbox')).toHaveCount(wallets.length)
  const saved = wallets.filter((one: { saved: string }) => Number(one.saved) > 0)
  const all = page.getByRole('checkbox', { name: /^All \d+ wallets? with deposits$/ })
  await test.step('"All" ticks those with deposits in the ended cycle', async () => {
    await all.check()
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(saved.length)
    await all.uncheck()
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
  await test.step('on a phone each wallet is a card with what is payable', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const card = table.getByRole('row').filter({ hasText: first.reference })
    await expect(card).toContainText(`₦${Number(first.payable).toLocaleString('en-NG', decimals)}`)
    await card.getByRole('checkbox').check()
    await expect(page.getByRole('button', { name: /^Request payout of 1 wallet, ₦/ })).toBeVisible()
    await all.check()
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(
      new Set([...saved, first].map(({ savings_id }) => savings_id)).size,
    )
    await expectFit(page, 390)
    await page.setViewportSize(wide)
    await expect(table.getByRole('columnheader', { name: 'Payable' })).toBeVisible()
    await all.uncheck()
  })
  const ask = page.getByRole('main').getByRole('button', { name: /^Request payout/ })
  await expect(ask).toHaveAccessibleDescription('Tick at least one wallet.')
  await table.getByRole('checkbox', { name: new RegExp(first.reference) }).check()
  await table.getByRole('checkbox', { name: new RegExp(second.reference) }).check()
  await page.getByLabel('Paid').selectOption('To the main wallets')
  await expectAccessibleEverywhere(page, 'the wallets of a payout')
  await page.setViewportSize(wide)
  const kobo = Math.round((Number(first.payable) + Number(second.payable)) * 100)
  const total = `₦${(kobo / 100).toLocaleString('en-NG', decimals)}`
  await expect(ask).toHaveText(`Request payout of 2 wallets, ${total}`)
  await ask.click()
  await expect(page.getByRole('dialog')).toContainText('Then all wallets are paid out, or none.')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Request payout/ })
    .click()
  await expectToast(page, /Payout PB-\S+ of 2 wallets, .* was requested\. It awaits its approval\./)
  await expectTitle(page, 'Payouts')
  const { data: list } = await callApi(server, token, 'getpayouts', { page: 1 })
  const { reference } = list.data[0]
  await chooseAction(page, reference, 'Approval')
  await expectTitle(page, 'Payout Approval')
  await expect(page.getByRole('button', { name: 'Not allowed' })).toHaveAccessibleDescription(
    `You requested payout ${reference} yourself. Another admin must decide on it.`,
  )

  const other = await browser.newContext({
    baseURL: server.url,
    storageState: await session(admin),
    viewport: wide,
  })
  const manager = await other.newPage()
  await manager.goto('/savings/payout/list')
  await chooseAction(manager, reference, 'Approval')
  await expect(fact(manager, 'Total')).toHaveText(total)
  await chooseStatus(manager, 'Accept')
  const approve = `Accept payout of ${total}`
  await manager.getByRole('main').getByRole('button', { name: approve }).click()
  await manager.getByRole('dialog').getByRole('button', { name: approve }).click()
  await expectToast(manager, `Payout ${reference} approved: 2 wallets, ${total} moved to the main wallets.`)
  await expectTitle(manager, 'Payouts')
  await expect(rowOf(manager, reference)).toContainText('approved')
  await chooseAction(manager, reference, 'Details')
  const items = manager.getByRole('table', { name: 'Wallets' })
  await expect(items.getByText(/^ST-/)).toHaveCount(2)
  await expectAccessibleEverywhere(manager, 'a payout that is decided')
  await manager.setViewportSize(wide)
  await manager.emulateMedia({ media: 'print' })
  await expect(items.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
  await other.close()
})
