import { randomUUID } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { type FieldCall, pathFields } from '#contract/field/call'
import { allFieldCalls, fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { agentDevices, agents } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { lendToBeat, makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { ask, raw, makeDevice } = fieldClient(server)
const opened = new Date(server.clock.now().getTime() - 40 * 86_400_000)
const [mine, theirs, ...more] = await makeBeats(server.database, { agents: 6, wallets: 3 }, opened)
if (!mine || !theirs) throw new Error('No agents were made.')
const { id: lender } = await server.makeAdmin()
const lent = await lendToBeat(server.database, theirs, lender, server.clock.now())
await lendToBeat(server.database, mine, lender, server.clock.now())
const device = await makeDevice(mine.agentId, { approvedBy: lender })
const other = await makeDevice(theirs.agentId, { approvedBy: lender })
const today = lagosDay(server.clock.now())
const type = await moneyOf(server).makeLoanType()
const application = {
  id: randomUUID(),
  recorded_at: server.clock.now().toISOString(),
  loan_type_id: type.id,
  amount: '1000.00',
  instalment_period: 'weekly',
  instalment_times: 4,
  description: 'Stock',
}
const applied = await ask(
  fieldCalls.applyForLoan,
  { ...application, customer_id: theirs.wallets[0]?.customerId },
  other.token,
)
const upload = { id: randomUUID(), size: 40_000, sha256: 'a'.repeat(64), type: 'application/pdf' }
await ask(fieldCalls.createUpload, upload, other.token)
const foreign = {
  customers: theirs.wallets.map(({ customerId }) => customerId),
  wallets: theirs.wallets.map(({ id }) => id),
  loans: [...lent.map(({ id }) => id), applied.loan_id],
  uploads: [upload.id],
  references: [...theirs.wallets, ...lent, applied].map(({ reference }) => reference),
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

/** What is another agent's, by the fields that name such a thing. */
const foreignOf: Record<string, readonly (number | string)[]> = {
  customer_id: foreign.customers,
  savings_id: foreign.wallets,
  security_savings_id: foreign.wallets,
  loan_id: foreign.loans,
  id_card: foreign.uploads,
  utility_bill: foreign.uploads,
  withdrawal_id: [theirPayout.withdrawal_id, theirRequest.withdrawal_id],
  device_id: [other.id],
}
/** Ids that are nobody's own. */
const shared = ['loan_type_id']
const isId = (field: string, call: FieldCall) =>
  field === 'id' ? pathFields(call).includes(field) : /_ids?$/.test(field) || field in foreignOf
/** Each call's example with another agent's id in each field that has one: a field of a new name, and of a path, is tried with all. */
function generated(call: FieldCall): object[] {
  const ids = Object.keys(call.input.entries).filter((field) => isId(field, call) && !shared.includes(field))
  const all = [...new Set(Object.values(foreignOf).flat())]
  return ids.flatMap((field) =>
    (foreignOf[field] ?? (field === 'id' ? [...foreign.uploads, ...all] : all)).map((foreignId) => ({
      ...call.example,
      ...(call.example?.loan_type_id !== undefined && { loan_type_id: type.id }),
      ...('offset' in call.input.entries && { offset: 0 }),
      ...(!pathFields(call).includes('id') && 'id' in call.input.entries && { id: randomUUID() }),
      [field]: foreignId,
    })),
  )
}

/** More bodies by which each call might reach what is another agent's; a new call without an id does not pass without its own. */
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
  getPlaces: [{}],
  getLoanTypes: [{}, { agent_id: theirs.agentId }],
  registerCustomer: [],
  // The same id is another upload of another agent's.
  createUpload: [upload],
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
  const tried = allFieldCalls.filter((call) => attempts[call.name] ?? generated(call).length > 0)
  expect(tried.map(({ name }) => name)).toEqual(allFieldCalls.map(({ name }) => name))
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
    for (const body of [...(attempts[call.name] ?? []), ...generated(call)]) {
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
    const known = [...ignored, ...(call.name === 'createUpload' ? ['field_uploads'] : [])]
    expect(changed.filter((table) => !known.includes(table) && call.name !== 'recordBatch')).toEqual([])
    const theirUpload = await ask(fieldCalls.getUpload, { id: upload.id }, other.token)
    expect([theirUpload.size, theirUpload.offset]).toEqual([40_000, 0])
    // What is the other agent's stays as it was.
    expect((await raw(fieldCalls.getMe, {}, other.token)).http).toBe(200)
  },
)

describe('a device that may not record', () => {
  const bodyOf = (call: FieldCall) => ({ ...call.example, ...generated(call)[0] })
  const shut: [string, (id: number, agentId: number) => Promise<unknown>][] = [
    [
      'was disapproved',
      (id) => set(agentDevices, { isApproved: false, isDisapproved: true }, eq(agentDevices.id, id)),
    ],
    ['is to give the password', (id) => set(agentDevices, { passwordDue: true }, eq(agentDevices.id, id))],
    [
      'is of a suspended agent',
      (_id, agentId) => set(agents, { status: 'SUSPENDED' }, eq(agents.id, agentId)),
    ],
  ]
  const set = (table: PgTable, values: object, where: SQL) =>
    server.database.update(table).set(values).where(where)

  it.each(shut)('as it %s gets nothing from any call', async (_why, shutIt) => {
    const beat = more.pop() ?? mine
    const closed = await makeDevice(beat.agentId)
    await shutIt(closed.id, beat.agentId)
    for (const call of allFieldCalls.filter(({ access }) => access !== 'public')) {
      const reply = await raw(call, bodyOf(call), closed.token)
      expect([call.name, reply.http, reply.json.code]).toEqual([call.name, 401, 'signedOut'])
    }
  })

  it('as it is not the primary one only reads', async () => {
    const beat = more.pop() ?? mine
    const reader = await makeDevice(beat.agentId, { isPrimary: false })
    const before = await server.checksums()
    for (const call of allFieldCalls.filter(({ access }) => access === 'primary')) {
      const reply = await raw(call, bodyOf(call), reader.token)
      expect([call.name, reply.http, reply.json.code]).toEqual([call.name, 403, 'forbidden'])
    }
    expect(
      allFieldCalls
        .filter(({ method, access }) => method !== 'GET' && access === 'device')
        .map(({ name }) => name),
    ).toEqual(['signOut'])
    const { agent_devices: _seen, ...after } = await server.checksums()
    expect(before).toMatchObject(after)
  })
})
