import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { allFieldCalls, fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { mainWalletOf } from '#server/ledger/accounts'
import { lendToBeat, makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { ask, raw, makeDevice } = fieldClient(server)
const opened = new Date(server.clock.now().getTime() - 40 * 86_400_000)
const [mine, theirs] = await makeBeats(server.database, { agents: 2, wallets: 3 }, opened)
if (!mine || !theirs) throw new Error('No agents were made.')
const { id: lender } = await server.makeAdmin()
const lent = await lendToBeat(server.database, theirs, lender, server.clock.now())
await lendToBeat(server.database, mine, lender, server.clock.now())
const device = await makeDevice(mine.agentId, { approvedBy: lender })
const other = await makeDevice(theirs.agentId, { approvedBy: lender })
const today = lagosDay(server.clock.now())
const foreign = {
  customers: theirs.wallets.map(({ customerId }) => customerId),
  wallets: theirs.wallets.map(({ id }) => id),
  loans: lent.map(({ id }) => id),
  references: [...theirs.wallets, ...lent].map(({ reference }) => reference),
}
const line = (payee: object) => ({
  id: randomUUID(),
  amount: '100.00',
  day: today,
  recorded_at: server.clock.now().toISOString(),
  ...payee,
})
const { cursor } = await ask(fieldCalls.getCustomers, {}, other.token)
// So that the other agent's day has something to be seen.
await ask(
  fieldCalls.recordBatch,
  { lines: foreign.wallets.map((savings_id) => line({ savings_id })) },
  other.token,
)

// One that is to be paid by the other agent today, and one that waits.
const money = moneyOf(server)
const office = await server.enter('can-approve-withdrawal')
const [theirPayout, theirRequest] = await Promise.all(
  foreign.customers.slice(0, 2).map(async (customer_id) => {
    await money.pay(mainWalletOf(customer_id), naira(500))
    const wish = { id: randomUUID(), customer_id, amount: '300.00', description: 'Rent' }
    const recorded_at = server.clock.now().toISOString()
    return ask(fieldCalls.requestWithdrawal, { ...wish, recorded_at }, other.token)
  }),
)
if (!theirPayout || !theirRequest) throw new Error('No withdrawals were made.')
await server.ask(
  calls.withdrawals.approveWithdrawalForAgent,
  { id: theirPayout.withdrawal_id, pay_on: today },
  office,
)
foreign.references.push(theirPayout.reference, theirRequest.reference)
const act = (content: object) => ({
  id: randomUUID(),
  recorded_at: server.clock.now().toISOString(),
  ...content,
})

/** Bodies by which each call might reach what is another agent's; a new call does not pass without its own. */
const attempts: Record<string, object[]> = {
  getTime: [{}],
  makeNonce: [{}],
  enrolDevice: [],
  makeToken: [],
  getMe: [{}, { agent_id: theirs.agentId }, { device_id: other.id }],
  getCustomers: [{}, { cursor }, { agent_id: theirs.agentId }],
  getSheet: [{}, { day: today }, { agent_id: theirs.agentId }, { day: addDays(today, -1) }],
  getMonth: [{}, { agent_id: theirs.agentId }],
  getDay: [{}, { day: today }, { agent_id: theirs.agentId }],
  recordBatch: [
    ...foreign.wallets.map((savings_id) => ({ lines: [line({ savings_id })] })),
    ...foreign.loans.map((loan_id) => ({ lines: [line({ loan_id })] })),
    { lines: foreign.wallets.map((savings_id) => line({ savings_id, day: addDays(today, -9) })) },
    // An id of one kind as the other.
    ...foreign.customers.map((savings_id) => ({ lines: [line({ savings_id })], agent_id: theirs.agentId })),
  ],
  requestWithdrawal: foreign.customers.map((customer_id) =>
    act({ customer_id, amount: '10.00', description: 'Rent', agent_id: theirs.agentId }),
  ),
  getCards: [...foreign.customers, ...foreign.wallets].map((customer_id) => ({ customer_id })),
  getRemittances: [{}, { agent_id: theirs.agentId }],
  getWithdrawals: [{}, { agent_id: theirs.agentId }, { customer_id: foreign.customers[0] }],
  recordPayout: [theirPayout, theirRequest].flatMap(({ withdrawal_id }) => [
    act({ withdrawal_id, day: today }),
    act({ withdrawal_id, day: today, agent_id: theirs.agentId }),
  ]),
  signOut: [{ device_id: other.id }],
}

it('every call has attempts', () => {
  expect(Object.keys(attempts).toSorted()).toEqual(allFieldCalls.map(({ name }) => name).toSorted())
})

const ownIds = new Set([
  ...mine.wallets.map(({ id }) => id),
  ...mine.wallets.map(({ customerId }) => customerId),
])
const ignored = [
  'device_tokens',
  'used_nonces',
  'customer_syncs',
  'field_batches',
  'field_lines',
  'field_acts',
  'agent_activity',
  'agent_devices',
  'late_batches',
]

// Signing out comes last: it ends the token.
it.each(allFieldCalls.toSorted((a, b) => Number(a.name === 'signOut') - Number(b.name === 'signOut')))(
  '$name shows and changes nothing of another agent’s',
  async (call) => {
    const before = await server.checksums()
    for (const body of attempts[call.name] ?? []) {
      const reply = await raw(call, body, call.access === 'public' ? undefined : device.token)
      for (const reference of foreign.references) expect(reply.text).not.toContain(`"${reference}"`)
      expect(reply.text).not.toContain('Of Agent 2')
      if (call.name === 'recordBatch') {
        const { results } = reply.json as { results: { state: string; id: string }[] }
        const wrong = results.filter(({ state }) => state !== 'refused')
        // Only by chance is a customer's id that of an own wallet.
        expect(wrong.every(() => foreign.customers.some((id) => ownIds.has(id)))).toBe(true)
      }
    }
    const after = await server.checksums()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed.filter((table) => !ignored.includes(table) && call.name !== 'recordBatch')).toEqual([])
    // What is the other agent's stays as it was.
    expect((await raw(fieldCalls.getMe, {}, other.token)).http).toBe(200)
  },
)
