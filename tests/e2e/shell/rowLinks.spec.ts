import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { grantOnly } from '../support/permissions'
import { chooseAction, expectTitle, fact, navigate, rowOf } from '../support/portal'
import type { Sample } from '../support/routeTable'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { clearSavedData } from '../support/storage'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

type Row = Record<string, string | number | null>
const first = (rows: Row[], has: string) => rows.find((row) => row[has] !== null) as Row

/** Opens a link of a row, checks the subject of the screen, and goes back. */
async function followLink(page: Page, row: string, action: string, heading: string, words: unknown) {
  await chooseAction(page, row, action)
  await expectTitle(page, heading)
  await expect(page.getByRole('main')).toContainText(String(words))
  await page.goBack()
}

/** Opens a list, filtered by its address. */
async function openList(page: Page, path: string, heading: string) {
  await navigate(page, path)
  await expectTitle(page, heading)
}

test('open the records of transactions, histories, agent activity and portfolios', async ({
  page,
  server,
  session,
  sample,
}) => {
  const token = tokenIn(await session(superadmin))
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const deposit = await followTransactions(page, server, token)
  await followActivityAndPortfolios(page, server, token)
  await followSavingHistory(page, server, token)
  await followLoanHistory(page, server, token, sample)
  await followRepayment(page, server, token)
  await followDisbursement(page, server, token)
  await test.step('on a card', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openFlows(page, 'payable', deposit)
    await followLink(page, `${deposit.reference}`, 'Customer', 'Customer Details', deposit.user_name)
  })
})

