import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  chooseAgent,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  fillDay,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'

test.use({ as: superadmin })

async function showDetails(page: Page, server: Server) {
  await chooseAgent(page, 'Efe Oghenekaro', 'Details')
  await expectTitle(page, 'Agent Details')
  await expect(fact(page, 'Full Name')).toHaveText('Efe Oghenekaro')
  await expect(fact(page, 'Phone')).toHaveText(/^0816440\d{4}$/)
  await expect(fact(page, 'State')).toHaveText('Delta')
  await expect(fact(page, 'Email')).toHaveText('efe.oghenekaro@agents.alajo.test')
  await expect(fact(page, 'Status')).toHaveText('ACTIVE')
  await expect(fact(page, 'LGA')).toHaveText('Warri South')
  await expect(fact(page, 'Date Created')).toHaveText(/^\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)
  await expect(fact(page, 'Device')).toHaveText(/(primary|not primary), (approved|not approved)$/)

  const token = await tokenOf(page)
  const all = await callApi(server, token, 'getagents', { page: 1 })
  for (const { id } of all.data.data) {
    const one = await callApi(server, token, 'getagents', { id })
    if (one.data[0].device) continue
    await navigate(page, '/agents/details', { agent_id: id })
    await expect(fact(page, 'Device')).toHaveText('Device not available')
    break
  }
}

