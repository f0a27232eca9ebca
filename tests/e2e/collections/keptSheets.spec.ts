import { approvalDays } from '#domain/time/collectionDays'
import { addDays, lagosDay } from '#domain/time/lagos'
import { sentences } from '../../sentences'
import { tokenOf } from '../support/api'
import { expectTitle, navigate, openWithState } from '../support/portal'
import { agentDueOn } from '../support/routeTable'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 }, ownClock: true })

const hourMs = 3_600_000

for (const [direction, hours] of [
  ['behind', -24],
  ['ahead', 24],
] as const)
  test(`a device a day ${direction} offers the server's days, and keeps a sheet until it was shown and deleted`, async ({
    page,
    server,
  }) => {
    await page.clock.setFixedTime(Date.now() + hours * hourMs)
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    // Some time has passed since the clock was set: the difference may be shown in hours.
    await expect(
      page.getByText(/The clock of this device is (1 day|2\d hours) (behind|ahead)\./),
    ).toContainText(direction)
    const day = lagosDay(new Date())
    const old = addDays(day, -9)
    const agent = await agentDueOn(server, await tokenOf(page), old)
    await navigate(page, '/collection/sheet')
    const days = page.getByRole('combobox', { name: 'Day' })
    await expect(days).toHaveValue(day)
    await expect(days.getByRole('option').first()).toHaveText(/^Today, /)
    await expect(days.getByRole('option')).toHaveCount(approvalDays + 1)

    await openWithState(page, '/collection/sheet', { agent_id: agent.id, day: old })
    await page
      .getByRole('textbox', { name: /^Amount of / })
      .first()
      .fill('744.50')
    await expect(page.getByText(/^Typed amounts kept on this device, /)).toBeVisible()
    await navigate(page, '/collection/sheet')
    const kept = page.getByRole('listitem').filter({ hasText: agent.name })
    await expect(kept).toContainText('1 typed')
    await kept.getByRole('button', { name: /^Delete / }).click()
    await expect(page.getByRole('dialog')).toContainText('744.50')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(kept).toBeVisible()
    await kept.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(kept).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(sentences.agentOfSheet)).toBeVisible()
    await expect(kept).toHaveCount(0)
  })

test.describe('with the clock of the server', () => {
  test.use({ ownClock: false })

  test('shows the cash that was counted before the day was closed, before it is cleared', async ({
    page,
    server,
  }) => {
    const token = await tokenOf(page)
    const day = lagosDay(new Date())
    const agent = await agentDueOn(server, token, addDays(day, -7))
    const midnight = new Date(`${addDays(day, 1)}T00:00:00+01:00`).getTime()
    const sheet = { agent_id: agent.id, day: addDays(day, -7) }
    await page.clock.setFixedTime(midnight - 60_000)
    await openWithState(page, '/collection/sheet', sheet)
    await page.getByLabel('Cash counted, ₦').fill('9100.5')
    await expect(page.getByText(/^Typed amounts kept on this device, /)).toBeVisible()
    await expect(page.getByText(/^All lines are recorded, or none/)).toContainText('Ctrl S book.')
    await navigate(page, '/collection/sheet')
    await page.clock.setFixedTime(midnight + 60_000)
    const kept = page.getByRole('listitem').filter({ hasText: agent.name })
    await expect(kept).toContainText('0 typed, cash counted')
    await kept.getByRole('link', { name: 'Go on' }).click()
    await expect(page.getByText(/^This day is closed: /)).toContainText('Cash counted: ₦9,100.50.')
    await expect(page.getByText(/^All lines are recorded, or none/)).toContainText('Ctrl S send.')
    await page.getByRole('textbox', { name: 'Reason' }).fill('The sheet was lost.')
    await page.getByRole('button', { name: 'Send, nothing collected' }).click()
    await expect(page.getByRole('dialog')).toContainText('₦9,100.50. Not sent')
  })
})
