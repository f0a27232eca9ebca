import { eq, inArray } from 'drizzle-orm'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { payoutBatches, payoutItems } from '#server/db/tables/payoutBatches'
import type { savings } from '#server/db/tables/money'
import { mainWalletOf } from '#server/ledger/accounts'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'

type Terms = Partial<typeof savings.$inferInsert>
/** One contribution of ₦100 a calendar month, once it ends. */
export const thrift: Terms = { commissionKind: 'contribution', cycleKind: 'month', taken: 'end' }

/** A server with a clerk who requests payouts, a manager who decides, and wallets that were opened in October. */
export async function openPayoutDesk() {
  const server = await openServer({ limits: manyCalls })
  const { database, clock } = server
  const money = moneyOf(server)
  const enter = () =>
    server.enter(
      'can-request-payout',
      'can-approve-payout',
      'can-record-collection',
      'can-create-withdrawal',
      'can-approve-withdrawal',
      'can-view-withdrawal',
    )
  const [clerk, manager] = [await enter(), await enter()]
  type Admin = typeof clerk
  const by = async (admin: Admin) => ({ ...admin, token: await server.openSession(admin.id) })
  const today = () => lagosDay(clock.now())
  const balanceOf = async (account: string) => (await money.accountOf(account)).balance

  /** Does something as of the noon of a day, and returns to now. */
  async function on<Made>(day: string, act: () => Promise<Made>): Promise<Made> {
    const minutes = (startOfLagosDay(day).getTime() + 12 * 3_600_000 - clock.now().getTime()) / 60_000
    clock.pass(minutes)
    const made = await act()
    clock.pass(-minutes)
    return made
  }
  const deposit = async (savings_id: number, amount: Kobo) =>
    (await server.ask(calls.savings.depositSaving, { savings_id, amount }, await by(clerk))).output()

  /** A wallet of a new customer, with deposits of these days. */
  async function wallet(
    agent: { id: number },
    deposits: readonly (readonly [day: string, amount: Kobo])[],
    { opened = '2026-10-01', terms = thrift }: { opened?: string; terms?: Terms } = {},
  ) {
    const customer = await server.makeCustomer(agent.id)
    const createdAt = new Date(startOfLagosDay(opened).getTime() + 9 * 3_600_000)
    const saving = await money.makeSaving(customer, 'daily', { ...terms, createdAt })
    for (const [day, amount] of deposits) await on(day, () => deposit(saving.id, amount))
    return { ...saving, customer, main: mainWalletOf(customer.id) }
  }

  const ended = async (filters: BodyOf<typeof calls.payouts.getEndedCycles>) =>
    (await server.ask(calls.payouts.getEndedCycles, filters, await by(clerk))).output().data
  const request = async (body: BodyOf<typeof calls.payouts.requestPayout>, admin = clerk) =>
    server.ask(calls.payouts.requestPayout, body, await by(admin))
  async function batchOf(reference: string) {
    const [batch] = await database.select().from(payoutBatches).where(eq(payoutBatches.reference, reference))
    if (!batch) throw new Error(`There is no payout ${reference}.`)
    return batch
  }
  const requested = async (body: BodyOf<typeof calls.payouts.requestPayout>) =>
    batchOf((await request(body)).output().data.reference)
  const decide = async (
    id: number,
    status: 'accept' | 'reject' = 'accept',
    comment?: string,
    admin = manager,
  ) => server.ask(calls.payouts.payoutDecision, { id, status, ...(comment && { comment }) }, await by(admin))
  const itemsOf = (...ids: number[]) =>
    database.select().from(payoutItems).where(inArray(payoutItems.savingsId, ids)).orderBy(payoutItems.id)
  const caseOf = async (id: number, admin = manager) =>
    (await server.ask(calls.payouts.getPayoutCase, { id }, await by(admin))).output().data[0]

  return {
    server,
    database,
    money,
    clerk,
    manager,
    by,
    today,
    tomorrow: () => addDays(today(), 1),
    balanceOf,
    on,
    deposit,
    wallet,
    ended,
    request,
    requested,
    batchOf,
    decide,
    itemsOf,
    caseOf,
  }
}
