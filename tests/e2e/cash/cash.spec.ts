import type { BrowserContext, Page } from '@playwright/test'
import type { AgentCash } from '#contract/calls/cash'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { callApi, tokenIn } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  chooseOption,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

/** An agent of the demo, with amounts as on the wire. */
type Holder = Pick<AgentCash, 'id' | 'name' | 'open_difference'> & { holds: string }
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const main = (page: Page) => page.getByRole('main')
const submitOf = (page: Page) => main(page).getByRole('button').last()
const find = async (page: Page, hint: string, text: string) => {
  await page.getByLabel(hint).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** What is pasted from the clipboard replaces the amount as a whole, and is checked. */
async function expectPastedWhole(page: Page, context: BrowserContext) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const counted = field(page, 'Counted')
  await counted.fill('77')
  await page.evaluate(() => navigator.clipboard.writeText('500\n600'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(counted).toHaveValue('500 600')
  await counted.blur()
  await expect(counted).toHaveAccessibleDescription(sentences.validAmount)
}

/** Counts ₦500 less than the agent holds. What was expected is shown after the count, and not before. */
async function countBlind(page: Page, { name, holds }: Holder, context: BrowserContext) {
  const held = formatNaira(koboOf(holds) ?? kobo(0))
  const counted = kobo((koboOf(holds) ?? kobo(0)) - 50_000)
  const { sent, stop } = watchCalls(context)
  await find(page, 'Name or phone', name)
  await expect(rowOf(page, name)).toContainText(held)
  await chooseAction(page, name, 'Record Remittance')
  await expectTitle(page, 'Record Remittance')
  await expect(main(page)).toContainText('Count the cash first.')
  await expect(field(page, 'Agent')).toHaveValue(new RegExp(`^${name}, \\d{11}$`))
  await submitOf(page).click()
  await expect(field(page, 'Counted')).toHaveAccessibleDescription(sentences.validAmount)
  await expectPastedWhole(page, context)
  await field(page, 'Counted').fill(String(counted / 100))
  await field(page, 'Note').fill('One note is torn')
  await expect(main(page)).not.toContainText(held)
  await submitOf(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Record what ${name} hands in?`)
  await expect(dialog).not.toContainText(held)
  await expect(dialog).not.toContainText(formatNaira(counted))
  const again = dialog.getByLabel('Counted, a second time')
  await expect(again).toBeFocused()
  await again.fill(String(counted / 100 + 1))
  await page.keyboard.press('Enter')
  await expect(again).toHaveAccessibleDescription('This is not what was counted first. Count the cash again.')
  await again.fill(String(counted / 100))
  expect(sent.map(({ path }) => path)).not.toContain('recordremittance')
  await dialog.getByRole('button', { name: 'Record Remittance' }).click()
  await expectToast(page, `Expected was ${held}. ₦500.00 stays with the agent.`)
  for (const [label, text] of [
    ['Agent', name],
    ['Counted', formatNaira(counted)],
    ['Expected', held],
    ['Left With Agent', '₦500.00'],
    ['Counted By', 'Ngozi Afolabi'],
    ['Note', 'One note is torn'],
  ] as const)
    await expect(fact(page, label)).toHaveText(text)
  const reference = (await fact(page, 'Reference').textContent()) ?? ''
  expect(reference).toMatch(/^RM-\d{6}-\d{6}$/)
  await page.emulateMedia({ media: 'print' })
  await expect(main(page)).toContainText('Agent (name and signature)')
  await expect(page.getByRole('button', { name: 'Record Another' })).toBeHidden()
  await page.emulateMedia({ media: null })
  stop()
  return reference
}

/** Requests a difference from the receipt; the admin who requested it can't decide on it. */
async function requestDifference(page: Page, { name }: Holder) {
  await main(page).getByRole('link', { name: 'Request Difference' }).click()
  await expectTitle(page, 'Request Cash Difference')
  await expect(fact(page, 'Holds')).toHaveText('₦500.00')
  await expect(fact(page, 'Open Difference')).toHaveText('None')
  await expect(page.getByRole('heading', { name: 'Last movements' })).toBeVisible()
  await submitOf(page).click()
  for (const [label, words] of [
    ['Type', 'Please select missing or surplus.'],
    ['Amount', sentences.validAmount],
    ['Reason', sentences.reasonRequired],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(words)
  await field(page, 'Type').selectOption('Cash is missing')
  await field(page, 'Amount').fill('500.01')
  await expect(field(page, 'Amount')).toHaveAccessibleDescription('The agent holds ₦500.00.')
  await field(page, 'Amount').fill('500')
  await field(page, 'Reason').fill('Torn note, not accepted by the bank')
  await submitOf(page).click()
  const message = await expectToast(page, sentences.awaitsFirst)
  expect(message).toContain('of missing cash, ₦500.00, was requested.')
  const [reference = ''] = /DF-\d{6}-\d{6}/.exec(message) ?? []
  await expectTitle(page, 'Cash Differences')
  await expect(rowOf(page, reference)).toContainText('Awaiting first approval')
  await expect(rowOf(page, reference)).toContainText(name)
  await chooseAction(page, reference, 'First Approval')
  await expectTitle(page, 'Cash Difference First Approval')
  await expect(submitOf(page)).toBeDisabled()
  await expect(submitOf(page)).toHaveAccessibleDescription(
    `You requested difference ${reference} yourself. Another admin must decide on it.`,
  )
  return reference
}

/** The second approval writes the difference off. */
async function approve(page: Page, reference: string, name: string) {
  await navigate(page, '/cash/difference/list')
  await find(page, 'Reference or agent', reference)
  await chooseAction(page, reference, 'Second Approval')
  await expectTitle(page, 'Cash Difference Second Approval')
  await expect(fact(page, 'Requested By')).toHaveText(/^Musa Abdulkadir, /)
  await expect(fact(page, 'First Decision By')).toContainText('“Seen in the office”')
  await expect(fact(page, 'Holds before')).toHaveText('₦500.00')
  await expect(fact(page, 'Holds after')).toHaveText('₦0.00')
  const decide = main(page).getByRole('button').last()
  await chooseStatus(page, 'Accept')
  await expect(decide).toContainText('Accept difference of ₦500.00')
  const panel = page.getByRole('complementary', { name: 'Your decision' })
  await expect(panel).toContainText('₦500.00 is written off: the agent no longer owes it.')
  await decide.click()
  await expectToast(page, 'written off. The agent now holds ₦0.00.')
  await expectTitle(page, 'Cash Differences')
  await expect(rowOf(page, reference)).toContainText('Approved')

  await navigate(page, '/agents/cash')
  await find(page, 'Name or phone', name)
  await expect(rowOf(page, name)).toContainText('₦0.00')
}

/** An admin who may only record has the form and no list. */
async function recordOnly(page: Page, context: BrowserContext) {
  await grantOnly(context, ['can-record-remittance'])
  await refreshRights(page, 2)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Collecting' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Calendar', 'Record Remittance', 'Settings'])
  await menu.getByRole('link', { name: 'Record Remittance' }).click()
  await expectTitle(page, 'Record Remittance')
  await chooseOption(field(page, 'Agent'), 'Efe', /^Efe Oghenekaro, /)
  await expect(field(page, 'Agent')).toHaveValue(/^Efe Oghenekaro, \d{11}$/)
  await field(page, 'Agent').fill('')
  await navigate(page, '/cash/difference/create')
  await expectTitle(page, 'Request Cash Difference')
  await expect(page.getByRole('heading', { name: 'Last movements' })).toHaveCount(0)
  await navigate(page, '/agents/cash')
  await expect(page.getByText('You are not allowed to view this page')).toBeVisible()
}

test('an agent hands in cash that is counted blind, and what is missing is written off by two admins', async ({
  page,
  server,
  session,
  context,
}) => {
  const boss = tokenIn(await session(superadmin))
  const asker = tokenIn(await session(admin))
  const first = tokenIn(await session(mainAdmin))
  const listed = { page: 1, sort: 'holds', order: 'desc' }
  const { data } = await callApi(server, boss, 'getagentscash', listed)
  const holder = data.data.find((one: Holder) => one.open_difference === null) as Holder
  await page.goto('/agents/cash')
  const remittance = await test.step('records the count, then shows what was expected', () =>
    countBlind(page, holder, context))
  const refused = await test.step('requests the difference, which others must decide', () =>
    requestDifference(page, holder))

  await test.step('writes a difference off after two approvals', async () => {
    const found = await callApi(server, boss, 'getcashdifferences', { page: 1, search: refused })
    const { id } = found.data.data[0]
    const rejection = { id, status: 'reject', comment: 'Ask the agent first' }
    await callApi(server, first, 'firstcashdifferencedecision', rejection)
    const wish = { agent_id: holder.id, type: 'missing', amount: '500.00', reason: 'Torn note' }
    const asked = await callApi(server, asker, 'requestcashdifference', wish)
    const { reference } = asked.data
    const again = await callApi(server, boss, 'getcashdifferences', { page: 1, search: reference })
    const decision = { id: again.data.data[0].id, status: 'accept', comment: 'Seen in the office' }
    await callApi(server, first, 'firstcashdifferencedecision', decision)
    await approve(page, reference, holder.name)
  })

  await test.step('lists the remittance', async () => {
    await navigate(page, '/remittance/list')
    await find(page, 'Reference or agent', remittance)
    await expect(page.getByText('1 remittance.')).toBeVisible()
    await expect(rowOf(page, remittance)).toContainText('₦500.00')
  })

  await test.step('offers only the form to an admin who may only record', () => recordOnly(page, context))
})