async function showMore(page: Page) {
  await chooseAgent(page, 'Efe Oghenekaro', 'Details')
  await page.getByRole('link', { name: 'View more details' }).click()
  await expectTitle(page, 'Efe Oghenekaro')
  await expect(page).toHaveURL(/\/agents\/viewmore\/details#agent_id=\d+$/)
  await expect(fact(page, 'Customers')).toHaveText(/^[\d,]+$/)
  await expect(fact(page, 'Float')).toHaveText(/^₦[\d,]+\.\d\d$/)
  await expect(fact(page, 'Devices')).not.toHaveText('')
  await expect(fact(page, 'Last Activity')).toHaveText(/, \d+ \w{3} \d{4}, \d\d:\d\d$|^NOT AVAILABLE$/)
  await expect(fact(page, 'Home Address')).not.toHaveText('')
  await expect(fact(page, 'Office Address')).not.toHaveText('')
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expectTitle(page, 'Agent Devices')
}

async function changeDevices(page: Page) {
  await chooseAgent(page, 'Adaeze Okonkwo', 'Device')
  await expectTitle(page, 'Agent Devices')
  await expect(fact(page, 'Full Name')).toHaveText('Adaeze Okonkwo')
  const device = 'Oppo A18'
  const cell = (heading: string) => rowOf(page, device).locator(`[data-field="${heading}"]`)

  const act = async (action: string, heading: string, button: string, words: string) => {
    await chooseAction(page, device, action)
    await expectTitle(page, heading)
    await expect(fact(page, 'Agent')).toHaveText('Adaeze Okonkwo')
    await expect(fact(page, 'Device')).toHaveText(device)
    await page.getByRole('button', { name: button }).click()
    await expectToast(page, words)
    await expectTitle(page, 'Agent Devices')
  }
  await act('Approve', 'Approve Device', 'Approve Device', 'Device approved.')
  await expect(cell('is_approved')).toHaveText('Yes')
  await act('Set Primary', 'Set Device As Primary', 'Set As Primary', 'Device set as primary.')
  await expect(cell('is_primary')).toHaveText('Yes')
  await expect(page.locator('[role=gridcell][data-field="is_primary"]', { hasText: 'Yes' })).toHaveCount(1)
  await act('Disapprove', 'Disapprove Device', 'Disapprove Device', 'Device disapproved.')
  await expect(cell('is_approved')).toHaveText('No')
  await expect(cell('is_primary')).toHaveText('No')
  await act('Delete', 'Delete Device', 'Delete Device', 'Device deleted.')
  await expect(page.getByRole('row')).not.toHaveCount(1)
  await expect(rowOf(page, device)).toHaveCount(0)
}

async function showDownlines(page: Page) {
  await chooseAgent(page, 'Efe Oghenekaro', 'Downline')
  await expectTitle(page, 'Efe Oghenekaro Downlines')
  const headings = ['Date', 'First Name', 'Last Name', 'User Type', 'Phone', 'Home Address', 'Office Address']
  await expectColumns(page, headings)
  await chooseAgent(page, 'Folake Ogunleye', 'Downline')
  await expectTitle(page, 'Folake Ogunleye Downlines')
  await expect(page.getByText('No Downlines Yet')).toBeVisible()
}

async function showTargets(page: Page) {
  await navigate(page, '/agents/target')
  const specified = ['Date', 'Full Name', 'Phone', 'Home Address', 'Office Address']
  const amounts = ['Savings', 'Savings Target', 'Loans Repaid', 'Loans Target']
  const people = ['New Customers', 'Customers Target', 'Actions']
  await expectColumns(page, [...specified, ...amounts, ...people])
  await page.getByRole('link', { name: 'Back to agents' }).click()
  await expectTitle(page, 'Agents')
}

async function filterActivity(page: Page, context: BrowserContext) {
  const { sent, settled, stop } = watchCalls(context)
  await navigate(page, '/agents/history')
  await expectColumns(page, ['Date', 'Full Name', 'Action', 'Status', 'Actions'])
  const text = page.getByLabel('Agent or action')
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await expect(search).toBeDisabled()
  await page.getByRole('search').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expectToast(page, 'Please enter a search term or select a date range')

  await fillDay(page, 'Start date', '2026-03-02')
  await search.click()
  await expectToast(page, 'Please select both start and end dates')
  await settled()
  expect(sent.filter(({ path }) => path === 'agenthistory')).toHaveLength(1)

  await fillDay(page, 'Start date', '')
  await text.fill('  failed pin ')
  await search.click()
  await expect(page).toHaveURL('/agents/history?search=FAILED+PIN')
  await expect.poll(() => sent.at(-1)?.body).toEqual({ page: 1, perPage: 100, search: 'FAILED PIN' })
  await expect(page.getByRole('gridcell', { name: 'Failed PIN' }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Signed in' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/agents/history')
  await expect(text).toHaveValue('')
  await expect(search).toBeDisabled()

  await fillDay(page, 'Start date', '2001-01-01')
  await fillDay(page, 'End date', '2001-01-31')
  await expect(page.getByText('No agents history found')).toBeVisible()
  await expect
    .poll(() => sent.at(-1)?.body)
    .toMatchObject({ start_date: '2001-01-01', end_date: '2001-01-31' })
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByLabel('Filter this page').fill('failed pin')
  await expect(page.getByRole('gridcell', { name: 'Failed PIN' }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Signed in' })).toHaveCount(0)
  stop()
}

test('screens of an agent, targets and the activity', async ({ page, context, server, sample }) => {
  await page.goto('/agents/list')
  await test.step('Agent Details shows the facts of an agent', () => showDetails(page, server))
  await test.step('More Agent Details adds customers, float, devices and last activity', () => showMore(page))
  await test.step('an unknown agent shows a message', async () => {
    await navigate(page, '/agents/details', { agent_id: 999_999 })
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Agent with ID 999999 not found')
  })
  await longStep('Downlines shows the agent’s name in its heading, and a message when empty', () =>
    showDownlines(page),
  )
  await longStep('Agents Targets distinguishes the two addresses', () => showTargets(page))
  await test.step('approves a device, makes it primary, disapproves and deletes it, and returns to the devices each time', () =>
    changeDevices(page))
  await longStep('Agents Activity filters by text and dates, with the specified texts', () =>
    filterActivity(page, context),
  )
  // Last: the permissions stay mocked.
  await test.step('More Agent Details is not offered without its permission', async () => {
    await navigate(page, '/agents/details', { agent_id: sample.agent_id })
    await expect(page.getByRole('link', { name: 'View more details' })).toBeVisible()
    await grantOnly(context, ['can-view-agent-details'])
    await refreshRights(page)
    await expect(page.getByRole('link', { name: 'View more details' })).toHaveCount(0)
    await expect(fact(page, 'Full Name')).toHaveText('Efe Oghenekaro')
  })
})
