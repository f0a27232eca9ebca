import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { formatNaira, koboOf } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { csvCells } from '../../csvCells'
import { SeenList } from '../support/listLayout'
import {
  chooseAction,
  closeToasts,
  expectColumns,
  expectTitle,
  expectToast,
  navigate,
  rowOf,
  unsigned,
  watchCalls,
  openFacts,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const box = (page: Page) => page.getByLabel('Reference, name or phone')
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const fileName = (start: string) => `${start}${lagosDay(new Date())}.csv`

async function download(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), rows: csvCells(text.replace(/^\uFEFF/, '')) }
}

/** Each list with its heading, empty text, search label, file name, and the status of its first loan. */
const lists = [
  ['/loan/pending', 'Pending Loan', 'No pending loan found', 'reference', 'pending_loan_list_', 'Active'],
  ['/loan/overdue', 'Overdue Loan', 'No loan overdue found', 'reference', 'overdue_loan_list_', 'Active'],
  ['/loan/approved', 'Approved Loan', 'No approved loan found', 'reference', 'approved_loan_list_', 'Active'],
  [
    '/loan/rejected',
    'Rejected Loan',
    'No rejected loan found',
    'reference',
    'rejected_loan_list_',
    'rejected',
  ],
  ['/loan/paid', 'Paid Loan', 'No paid loan found', 'reference', 'paid_loan_list', 'paid'],
  ['/loan/portfolio', 'Loan Portfolio', 'No loan portfolio found', 'filters', 'loan_portfolio', 'active'],
] as const
const emptySearch = {
  reference: 'Please enter reference to search',
  filters: 'Please select search filters',
}

