import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { readFile } from 'node:fs/promises'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { callApi, tokenIn } from '../support/api'
import { expectAccessible } from '../support/axe'
import { expectFit } from '../support/overflow'
import { blockServer, expectTitle, expectToast, fillDay, openSearch, pingServer } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const naira = (wire: string) => formatNaira(koboOf(wire) ?? kobo(0))

test('one page for a customer: what they have and owe, what is late, who guarantees, and a statement', async ({
  page,
  context,
  server,
  session,
  faults,
}) => {
  const token = tokenIn(await session(superadmin))
  const ask = async (path: string, body: object) => (await callApi(server, token, path, body)).data
  const { data: overdue } = await ask('getoverdueloan', { page: 1 })
  const loan = overdue.at(-1)
  const customer_id: number = loan.user_id
  const about = await ask('getcustomerpage', { customer_id })
  const main = page.getByRole('main')
  const section = (name: string) =>
    main.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

  await test.step('from the dashboard by half the phone number, with the keyboard', async () => {
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    await openSearch(page)
    await page.getByRole('combobox').fill(loan.customer_phone.slice(-6))
    await expect(page.getByRole('option', { selected: true })).toContainText(loan.customer_firstname)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Customer Details')
  })

  await test.step('balances, the late installment, guarantors and movements', async () => {
    await expect(section('Main Wallet')).toContainText(naira(about.main_wallet.balance))
    await expect(section('Loan Owed')).toContainText(naira(about.debt.owed))
    await expect(section('Due Today')).toContainText(`${naira(about.debt.late)} late`)
    const [first] = about.loans
    const late = first.schedule.find((one: { days_late: number }) => one.days_late > 0)
    await expect(section('Loans').getByRole('img').first()).toHaveAccessibleName(/\d+ late \(₦/)
    await expect(section('Loans')).toContainText(`No. ${late.number} late ${late.days_late} day`)
    for (const { name } of about.guarantors) await expect(section('Guarantors')).toContainText(name)
    for (const { reference } of about.movements) await expect(section('Movements')).toContainText(reference)
    await expect(section('Movements')).toContainText(`All ${about.movement_count} movements`)
    await section('Movements').getByRole('button', { name: 'Loans' }).click()
    const ofLoans = about.movements.filter(({ parts }: { parts: { account_kind: string }[] }) =>
      parts.some(({ account_kind }) => account_kind === 'loan'),
    )
    await expect(section('Movements').locator('time')).toHaveCount(ofLoans.length)
    await expect(section('Movements')).toContainText(
      `${ofLoans.length} of the ${about.movements.length} newest`,
    )
    await expect(section('Movements').getByRole('link', { name: 'Statement of loans' })).toHaveAttribute(
      'href',
      /account=loans/,
    )
    await section('Movements').getByRole('button', { name: 'All', exact: true }).click()
    for (const width of [820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'a customer on a tablet in the dark')
  })

  await test.step('all that is held about the customer as one file, which the log records', async () => {
    await expect(section('Data')).toContainText('with BVN and NIN')
    const started = page.waitForEvent('download')
    await section('Data').getByRole('button', { name: 'Export Data' }).click()
    const download = await started
    const { reference } = about.profile
    const name = `${reference}_${lagosDay(new Date())}.json`
    expect(download.suggestedFilename()).toBe(name)
    await expectToast(page, `${name} downloaded successfully.`)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file.profile).toMatchObject([{ reference, phone_number: about.profile.phone_number }])
    const wallet = file.accounts.find(({ kind }: { kind: string }) => kind === 'customer')
    expect(naira(wallet.balance)).toBe(naira(about.main_wallet.balance))
    const log = await ask('adminlogs', { page: 1 })
    expect(log.data[0]).toMatchObject({ action: `Exported the data of customer ${customer_id}` })
  })

  await test.step('the statement has both balances of each account', async () => {
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await expectTitle(page, 'Customer Statement')
    const statement = await ask('getcustomerstatement', { customer_id })
    for (const { account_name, account_reference, opening, closing } of statement.accounts) {
      const name = [account_name, account_reference].filter(Boolean).join(' ')
      const rows = page.getByRole('table', { name }).getByRole('row')
      await expect(rows.nth(1)).toContainText(naira(opening))
      await expect(rows.last()).toContainText(naira(closing))
    }
    await expectAccessible(page, 'a statement on a tablet in the dark')
  })

  const [start, end] = [addDays(lagosDay(new Date()), -200), addDays(lagosDay(new Date()), -10)]
  const body = { customer_id, start_date: start, end_date: end, account: about.loans[0].reference }
  await test.step('a period of one account, and its file', async () => {
    await page.getByLabel('Account', { exact: true }).selectOption(body.account)
    await fillDay(page, 'Start date', start)
    await fillDay(page, 'End date', end)
    await expect(page.getByText(`${showDate(start)} to ${showDate(end)}`)).toBeVisible()
    const [account] = (await ask('getcustomerstatement', body)).accounts
    await expect(page.getByRole('table')).toHaveCount(1)
    await expect(page.getByRole('row').last()).toContainText(naira(account.closing))
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await started).path(), 'utf8')
    await expectToast(page, sentences.csvDownloaded)
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.map(({ Movement, Amount, Balance }) => [Movement, Amount, Balance])).toEqual([
      ['Opening balance', '', account.opening],
      ...account.rows.map((row: { source: string; amount: string; balance: string }) => [
        row.source,
        row.amount,
        row.balance,
      ]),
      ['Closing balance', '', account.closing],
    ])
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Excel (.xlsx)' }).click()
    const { sheets } = await readXlsx(await readFile(await (await workbook).path()))
    expect(sheets[0]?.rows.map((row) => row[8])).toEqual([
      'Balance',
      ...rows.map(({ Balance }) => Number(Balance)),
    ])
  })

  await test.step('without a network the page and the statement of before are there', async () => {
    faults.expect(noNetwork)
    await blockServer(context)
    await pingServer(page)
    await page.getByRole('link', { name: 'Back to customer' }).click()
    await expectTitle(page, 'Customer Details')
    await expect(section('Loan Owed')).toContainText(naira(about.debt.owed))
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await expect(page.getByRole('table').first()).toContainText('Opening balance')
  })
})
