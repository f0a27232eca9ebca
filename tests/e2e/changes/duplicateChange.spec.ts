import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import {
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  leaveButton,
  navigate,
  openWithState,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { isLong } from '../../server/support/rounds'
import { superadmin } from '../support/signIn'
import { dumpStores, storesContaining } from '../support/storage'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })
test.beforeEach(({ faults }) => faults.expect(noNetwork, /favicon\.ico/))

const unconfirmed = sentences.notConfirmed
const blockingDialog = (page: Page) => page.getByRole('dialog', { name: 'This may have been made already' })
const main = (page: Page) => page.getByRole('main')

/** Loses the reply after the server made the change, or the request before it reaches the server. */
const loseReply = (context: BrowserContext, path: string, isMade = true) =>
  context.route(`**/api/admin/${path}`, async (route) => {
    if (isMade) await route.fetch()
    await route.abort()
  })

type Desk = { page: Page; server: Server; token: string }
type Change = {
  /** The path of the call. */
  path: string
  /** Finds the subject: the route with its state, and the subject's name in the banner and the dialog. */
  subject: (desk: Desk) => Promise<{ state: unknown; says: RegExp }>
  route: string
  /** Fills in the form and presses its first button. */
  press: (page: Page) => Promise<void>
  /** Whether the form asks for confirmation. */
  confirms: boolean
  /** A screen that no longer offers the change once it is made: here the request is lost, not the reply. */
  onlyOnce?: true
}

const customerOf = async ({ server, token }: Desk) => {
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  return data.data.find((one: { status: string }) => one.status === '1')
}

const changes: Record<string, Change> = {
  credit: {
    path: 'credituser',
    route: '/credit/user',
    subject: async (desk) => {
      const { user_id, name } = await customerOf(desk)
      return { state: { user_id }, says: new RegExp(`Credit of ₦777\\.00 to ${name}, \\d\\d:\\d\\d`) }
    },
    press: async (page) => {
      await page.getByLabel('Amount').fill('777')
      await main(page).getByRole('button', { name: 'Credit ₦777.00' }).click()
    },
    confirms: true,
  },
  withdrawal: {
    path: 'createwithdrawalrequest',
    route: '/withdrawal/create',
    subject: async (desk) => {
      const { user_id, name } = await customerOf(desk)
      await callApi(desk.server, desk.token, 'credituser', { amount: '5000.00', customer_id: user_id })
      return { state: { user_id }, says: new RegExp(`Withdrawal of ₦321\\.00 for ${name}, \\d\\d:\\d\\d`) }
    },
    press: async (page) => {
      await page.getByLabel('Amount').fill('321')
      await page.getByLabel('Description').fill('School fees')
      await main(page).getByRole('button', { name: 'Request withdrawal of ₦321.00' }).click()
    },
    confirms: true,
  },
  transfer: {
    path: 'savingwallettomainwallets',
    route: '/credit/user',
    subject: async ({ server, token }) => {
      const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
      for (const { user_id, name } of data.data) {
        const { savings_wallets } = (
          await callApi(server, token, 'getcustomersbalance', { customer_id: user_id })
        ).data
        const isRich = ({ balance, fixed_amount }: Record<string, string>) =>
          Number(balance) >= 3 * Number(fixed_amount)
        if (savings_wallets.some(isRich))
          return {
            state: { user_id },
            says: new RegExp(`Transfer of ₦[\\d,.]+ out of savings of ${name}, \\d\\d:\\d\\d`),
          }
      }
      throw new Error('Nobody has savings.')
    },
    press: async (page) => {
      const acts = page.getByRole('button', { name: 'TRANSFER FROM CUSTOMER SAVINGS TO MAIN WALLET' })
      await acts.click()
      await main(page)
        .locator('button:enabled', { hasText: /^Transfer ₦/ })
        .first()
        .click()
    },
    confirms: true,
  },
  'loan approval': {
    path: 'firstloanapproval',
    route: '/loan/first/approval',
    subject: async ({ server, token }) => {
      const { data } = await callApi(server, token, 'getpendingloan', {})
      // Of those that no admin of a test has entered.
      const { id, reference, customer } = data.data.filter(
        (one: { application_status: string; admin_id: number | null }) =>
          one.application_status === 'pending' && one.admin_id === null,
      )[1]
      return { state: { loan_id: id }, says: new RegExp(`₦[\\d,.]+, loan ${reference} for ${customer}`) }
    },
    press: async (page) => {
      await chooseStatus(page, 'Accept')
      await main(page)
        .getByRole('button', { name: /^Accept ₦/ })
        .click()
    },
    confirms: false,
    onlyOnce: true,
  },
  request: {
    path: 'createrequest',
    route: '/request/create',
    subject: async () => ({
      state: null,
      says: /Request for ₦99\.00, main business wallet \(MBW\), (\d+ \w{3}, )?\d\d:\d\d/,
    }),
    press: async (page) => {
      await page.getByLabel('Amount').fill('99')
      await page.getByLabel('Type').selectOption('credit')
      await page.getByLabel('Description').fill('Float')
      await page.getByLabel('Wallet', { exact: true }).selectOption('MBW')
      await main(page).getByRole('button', { name: 'Create Request' }).click()
    },
    confirms: false,
  },
}

