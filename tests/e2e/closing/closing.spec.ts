import { formatNaira, koboOf, kobo, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { expectTitle, fact, navigate } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('the day’s close: figures by agent and product, the rows behind them, and a day before', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const runs = await callApi(server, token, 'getruns', { page: 1 })
  const posted: { day: string } = runs.data.data.find(({ posted: count }: { posted: number }) => count > 0)
  const day = posted.day
  const { data } = await callApi(server, token, 'getdayclose', { day })
  await page.goto('/day/close')
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(lagosDay(new Date()))

  await test.step('another day', async () => {
    await page.getByLabel('Day', { exact: true }).fill(day)
    await expect(page).toHaveURL(new RegExp(`day=${day}`))
    await page.getByRole('button', { name: 'All figures' }).click()
    const all = page.getByRole('table', { name: 'All figures' }).getByRole('row').nth(1)
    const held = sumKobo(data.agents.map((one: { held: string }) => koboOf(one.held) ?? kobo(0)))
    await expect(all).toContainText('All agents')
    await expect(all).toContainText(formatNaira(held))
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('its links open the rows of the day', async () => {
    const saving = data.products.find(({ kind }: { kind: string }) => kind === 'saving')
    await page.getByRole('link', { name: `${saving.name}: ` }).click()
    await expectTitle(page, /^Savings, /)
    await expect(page).toHaveURL(new RegExp(`day=${day}&figure=saving`))
    await expect(page.getByRole('main')).toContainText(formatNaira(koboOf(saving.amount) ?? kobo(0)))
  })

  await test.step('an agent’s figures open the movements behind them', async () => {
    const one = data.agents.find(
      (agent: Record<string, unknown>) => agent.agent_id !== null && agent.collected !== '0.00',
    )
    const collected = formatNaira(koboOf(one.collected) ?? kobo(0)).replace(/\.00$/, '')
    await page.goto(`/day/close?day=${day}`)
    await page.getByRole('link', { name: `Collected, ${one.agent}: ${collected}` }).click()
    await expectTitle(page, /^Collected, /)
    const body = { day, figure: 'collected', agent_id: one.agent_id }
    const moved = await callApi(server, token, 'getdaymovements', body)
    // A reversal's reference is in the row of what it reverses too.
    await expect(page.getByText(moved.data[0].reference, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText(collected)
  })

  await test.step('open decisions open their list', async () => {
    await navigate(page, '/day/close')
    await page.getByRole('link', { name: /^Withdrawals:? \d/ }).click()
    await expectTitle(page, 'Withdrawals')
  })

  await test.step('the runs and what each posted', async () => {
    await navigate(page, '/run/list')
    await expectTitle(page, 'Runs')
    await page
      .getByRole('button', { name: /^More actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await expectTitle(page, 'Run Details')
    await expect(page.getByText('NOT AVAILABLE')).toHaveCount(0)
  })
})

test('the day’s close stays readable offline', { tag: '@long' }, async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/day/close')
  await expect(page.getByRole('table', { name: 'Agents' })).toBeVisible()
  const loans = await fact(page, 'Penalties').textContent()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectTitle(page, 'Dashboard')
  await context.setOffline(true)
  await navigate(page, '/day/close')
  await expect(fact(page, 'Penalties')).toHaveText(loans ?? '')
  await context.setOffline(false)
})

test('a day is closed with its gaps by their reason, opened again by another admin, and printed on one page', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const day = addDays(lagosDay(new Date()), -6)
  await page.goto(`/day/close?day=${day}`)
  const verdict = page.getByRole('status', { name: 'Verdict' })

  await test.step('the next gap has the focus, by the button and by N', async () => {
    await expect(verdict).toContainText('Not ready: ')
    await page.getByRole('button', { name: 'Next gap' }).click()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await expect
      .poll(focused)
      .toMatch(/^(Open the sheet of|Request the cash difference of|Count the cash of) /)
    const first = await focused()
    await page.keyboard.press('n')
    await expect.poll(focused).not.toBe(first)
  })

  await test.step('the chips show the agents with a gap, and those in order', async () => {
    await page.getByRole('button', { name: /^With a gap: / }).click()
    await expect(
      page.getByRole('table', { name: 'Agents' }).getByText('In order', { exact: true }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: /^With a gap: / }).click()
  })

  await test.step('it is closed with a reason', async () => {
    await page.getByRole('link', { name: 'Close the day' }).click()
    await expectTitle(page, 'Close the Day')
    await page.getByRole('button', { name: /^Close \d/ }).click()
    await expect(page.getByText('Say why the day is closed with gaps.')).toBeVisible()
    await page.getByLabel('Why it is closed with gaps').fill('The demo has no sheets')
    await page.getByRole('button', { name: /^Close \d/ }).click()
    await expectTitle(page, "Day's Close")
    await expect(verdict).toContainText('Closed by ')
    await expect(verdict).toContainText('The demo has no sheets')
  })

  await test.step('on paper it is one page, with its hash', async () => {
    const { data } = await callApi(server, token, 'getdayclose', { day })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`Hash of these figures: ${data.closings[0].hash}`)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(file.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  })

  await test.step('who requested the opening does not decide on it', async () => {
    await page.getByRole('link', { name: 'Request its opening' }).click()
    await page.getByLabel('Reason').fill('A sheet was found')
    await page.getByRole('button', { name: 'Request opening of ' }).click()
    await expectTitle(page, 'Openings of Days')
    const { data } = await callApi(server, token, 'getdayopenings', { page: 1 })
    await navigate(page, '/day/opening/approval', { day_opening_id: data.data[0].id })
    await expect(page.getByText('yourself. Another admin must decide on it.')).toBeVisible()
  })
})
