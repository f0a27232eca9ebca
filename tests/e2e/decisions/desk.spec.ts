import type { Page } from '@playwright/test'
import type { QueueGroup } from '#contract/calls/decisions'
import { callApi, tokenIn, tokenOf } from '../support/api'
import { expectAccessible } from '../support/axe'
import { expectFit } from '../support/overflow'
import {
  blockServer,
  chooseStatus,
  navigate,
  pingServer,
  pressInToast,
  reconnect,
  title,
  unsigned,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { admin, superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

type Row = QueueGroup['rows'][number] & { amount: string | null }
const queue = (page: Page) => page.getByRole('navigation', { name: 'Queue' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Your decision' })
const rows = (page: Page) => queue(page).locator('.queue-row')
const current = (page: Page) => queue(page).locator('[aria-current]')
const act = (page: Page, name: RegExp) => panel(page).getByRole('button', { name })
const count = (page: Page) => queue(page).getByRole('heading', { name: /wait(s)? for you$/ })

async function queueOf(
  server: Server,
  token: string,
): Promise<Record<string, { rows: Row[]; count: number }>> {
  return (await callApi(server, token, 'getdecisionqueue', {})).data
}

/** Opens the desk; the first case is open once it is read. */
async function openDesk(page: Page) {
  await page.goto('/decisions')
  await expect(panel(page).getByRole('radio')).toHaveCount(2)
}

test('a loan is decided on with two clicks, or with two keys, and the next one opens', async ({
  page,
  context,
  server,
}) => {
  const { sent } = watchCalls(context)
  await openDesk(page)
  const { loans_first } = await queueOf(server, await tokenOf(page))
  const [first, second, third] = loans_first?.rows ?? []
  if (!first || !second || !third) throw new Error('three loans must wait')
  await expect(title(page)).toContainText(`for ${first.subject}`)
  await expect(queue(page).getByText(/with a red flag$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Red flags' })).toContainText(first.flags[0]?.rule ?? '')
  const before = Number(/[\d,]+/.exec((await count(page).textContent()) ?? '')?.[0])

  await test.step('by two clicks, in view without scrolling', async () => {
    await expect(act(page, /^Accept or reject first$/)).toBeDisabled()
    await panel(page).getByRole('radio', { name: 'Accept' }).click()
    const send = act(page, /^Accept ₦[\d,.]+ loan$/)
    await expect(send).toBeInViewport({ ratio: 1 })
    expect(sent.filter(({ path }) => path === 'firstloanapproval')).toEqual([])
    await send.click()
    await expect(panel(page).getByRole('status')).toContainText(`Accepted, ${first.reference}.`)
    expect(sent.filter(({ path }) => path === 'firstloanapproval').map(({ body }) => body.id)).toEqual([
      first.id,
    ])
  })

  await test.step('the queue is shorter at once, and the next case has the focus', async () => {
    await expect(count(page)).toHaveText(`${before - 1} wait for you`)
    await expect(act(page, /^Next: /)).toBeFocused()
    await expect(panel(page)).toContainText(/^.*1 decided in \d+ minutes?, [\d,]+ left\./)
    await page.keyboard.press('Enter')
    await expect(title(page)).toContainText(`for ${second.subject}`)
    await expect(current(page)).toContainText(second.subject)
  })

  await test.step('by two keys', async () => {
    await expect(panel(page).getByRole('radio')).toHaveCount(2)
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    await expect(panel(page).getByRole('status')).toContainText(`Accepted, ${second.reference}.`)
    await page.keyboard.press('j')
    await expect(title(page)).toContainText(`for ${third.subject}`)
  })

  await test.step('a rejection needs a comment; keys are text in it', async () => {
    await expect(panel(page).getByRole('radio')).toHaveCount(2)
    await page.keyboard.press('r')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByLabel('Comment', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Comment', { exact: true })).toHaveAccessibleDescription('Fill status field')
    await page.keyboard.type('a jar of kola')
    await expect(panel(page).getByRole('radio', { name: 'Reject' })).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expect(panel(page).getByRole('status')).toContainText(`Rejected, ${third.reference}.`)
    const { body } =
      sent.find(({ path, body: one }) => path === 'firstloanapproval' && one.id === third.id) ?? {}
    expect(body).toMatchObject({ status: 'rejected', comment: 'a jar of kola' })
  })
})

test('J and K walk the queue, O opens the record, and Back opens the case again', async ({ page }) => {
  await openDesk(page)
  const names = await rows(page).locator('.queue-name b').allTextContents()
  await page.keyboard.press('j')
  await expect(current(page)).toContainText(names[1] ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(current(page)).toContainText(names[2] ?? '')
  await page.keyboard.press('k')
  await expect(current(page)).toContainText(names[1] ?? '')
  await expect(panel(page).getByRole('radio')).toHaveCount(2)
  await page.keyboard.press('c')
  await page.keyboard.type('kj')
  await expect(current(page)).toContainText(names[1] ?? '')
  const heading = (await title(page).textContent()) ?? ''
  await title(page).click()
  await page.keyboard.press('o')
  await expect(title(page)).not.toHaveText(heading)
  await page.goBack()
  await expect(title(page)).toHaveText(heading)
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('kj')
})

test('a withdrawal shows balances before and after, and is paid without a further question', async ({
  page,
  server,
}) => {
  await openDesk(page)
  const group = queue(page).getByRole('button', { name: /^Withdrawals/ })
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  const { withdrawals } = await queueOf(server, await tokenOf(page))
  await queue(page)
    .getByRole('region', { name: 'Withdrawals', exact: true })
    .locator('.queue-row')
    .last()
    .click()
  await expect(panel(page)).toContainText('Before and after')
  await expect(panel(page)).toContainText('Held for withdrawals')
  const reference = /WR-[\d-]+/.exec(await page.locator('.desk-head').innerText())?.[0]
  expect(withdrawals?.rows.map((row) => row.reference)).toContain(reference)
  await chooseStatus(page, 'Accept')
  await act(page, /^Accept withdrawal of ₦/).click()
  await expect(panel(page).getByRole('status')).toContainText(`Accepted, ${reference}.`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('from a list it has the rows of the list alone, in its order', async ({ page }) => {
  await page.goto('/withdrawal/list?waiting=mine&amount_from=10000.00')
  const main = page.getByRole('main')
  const decide = main.getByRole('link', { name: /^Decide \d+$/ })
  const wanted = Number((await decide.innerText()).replace(/\D/g, ''))
  expect(wanted).toBeGreaterThan(1)
  await decide.click()
  await expect(count(page)).toHaveText(`${wanted} of the list wait for you`)
  await expect(rows(page)).toHaveCount(wanted)
  const ages = await rows(page).locator('.queue-name b').allTextContents()
  await expect(current(page)).toContainText(ages[0] ?? '')
  await page.keyboard.press('j')
  await expect(current(page)).toContainText(ages[1] ?? '')
  await queue(page).getByRole('button', { name: 'Show all that waits' }).click()
  await expect(count(page)).toHaveText(/^\d+ wait for you$/)
})

test('from a list it has rows that are younger than the queue of a kind reaches, too', async ({
  page,
  context,
}) => {
  // A queue that ends after its first row.
  await context.route('**/api/admin/getdecisionqueue', async (route) => {
    const reply = await route.fetch()
    const json = await reply.json()
    if (!route.request().postDataJSON().ids) json.data.withdrawals.rows.length = 1
    await route.fulfill({ ...unsigned(reply), json })
  })
  await page.goto('/withdrawal/list?waiting=mine&amount_from=10000.00')
  const decide = page.getByRole('main').getByRole('link', { name: /^Decide \d+$/ })
  const wanted = Number((await decide.innerText()).replace(/\D/g, ''))
  expect(wanted).toBeGreaterThan(1)
  await decide.click()
  await expect(rows(page)).toHaveCount(wanted)
  await expect(panel(page).getByRole('radio')).toHaveCount(2)
})

test('a late batch is shown with its lines, decided on, and gone from its list', async ({ page, server }) => {
  await openDesk(page)
  const { late_batches } = await queueOf(server, await tokenOf(page))
  const row = late_batches?.rows.at(-1)
  if (!row) throw new Error('no late batch waits')
  await navigate(page, '/decisions', { kind: 'late_batches', case_id: row.id })
  await expect(title(page)).toContainText(`sent late by ${row.subject}`)
  await expect(page.getByText('by the device’s clock').first()).toBeVisible()
  await chooseStatus(page, 'Reject')
  await page.getByLabel('Comment', { exact: true }).fill('The cards do not have it')
  await act(page, /^Reject late batch of ₦/).click()
  await expect(panel(page).getByRole('status')).toContainText(`Rejected, ${row.reference}.`)
  await navigate(page, '/collection/batch/list?waiting=mine')
  await expect(page.getByText(row.reference)).toHaveCount(0)
  await navigate(page, '/collection/batch/approval', { late_batch_id: row.id })
  await expect(page.getByText('The cards do not have it').first()).toBeVisible()
})

test('the message about a decision on a screen of its own offers the next case', async ({ page, server }) => {
  await page.goto('/loan/pending')
  const { loans_first } = await queueOf(server, await tokenOf(page))
  const [first, second] = loans_first?.rows ?? []
  if (!first || !second) throw new Error('two loans must wait')
  const queueRead = page.waitForResponse((reply) => reply.url().endsWith('/getdecisionqueue'))
  await navigate(page, '/loan/first/approval', { loan_id: first.id })
  await queueRead
  await chooseStatus(page, 'Accept')
  await act(page, /^Accept ₦/).click()
  await pressInToast(page, `Next: ${second.subject}, `)
  await expect(title(page)).toContainText(`for ${second.subject}`)
  await expect(page).toHaveURL(/\/decisions#/)
})

test('a case that another admin decides meanwhile says so, and goes on', async ({
  page,
  server,
  session,
}) => {
  const other = tokenIn(await session(admin))
  await openDesk(page)
  const mine = (await queueOf(server, await tokenOf(page))).loans_first?.rows ?? []
  const theirs = new Set((await queueOf(server, other)).loans_first?.rows.map(({ id }) => id))
  const row = mine.find(({ id }) => theirs.has(id))
  if (!row) throw new Error('no loan waits for both')
  await navigate(page, '/decisions', { kind: 'loans_first', case_id: row.id })
  await expect(title(page)).toContainText(`for ${row.subject}`)
  await chooseStatus(page, 'Accept')
  await callApi(server, other, 'firstloanapproval', { id: row.id, status: 'rejected', comment: 'Moved away' })
  await act(page, /^Accept ₦/).click()
  await expect(panel(page).getByRole('status')).toContainText(/rejected/)
  await expect(panel(page).getByRole('radio')).toHaveCount(0)
  await act(page, /^Next: /).click()
  await expect(title(page)).not.toContainText(row.subject)
})

test('without a connection the queue and the case are read with their age; the comment is kept, nothing is sent', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(noNetwork, /healthz|api/)
  await openDesk(page)
  const heading = (await title(page).textContent()) ?? ''
  await blockServer(context)
  await pingServer(page)
  await expect(panel(page)).toContainText('Offline. The case is from')
  await expect(act(page, /^Needs a connection$/)).toBeDisabled()
  await page.getByLabel('Comment', { exact: true }).fill('Ask the agent')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await reconnect(page, context)
  await expect(act(page, /^Accept or reject first$/)).toBeVisible()
  await expect(title(page)).toHaveText(heading)
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Ask the agent')
})

test('every group has cases that open, with a panel to decide', async ({ page }) => {
  await openDesk(page)
  const heads = queue(page).getByRole('heading', { level: 3 }).getByRole('button')
  for (let at = 0; at < (await heads.count()); at++) {
    const head = heads.nth(at)
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
    await rows(page).first().click()
    await expect(current(page)).toHaveCount(1)
    await expect(panel(page).locator('form').first()).toBeVisible()
    await expect(title(page)).toHaveText(/\S/)
  }
})

test('it is accessible and fits at three widths, light and dark; a narrow window has the queue in a drawer', async ({
  page,
}) => {
  await openDesk(page)
  for (const [width, height] of [
    [1280, 800],
    [820, 1180],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await chooseStatus(page, colorScheme === 'light' ? 'Accept' : 'Reject')
      await expectAccessible(page, `the desk, ${width} px, ${colorScheme}`)
      await expectFit(page, width)
      if (width === 1280) continue
      const box = await panel(page).locator('.case-panel').boundingBox()
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
      await page.getByRole('button', { name: /^Queue/ }).click()
      await expect(rows(page).first()).toBeVisible()
      await expectAccessible(page, `the queue, ${width} px, ${colorScheme}`)
      await page.keyboard.press('Escape')
      await expect(queue(page)).toHaveCount(0)
    }
})