async function confirm(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: /₦/ }).click()
}

/** Goes to a screen without a form; a form with entries asks before. */
async function leaveForm(page: Page) {
  await navigate(page, '/settings')
  const settings = page.getByRole('heading', { level: 1, name: 'Device Settings' })
  await expect(settings.or(leaveButton(page))).toBeVisible()
  if (await leaveButton(page).isVisible()) await leaveButton(page).click()
  await expect(settings).toBeVisible()
}

async function expectBlocked(
  desk: Desk,
  context: BrowserContext,
  { path, route, subject, press, confirms, onlyOnce }: Change,
) {
  const { page } = desk
  const { state, says } = await subject(desk)
  const { sent, stop } = watchCalls(context)
  const posted = () => sent.filter((one) => one.path === path)
  await loseReply(context, path, !onlyOnce)
  await navigate(page, route, state)
  await press(page)
  if (confirms) await confirm(page)
  const note = page.getByRole('alert').filter({ hasText: unconfirmed })
  await expectToast(page, unconfirmed)
  await context.unroute(`**/api/admin/${path}`)
  await expect(note.first()).toContainText(says)

  // Leaves the screen, returns, and enters the same values.
  await leaveForm(page)
  await navigate(page, route, state)
  await press(page)
  await expect(blockingDialog(page)).toContainText(says)
  expect(posted()).toHaveLength(1)
  await blockingDialog(page).getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('dialog')).toContainText(onlyOnce ? 'this was not done' : 'this was done, once')
  const keys = posted().map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(note).toHaveCount(0)
  stop()

  // The next change starts without entries.
  await leaveForm(page)
}

async function expectBlockedInTabs(desk: Desk, context: BrowserContext) {
  const { page, server, token } = desk
  const { user_id } = await customerOf(desk)
  const balance = async () =>
    Number(
      (await callApi(server, token, 'getcustomersbalance', { customer_id: user_id })).data.main_wallet
        .balance,
    )
  const before = await balance()
  const { press } = changes.credit as Change
  await loseReply(context, 'credituser')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expectTitle(other, 'Dashboard')
  await navigate(page, '/credit/user', { user_id })
  await press(page)
  await confirm(page)
  await expectToast(page, unconfirmed)
  await context.unroute('**/api/admin/credituser')

  // Another open tab shows the unconfirmed change and blocks a repeat too.
  await expect(other.getByRole('alert').filter({ hasText: unconfirmed })).toContainText('Credit of ₦777.00')
  await navigate(other, '/credit/user', { user_id })
  await expectTitle(other, 'Credit Customer')
  await press(other)
  await expect(blockingDialog(other)).toBeVisible()
  await blockingDialog(other).getByRole('button', { name: 'Cancel' }).click()
  const places = storesContaining(await dumpStores(other), ['777', 'creditUser'])
  expect(places.filter((place) => place.includes('intents'))).toEqual([])

  // A tab opened later starts with empty memory.
  await other.close()
  await page.close()
  const fresh = await context.newPage()
  await openWithState(fresh, '/credit/user', { user_id })
  await press(fresh)
  await blockingDialog(fresh).getByRole('button', { name: 'Continue anyway' }).click()
  const decision = fresh.getByRole('dialog', { name: 'Make it a second time?' })
  await decision.getByRole('button', { name: 'Make another one' }).click()
  const question = fresh.getByRole('dialog', { name: /^Credit .+\?$/ })
  const text = (naira: number) => `₦${naira.toLocaleString('en', { minimumFractionDigits: 2 })}`
  await expect(question.locator('dd').last()).toHaveText(text(before + 2 * 777))
  await question.getByRole('button', { name: 'Credit ₦777.00' }).click()
  await expect(fresh.getByRole('status').filter({ hasText: /^Reference CC-/ })).toBeVisible()
  expect(await balance()).toBe(before + 2 * 777)
  await expect(fact(fresh, 'Balance').first()).toHaveText(text(before + 2 * 777))
  // The first change is still unconfirmed.
  await fresh.getByRole('button', { name: 'Check' }).click()
  await expect(fresh.getByRole('alert').filter({ hasText: 'this was done, once' })).toBeVisible()
}

test('blocks a repeat after a lost reply, and Check reports the outcome', async ({
  page,
  context,
  server,
  session,
}) => {
  const desk = { page, server, token: tokenIn(await session(superadmin)) }
  // A screen without a field 'Amount', which the dashboard has: it would be filled in before the form opens.
  await page.goto('/settings')
  // A long run tries all; registration.spec.ts has one more.
  for (const [name, change] of Object.entries(changes).filter(([one]) => isLong || one === 'loan approval'))
    await test.step(name, () => expectBlocked(desk, context, change))
  // Last: it closes the page.
  await test.step('also after a reload and in other tabs; continuing needs a decision, with the current balance', () =>
    expectBlockedInTabs(desk, context))
})
