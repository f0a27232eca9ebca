import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import { withdrawals } from '#server/db/tables/money'
import { adminActivity } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { type Cut, openCuttingProxy, requestOf } from '../support/cuttingProxy'
import { openServer, manyCalls } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { report, roundsOf } from '../support/rounds'

const rounds = roundsOf(52)
const server = await openServer({ limits: manyCalls })
const { database } = server
const money = moneyOf(server)
const clerk = await server.enter('can-credit-customer', 'can-create-withdrawal')
const manager = await server.enter('can-approve-withdrawal')
const agent = await server.makeAgent()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { exchange } = await openCuttingProxy((server.app.server.address() as AddressInfo).port)

type Expected = { balance: number; held: number; saved: number }
type Intent = { request: string; key: string; expected: Expected }

function intentOf<C extends Named<Write>>(
  call: C,
  body: BodyOf<C>,
  by: { token: string },
  expected: Expected,
) {
  const key = randomUUID()
  return { key, request: requestOf(call, body, { ...by, key }), expected }
}

/** Changes of a customer, one for each round: credit, transfer from savings, withdrawal requested and approved. */
async function* story(): AsyncGenerator<Intent & { state: () => Promise<Expected> }> {
  for (;;) {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    await money.pay(saving.reference, naira(300))
    const customer_id = customer.id
    const state = async () => {
      const { balance, held } = await money.accountOf(mainWalletOf(customer_id))
      return { balance, held, saved: (await money.accountOf(saving.reference)).balance }
    }
    const balances = (balance: number, held: number, saved: number) => ({
      balance: naira(balance),
      held: naira(held),
      saved: naira(saved),
    })
    const { creditUser, savingWalletToMainWallets } = calls.customers
    const { createWithDrawalRequest, WithDrawalRequestApproval } = calls.withdrawals
    const credit = { amount: naira(50), customer_id }
    yield { ...intentOf(creditUser, credit, clerk, balances(50, 0, 300)), state }
    const move = { amount: naira(100), customer_id, savings_ref: saving.reference }
    yield { ...intentOf(savingWalletToMainWallets, move, clerk, balances(150, 0, 200)), state }
    const ask = { amount: naira(60), description: 'School fees', customer_id }
    yield { ...intentOf(createWithDrawalRequest, ask, clerk, balances(150, 60, 200)), state }
    const [asked] = await database.select().from(withdrawals).where(eq(withdrawals.customerId, customer_id))
    const approve = { id: asked?.id ?? 0, status: 'approve' } as const
    yield { ...intentOf(WithDrawalRequestApproval, approve, manager, balances(90, 0, 200)), state }
  }
}

/** Where this round's connection breaks: over the rounds, everywhere in request and reply. */
function cutOf(round: number, request: string): { name: string; cut: Cut; lands: number[] } {
  const size = Buffer.byteLength(request)
  const somewhere = (below: number) => (round * 7919) % below
  // By the round's group of four, so that each intent of a story meets each kind of cut.
  switch (Math.floor(round / 4 + round) % 4) {
    case 0:
      return {
        name: 'before it is sent whole',
        cut: { in: 'request', after: 1 + somewhere(size - 1) },
        lands: [0],
      }
    case 1:
      return { name: 'once it is sent', cut: { in: 'request', after: size }, lands: [0, 1] }
    case 2:
      return { name: 'after the commit', cut: { in: 'reply', after: 0 }, lands: [1] }
    default:
      return { name: 'in mid-reply', cut: { in: 'reply', after: 1 + somewhere(600) }, lands: [1] }
  }
}

/** Repeats a request with its key until the reply is final. */
async function repeat(request: string): Promise<{ status: string; message: string }> {
  for (;;) {
    const reply = JSON.parse((await exchange(request)) ?? '{}')
    if (!/still being made/.test(reply.message)) return reply
  }
}

it(
  `a change whose connection is cut and that is repeated is made once, ${rounds} rounds`,
  async () => {
    const landings: Record<string, { rounds: number; landed: number }> = {}
    const intents = story()
    for (let round = 0; round < rounds; round++) {
      const { value: intent } = await intents.next()
      const landed = () =>
        database.$count(
          adminActivity,
          and(eq(adminActivity.reference, intent.key), eq(adminActivity.status, 'success')),
        )
      const { name, cut, lands } = cutOf(round, intent.request)
      expect(await exchange(intent.request, cut), name).toBeUndefined()
      const first = await landed()
      expect(lands, name).toContain(first)
      const soFar = landings[name] ?? { rounds: 0, landed: 0 }
      landings[name] = { rounds: soFar.rounds + 1, landed: soFar.landed + first }

      const reply = await repeat(intent.request)
      expect(reply.status, reply.message).toBe('200')
      expect(await repeat(intent.request)).toEqual(reply)
      expect(await landed()).toBe(1)
      expect(await intent.state(), name).toEqual(intent.expected)
    }
    expect(Object.keys(landings)).toHaveLength(4)
    expect((await verifyLedger(database)).faults).toEqual([])
    report('cut, and landed before it was sent again', landings)
  },
  600_000 + rounds * 1000,
)
