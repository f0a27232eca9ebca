import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { addKobo, formatNaira, koboOf, subtractKobo } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { callApi, tokenIn, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  openFacts,
  openWithState,
  refreshRights,
  rowMenu,
  rowOf,
  title,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, longStep, test, type Faults, type Session } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

type Loan = {
  id: number
  user_id: number
  reference: string
  customer: string
  amount: string
  interest_rate: number
  application_status: string
  admin_id: number | null
}
const panel = (page: Page) => page.getByRole('complementary', { name: 'Your decision' })
const comment = (page: Page) => page.getByLabel('Comment', { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

/**
 * Undecided loans of a state, newest first, without those that another test has entered by an admin who decides here. The oldest are
 * reserved for tests that only read.
 */
async function loansIn(server: Server, token: string, state: string): Promise<Loan[]> {
  const { data } = await callApi(server, token, 'getpendingloan', {})
  return data.data
    .filter((one: Loan) => one.application_status === state && one.admin_id === null)
    .slice(0, -1)
}

async function readAmount(locator: Locator): Promise<Kobo> {
  await expect(locator).toHaveText(/₦[\d,]+\.\d\d/)
  const amount = koboOf(await locator.innerText())
  if (amount === undefined) throw new Error('no amount')
  return amount
}

/** Of an open dashboard. */
async function businessWallet(page: Page): Promise<Kobo> {
  await expectTitle(page, 'Dashboard')
  const show = page.getByRole('button', { name: 'Show Balances' })
  // The button may be re-rendered while the permissions load.
  await expect(async () => {
    if (await show.isVisible()) await show.click()
    await expect(fact(page, 'Main')).toHaveText(/\d/, { timeout: 1000 })
  }).toPass()
  return readAmount(fact(page, 'Main'))
}

async function openPending(page: Page, { reference }: Loan, action: string, state = '') {
  // The first load of a tab; then as by a link.
  if (page.url() === 'about:blank') await page.goto('/loan/pending')
  else await navigate(page, '/loan/pending')
  await expectTitle(page, 'Pending Loan')
  await page.getByLabel('Filter this page').fill(reference)
  // Saved rows are shown first, with the actions of the saved state.
  await expect(rowOf(page, reference)).toContainText(state)
  await chooseAction(page, reference, action)
}

/** The superadmin's page, and another admin's in a browser of its own. */
async function disburse(page: Page, browser: Browser, server: Server, session: Session, faults: Faults) {
  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    storageState: await session(admin),
  })
  faults.watch(context)
  const other = await context.newPage()
  const { sent } = watchCalls(context)
  await page.goto('/dashboard')
  const before = await businessWallet(page)
  const token = await tokenOf(page)
  const [loan] = await loansIn(server, token, 'pending')
  if (!loan) throw new Error('no loan waits for its first approval')
  const amount = koboOf(loan.amount) as Kobo
  const naira = formatNaira(amount)
  const balances = await callApi(server, token, 'getcustomersbalance', { customer_id: loan.user_id })
  const walletBefore = koboOf(balances.data.main_wallet.balance) as Kobo

  await test.step('first approval: a rejection needs a comment, an approval does not', async () => {
    await openPending(other, loan, 'First Approval')
    await expectTitle(other, 'First Approval')
    await expect(fact(other, 'Reference')).toHaveText(loan.reference)
    await expect(press(other, 'Accept or reject first')).toBeDisabled()
    await chooseStatus(other, 'Reject')
    await press(other, `Reject ${naira} loan`).click()
    await expect(comment(other)).toBeFocused()
    await expect(comment(other)).toHaveAccessibleDescription('Fill status field')
    await chooseStatus(other, 'Accept')
    await expect(other.getByText('Fill status field')).toHaveCount(0)
    await comment(other).fill('Stall visited')
    await expect(panel(other)).toContainText('After the second approval')
    await expect(panel(other)).toContainText(
      'The loan then waits for its second approval. No money moves yet.',
    )
    expect(sent.filter(({ path }) => path === 'firstloanapproval')).toEqual([])
    await press(other, `Accept ${naira} loan`).click()
    await expectToast(other, `Loan ${loan.reference} of ${naira} has its first approval.`)
    await expectTitle(other, 'Pending Loan')
    await other.getByLabel('Filter this page').fill(loan.reference)
    await expect(rowOf(other, loan.reference)).toContainText('in-progress')
    expect(sent.filter(({ path }) => path === 'firstloanapproval').map(({ body }) => body)).toEqual([
      {
        id: loan.id,
        status: 'accepted',
        comment: 'Stall visited',
        interest_rate: loan.interest_rate,
      },
    ])
  })

  await test.step('second approval: shows the first approver, and the balances before and after', async () => {
    await openPending(page, loan, 'Second Approval')
    await expectTitle(page, 'Second Approval')
    await expect(fact(page, 'First Approval')).toContainText(/^Musa Abdulkadir, .+“Stall visited”$/)
    const after = formatNaira(subtractKobo(before, amount))
    const balances = [
      formatNaira(before),
      after,
      formatNaira(walletBefore),
      formatNaira(addKobo(walletBefore, amount)),
    ]
    for (const text of ['Before and after', ...balances]) await expect(panel(page)).toContainText(text)
    await chooseStatus(page, 'Accept')
    await press(page, `Accept ${naira} loan`).click()
    await expectToast(page, 'approved and paid into the customer')
    await expectTitle(page, 'Approved Loan')
    await page.getByLabel('Filter this page').fill(loan.reference)
    const facts = await openFacts(page, loan.reference)
    for (const text of ['approved', 'Active', naira]) await expect(facts).toContainText(text)
  })

  await test.step('the money moved once, and the activity log has both decisions', async () => {
    await navigate(page, '/customer/view/details', { user_id: loan.user_id })
    await expectTitle(page, 'Customer Details')
    await expect(card(page, 'Main Wallet')).toContainText(formatNaira(addKobo(walletBefore, amount)))
    await navigate(page, '/dashboard')
    // Saved balances are shown until the current ones arrive.
    await expect.poll(() => businessWallet(page)).toBe(subtractKobo(before, amount))
    await navigate(page, '/admin/activity/log')
    await expectTitle(page, 'Admin Activity log')
    for (const [step, actor] of [
      ['first', 'Musa Abdulkadir'],
      ['second', 'Ngozi Afolabi'],
    ] as const)
      await expect(rowOf(page, `Gave the ${step} decision on loan ${loan.id}`).first()).toContainText(actor)
  })
  await context.close()
}

