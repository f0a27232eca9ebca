import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { chooseAction, expectTitle, fact, navigate, shortTable, stripTile } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

type Row = { id: number; reference: string; customer: string; days_overdue: number; balance: string }

test('a repayment at the counter: the schedule, a part, and the reversal that it offers', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { data } = await callApi(server, token, 'loanportfolio', { page: 1, per_page: 50 })
  const loans: Row[] = data.getActive.data
  const loan = loans.find(({ days_overdue }) => days_overdue === 0) as Row
  const owed = koboOf(loan.balance) ?? kobo(0)

  await test.step('the loan’s page has terms, schedule and decisions', async () => {
    await page.goto('/loan/portfolio')
    await page.getByLabel('Filter this page').fill(loan.reference)
    await expect(page.getByText(loan.reference)).toHaveCount(1)
    await chooseAction(page, loan.reference, 'Details')
    await expectTitle(page, /^Loan of ₦/)
    await expect(stripTile(page, 'Owed Now')).toContainText(formatNaira(owed))
    await expect(fact(page, 'Arrears')).toHaveText('None')
    await expect(page.getByRole('table', { name: 'Schedule' }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText(/Second approval at .*, paid out/)).toBeVisible()
    await expectFit(page, 1280)
  })

  await test.step('more than is owed is not accepted', async () => {
    await chooseAction(page, loan.reference, 'Repay')
    await expectTitle(page, 'Record Repayment')
    await page.getByLabel('Amount', { exact: true }).fill('99,999,999.00')
    await page.getByLabel('Amount', { exact: true }).blur()
    await expect(page.getByText(`Only ${formatNaira(owed)} is owed.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Repay', exact: true })).toBeVisible()
  })

  await test.step('a suggested amount is confirmed with what it pays', async () => {
    await page.getByRole('button', { name: /^Next installment ₦/ }).click()
    const amount = await page.getByLabel('Amount', { exact: true }).inputValue()
    const text = formatNaira(koboOf(amount) ?? kobo(0))
    await page.getByRole('button', { name: `Repay ${text}` }).click()
    const question = page.getByRole('dialog', { name: `Repayment by ${loan.customer}?` })
    await expect(question).toContainText(loan.reference)
    await expect(question).toContainText(/[Ii]nstallments? \d/)
    await question.getByRole('button', { name: `Repay ${text}` }).click()
    const result = page.getByRole('status').filter({ hasText: /^Reference LR-/ })
    await expect(result).toHaveText(
      new RegExp(`Still owed: ${formatNaira(kobo(owed - (koboOf(amount) ?? 0)))}\\.$`),
    )
  })

  await test.step('the page shows the movement and offers its reversal', async () => {
    await navigate(page, '/loan/details', { loan_id: loan.id })
    await expectTitle(page, /^Loan of ₦/)
    const movements = shortTable(page, 'Movements')
    await expect(movements.getByRole('row').nth(1)).toContainText(/Repayment, installment \d/)
    await movements
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: /^Reverse / })
      .click()
    await expectTitle(page, 'Request Reversal')
    await expect(page.getByText(`Loan ${loan.reference} before`)).toBeVisible()
    await expect(page.getByText('Main business wallet before')).toBeVisible()
  })
})

test('the loan’s page and the repayment fit a phone', { tag: '@long' }, async ({ page, server, session }) => {
  const { data } = await callApi(server, tokenIn(await session(superadmin)), 'getoverdueloan', { page: 1 })
  const [loan] = data.data as Row[]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  for (const [path, title] of [
    ['/loan/details', /^Loan of ₦/],
    ['/loan/repayment', 'Record Repayment'],
  ] as const) {
    await navigate(page, path, { loan_id: loan?.id })
    await expectTitle(page, title)
    await expect(fact(page, 'Arrears')).toHaveText(/₦[\d,.]+, \d+ days? late/)
    await expectFit(page, 390)
  }
})