test('omits links without permission, and the column without any link', async ({ page, context }) => {
  await grantOnly(context, ['can-view-withdrawal', 'can-view-agent-details'])
  await page.goto('/transaction/flow/history?transaction_type=payable&search=SD-')
  // A deposit at the counter has no agent.
  const links = rowOf(page, 'SD-').locator('.row-action:not(.more)')
  await expect(links.first()).toBeAttached()
  expect(new Set(await links.allTextContents())).toEqual(new Set(['Agent']))
  await grantOnly(context, ['can-view-withdrawal'])
  await clearSavedData(page)
  await page.reload()
  await expect(rowOf(page, 'SD-').first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
})

const rowsOf = async (server: Server, token: string, path: string, search = ''): Promise<Row[]> =>
  (await callApi(server, token, path, { page: 1, ...(search && { search }) })).data.data
const nameOf = (row: Row) => `${row.customer_firstname} ${row.customer_lastname}`

const openFlows = (page: Page, type: string, { reference }: Row) =>
  openList(
    page,
    `/transaction/flow/history?transaction_type=${type}&search=${reference}`,
    'Transaction Flow History',
  )

/** Follows the links of a deposit, which it returns, and of a repayment. */
async function followTransactions(page: Page, server: Server, token: string): Promise<Row> {
  const listed = async (transaction_type: string, search: string): Promise<Row[]> =>
    (await callApi(server, token, 'transactionflowhistory', { page: 1, transaction_type, search })).data
      .history
  const deposit = first(await listed('payable', 'SD-'), 'agent_id')
  const repayment = first(await listed('receivable', 'LR-'), 'loan_id')
  const { reference } = deposit
  await openFlows(page, 'payable', deposit)
  await followLink(page, `${reference}`, 'Customer', 'Customer Details', deposit.user_name)
  await followLink(page, `${reference}`, 'Agent', 'Agent Details', deposit.agent_name)
  await followLink(page, `${reference}`, 'Saving', 'Customer Saving History', deposit.account_reference)
  await openFlows(page, 'receivable', repayment)
  const repaymentReference = `${repayment.reference}`
  await followLink(page, repaymentReference, 'Loan', 'Customer Loan History', repayment.account_reference)
  return deposit
}

async function followSavingHistory(page: Page, server: Server, token: string) {
  // On the first of a month the newest rows are charges and interest, which no agent collects.
  const saved = first(await rowsOf(server, token, 'savinghistory', 'SD-'), 'agent_id')
  await openList(page, `/savings/history?search=${saved.reference}`, 'Savings History')
  await followLink(page, `${saved.reference}`, 'Customer', 'Customer Details', nameOf(saved))
  await followLink(page, `${saved.reference}`, 'Agent', 'Agent Details', saved.agent_name)
  await chooseAction(page, `${saved.reference}`, 'History')
  await expectTitle(page, 'Customer Saving History')
  await chooseAction(page, `${saved.reference}`, 'Details')
  await expectTitle(page, 'Savings Details')
}

async function followLoanHistory(page: Page, server: Server, token: string, sample: Sample) {
  const moved = first(await rowsOf(server, token, 'loanhistory'), 'user_id')
  await openList(page, `/loan/history?search=${moved.reference}`, 'Loan History')
  await followLink(page, `${moved.reference}`, 'Customer', 'Customer Details', nameOf(moved))
  const { loan_id, loan_reference } = moved
  await navigate(page, '/loan/customer/history', { ...sample, loan_id, loan_reference })
  await expectTitle(page, 'Customer Loan History')
  await chooseAction(page, `${moved.reference}`, 'Details')
  await expectTitle(page, 'Loan History Details')
  await expect(fact(page, 'Reference')).toHaveText(`${moved.loan_reference}`)
}

async function followRepayment(page: Page, server: Server, token: string) {
  const repaid = first(await rowsOf(server, token, 'loanhistoryrepayment'), 'agent_id')
  const reference = `${repaid.reference}`
  await openList(page, `/loan/history/repayment?search=${reference}`, 'Loan Repayment History')
  // A loan has a row for each repayment.
  const link = page.getByRole('link', { name: `Loan ${reference}`, exact: true }).first()
  const menu = page.getByRole('button', { name: `More actions for ${reference}` }).first()
  await expect(link.or(menu).first()).toBeVisible()
  if (await link.isVisible()) await link.click()
  else {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Loan', exact: true }).click()
  }
  await expectTitle(page, 'Customer Loan History')
  await expect(page.getByRole('main')).toContainText(nameOf(repaid))
}

async function followDisbursement(page: Page, server: Server, token: string) {
  const disbursed = first(await rowsOf(server, token, 'loandisbursementhistory'), 'agent_id')
  const { reference } = disbursed
  await openList(page, `/loan/disbursement/history?search=${reference}`, 'Loan Disbursement')
  await followLink(page, `${reference}`, 'Customer', 'Customer Details', nameOf(disbursed))
  await followLink(page, `${reference}`, 'Agent', 'Agent Details', disbursed.agent_name)
}

async function followActivityAndPortfolios(page: Page, server: Server, token: string) {
  const activity = first(await rowsOf(server, token, 'agenthistory'), 'agent_id')
  await openList(page, `/agents/history?search=${activity.name}`, 'Agents Activity')
  await chooseAction(page, `${activity.name}`, 'Agent')
  await expectTitle(page, 'Agent Details')
  await expect(fact(page, 'Full Name')).toHaveText(`${activity.name}`)

  const active = async (path: string): Promise<Row> =>
    first((await callApi(server, token, path, { page: 1 })).data.getActive.data, 'agent_id')
  const saving = await active('getsavingportfolio')
  await openList(page, `/savings/portfolio?search=${saving.reference}`, 'Savings Portfolio')
  await followLink(page, `${saving.reference}`, 'Saving', 'Customer Saving History', saving.reference)
  await followLink(page, `${saving.reference}`, 'Customer', 'Customer Details', saving.customer_firstname)
  const loan = await active('loanportfolio')
  await openList(page, `/loan/portfolio?search=${loan.reference}`, 'Loan Portfolio')
  await followLink(page, `${loan.reference}`, 'Loan', 'Customer Loan History', loan.reference)
  await followLink(page, `${loan.reference}`, 'Agent', 'Agent Details', loan.agentName)
}
