import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { callApi, tokenIn, tokenOf } from '../support/api'
import { expectAccessible } from '../support/axe'
import { expectTitle, expectToast, navigate, rowOf } from '../support/portal'
import type { Server } from '../support/server'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const card = (page: Page) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: 'Messages' }) })

/** The messages that the server wrote as files. */
async function filesOf(server: Server): Promise<string[]> {
  const outbox = path.join(server.data, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  return Promise.all(
    names.filter((name) => name.includes('-sms-')).map((name) => readFile(path.join(outbox, name), 'utf8')),
  )
}

test('a customer hears of a deposit, and of none when messages are switched off', async ({
  page,
  server,
  sample,
  session,
}) => {
  await page.goto('/customer/list')
  const token = await tokenOf(page)
  const customer = { user_id: sample.user_id }
  const found = await callApi(server, token, 'getcustomers', { customer_id: sample.user_id })
  const [{ first_name, last_name, phone_number }] = found.data.data
  const terms = { saving_type_id: 1, fixed_amount: '500.00', deposit_type: 'daily', duration: 30 }
  const opened = await callApi(server, token, 'opensaving', { customer_id: sample.user_id, ...terms })
  const portfolio = await callApi(server, token, 'getsavingportfolio', {
    page: 1,
    search: opened.data.reference,
  })
  const savings_id = portfolio.data.getActive.data[0].id
  const deposit = async () => {
    await navigate(page, '/savings/deposit', { savings_id })
    await expectTitle(page, 'Deposit')
    await page.getByLabel('Amount', { exact: true }).fill('1234.50')
    await page.getByRole('main').getByRole('button', { name: 'Deposit ₦1,234.50' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deposit ₦1,234.50' }).click()
    const receipt = page.getByRole('status').filter({ hasText: /^Reference SD-/ })
    await expect(receipt).toBeVisible()
    return /SD-\d+-\d+/.exec(await receipt.innerText())?.[0] ?? ''
  }
  const details = async () => {
    await navigate(page, '/customer/view/details', customer)
    await expectTitle(page, 'Customer Details')
  }
  const lastMessage = async () => {
    const summary = await callApi(server, token, 'getcustomermessages', { customer_id: sample.user_id })
    return summary.data.last[0]
  }
  let text = ''

  await test.step('the deposit has a message, which is sent: a file in the outbox', async () => {
    const reference = await deposit()
    text = `Deposit of NGN 1,234.50 received at the office. Savings balance: NGN 1,234.50. Receipt ${reference}.`
    await details()
    await expect(card(page)).toContainText('On: the customer hears of each movement by SMS.')
    await expect(card(page)).toContainText(text)
    await expect.poll(() => filesOf(server)).toContain(`To: ${phone_number}\n\n${text}\n`)
    // The file is written before the message is recorded as sent.
    await expect.poll(lastMessage).toMatchObject({ text, state: 'sent', attempts: 1 })
    await page.reload()
    await expect(card(page)).toContainText('sent')
    await expect(card(page)).toContainText('1 attempt')
    await expectAccessible(page, 'Customer Details with messages')
  })

  await test.step('all messages are a list with state and attempts', async () => {
    await card(page).getByRole('link', { name: 'All Messages' }).click()
    await expectTitle(page, 'Customer Messages')
    await expect(page.getByRole('main')).toContainText(`${first_name} ${last_name}`.trim())
    await expect(rowOf(page, text)).toContainText('sent')
    await expectAccessible(page, 'Customer Messages')
  })

  await test.step('switched off for the customer, the next message is off and not sent', async () => {
    await details()
    await card(page).getByRole('link', { name: 'Switch Off' }).click()
    await expectTitle(page, 'Switch Off Messages')
    await page.getByLabel('Reason').fill('Shares the phone')
    await page.getByRole('main').getByRole('button', { name: 'Request Messages Off' }).click()
    await expectToast(page, /awaits its approval; until then they are sent\./)
    await expectTitle(page, 'Messages Off')
    const asked = await callApi(server, token, 'getmessagesoff', { page: 1 })
    const decision = { id: asked.data.data[0].id, status: 'accept' }
    await callApi(server, tokenIn(await session(mainAdmin)), 'messagesoffdecision', decision)
    const reference = await deposit()
    await details()
    await expect(card(page)).toContainText('Off: this customer hears of no movement.')
    await expect(card(page).locator('dd', { hasText: reference })).toContainText('off')
    await card(page).getByRole('link', { name: 'Switch On' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Switch On Messages' }).click()
    await expectToast(page, /are on now\./)
    await expectTitle(page, 'Customers')
    // The next message is sent, and the one in between was not.
    const next = await deposit()
    await expect.poll(async () => (await filesOf(server)).join('')).toContain(next)
    expect((await filesOf(server)).join('')).not.toContain(reference)
  })
})
