import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import { formatNaira, kobo, koboOf, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { monthOf, monthsBefore, monthText } from '#domain/time/months'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { expectTitle } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('books: a month beside another, the entries of a figure, balances of a day, the journal', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const [month = ''] = monthsBefore(monthOf(lagosDay(new Date())), 1)
  const ask = async (path: string, body: object) => (await callApi(server, token, path, body)).data
  const books = await ask('getbooks', {})
  const trial = await ask('gettrialbalance', {})
  const interest = books.lines.find(({ line }: { line: string }) => line === 'interest')
  await page.goto('/books')
  await expectTitle(page, 'Books')

  await test.step('agree, on every width', async () => {
    await expect(page.getByText('No difference')).toBeVisible()
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('each figure opens its entries, which add up to it', async () => {
    const table = page.getByRole('table', { name: 'Income and expense' })
    const beside = formatNaira(koboOf(interest.beside) ?? kobo(0))
    await table.getByRole('link', { name: `Interest on loans: ${beside}, open its entries` }).click()
    await expectTitle(page, 'Entries: Interest on loans')
    await expect(page).toHaveURL(new RegExp(`line=interest&start_date=${month}`))
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await started).path(), 'utf8')
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
    const of = (header: string) => sumKobo(rows.map((row) => koboOf(row[header] || '0') ?? kobo(0)))
    expect(of('Credit') - of('Debit')).toBe(koboOf(interest.beside))
    await page.goBack()
  })

  await test.step('another month is chosen', async () => {
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: monthText(month) })
    await expect(page.getByText(`Income, ${monthText(month)}`)).toBeVisible()
  })

  await test.step('the trial balance and the balance sheet', async () => {
    const table = page.getByRole('table', { name: 'Trial balance' })
    const total = formatNaira(koboOf(trial.debit) ?? kobo(0))
    await expect(table.getByRole('row').last()).toHaveText(`Debit = credit${total}${total}`)
    await page.getByRole('combobox', { name: 'Show' }).selectOption('sheet')
    await expect(page.getByRole('table', { name: 'Balance sheet' })).toBeVisible()
    await expect(page.getByText('Not in the balances:')).toBeVisible()
  })

  await test.step('the journal of the period is a file whose debit is its credit', async () => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Journal as CSV' }).click()
    const file = await readFile(await (await started).path(), 'utf8')
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
    const of = (header: string) => sumKobo(rows.map((row) => koboOf(row[header] || '0') ?? kobo(0)))
    expect(of('Debit')).toBe(of('Credit'))
    expect(of('Debit')).toBeGreaterThan(0)
  })
})
