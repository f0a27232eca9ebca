import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { savings } from '#server/db/tables/money'
import { runs } from '#server/db/tables/runs'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { openReversalDesk } from '../reversals/reversalDesk'
import { faultsIn } from '../support/books'
import { naira } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

/* Interest of December that the saving wallet of the business did not cover on 1 January. */
const desk = await openReversalDesk()
const { server, money } = desk
const { database, clock } = server
const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
await openRuns(database, due())
async function closeUntil(day: string) {
  while (lagosDay(clock.now()) < day) {
    const next = addDays(lagosDay(clock.now()), 1)
    clock.pass((startOfLagosDay(next).getTime() + 600_000 - clock.now().getTime()) / 60_000)
    await postRuns(database, due())
  }
}
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id), key: randomUUID() })
async function saver(amount = naira(10_000)) {
  const made = await desk.saver()
  await database.update(savings).set({ interestBasisPoints: 1200 }).where(eq(savings.id, made.saving.id))
  if (amount > 0) await desk.deposit(made.saving.id, amount, await by(desk.recorder))
  return made
}
const [waits, closes, falls, spends] = [await saver(), await saver(), await saver(), await saver()]
await closeUntil('2026-12-29')
// Nothing is earned by a wallet that is emptied, unless an earlier deposit is recorded later.
await server.ask(
  calls.customers.savingWalletToMainWallets,
  { customer_id: spends.customer.id, savings_ref: spends.saving.reference, amount: naira(10_000) },
  await by(desk.recorder),
)
await closeUntil('2027-01-01')
const interestRun = async () => (await database.select().from(runs).where(eq(runs.kind, 'interest'))).at(-1)

it('is paid once, is not owed to a wallet that was closed, and follows what is recorded or reversed meanwhile', async () => {
  expect(await interestRun()).toMatchObject({ state: 'short', posted: 0, skipped: 3 })
  await server.ask(calls.savings.closeSaving, { savings_id: closes.saving.id }, await by(desk.recorder))
  const sheet = {
    agent_id: falls.agent.id,
    day: '2026-12-31',
    lines: [{ savings_id: falls.saving.id, amount: naira(500) }],
  }
  const recorded = await server.ask(
    calls.collections.recordSheet,
    await sheetAfterOthers(database, sheet),
    await by(desk.recorder),
  )
  expect(recorded.status).toBe('200')
  expect(await faultsIn(database)).toEqual([])

  // Less than all that waits, but enough for what a late deposit adds.
  await money.pay('SW', naira(50))
  const late = {
    agent_id: spends.agent.id,
    day: '2026-12-28',
    lines: [{ savings_id: spends.saving.id, amount: naira(2_000) }],
  }
  await server.ask(
    calls.collections.recordSheet,
    await sheetAfterOthers(database, late),
    await by(desk.recorder),
  )
  expect(await desk.balance(spends.saving.reference)).toBe(naira(2_020))
  expect(await faultsIn(database)).toEqual([])

  await money.pay('SW', naira(1_000))
  await closeUntil('2027-01-02')
  expect(await interestRun()).toMatchObject({ state: 'done', posted: 2, skipped: 0, amount: naira(200) })
  expect(await desk.balance(waits.saving.reference)).toBe(naira(10_100))
  expect(await desk.balance(spends.saving.reference)).toBe(naira(2_020))
  expect(await faultsIn(database)).toEqual([])
})
