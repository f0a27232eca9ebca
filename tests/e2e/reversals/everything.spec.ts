import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { expectAccessibleEverywhere } from '../support/axe'
import {
  chooseAction,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  rowOf,
} from '../support/portal'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

const wide = { width: 1280, height: 800 }
test.use({ as: mainAdmin, viewport: wide })

const main = (page: Page) => page.getByRole('main')
const submitOf = (page: Page) => main(page).getByRole('button').last()
const find = async (page: Page, hint: string, text: string) => {
  await page.getByLabel(hint).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Requests the reversal of what the row of a document offers; returns its reference. */
async function request(page: Page, row: string, facts: Record<string, string>): Promise<string> {
  await chooseAction(page, row, 'Reverse')
  await expectTitle(page, 'Request Reversal')
  for (const [label, text] of Object.entries(facts)) await expect(fact(page, label)).toHaveText(text)
  await page.getByLabel('Reason', { exact: true }).fill('Recorded twice')
  await submitOf(page).click()
  const message = await expectToast(page, 'It awaits its approval.')
  const [reference = ''] = /RR-\d{6}-\d{6}/.exec(message) ?? []
  await expectTitle(page, 'Reversals')
  return reference
}

test('a remittance and a withdrawal are reversed from their lists, which show it', async ({
  page,
  server,
  session,
  browser,
  faults,
}) => {
  const [boss, clerk] = [tokenIn(await session(superadmin)), tokenIn(await session(admin))]
  const { data: agents } = await callApi(server, boss, 'getagentscash', { page: 1, holding: 'now' })
  const agent = agents.data[0]
  const body = { agent_id: agent.id, counted: '120.00' }
  const remittance: string = (await callApi(server, clerk, 'recordremittance', body)).data.reference
  const { data: customers } = await callApi(server, boss, 'getcustomers', { page: 1 })
  const customer = customers.data.find(({ status }: { status: string }) => status === '1')
  await callApi(server, boss, 'credituser', { amount: '90.00', customer_id: customer.user_id })
  const wish = { amount: '90.00', description: 'Seeds', customer_id: customer.user_id }
  const withdrawal: string = (await callApi(server, clerk, 'createwithdrawalrequest', wish)).data.reference
  const { data: found } = await callApi(server, boss, 'getwithdrawlist', { page: 1, search: withdrawal })
  const { id } = found.data[0]
  await callApi(server, boss, 'withdrawalrequestapproval', { id, status: 'approve' })

  const requests = await test.step('are requested by the actions of their rows', async () => {
    await page.goto('/dashboard')
    await navigate(page, '/remittance/list')
    await find(page, 'Reference or agent', remittance)
    const first = await request(page, remittance, {
      Kind: 'Remittance',
      Amount: '₦120.00',
      Agent: agent.name,
    })
    await expect(rowOf(page, first)).toContainText('pending')
    await navigate(page, '/withdrawal/list')
    await find(page, 'Reference, name or phone', withdrawal)
    return [first, await request(page, withdrawal, { Kind: 'Withdrawal', Amount: '₦90.00' })]
  })

  await test.step('are approved by another admin, with the cash of the agent before and after', async () => {
    const approving = await browser.newContext({
      baseURL: server.url,
      viewport: wide,
      storageState: await session(superadmin),
    })
    faults.watch(approving)
    const other = await approving.newPage()
    await other.goto('/reversal/list?waiting=mine')
    await chooseAction(other, requests[0] ?? '', 'Approval')
    await expectTitle(other, 'Reversal Approval')
    await expect(fact(other, 'Customer')).toHaveCount(0)
    await expect(fact(other, 'Agent holds before')).toBeVisible()
    await expectAccessibleEverywhere(other, 'the reversal of a remittance')
    await other.setViewportSize(wide)
    await chooseStatus(other, 'Accept')
    await submitOf(other).click()
    expect(await expectToast(other, `₦120.00 of ${remittance} was reversed by`)).toContain(
      `It no longer counts for the cash of ${agent.name}.`,
    )
    await approving.close()
  })

  await test.step('show what reversed them, and are not offered again', async () => {
    await navigate(page, '/remittance/list')
    await find(page, 'Reference or agent', remittance)
    await expect(rowOf(page, remittance)).toContainText(/RV-\d{6}-\d{6}/)
    await expect(main(page).getByRole('link', { name: `Reverse ${remittance}` })).toHaveCount(0)
  })
})