test.describe('for an admin with both approval permissions', () => {
  test.use({ as: mainAdmin })

  test('refuses a second approval by the first approver; another admin rejects the loan with a comment', async ({
    page,
    nextPage: other,
    server,
    session,
  }) => {
    const token = tokenIn(await session(mainAdmin))
    const [, loan] = await loansIn(server, token, 'pending')
    if (!loan) throw new Error('no loan waits for its first approval')
    await callApi(server, token, 'firstloanapproval', { id: loan.id, status: 'accepted' })
    await openWithState(page, '/loan/second/approval', { loan_id: loan.id })
    await expectTitle(page, 'Second Approval')
    const decide = press(page, 'Not allowed')
    await expect(decide).toBeDisabled()
    await expect(decide).toHaveAccessibleDescription(sentences.otherApprover)

    await openWithState(other, '/loan/second/approval', { loan_id: loan.id })
    await chooseStatus(other, 'Reject')
    await comment(other).fill('Stall not found')
    const reject = () => other.getByRole('button', { name: /^Reject ₦/ }).click()
    // Refused, the form keeps its entries while its loan is read again.
    const readAgain = other.waitForResponse(/getpendingloan/)
    await other.route('**/secondloanapproval', (route) =>
      route.fulfill({ json: { status: '400', message: 'The books are being closed.' } }),
    )
    await reject()
    await expectToast(other, 'The books are being closed.')
    await readAgain
    await expect(comment(other)).toHaveValue('Stall not found')
    await expect(other.getByRole('radio', { name: 'Reject' })).toBeChecked()
    await other.unroute('**/secondloanapproval')
    await reject()
    await expectToast(other, new RegExp(`Loan ${loan.reference}.* rejected\\.`))
    await expectTitle(other, 'Pending Loan')
    await navigate(other, '/loan/rejected')
    await expectTitle(other, 'Rejected Loan')
    const facts = await openFacts(other, loan.reference)
    for (const text of ['rejected', 'Stall not found', 'Ngozi Afolabi'])
      await expect(facts).toContainText(text)
  })
})

