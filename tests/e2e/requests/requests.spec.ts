import type { BrowserContext, Page } from '@playwright/test'
import { addKobo, formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  chooseStatus,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  navigate,
  refreshRights,
  rowMenu,
  rowOf,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

type Request = { id: number; reference: string; amount: string; flag: string; initial_status: number }
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const decision = (page: Page) => page.getByRole('main').getByRole('button').last()
const naira = (amount: string) => formatNaira(koboOf(amount) ?? kobo(0))

async function openList(page: Page) {
  await navigate(page, '/request/list')
  await expectTitle(page, 'Fund Requests')
  await expect(page.getByRole('grid')).toBeVisible()
}

/** A request of another admin, in this state. */
async function requestIn(page: Page, server: Server, state: number): Promise<Request> {
  const { data } = await callApi(server, await tokenOf(page), 'getrequestlist', {})
  const request = data.find(
    (one: Request & { requested_by_name: string; first_decision_name: string | null }) =>
      one.initial_status === state && one.requested_by_name === 'Musa Abdulkadir',
  )
  if (!request) throw new Error(`no request in state ${state}`)
  return request
}

async function choose(page: Page, status: 'Accept' | 'Reject', act: string) {
  await chooseStatus(page, status)
  await expect(decision(page)).toContainText(act)
  return page.getByRole('complementary', { name: 'Your decision' })
}

async function createRequest(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await openList(page)
  await expectColumns(page, [
    'Created',
    'Reference',
    'Amount',
    'Status',
    'Type',
    'Wallet',
    'Description',
    'Requested By',
    'Reversed By',
    'Actions',
  ])
  await page.getByRole('link', { name: 'Create Request' }).click()
  await expectTitle(page, 'Create Request')
  const create = page.getByRole('button', { name: 'Create Request' })
  await create.click()
  for (const [label, words] of [
    ['Amount', sentences.validAmount],
    ['Type', 'Please select credit or debit.'],
    ['Description', sentences.descriptionRequired],
    ['Wallet', 'Please select a wallet.'],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(words)
  await expect(field(page, 'Wallet').getByRole('option')).toHaveText([
    'Select',
    'Main business wallet (MBW)',
    'Profit wallet (PW)',
    'Transaction wallet (TW)',
    'Saving wallet (SW)',
  ])
  await field(page, 'Amount').fill('1,500.5')
  await field(page, 'Type').selectOption('debit')
  await field(page, 'Description').fill('Rent of the Mushin office')
  await field(page, 'Wallet').selectOption('TW')
  await create.click()
  const message = await expectToast(page, sentences.awaitsFirst)
  expect(message).toContain('to debit the transaction wallet (TW) with ₦1,500.50 was created.')
  expect(sent.find(({ path }) => path === 'createrequest')?.body).toEqual({
    amount: '1500.50',
    type: 'debit',
    description: 'Rent of the Mushin office',
    flag: 'TW',
  })
  const [reference = ''] = /RQ-\d{6}-\d{6}/.exec(message) ?? []

  await expectTitle(page, 'Fund Requests')
  for (const text of ['₦1,500.50', 'Debit', 'Transaction wallet (TW)', 'Awaiting first approval'])
    await expect(rowOf(page, reference)).toContainText(text)
  await chooseAction(page, reference, 'First Approval')
  await expectTitle(page, 'Request First Approval')
  await expect(fact(page, 'Wallet')).toHaveText('Transaction wallet (TW)')
  await expect(fact(page, 'Description')).toHaveText('Rent of the Mushin office')
  await expect(decision(page)).toBeDisabled()
  await expect(decision(page)).toHaveAccessibleDescription(
    `You created request ${reference} yourself. Another admin must decide on it.`,
  )
  stop()
}

async function approveTwice(page: Page, server: Server) {
  await openList(page)
  const { reference, amount } = await requestIn(page, server, 0)
  await chooseAction(page, reference, 'First Approval')
  await expectTitle(page, 'Request First Approval')
  await expect(fact(page, 'Amount')).toHaveText(naira(amount))
  await expect(fact(page, 'Requested By')).toHaveText(/^Musa Abdulkadir, \d+ \w{3} \d{4}, \d\d:\d\d$/)
  const panel = await choose(page, 'Accept', `Accept ${naira(amount)} credit`)
  await expect(panel).toContainText('It then awaits its second approval. No money moves yet.')
  await decision(page).click()
  await expectToast(page, 'has its first approval. It awaits the second.')
  await expectTitle(page, 'Fund Requests')
  await expect(rowOf(page, reference)).toContainText('Awaiting second approval')
  await chooseAction(page, reference, 'Second Approval')
  await expectTitle(page, 'Request Second Approval')
  await expect(decision(page)).toHaveAccessibleDescription(
    `You made the first decision on request ${reference}. Another admin must make the second.`,
  )
}

async function changeWallet(page: Page, server: Server) {
  await openList(page)
  const { data } = await callApi(server, await tokenOf(page), 'getrequestlist', {})
  const { reference, amount } = data.find(
    (one: { initial_status: number; first_decision_name: string }) =>
      one.initial_status === 1 && one.first_decision_name === 'Ebele Anyanwu',
  )
  await chooseAction(page, reference, 'Second Approval')
  await expectTitle(page, 'Request Second Approval')
  await expect(fact(page, 'First Decision By')).toHaveText(/^Ebele Anyanwu, \d+ \w{3} \d{4}, \d\d:\d\d$/)
  const shown = async (label: string) => {
    await expect(fact(page, label)).toHaveText(/₦/)
    return koboOf((await fact(page, label).textContent()) ?? '') ?? kobo(0)
  }
  const before = await shown('Balance before')
  const after = formatNaira(await shown('Balance after'))
  expect(after).toBe(formatNaira(addKobo(before, koboOf(amount) ?? kobo(0))))
  const panel = await choose(page, 'Accept', `Accept ${naira(amount)} credit`)
  await expect(panel).toContainText(`${naira(amount)} goes into the`)
  await expect(panel).toContainText(after)
  await decision(page).click()
  expect(await expectToast(page, `Request ${reference} approved:`)).toContain(`New balance: ${after}.`)
  await expectTitle(page, 'Fund Requests')
  await expect(rowOf(page, reference)).toContainText('Approved')
  // It is decided; only its reversal can be requested.
  await expect.poll(() => rowMenu(page, reference)).toEqual(['Reverse'])
}

async function decideMeanwhile(page: Page, server: Server) {
  const { id, flag, reference, amount } = await requestIn(page, server, 0)
  await navigate(page, '/request/first/approvalordissaproval', { request_id: id })
  await expectTitle(page, 'Request First Approval')
  const act = `Reject ${naira(amount)} credit`
  const panel = await choose(page, 'Reject', act)
  await expect(panel).toContainText('No money moves.')
  const body = { id, flag, status: 'reject' }
  await callApi(server, await tokenOf(page), 'firstapprovalordisapproval', body)
  await decision(page).click()
  const words = `Request ${reference} is rejected already. Reload the list.`
  await expectToast(page, words)
  await expect(fact(page, 'Status')).toHaveText('Rejected')
  await expectTitle(page, 'Request First Approval')
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.reload()
  await expect(fact(page, 'Status')).toHaveText('Rejected')
  await expect(decision(page)).toHaveAccessibleDescription('This request is rejected now.')
}

async function limitRights(page: Page, context: BrowserContext) {
  await openList(page)
  await grantOnly(context, ['can-view-request'])
  await refreshRights(page, 2)
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Requested By' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Request' })).toHaveCount(0)
  await context.route('**/api/admin/getrequestlist', (route) =>
    route.fulfill({ json: { status: '200', message: 'Success', data: [] } }),
  )
  await page.clock.setFixedTime(Date.now() + 180_000)
  await page.reload()
  await expect(page.getByText('No request found')).toBeVisible()
}

test('creates requests, and each approval needs another admin with the permission', async ({
  page,
  server,
  context,
}) => {
  await page.goto('/request/list')
  await test.step('creates a request, and tells its creator that another admin must decide', () =>
    createRequest(page, context))
  await test.step('refuses a second approval by the first approver', () => approveTwice(page, server))
  await test.step('the second approval shows the new balance, and changes the wallet', () =>
    changeWallet(page, server))
  await test.step('shows the server’s message when another admin has rejected the request, and offers no decision', () =>
    decideMeanwhile(page, server))
  await test.step('shows no buttons without the permissions; an empty list shows a message', () =>
    limitRights(page, context))
})
