import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  expectTitle,
  expectToast,
  fact,
  fileReply,
  navigate,
  refreshRights,
  rowOf,
  toast,
  watchCalls,
  unsigned,
} from '../support/portal'
import { ranPath, storeHostileFiles } from '../support/hostileFiles'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

type Guarantor = {
  id: number
  name: string
  phone: string
  idcard: string | null
  utitity: string | null
  userFirstName: string
  userLastName: string
  loan_reference: string | null
}

async function searchGuarantors(page: Page, context: BrowserContext, server: Server) {
  const { sent, stop } = watchCalls(context)
  await page.goto('/guarantor/list')
  await expectTitle(page, 'Guarantors')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(sent.find(({ path }) => path === 'getguarantor')?.body).toEqual({ page: 1, per_page: 100 })
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await search.click()
  await expectToast(page, 'Please select search filters')

  const { data } = await callApi(server, await tokenOf(page), 'getguarantor', { page: 1 })
  const rows: Guarantor[] = data.data
  const press = async (one: Guarantor | undefined, file: string) => {
    if (!one) throw new Error('nobody to test with')
    await page.getByLabel('Filter this page').fill(one.phone)
    await chooseAction(page, one.name, file)
  }
  await page.setViewportSize({ width: 1000, height: 800 })
  const both = rows.find(({ idcard, utitity }) => idcard && utitity)
  await storeHostileFiles(server)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  for (const file of ['ID Card', 'Utility']) {
    const opening = context.waitForEvent('page')
    const reply = fileReply(context)
    await press(both, file)
    const [shown, tab] = await Promise.all([reply, opening])
    expect(shown.ok()).toBe(true)
    await tab.waitForURL(shown.url())
    // Neither the page after an image runs, nor the script of a PDF, which is saved: its tab is not blank.
    if (file === 'ID Card') expect(shown.headers()['content-type']).toBe('image/png')
    else await expect(tab.getByText('This PDF is saved to your downloads.')).toBeVisible()
    await tab.close()
  }
  expect(asked.filter((address) => address.endsWith(ranPath))).toEqual([])
  const noCard = rows.find(({ idcard, utitity }) => !idcard && utitity)
  await press(noCard, 'ID Card')
  await expectToast(page, 'ID card file data not available.')
  const noUtility = rows.find(({ idcard, utitity }) => idcard && !utitity)
  await press(noUtility, 'Utility')
  await expectToast(page, 'Utility file data not available.')

  await page.getByLabel('Filter this page').fill('')
  const box = page.getByLabel('Name, phone, loan or customer')
  await box.fill(both?.phone ?? '')
  await search.click()
  await expect(rowOf(page, both?.phone ?? '')).toBeVisible()
  await expect.poll(() => sent.at(-1)?.body).toEqual({ page: 1, per_page: 100, search: both?.phone })
  // A customer's namesakes have other loans.
  const withLoan = rows.find(({ loan_reference }) => loan_reference !== null)
  await box.fill(withLoan?.loan_reference ?? '')
  await search.click()
  await expect(rowOf(page, withLoan?.phone ?? '')).toContainText(withLoan?.loan_reference ?? 'no loan')
  await chooseAction(page, withLoan?.name ?? '', 'Customer')
  await expect(fact(page, 'Full Name')).toHaveText(`${withLoan?.userFirstName} ${withLoan?.userLastName}`)
  await page.goBack()
  await expectTitle(page, 'Guarantors')
  await box.fill('nobody of this name')
  await search.click()
  await expect(page.getByText('No loan guarantor found')).toBeVisible()
  stop()
}

/** Ends on a list of two guarantors. */
async function missFiles(page: Page, context: BrowserContext) {
  await context.route('**/api/admin/getguarantor', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const [one, other] = body.data.data
    const data = {
      ...body.data,
      data: [
        { ...one, idcard: null, utitity: null },
        { ...other, idcard: 'card' },
      ],
    }
    await route.fulfill({ ...unsigned(reply), json: { ...body, data } })
  })
  await context.route('**/api/admin/getguarantorfileupload', (route) =>
    route.fulfill({ json: { status: '400', message: 'Gaurantor file  not available' } }),
  )
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/guarantor/list')
  await expect(page.getByRole('row')).toHaveCount(3)
  const card = page.getByRole('button', { name: /^ID Card / })
  for (const at of [0, 1]) {
    await card.nth(at).click()
    await expect(toast(page, 'Gaurantor file not available')).toHaveCount(at + 1)
    await expect.poll(() => context.pages().length).toBe(1)
  }
}

test('the list of guarantors', { tag: '@long' }, async ({ page, context, server, faults }) => {
  // A tab with only an image requests this.
  faults.expect(/favicon\.ico/)
  await test.step('searches guarantors; opens their files in a new tab, or shows that there is none', () =>
    searchGuarantors(page, context, server))
  await test.step('shows a message for a guarantor without files, and for files deleted meanwhile', () =>
    missFiles(page, context))
  await test.step('the files need the permission for customer details', async () => {
    await grantOnly(context, ['can-view-guarantor'])
    await refreshRights(page, 2)
    await expect(page.getByRole('button', { name: /ID Card|Utility|More actions/ })).toHaveCount(0)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})
