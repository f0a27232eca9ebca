import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { cashDifferences } from '#server/db/tables/cash'
import { withdrawals } from '#server/db/tables/money'
import { openReversalDesk } from '../reversals/reversalDesk'
import { diceOf } from '../support/dice'
import { faultsIn } from '../support/books'
import { naira } from '../support/people'
import { roundsOf, seed } from '../support/rounds'
import { tillsOf } from '../support/tills'

const rights = [
  'can-open-till',
  'can-credit-customer',
  'can-approve-withdrawal',
  'can-record-remittance',
] as const

it('two tills, a vault, a bank and an agent agree with plain sums every evening', async () => {
  const desk = await openReversalDesk()
  const { server, saver } = desk
  const { database } = server
  const { manager, makeTill, open, newestSession, close } = await tillsOf(server)
  const first = await server.enter('can-do-first-approval')
  const second = await server.enter('can-do-second-approval')
  const { within: between, pick, chance } = diceOf(seed)
  const sum = (least: number, most: number) => naira(between(least, most))
  await desk.money.pay('MBW', naira(500_000))
  /** Whole kobo of each place, kept by additions alone. */
  const model: Record<string, number> = { vault: naira(500_000), bank: 0, agents: 0, missing: 0 }
  const add = (place: string, amount: number) => {
    model[place] = (model[place] ?? 0) + amount
  }
  const savers = [await saver(), await saver(), await saver()]
  const tills = [await makeTill(), await makeTill()]
  let people = [await server.enter(...rights), await server.enter(...rights)]
  let slips = 0

  async function expectPlaces() {
    const { data } = (await server.ask(calls.tills.getCashPlaces, {}, manager)).output()
    const held = Object.fromEntries(
      data.map(({ place, name, holds }) => [place === 'till' ? name : place, holds]),
    )
    for (const [name, amount] of Object.entries(model))
      if (name !== 'missing') expect([name, held[name] ?? 0]).toEqual([name, amount])
  }

  for (let day = 0; day < roundsOf(5); day++) {
    const sessions = []
    for (const [at, till] of tills.entries()) {
      const [who, float] = [people[at], sum(0, 5000)]
      if (!who) throw new Error('A till has nobody.')
      expect((await open(till.id, float, who)).status).toBe('200')
      add('vault', 0 - float)
      add(till.name, float)
      sessions.push({ till, who, session: await newestSession() })
    }
    for (let act = 0; act < 14; act++) {
      const [{ till, who }, one] = [pick(sessions), pick(savers)]
      const amount = sum(10, 900)
      const what = pick(['credit', 'credit', 'credit', 'withdraw', 'reverse', 'collect', 'bank'] as const)
      if (what === 'credit' || what === 'reverse') {
        const reference = await desk.credit(one.customer.id, amount, who)
        add(till.name, amount)
        if (what === 'reverse') {
          await desk.reverse(reference)
          add(till.name, 0 - amount)
        }
      }
      if (what === 'withdraw') {
        const body = { customer_id: one.customer.id, amount, description: 'Rent' }
        const asked = await server.ask(calls.withdrawals.createWithDrawalRequest, body, desk.recorder)
        if (asked.status !== '200') continue
        const rows = await database
          .select()
          .from(withdrawals)
          .where(eq(withdrawals.customerId, one.customer.id))
        const id = rows.at(-1)?.id ?? 0
        const paid = await server.ask(
          calls.withdrawals.WithDrawalRequestApproval,
          { id, status: 'approve' },
          who,
        )
        // More than the till holds is refused, and paid by nobody.
        expect(paid.status).toBe((model[till.name] ?? 0) >= amount ? '200' : '400')
        if (paid.status === '200') add(till.name, 0 - amount)
        else
          await server.ask(
            calls.withdrawals.WithDrawalRequestApproval,
            { id, status: 'rejected', comment: 'Later' } as never,
            who,
          )
      }
      if (what === 'collect') {
        await desk.money.enter({
          kind: 'Savings deposit',
          agentId: one.agent.id,
          customerId: one.customer.id,
          moves: [
            { account: `agent ${one.agent.id}`, amount: (0 - amount) as Kobo },
            { account: one.main, amount },
          ],
        })
        const handed = naira(between(1, amount / 100))
        const body = { agent_id: one.agent.id, counted: handed, counted_again: handed }
        expect((await server.ask(calls.cash.recordRemittance, body, who)).status).toBe('200')
        add('agents', amount - handed)
        add('vault', handed)
      }
      if (what === 'bank') {
        slips += 1
        const isBack = chance(30)
        const body = {
          direction: isBack ? 'withdrawal' : 'deposit',
          amount,
          slip_number: `S-${slips}`,
        } as const
        const moved = await server.ask(calls.tills.recordBankMovement, body, manager)
        expect(moved.status).toBe(isBack && (model.bank ?? 0) < amount ? '400' : '200')
        if (moved.status === '200') {
          add('bank', isBack ? 0 - amount : amount)
          add('vault', isBack ? amount : 0 - amount)
        }
      }
    }
    await expectPlaces()
    for (const { till, who, session } of sessions) {
      const expected = model[till.name] ?? 0
      const missing = chance(50) ? Math.min(between(-2, 3) * 1000, expected) : 0
      const closed = await close(session.id, (expected - missing) as Kobo, who)
      expect(closed.output().data).toMatchObject({ expected, difference: 0 - missing })
      add('vault', expected - missing)
      add(till.name, missing - expected)
      if (missing === 0) continue
      const body = { till_session_id: session.id, reason: 'Too much change given' }
      await server.ask(calls.cash.requestTillDifference, body, who)
      const [one] = await database
        .select()
        .from(cashDifferences)
        .where(eq(cashDifferences.tillSessionId, session.id))
      const decision = { id: one?.id ?? 0, status: 'accept' } as const
      await server.ask(calls.cash.firstCashDifferenceDecision, decision, first)
      expect((await server.ask(calls.cash.secondCashDifferenceDecision, decision, second)).status).toBe('200')
      add(till.name, 0 - missing)
      add('missing', missing)
    }
    await expectPlaces()
    expect(await desk.balance('OVER-SHORT')).toBe(0 - (model.missing ?? 0))
    expect(await faultsIn(database)).toEqual([])
    people = people.toReversed()
  }
})
