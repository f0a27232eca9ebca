import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { expectTitle, fact, navigate } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

type Change = { kind: string; state: number; loan_id: string }

test('a recovery at the counter: a part, and the reversal that it offers', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { data: list } = await callApi(server, token, 'getloanchanges', { page: 1 })
  const changes: Change[] = list.data
  const loan_id = Number(changes.find(({ kind, state }) => kind === 'write-off' && state === 2)?.loan_id)
  const { data } = await callApi(server, token, 'getloanaccount', { loan_id })
  const writtenOff = koboOf(data.written_off as string) ?? kobo(0)
  const left = formatNaira(kobo(writtenOff - 12_345))
  await page.goto('/dashboard')

  await test.step('more than was written off is not accepted', async () => {
    await navigate(page, '/loan/details', { loan_id })
    await expectTitle(page, /^Loan of ₦/)
    await expect(fact(page, 'Recovered')).toHaveText('₦0.00')
    await page
      .getByRole('link', { name: /Record Recovery/ })
      .first()
      .click()
    await expectTitle(page, 'Record Recovery')
    await page.getByLabel('Amount', { exact: true }).fill('99,999,999.00')
    await page.getByLabel('Amount', { exact: true }).blur()
    await expect(page.getByText(`Only ${formatNaira(writtenOff)} is left to recover.`)).toBeVisible()
  })

  await test.step('a part is confirmed, and what is left is shown', async () => {
    await page.getByLabel('Amount', { exact: true }).fill('123.45')
    await page.getByRole('button', { name: 'Recover ₦123.45' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('The loan stays written off')
    await question.getByRole('button', { name: 'Recover ₦123.45' }).click()
    const result = page.getByRole('status').filter({ hasText: /^Reference LV-/ })
    await expect(result).toHaveText(new RegExp(`Left to recover: ${left}\\.$`))
    const rows = page.getByRole('grid', { name: 'Recoveries' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('₦123.45')
    await expectFit(page, 1280)
  })

  await test.step('its reversal is offered', async () => {
    await page
      .getByRole('grid', { name: 'Recoveries' })
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^More actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Reverse' }).click()
    await expectTitle(page, 'Request Reversal')
    await expect(page.getByText('Profit wallet before')).toBeVisible()
  })
})
