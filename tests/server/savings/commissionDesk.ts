import { asc, eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import type { BodyOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { customerMessages } from '#server/db/tables/messages'
import { savings, savingsCycles, savingsHistory, savingTypes } from '#server/db/tables/money'
import { mainWalletOf } from '#server/ledger/accounts'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { faultsIn } from '../support/books'
import { manyCalls, startServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

const {
  createSavingType,
  openSaving,
  recordDeposit,
  closeSaving,
  getSavingAccount,
  changeSavingPlan,
  getPlanChanges,
} = calls.savings
type Terms = Partial<BodyOf<typeof createSavingType>>

/** One contribution of each calendar month, the first. */
export const thrift: Terms = { commission: 'contribution', taken: 'first' }

/** A server of its own with admins, types with a commission, and wallets under them. Its first day is the day of its clock. */
export async function openCommissionDesk() {
  const { server, close } = await startServer({ limits: manyCalls })
  onTestFinished(close)
  const { database, clock } = server
  const money = moneyOf(server)
  const admin = () =>
    server.enter(
      'can-create-saving-type',
      'can-edit-saving-type',
      'can-open-saving',
      'can-close-saving',
      'can-record-collection',
      'can-view-collection',
      'can-approve-collection',
      'can-credit-customer',
      'can-view-saving',
      'can-view-saving-portfolio',
      'can-view-customer-details',
      'can-request-reversal',
      'can-approve-reversal',
      'can-view-day-close',
    )
  const people = { clerk: await admin(), asker: await admin(), decider: await admin() }
  type Person = keyof typeof people
  const by = async (actor: Person = 'clerk') => ({ token: await server.openSession(people[actor].id) })
  const agent = await server.makeAgent({ name: 'Bola Ige' })
  const today = () => lagosDay(clock.now())
  const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
  await openRuns(database, due())
  let types = 0

  async function makeType(terms: Terms = thrift) {
    types += 1
    const name = `Ajo ${String(types).replaceAll(/\d/g, (digit) => String.fromCharCode(65 + Number(digit)))}`
    const body = { name, category: 'daily' as const, interest: 0, charge: 0, ...terms } as BodyOf<
      typeof createSavingType
    >
    const reply = await server.ask(createSavingType, body, await by())
    const [type] = await database.select().from(savingTypes).where(eq(savingTypes.name, name))
    return { reply, id: type?.id ?? 0 }
  }
  const savingOf = async (reference: string) => {
    const [saving] = await database.select().from(savings).where(eq(savings.reference, reference))
    if (!saving) throw new Error(`There is no saving ${reference}.`)
    return saving
  }
  const open = async (
    terms: Terms = thrift,
    { contribution = naira(500), duration = 365 }: { contribution?: Kobo; duration?: number } = {},
  ) => {
    const { id: saving_type_id } = await makeType(terms)
    const customer = await server.makeCustomer(agent.id)
    const reply = await server.ask(
      openSaving,
      {
        customer_id: customer.id,
        saving_type_id,
        fixed_amount: contribution,
        deposit_type: 'daily',
        duration,
      },
      await by(),
    )
    return { customer, ...(await savingOf(reply.output().data.reference)) }
  }
  type Wallet = Awaited<ReturnType<typeof open>>

  return {
    server,
    database,
    clock,
    money,
    agent,
    today,
    by,
    makeType,
    open,
    savingOf,
    /** Sets the clock to ten minutes after the start of a day. */
    goTo: (day: string) =>
      clock.pass((startOfLagosDay(day).getTime() + 600_000 - clock.now().getTime()) / 60_000),
    closeDays: () => postRuns(database, { ...due(), services: { config: { sms: { isOn: true } } } }),
    deposit: async ({ id: savings_id }: Wallet, amount: Kobo, day = today()) =>
      server.ask(recordDeposit, { savings_id, amount, day }, await by()),
    transfer: async ({ customer, reference }: Wallet, amount: Kobo) =>
      server.ask(
        calls.customers.savingWalletToMainWallets,
        { customer_id: customer.id, savings_ref: reference, amount },
        await by(),
      ),
    closeWallet: async ({ id: savings_id }: Wallet) => server.ask(closeSaving, { savings_id }, await by()),
    changePlan: async (
      { id: savings_id }: Pick<Wallet, 'id'>,
      plan: Partial<Omit<BodyOf<typeof changeSavingPlan>, 'savings_id'>>,
    ) =>
      server.ask(
        changeSavingPlan,
        { savings_id, fixed_amount: naira(1000), deposit_type: 'daily', ...plan },
        await by(),
      ),
    planChanges: async ({ id: savings_id }: Pick<Wallet, 'id'>) =>
      (await server.ask(getPlanChanges, { savings_id }, await by())).output().data,
    account: async ({ id: savings_id }: Wallet) =>
      (await server.ask(getSavingAccount, { savings_id }, await by())).output().data,
    sheet: async (lines: readonly { wallet: Wallet; amount: Kobo }[], day = today()) => {
      const body = {
        agent_id: agent.id,
        day,
        lines: lines.map(({ wallet, amount }) => ({ savings_id: wallet.id, amount })),
      }
      return server.ask(calls.collections.recordSheet, await sheetAfterOthers(database, body), await by())
    },
    /** Requests the reversal of a movement and decides on it. */
    async reverse(reference: string) {
      const asked = await server.ask(
        calls.reversals.requestReversal,
        { reference, reason: 'Typed wrongly' },
        await by('asker'),
      )
      if (asked.status !== '200') return asked
      const { rows } = await database.$client.query('select max(id)::int as id from reversals')
      return server.ask(
        calls.reversals.reversalDecision,
        { id: rows[0].id, status: 'accept' },
        await by('decider'),
      )
    },
    /** Reopens the days from one on. */
    async reopen(from_day: string) {
      const asked = await server.ask(
        calls.closing.requestReopening,
        { from_day, reason: 'The clock was ahead' },
        await by('asker'),
      )
      if (asked.status !== '200') return asked
      const { rows } = await database.$client.query('select max(id)::int as id from reopenings')
      return server.ask(
        calls.closing.reopeningDecision,
        { id: rows[0].id, status: 'accept' },
        await by('decider'),
      )
    },
    balanceOf: async (account: string) => (await money.accountOf(account)).balance as number,
    mainOf: async ({ customer }: Wallet) =>
      (await money.accountOf(mainWalletOf(customer.id))).balance as number,
    /** The movements of a wallet, by kind and amount. */
    movements: async ({ id }: Wallet) =>
      (
        await database
          .select({ kind: savingsHistory.kind, amount: savingsHistory.amount })
          .from(savingsHistory)
          .where(eq(savingsHistory.savingsId, id))
          .orderBy(asc(savingsHistory.id))
      ).map(({ kind, amount }) => [kind, amount]),
    /** Paid, due and taken of each cycle of a wallet. */
    cycles: async ({ id }: Wallet) =>
      (
        await database
          .select()
          .from(savingsCycles)
          .where(eq(savingsCycles.savingsId, id))
          .orderBy(asc(savingsCycles.number))
      ).map(({ number, paid, due: owed, taken }) => [number, paid, owed, taken]),
    messages: async ({ customer }: Wallet) =>
      (
        await database
          .select({ text: customerMessages.text })
          .from(customerMessages)
          .where(eq(customerMessages.customerId, customer.id))
          .orderBy(asc(customerMessages.id))
      ).map(({ text }) => text),
    faults: () => faultsIn(database),
  }
}
