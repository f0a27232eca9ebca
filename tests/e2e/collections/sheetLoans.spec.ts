import type { Page } from '@playwright/test'
import { formatNaira, kobo, koboOf, subtractKobo } from '#domain/money/kobo'
import { callApi, tokenIn } from '../support/api'
import { expectAccessibleEverywhere } from '../support/axe'
import { expectFit } from '../support/overflow'
import { expectTitle, fact, navigate, openWithState, shortTable, stripTile } from '../support/portal'
import { loansDueToday } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

const amountOf = (page: Page, key: string) => page.locator(`input[data-line="${key}"]`)
const row = (page: Page, key: string) =>
  page.locator('.sheet-customer tr').filter({ has: amountOf(page, key) })
const naira = (text: string) => koboOf(text) ?? kobo(0)

/** Texts of the sheet's rows that are wider than their cell. */
const cutTexts = (page: Page) =>
  page.locator('.sheet-customer .sheet-cell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { left, right, width } = cell.getBoundingClientRect()
      if (width === 0) return []
      const range = document.createRange()
      range.selectNodeContents(cell)
      const texts = [...range.getClientRects()].filter((one) => one.width > 1)
      return texts.some((one) => one.left < left - 1 || one.right > right + 1)
        ? [`${cell.className}: ${cell.textContent}`]
        : []
    }),
  )

test('a loan is repaid on a sheet: never more than is owed, and its page shows it', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { agent, day, loans } = await loansDueToday(server, token)
  const loan = loans.find(({ late }) => late > 0) ?? loans[0]
  if (!loan) throw new Error('No loan is due.')
  const key = `loan ${loan.loan_id}`
  const owed = naira(loan.owed)
  const paid = kobo(10_050)
  const left = formatNaira(subtractKobo(owed, paid))

  await test.step('the sheet has what is due of the loan and what is owed, at every width', async () => {
    await openWithState(page, '/collection/sheet', { agent_id: agent.id, day })
    await expect(row(page, key)).toContainText(/Loan, (no\. \d|\d+ installments late)/)
    await expect(row(page, key)).toContainText(`owes ${formatNaira(owed)}`)
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
      await expect.poll(() => cutTexts(page), `cut at ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('more than is owed is marked in its row, and keeps the sheet', async () => {
    await amountOf(page, key).fill(String((owed + 1) / 100))
    await page.keyboard.press('Control+s')
    await expect(amountOf(page, key)).toBeFocused()
    await expect(row(page, key)).toContainText(`Only ${formatNaira(owed)} is owed`)
    await expectAccessibleEverywhere(page, 'a sheet with loans')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('a part is booked; the receipt has what is still owed', async () => {
    await amountOf(page, key).fill('100.5')
    await page.getByRole('button', { name: /^Book 1 line, ₦100\.50$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Book/ }).click()
    await expect(page.getByRole('heading', { name: /^Receipt CS-/ })).toBeVisible()
    const line = page.getByRole('table').getByRole('row').filter({ hasText: loan.loan_reference })
    await expect(line).toContainText('₦100.50')
    await expect(line).toContainText(`Still owed ${left}`)
    await expect(line).toContainText(/LR-\d{6}-\d+/)
    await expect(fact(page, 'Loan Repayments')).toHaveText('₦100.50')
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the loan’s page has the repayment, and the sheet what was repaid today', async () => {
    await navigate(page, '/loan/details', { loan_id: loan.loan_id })
    await expectTitle(page, /^Loan of ₦/)
    await expect(stripTile(page, 'Owed Now')).toContainText(left)
    const newest = shortTable(page, 'Movements').getByRole('row').nth(1)
    await expect(newest).toContainText(/Repayment, installment \d/)
    await expect(newest).toContainText(agent.name)
    await navigate(page, '/collection/sheet', { agent_id: agent.id, day })
    await expect(row(page, key)).toContainText('₦100.50 already')
  })

  await test.step('a loan that is not due is added by its reference', async () => {
    const { data } = await callApi(server, token, 'loanportfolio', { page: 1 })
    const search: string = data.getActive.data[0].reference
    for (const { id } of (await callApi(server, token, 'getcollectors', {})).data) {
      const found = await callApi(server, token, 'getcollectable', { agent_id: id, day, search })
      const [one] = found.loans
      if (!one) continue
      // The lines arrive while a customer is searched: they do not take the focus.
      let release = () => {}
      const released = new Promise<void>((done) => {
        release = done
      })
      await page.route('**/api/admin/getcollectionsheet', async (route) => {
        await released
        await route.fallback()
      })
      await openWithState(page, '/collection/sheet', { agent_id: id, day })
      await page.getByRole('button', { name: 'Add customer' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name, phone or reference').fill(search)
      release()
      await expect(page.locator('input[data-line]').first()).toBeAttached()
      await expect(dialog.getByLabel('Name, phone or reference')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('listitem')).toContainText(`owes ${formatNaira(naira(one.owed))}`)
      const isOn = await amountOf(page, `loan ${one.loan_id}`).count()
      if (isOn === 0) await dialog.getByRole('button', { name: /^Add .*, Loan/ }).click()
      else await expect(dialog.getByRole('button', { name: /^Add .*, Loan/ })).toBeDisabled()
      await expect(amountOf(page, `loan ${one.loan_id}`)).toHaveCount(1)
      return
    }
    throw new Error(`No agent collects loan ${search}.`)
  })
})
