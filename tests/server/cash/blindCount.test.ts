import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { agentCashAccess } from '#contract/calls/cash'
import type { BodyOf, Call } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import type { Kobo } from '#contract/values'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sampleOf } from '../support/samples'

/** What opens the cash of agents, or decides on it (docs/use/rules.md, "Blind count"). */
const openers: readonly string[] = [
  ...agentCashAccess.anyOf,
  'can-view-day-close',
  'can-view-all',
  'can-view-more-agent-details',
  'can-do-first-approval',
  'can-do-second-approval',
]
const blindOnes = permissionCatalogue.filter((name) => !openers.includes(name))

const server = await openServer({ limits: manyCalls })
const money = moneyOf(server)
const today = '2026-11-18'
const [viewer, boss] = [
  await server.enter('can-view-remittance', 'can-record-remittance', 'can-record-collection'),
  await server.enterAs({ role: 'SuperAdmin' }),
]
const recorders = {
  'who may only record': await server.enter('can-record-remittance', 'can-record-collection'),
  'who may do all that does not open the cash of agents': await server.enter(...blindOnes),
}
const { recordRemittance, requestCashDifference } = calls.cash
const { recordCollection, recordSheet } = calls.collections

/** An agent who holds ₦7,654,321.09, of ₦9,000,000.00 collected, and a wallet to collect for. */
async function beat() {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const saving = await money.makeSaving(customer)
  await money.collect(customer, naira(9_000_000))
  const handIn = { agent_id: agent.id, counted: naira(1_345_678.91) }
  await server.ask(recordRemittance, { ...handIn, counted_again: handIn.counted }, boss)
  return { agent, customer, saving }
}
/** What the agent held, with a sheet of ₦500.00 or without, and less what was counted: in naira, as shown, or in kobo. */
const secret = /7,?654,?[38][12][01]\.?[01][0-9]/
const few = naira(0.01)
const keyed = (admin: { token?: string | undefined }) => ({ ...admin, key: randomUUID() })

const remittance = (agent_id: number, again?: Kobo) => ({
  agent_id,
  counted: few,
  ...(again !== undefined && { counted_again: again }),
})
const sheet = (agent_id: number, savings_id: number) => ({
  agent_id,
  day: today,
  lines: [{ savings_id, amount: naira(500) }],
  counted: few,
})

describe.each(Object.entries(recorders))('to an admin %s', (_who, recorder) => {
  it('no reply to a count tells what was expected, nor does any refusal', async () => {
    const { agent, saving } = await beat()
    const collected = await server.ask(recordCollection, sheet(agent.id, saving.id), keyed(recorder))
    const { lines, ...second } = sheet(agent.id, saving.id)
    const replies: { status: unknown; text: string }[] = [
      collected,
      await server.ask(recordRemittance, remittance(agent.id), recorder),
      await server.ask(recordRemittance, remittance(agent.id, few), recorder),
      await server.ask(
        recordSheet,
        {
          ...second,
          lines: lines.map((line) => ({ ...line, twice: true })),
          counted_again: few,
          seen: [collected.output().data.reference],
        },
        keyed(recorder),
      ),
    ]
    for (const reply of replies) {
      expect(reply.status, reply.text).toBe('200')
      expect(reply.text).not.toMatch(secret)
    }
    // Were a difference that the agent's cash does not cover refused, a few requests would tell how much that is.
    const wish = { agent_id: agent.id, type: 'missing', amount: naira(99_000_000), reason: 'Lost' } as const
    const asked = await server.ask(requestCashDifference, wish, recorder)
    expect(asked.status, asked.text).toBe('200')
  })

  it('no other reply does', async () => {
    const { agent, customer, saving } = await beat()
    const { reference } = (
      await server.ask(
        recordSheet,
        { ...sheet(agent.id, saving.id), counted_again: few, seen: [] },
        keyed(boss),
      )
    ).output().data
    const ids = {
      agent_id: agent.id,
      customer_id: customer.id,
      user_id: customer.id,
      savings_id: saving.id,
      day: today,
    }
    const revealing: string[] = []
    let answered = 0
    for (const call of allCalls as readonly Call[]) {
      const isDeletion = (call as unknown) === calls.agents.deleteAgent
      if (call.kind === 'write' && !isDeletion) continue
      const own = Object.fromEntries(Object.entries(ids).filter(([field]) => field in call.input.entries))
      const search = 'search' in call.input.entries ? [{ search: reference }, {}] : [{}]
      for (const more of search)
        for (const file of 'download' in call.input.entries ? [{}, { download: 'csv' }] : [{}]) {
          const body = { ...(sampleOf(call as never) as object), ...own, ...more, ...file }
          const reply = await server.ask(call as never, body as BodyOf<never>, recorder)
          if (reply.http === 200) answered++
          if (secret.test(reply.text)) revealing.push(`${call.path} ${JSON.stringify(body)}`)
        }
    }
    expect(revealing).toEqual([])
    expect(answered).toBeGreaterThan(10)
  })
})

describe('to an admin who may see what agents hold', () => {
  it('a count tells nothing until it is entered twice', async () => {
    for (const admin of [viewer, boss]) {
      const { agent, saving } = await beat()
      const once: { status: unknown; text: string }[] = [
        await server.ask(recordRemittance, remittance(agent.id), admin),
        await server.ask(recordCollection, sheet(agent.id, saving.id), keyed(admin)),
      ]
      for (const reply of once) {
        expect(reply.status, reply.text).toBe('200')
        expect(reply.text).not.toMatch(secret)
      }
      const twice = await server.ask(recordRemittance, remittance(agent.id, few), admin)
      expect(twice.text).toMatch(secret)
      expect(twice.output().data.expected).toBe(naira(7_654_821.07))
    }
  })

  it('two counts that differ are refused: nothing is recorded, and the reply does not show what was expected', async () => {
    for (const admin of [viewer, boss, ...Object.values(recorders)]) {
      const { agent, saving } = await beat()
      const before = (await money.accountOf(`agent ${agent.id}`)).balance
      for (const reply of [
        await server.ask(recordRemittance, remittance(agent.id, naira(0.02)), admin),
        await server.ask(
          recordSheet,
          { ...sheet(agent.id, saving.id), counted_again: naira(0.02), seen: [] },
          keyed(admin),
        ),
      ]) {
        expect(reply).toMatchObject({
          status: '400',
          message: 'The two counts differ. Count the cash again.',
        })
        expect(reply.text).not.toMatch(secret)
      }
      expect((await money.accountOf(`agent ${agent.id}`)).balance).toBe(before)
    }
  })
})
