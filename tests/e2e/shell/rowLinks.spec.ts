import type { Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import { chooseAction, expectTitle, fact, openWithState, rowOf } from '../support/portal'
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

const sizes = [
  ['a table', { width: 1280, height: 800 }],
  ['cards', { width: 390, height: 844 }],
] as const

for (const [name, size] of sizes)
  test.describe(`links of a row, on ${name}`, () => {
    test.use({ viewport: size })

    test('of transactions open customer, agent, loan and saving', async ({ page, server }) => {
      await page.goto('/dashboard')
      const token = await tokenOf(page)
      const listed = async (transaction_type: string, search: string): Promise<Row[]> =>
        (await callApi(server, token, 'transactionflowhistory', { page: 1, transaction_type, search })).data
          .history
      const deposit = first(await listed('payable', 'SD-'), 'agent_id')
      const repayment = first(await listed('receivable', 'LR-'), 'loan_id')
      const { reference } = deposit
      await page.goto(`/transaction/flow/history?transaction_type=payable&search=${reference}`)
      await followLink(page, `${reference}`, 'Customer', 'Customer Details', deposit.user_name)
      await followLink(page, `${reference}`, 'Agent', 'Agent Details', deposit.agent_name)
      await followLink(page, `${reference}`, 'Saving', 'Customer Saving History', deposit.account_reference)
      await page.goto(`/transaction/flow/history?transaction_type=receivable&search=${repayment.reference}`)
      await followLink(
        page,
        `${repayment.reference}`,
        'Loan',
        'Customer Loan History',
        repayment.account_reference,
      )
    })

    test('of savings and loan histories open their records', async ({ page, server, sample }) => {
      await page.goto('/dashboard')
      const token = await tokenOf(page)
      const rowsOf = async (path: string): Promise<Row[]> =>
        (await callApi(server, token, path, { page: 1 })).data.data
      const nameOf = (row: Row) => `${row.customer_firstname} ${row.customer_lastname}`
      const saved = first(await rowsOf('savinghistory'), 'agent_id')
      await page.goto(`/savings/history?search=${saved.reference}`)
      await followLink(page, `${saved.reference}`, 'Customer', 'Customer Details', nameOf(saved))
      await followLink(page, `${saved.reference}`, 'Agent', 'Agent Details', saved.agent_name)
      await chooseAction(page, `${saved.reference}`, 'History')
      await expectTitle(page, 'Customer Saving History')
      await chooseAction(page, `${saved.reference}`, 'Details')
      await expectTitle(page, 'Savings Details')

      const moved = first(await rowsOf('loanhistory'), 'user_id')
      await page.goto(`/loan/history?search=${moved.reference}`)
      await followLink(page, `${moved.reference}`, 'Customer', 'Customer Details', nameOf(moved))
      await openWithState(page, '/loan/customer/history', { ...sample, ...(sample.repaid_loan as object) })
      await expectTitle(page, 'Customer Loan History')
      await chooseAction(page, `${moved.reference}`, 'Details')
      await expectTitle(page, 'Loan History Details')
      await expect(fact(page, 'Reference')).toHaveText(`${moved.loan_reference}`)

      const repaid = first(await rowsOf('loanhistoryrepayment'), 'agent_id')
      await page.goto(`/loan/history/repayment?search=${repaid.reference}`)
      const of = `${repaid.reference}`
      // A loan has a row for each repayment; in a table the links are in the menu.
      if (size.width < 600)
        await page
          .getByRole('link', { name: `Loan ${of}`, exact: true })
          .first()
          .click()
      else {
        await page
          .getByRole('button', { name: `More actions for ${of}` })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Loan', exact: true }).click()
      }
      await expectTitle(page, 'Customer Loan History')
      await expect(page.getByRole('main')).toContainText(nameOf(repaid))

      const disbursed = first(await rowsOf('loandisbursementhistory'), 'agent_id')
      await page.goto(`/loan/disbursement/history?search=${disbursed.reference}`)
      await followLink(page, `${disbursed.reference}`, 'Customer', 'Customer Details', nameOf(disbursed))
      await followLink(page, `${disbursed.reference}`, 'Agent', 'Agent Details', disbursed.agent_name)
    })

    test('of agent activity and portfolios open their records', async ({ page, server }) => {
      await page.goto('/dashboard')
      const token = await tokenOf(page)
      const history = await callApi(server, token, 'agenthistory', { page: 1 })
      const activity = first(history.data.data, 'agent_id')
      await page.goto(`/agents/history?search=${activity.name}`)
      await page
        .getByRole('link', { name: `Agent ${activity.name}`, exact: true })
        .first()
        .click()
      await expectTitle(page, 'Agent Details')
      await expect(fact(page, 'Full Name')).toHaveText(`${activity.name}`)

      const savings = await callApi(server, token, 'getsavingportfolio', { page: 1 })
      const saving = first(savings.data.getActive.data, 'agent_id')
      await page.goto(`/savings/portfolio?search=${saving.reference}`)
      await followLink(page, `${saving.reference}`, 'Saving', 'Customer Saving History', saving.reference)
      await followLink(page, `${saving.reference}`, 'Customer', 'Customer Details', saving.customer_firstname)
      const loans = await callApi(server, token, 'loanportfolio', { page: 1 })
      const loan = first(loans.data.getActive.data, 'agent_id')
      await page.goto(`/loan/portfolio?search=${loan.reference}`)
      await followLink(page, `${loan.reference}`, 'Loan', 'Customer Loan History', loan.reference)
      await followLink(page, `${loan.reference}`, 'Agent', 'Agent Details', loan.agentName)
    })
  })

test('omits links without permission, and the column without any link', async ({ page, context }) => {
  await grantOnly(context, ['can-view-withdrawal', 'can-view-agent-details'])
  await page.goto('/transaction/flow/history?transaction_type=payable&search=SD-')
  const menu = page.getByRole('button', { name: /^More actions for SD-/ })
  await menu.first().click()
  await expect(page.getByRole('menuitem')).toHaveText(['Agent'])
  await grantOnly(context, ['can-view-withdrawal'])
  await clearSavedData(page)
  await page.reload()
  await expect(rowOf(page, 'SD-').first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
})