async function changeInterest(page: Page, context: BrowserContext, server: Server, token: string) {
  const [loan] = (await loansIn(server, token, 'pending')).slice(2)
  if (!loan) throw new Error('no loan waits for its first approval')
  await openPending(page, loan, 'Update Interest')
  await expectTitle(page, 'Update Interest Rate')
  await expect(fact(page, 'Reference')).toHaveText(loan.reference)
  const rate = page.getByLabel('Interest Rate', { exact: true })
  const update = press(page, 'Update Interest Rate')
  for (const [typed, words] of [
    ['ten', 'A rate is a percentage with at most two decimals, such as 12.5.'],
    ['100.01', sentences.rateLimit],
  ] as const) {
    await rate.fill(typed)
    await update.click()
    await expect(rate).toHaveAccessibleDescription(words)
  }
  await rate.fill('10')
  await expect(fact(page, 'Interest after')).toContainText('10%, ')
  await update.click()
  await expectToast(page, new RegExp(`Loan ${loan.reference}.*interest 10% instead of`))
  await expectTitle(page, 'Pending Loan')
  await page.getByLabel('Filter this page').fill(loan.reference)
  const facts = await openFacts(page, loan.reference)
  for (const text of ['10%', 'Active', 'pending']) await expect(facts).toContainText(text)
  expect(await rowMenu(page, loan.reference)).not.toContain('Second Approval')
  await page.getByLabel('Filter this page').fill('in-progress')
  await expect.poll(() => rowMenu(page, 'in-progress')).toContain('Second Approval')
  expect(await rowMenu(page)).not.toContain('First Approval')

  await grantOnly(context, ['can-view-pending-loan', 'can-do-first-approval'])
  await page.getByLabel('Filter this page').fill('')
  await refreshRights(page)
  await expect.poll(() => rowMenu(page, loan.reference)).toEqual(['First Approval'])
}

async function withdrawApproval(page: Page, server: Server, token: string) {
  const [loan] = await loansIn(server, token, 'in-progress')
  if (!loan) throw new Error('no loan waits for its second approval')
  const naira = formatNaira(koboOf(loan.amount) as Kobo)
  await openPending(page, loan, 'Second Approval')
  await chooseStatus(page, 'Accept')
  await callApi(server, token, 'updateinterestloan', { id: loan.id, new_rate: 4.5 })
  await press(page, `Accept ${naira} loan`).click()
  await expectToast(page, 'still waits for its first approval. Nothing was done.')
  await expect(alert(page)).toHaveCount(0)
  await page.reload()
  await expectTitle(page, 'Second Approval')
  const history = card(page, 'History of this application')
  await expect(history).toContainText(`Interest changed from ${loan.interest_rate}% to 4.5%by Ngozi Afolabi`)
  await expect(history).toContainText(`First approval at ${loan.interest_rate}%, withdrawn`)
  const { data } = await callApi(server, token, 'getpendingloan', { id: loan.id })
  const guarantors: { name: string; phone: string; address: string }[] = data.data[0].guarantors
  const texts = guarantors.flatMap(({ name, phone, address }) => [name, phone, address])
  for (const text of texts.length > 0 ? texts : ['No loan guarantor found'])
    await expect(card(page, 'Guarantors')).toContainText(text)
  await expect(card(page, 'Guarantors').getByRole('button', { name: 'ID Card' })).toHaveCount(
    guarantors.length,
  )

  await openPending(page, loan, 'First Approval', 'pending')
  await chooseStatus(page, 'Accept')
  await press(page, `Accept ${naira} loan`).click()
  await expectToast(page, new RegExp(`Loan ${loan.reference}.*has its first approval`))
  await openPending(page, loan, 'Update Interest', 'in-progress')
  await expect(page.getByText('A new rate withdraws the first approval by Ngozi Afolabi.')).toBeVisible()
}

test('disburses loans, and changes the interest of undecided ones', async ({
  page,
  browser,
  context,
  server,
  session,
  faults,
}) => {
  const token = tokenIn(await session(superadmin))
  await test.step('disburses a loan after approvals by two admins on two devices', () =>
    disburse(page, browser, server, session, faults))
  await test.step('a new rate withdraws the first approval: refuses an open second decision, and the history shows why', () =>
    withdrawApproval(page, server, token))
  await test.step('shows that another admin has decided the loan meanwhile', async () => {
    const { data } = await callApi(server, token, 'rejectedloan', { page: 1 })
    await navigate(page, '/loan/first/approval', { loan_id: data.data[0].id })
    await expect(title(page)).toHaveText('First Approval')
    await expect(alert(page)).toContainText(/was already rejected by .+ on /)
  })
  await longStep('changes the interest; the actions depend on the state and the permissions', () =>
    changeInterest(page, context, server, token),
  )
})