async function searchLists(page: Page) {
  for (const [path, heading, empty, asks, file, status] of lists)
    await test.step(path, async () => {
      await navigate(page, path)
      await expectTitle(page, heading)
      const first = page.getByRole('grid').getByRole('row').nth(1)
      await expect(first).toContainText('LN-')
      const [, reference = ''] = /(LN-[\d-]+)/.exec(await first.innerText()) ?? []
      const facts = await openFacts(page, reference)
      await expect(facts.getByText(status, { exact: true }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      const { name, rows } = await download(page, 'Export CSV')
      expect(name).toBe(fileName(file))
      expect(rows.some((cells) => cells.includes(reference))).toBe(true)
      await search(page).click()
      await expectToast(page, emptySearch[asks])
      await closeToasts(page)
      await box(page).fill(reference)
      await search(page).click()
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
      await expect(rowOf(page, reference)).toBeVisible()
      await box(page).fill('no such reference')
      await search(page).click()
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
    })
}

async function exportPaid(page: Page, context: BrowserContext) {
  await navigate(page, '/loan/paid')
  await expectTitle(page, 'Paid Loan')
  const headers = [
    'Created',
    'Reference',
    'Customer Name',
    'Loan Type',
    'Int Rate',
    'Int Amount',
    'Total Payable',
    'Installment Amount',
    'Loan Status',
    'Application Status',
    'Installment period',
    'Installment times',
    'Approved date',
    'Maturity Date',
    'Agent Name',
  ]
  await expectColumns(page, [...headers, 'Actions'])
  const first = page.getByRole('grid').getByRole('row').nth(1)
  await expect(first).toContainText('LN-')
  const [, reference = ''] = /(LN-[\d-]+)/.exec(await first.innerText()) ?? []
  await page.getByLabel('Filter this page').fill(reference)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
  await closeToasts(page)
  const { sentByScreen: sent, stop } = watchCalls(context)
  const { name, rows } = await download(page, 'CSV of this page')
  await expectToast(page, sentences.csvDownloaded)
  expect(name).toBe(fileName('paid_loan_list'))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(headers)
  expect(rows[1]?.[1]).toBe(reference)
  expect(rows[1]?.[6]).toMatch(/^\d+\.\d\d$/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel of this page (.xlsx)' }).click()
  const { sheets } = await readXlsx(await readFile(await (await downloading).path()))
  expect(sheets[0]?.rows[0]).toEqual(headers)
  expect(sheets[0]?.rows[1]?.[1]).toBe(reference)
  expect(sheets[0]?.rows[1]?.[6]).toBe(Number(rows[1]?.[6]))
  expect(sent).toEqual([])
  stop()
  await page.getByLabel('Filter this page').fill('no such loan')
  await page.getByRole('button', { name: 'CSV of this page' }).click()
  await expectToast(page, sentences.nothingToDownload)
}

async function totalPortfolio(page: Page, server: Server) {
  await navigate(page, '/loan/portfolio')
  await expectTitle(page, 'Loan Portfolio')
  const token = await tokenOf(page)
  const total = async (body: object) => {
    const { data } = await callApi(server, token, 'loanportfolio', { page: 1, ...body })
    return { text: formatNaira(koboOf(data.activeLoan) as Kobo), row: data.getActive.data[0] }
  }
  const all = await total({})
  await expect(page.getByText(`Total Loan Amount: ${all.text}`)).toBeVisible()
  await box(page).fill(all.row.reference)
  await search(page).click()
  const one = await total({ search: all.row.reference })
  await expect(page.getByText(`Total Loan Amount: ${one.text}`)).toBeVisible()
  expect(one.text).toBe(formatNaira(koboOf(one.row.balance) as Kobo))
  expect(one.text).not.toBe(all.text)
}

/** All filters at once, in a row of tools; the words of the list and its file are of the same rows. */
async function filterLists(page: Page, server: Server) {
  await navigate(page, '/loan/approved')
  await expectTitle(page, 'Approved Loan')
  const token = await tokenOf(page)
  const rowsUnder = async (filter: object) =>
    (await callApi(server, token, 'approvedloan', { page: 1, ...filter })).data
  const [loan] = (await rowsUnder({})).data
  const day = loan.created_at.slice(0, 10)
  const filter = { agent_id: loan.agent_id, loan_type_id: loan.loan_type_id, start_date: day, end_date: day }
  const more = page.getByRole('button', { name: 'Filters and tools' })
  await more.click()
  await page.getByLabel('Loan Type', { exact: true }).selectOption(loan.loan_type_name)
  await page.getByLabel('Agent', { exact: true }).selectOption(loan.agentName)
  const created = page.getByRole('button', { name: /^Created/, expanded: false })
  await created.first().click()
  await page.getByLabel('Start date').fill(day)
  await expect(page.getByText('Please select both start and end dates')).toBeVisible()
  await page.getByLabel('End date').fill(day)
  await page.keyboard.press('Escape')
  await more.click()
  const { total, data } = await rowsUnder(filter)
  expect(total).toBeLessThan((await rowsUnder({})).total)
  await expect(
    page.getByText(`${total} approved loan${total === 1 ? '' : 's'}.`, { exact: true }),
  ).toBeVisible()
  await new SeenList('/loan/approved, filtered', false).expectWide(page)
  const { rows } = await download(page, 'Export CSV')
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(
    data.map(({ reference }: { reference: string }) => reference),
  )
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(`Loan Type: ${loan.loan_type_name}; Agent: ${loan.agentName}; Start date: `),
  ).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
}

async function changeType(page: Page, context: BrowserContext) {
  await navigate(page, '/loan/type')
  await expectColumns(page, ['Name', 'Description', 'Interest Rate', 'Penalty Rate', 'Status', 'Actions'])
  await chooseAction(page, 'Equipment Loan', 'Update')
  await expectTitle(page, 'Update Loan Type')
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly')
  await page.getByLabel('Description').fill('A grinder or a freezer')
  await page.getByLabel('Interest Rate').fill('11.25')
  await page.getByRole('main').getByRole('button', { name: 'Update Loan Type' }).click()
  await expectToast(page, 'Equipment Loan updated: new loans cost 11.25%.')
  await expectTitle(page, 'Loan Type')
  for (const text of ['A grinder or a freezer', '11.25%'])
    await expect(rowOf(page, 'Equipment Loan')).toContainText(text)
  await context.route('**/api/admin/getloantype', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const data = Array.from({ length: 11 }, (_, at) => ({
      ...body.data[0],
      id: at + 1,
      name: `Type ${at + 1}`,
    }))
    await route.fulfill({ ...unsigned(reply), json: { ...body, data } })
  })
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/loan/portfolio')
  await expectTitle(page, 'Loan Portfolio')
  await navigate(page, '/loan/type')
  await expect(page.getByText('1 to 10 of 11')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rowOf(page, 'Type 11')).toBeVisible()
}

test('the lists of loans, the total of the portfolio, and loan types', { tag: '@long' }, async ({
  page,
  context,
  server,
}) => {
  await page.goto('/loan/pending')
  await test.step('each list: texts, search and export', () => searchLists(page))
  await test.step('filters by type, agent and days at once', () => filterLists(page, server))
  await test.step('changes description and rate of a loan type, but not its name', () =>
    changeType(page, context))
  await test.step('paid loans: shows the columns, and exports the visible rows without a call', () =>
    exportPaid(page, context))
  await test.step('the portfolio’s total is the balance of all loans that match the search', () =>
    totalPortfolio(page, server))
})
