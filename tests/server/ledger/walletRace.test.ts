import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { subtractKobo } from '#domain/money/kobo'
import { fundRequests, withdrawals } from '#server/db/tables/money'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { type Answer, openServer, manyCalls } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { roundsOf } from '../support/rounds'
import { onPostgres } from '../support/testDatabase'

const rounds = roundsOf(10)
const server = await openServer({ limits: manyCalls })
const { database } = server
const money = moneyOf(server)
const enter = () =>
  server.enter(
    'can-credit-customer',
    'can-create-withdrawal',
    'can-approve-withdrawal',
    'can-do-second-approval',
  )
const [asker, one, two] = [await enter(), await enter(), await enter()]
const agent = await server.makeAgent()

const waiting = async () => {
  const { rows } = await database.$client.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Two simultaneous calls on one account. When gated, a lock makes both wait first, so that they start together. */
async function race(
  account: string,
  gated: boolean,
  ...runs: [() => Promise<Answer>, () => Promise<Answer>]
) {
  const gate = gated ? await database.$client.connect() : undefined
  await gate?.query('begin')
  await gate?.query('select 1 from ledger_accounts where name = $1 for update', [account])
  const replies = Promise.all(runs.map((run) => run()))
  if (gate) {
    await expect.poll(waiting, { interval: 2 }).toBe(2)
    await gate.query('rollback')
    gate.release()
  }
  return (await replies).map(({ status }) => String(status)).toSorted()
}
const oneWins = ['200', '400']

async function customerWith(amount: number) {
  const customer = await server.makeCustomer(agent.id)
  if (amount > 0) await money.pay(mainWalletOf(customer.id), naira(amount))
  return customer
}
const stateOf = async (customerId: number) => {
  const { balance, held } = await money.accountOf(mainWalletOf(customerId))
  return { balance, held }
}

/** A request to debit ₦60 from the profit wallet, set to this balance; it awaits its second decision. */
async function debitRequest(inWallet = naira(100)) {
  const { balance } = await money.accountOf('PW')
  if (balance !== inWallet) await money.pay('PW', subtractKobo(inWallet, balance))
  const [request] = await database
    .insert(fundRequests)
    .values({
      type: 'debit',
      flag: 'PW',
      amount: naira(60),
      description: 'x',
      initialStatus: 1,
      reference: money.newReference(),
      requestedBy: asker.id,
      firstDecidedBy: asker.id,
    })
    .returning()
  return { id: request?.id ?? 0, status: 'accept', flag: 'PW' } as const
}
const approve = (request: Awaited<ReturnType<typeof debitRequest>>, by: typeof one) => () =>
  server.ask(calls.requests.secondApprovalOrDisapproval, request, by)

const races: Record<string, (gated: boolean) => Promise<void>> = {
  async 'the decision on one withdrawal'(gated) {
    const { id } = await customerWith(100)
    const wish = { customerId: id, amount: naira(60), description: 'x', requestedBy: asker.id }
    const [asked] = await database
      .insert(withdrawals)
      .values({ ...wish, reference: money.newReference() })
      .returning()
    const decide = (status: 'approve' | 'rejected', by: typeof one) => () =>
      server.ask(
        calls.withdrawals.WithDrawalRequestApproval,
        { id: asked?.id ?? 0, status, comment: 'no' },
        by,
      )
    const other = gated ? 'approve' : 'rejected'
    expect(await race(mainWalletOf(id), gated, decide('approve', one), decide(other, two))).toEqual(oneWins)
    const [row] = await database
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.id, asked?.id ?? 0))
    expect(['approved', 'rejected']).toContain(row?.status)
    expect(await stateOf(id)).toEqual({ balance: naira(row?.status === 'approved' ? 40 : 100), held: 0 })
  },

  async 'the same naira in a main wallet'(gated) {
    const { id } = await customerWith(100)
    const body = { amount: naira(60), description: 'x', customer_id: id }
    const ask = (by: typeof one) => () => server.ask(calls.withdrawals.createWithDrawalRequest, body, by)
    expect(await race(mainWalletOf(id), gated, ask(one), ask(two))).toEqual(oneWins)
    expect(await stateOf(id)).toEqual({ balance: naira(100), held: naira(60) })
  },

  async 'the same naira in a savings wallet'(gated) {
    const customer = await customerWith(0)
    const { reference } = await money.makeSaving(customer)
    await money.pay(reference, naira(100))
    const body = { amount: naira(100), customer_id: customer.id, savings_ref: reference }
    const move = (by: typeof one) => () => server.ask(calls.customers.savingWalletToMainWallets, body, by)
    expect(await race(reference, gated, move(one), move(two))).toEqual(oneWins)
    expect(await stateOf(customer.id)).toEqual({ balance: naira(100), held: 0 })
  },

  async 'the same naira in a business wallet'(gated) {
    const [first, second] = [await debitRequest(), await debitRequest()]
    expect(await race('PW', gated, approve(first, one), approve(second, two))).toEqual(oneWins)
    expect((await money.accountOf('PW')).balance).toBe(naira(40))
  },

  async 'the decision on one fund request'(gated) {
    const request = await debitRequest(naira(200))
    expect(await race('PW', gated, approve(request, one), approve(request, two))).toEqual(oneWins)
    expect((await money.accountOf('PW')).balance).toBe(naira(140))
  },

  async 'a main wallet, credited and asked of'(gated) {
    const { id } = await customerWith(100)
    const credit = () => server.ask(calls.customers.creditUser, { amount: naira(20), customer_id: id }, one)
    const body = { amount: naira(100), description: 'x', customer_id: id }
    const ask = () => server.ask(calls.withdrawals.createWithDrawalRequest, body, two)
    expect(await race(mainWalletOf(id), gated, credit, ask)).toEqual(['200', '200'])
    expect(await stateOf(id)).toEqual({ balance: naira(120), held: naira(100) })
  },
}

const reason = onPostgres ? '' : ' (not on the embedded database, which has one connection)'
it.skipIf(!onPostgres).each(Object.entries(races))(
  `two connections spend and decide nothing twice: %s, ${rounds} rounds${reason}`,
  async (_what, run) => {
    for (let round = 0; round < rounds; round++) await run(round % 2 === 0)
    expect((await verifyLedger(database)).faults).toEqual([])
  },
  600_000 + rounds * 3000,
)
