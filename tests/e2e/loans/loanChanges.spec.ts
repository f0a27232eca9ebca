import type { Page } from '@playwright/test'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import {
  chooseAction,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  rowOf,
  shortTable,
  toast,
} from '../support/portal'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

type Row = { id: number; reference: string; customer: string; days_overdue: number; balance: string }
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const submitOf = (page: Page) => page.getByRole('main').getByRole('button').last()
const owedText = (loan: Row) => formatNaira(koboOf(loan.balance) ?? kobo(0))

/** Confirms the form's last button in its dialog. */
async function confirm(page: Page, label: string) {
  await page.getByRole('main').getByRole('button', { name: label }).click()
  await page.getByRole('dialog').getByRole('button', { name: label }).click()
}

test('a write-off and a rescheduling are requested, approved by two admins and shown on the loan’s page', async ({
  page,
  server,
  session,
}) => {
  const boss = tokenIn(await session(superadmin))
  const asker = tokenIn(await session(admin))
  const first = tokenIn(await session(mainAdmin))
  const { data } = await callApi(server, boss, 'loanportfolio', { page: 1, per_page: 50 })
  // Other tests read the newest loans.
  const [lost, late] = data.getActive.data.slice(20) as [Row, Row]

  await test.step('requests the rescheduling with the schedule before and after', async () => {
    await page.goto('/dashboard')
    await navigate(page, '/loan/details', { loan_id: late.id })
    await chooseAction(page, late.reference, 'Reschedule')
    await expectTitle(page, 'Request Rescheduling')
    await expect(page.getByRole('table', { name: 'Schedule now' })).toBeVisible()
    await field(page, 'Installment Period').selectOption('Monthly')
    await field(page, 'Number of Installments').fill('4')
    await field(page, 'First Due').fill(addDays(lagosDay(new Date()), 30))
    await field(page, 'Reason').fill('The stall burned')
    await expect(page.getByRole('table', { name: 'New schedule' }).getByRole('row')).toHaveCount(5)
    await expectFit(page, 1280)
    await confirm(page, `Request rescheduling of ${owedText(late)}`)
    await expectToast(page, sentences.awaitsFirst)
    await expectTitle(page, /^Loan of ₦/)
    await expect(page.getByRole('heading', { name: /^Rescheduling LC-/ })).toBeVisible()
    await page.getByRole('button', { name: `More actions for ${late.reference}` }).click()
    await expect(page.getByRole('menuitem', { name: 'What The Customer Gets' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Reschedule' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the second approval writes a loan off', async () => {
    const wish = { loan_id: lost.id, amount: lost.balance, reason: 'Moved away' }
    const { reference } = (await callApi(server, asker, 'requestloanwriteoff', wish)).data
    const found = await callApi(server, boss, 'getloanchanges', { page: 1, search: reference })
    const decision = { id: found.data.data[0].id, status: 'accept', comment: 'Visited twice' }
    await callApi(server, first, 'firstloanchangedecision', decision)
    await navigate(page, '/loan/changes')
    await expectTitle(page, 'Loan Changes')
    await expect(rowOf(page, reference)).toContainText('Awaiting second approval')
    await chooseAction(page, reference, 'Second Approval')
    await expectTitle(page, 'Loan Change Second Approval')
    await expect(fact(page, 'First Decision By')).toContainText('“Visited twice”')
    await chooseStatus(page, 'Accept')
    await confirm(page, `Accept write-off of ${owedText(lost)}`)
    await expectToast(page, `${owedText(lost)} of loan ${lost.reference} was written off`)
    await expectTitle(page, 'Loan Changes')
    await navigate(page, '/loan/details', { loan_id: lost.id })
    await expect(fact(page, 'Written Off')).toHaveText(owedText(lost))
    await expect(page.getByRole('table', { name: 'Schedule' })).toContainText('Written off')
    await expect(shortTable(page, 'Movements')).toContainText('Write-off, installment')
    await expect(page.getByRole('link', { name: `Repay ${lost.reference}` })).toHaveCount(0)
  })

  await test.step('a disbursement with repayments is not reversed', async () => {
    await chooseAction(page, lost.reference, 'Reverse Disbursement')
    await expectTitle(page, 'Request Reversal')
    await expect(submitOf(page)).toBeDisabled()
    await expect(submitOf(page)).toHaveAccessibleDescription(/Its write-off must be reversed first\.$/)
    await expect(toast(page, /./)).toHaveCount(0)
  })

  await test.step('everything fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, title, state] of [
      ['/loan/details', /^Loan of ₦/, { loan_id: lost.id }],
      ['/loan/reschedule/create', 'Request Rescheduling', { loan_id: lost.id }],
      ['/loan/writeoff/create', 'Request Write-off', { loan_id: lost.id }],
      ['/loan/changes', 'Loan Changes', undefined],
    ] as const) {
      await navigate(page, path, state)
      await expectTitle(page, title)
      await expectFit(page, 390)
    }
  })
})
