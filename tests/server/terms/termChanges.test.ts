import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { loanTypes } from '#server/db/tables/loans'
import { savingTypes } from '#server/db/tables/money'
import { termChanges } from '#server/db/tables/terms'
import { databaseError } from '#server/errors/refusals'
import { activeSavingType } from '#server/modules/savings/types'
import { expectRefused } from '../support/guards'
import { type Answer, manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'
import { termsOf } from '../support/terms'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const server = await openServer({ limits: manyCalls })
const { database, ask } = server
const { updateSavingTypeTerms } = calls.savings
const { updateLoanType, updateLoanTypeTerms } = calls.loans
const { getTermChanges, getTermChangeCase, termChangeDecision } = calls.terms
const edits = ['can-edit-saving-type', 'can-edit-loan-type'] as const
const me = await server.enter(...edits)
const { approver, newest, decide } = await termsOf(server)
/** May both request and decide. */
const both = await server.enter(...edits, 'can-approve-terms')

let made = 0
const newName = () => {
  made += 1
  return `Thrift ${'B'.repeat(made)}`
}
async function makeSavingType() {
  const [type] = await database
    .insert(savingTypes)
    .values({ name: newName(), category: 'daily', interestBasisPoints: 400, charge: naira(100) })
    .returning()
  if (!type) throw new Error('No saving type was made.')
  return type
}
async function makeLoanType() {
  const [type] = await database
    .insert(loanTypes)
    .values({ name: newName(), description: 'Stock', interestBasisPoints: 750, periods: ['weekly'] })
    .returning()
  if (!type) throw new Error('No loan type was made.')
  return type
}
const savingTypeOf = async (id: number) =>
  (await database.select().from(savingTypes).where(eq(savingTypes.id, id)))[0]
const loanTypeOf = async (id: number) =>
  (await database.select().from(loanTypes).where(eq(loanTypes.id, id)))[0]
const changeOf = async (id: number) =>
  (await database.select().from(termChanges).where(eq(termChanges.id, id)))[0]

type Actor = { token: string; key?: string }
const ofSaving = (id: number, more: object = {}, from: Actor = me) =>
  ask(
    updateSavingTypeTerms,
    { id, interest: rate(5), charge: naira(250), reason: 'Higher costs', ...more },
    from,
  )
const ofLoan = (id: number, more: object = {}, from: Actor = me) =>
  ask(
    updateLoanTypeTerms,
    { id, penalty_rate: rate(5), grace_days: 3, periods: ['weekly'], reason: 'Late repayments', ...more },
    from,
  )
/** A change that waits, of a savings type of its own. */
async function pending(from: Actor = me) {
  const type = await makeSavingType()
  expect((await ofSaving(type.id, {}, from)).status).toBe('200')
  return { type, change: await newest() }
}
const caseOf = async (id: number, from: Actor = approver) =>
  (await ask(getTermChangeCase, { id }, from)).output().data[0]
const listed = async (from: Actor, filter: { waiting?: 'mine' } = {}) =>
  (await ask(getTermChanges, { page: 1, ...filter }, from)).output().data.data
const waitsFor = async (from: Actor) =>
  (await ask(calls.dashboard.getWaitingDecisions, {}, from)).output().data.term_changes
const statuses = (replies: readonly Answer[]) => replies.map(({ status }) => String(status)).toSorted()

describe('a change of terms', () => {
  it('has the rate of a loan type too, where it is asked for', async () => {
    const type = await makeLoanType()
    const reply = await ofLoan(type.id, { penalty_rate: rate(0), grace_days: 0, interest_rate: rate(8.25) })
    expect(reply.message).toContain('It awaits its approval. Interest Rate from 7.5% to 8.25%.')
    expect((await loanTypeOf(type.id))?.interestBasisPoints).toBe(750)
    expect((await decide((await newest()).id)).status).toBe('200')
    expect((await loanTypeOf(type.id))?.interestBasisPoints).toBe(825)
    // Without it the rate stays.
    expect((await ofLoan(type.id, {})).status).toBe('200')
    expect((await decide((await newest()).id)).status).toBe('200')
    expect(await loanTypeOf(type.id)).toMatchObject({ interestBasisPoints: 825, penaltyBasisPoints: 500 })
  })

  it('is listed, and shows each term before and after it', async () => {
    const { type, change } = await pending()
    const row = {
      id: change.id,
      created_at: expect.any(String),
      reference: expect.stringMatching(/^TC-\d{6}-\d{6}$/),
      kind: 'saving type',
      product: type.name,
      changes: 'Interest a Year from 4% to 5%. Charge from ₦100.00 to ₦250.00.',
      reason: 'Higher costs',
      status: 'pending',
      requested_by_id: me.id,
      requested_by_name: me.name,
      decided_by_name: null,
      decided_at: null,
      comment: null,
    }
    expect((await listed(me))[0]).toEqual(row)
    expect(await caseOf(change.id)).toEqual({
      ...row,
      terms: [
        { term: 'Interest a Year', before: '4%', after: '5%' },
        { term: 'Commission of a Cycle', before: 'An amount', after: 'An amount' },
        { term: 'Charge', before: '₦100.00', after: '₦250.00' },
        { term: 'Percentage', before: '0%', after: '0%' },
        { term: 'Cycle', before: 'Calendar month', after: 'Calendar month' },
        { term: 'Days of a Cycle', before: '31', after: '31' },
        { term: 'Taken', before: 'When the cycle has ended', after: 'When the cycle has ended' },
        { term: 'End of a Plan', before: 'Carry on', after: 'Carry on' },
      ],
      obstacle: null,
      against: null,
    })
    await decide(change.id)
    const decided = {
      ...row,
      status: 'approved',
      decided_by_name: approver.name,
      decided_at: expect.any(String),
      comment: 'Agreed',
    }
    expect((await listed(me))[0]).toEqual(decided)
    // What the product has since is no obstacle to a change that was made.
    await database
      .update(savingTypes)
      .set({ charge: naira(1) })
      .where(eq(savingTypes.id, type.id))
    expect(await caseOf(change.id)).toMatchObject({ ...decided, obstacle: null, against: null })
  })

  it('of a loan type shows the rate too, which it leaves as it is', async () => {
    const type = await makeLoanType()
    expect((await ofLoan(type.id, { periods: ['monthly', 'daily'] })).status).toBe('200')
    const { id } = await newest()
    expect(await caseOf(id)).toMatchObject({
      kind: 'loan type',
      product: type.name,
      terms: [
        { term: 'Interest Rate', before: '7.5%', after: '7.5%' },
        { term: 'Penalty Rate', before: '0%', after: '5%' },
        { term: 'Days of Grace', before: '0', after: '3' },
        { term: 'Installment Periods', before: 'weekly', after: 'daily, monthly' },
        ...[
          ['Interest', 'Flat, of the amount'],
          ['Settled Early', 'All of the interest'],
          ['Penalty', 'A rate of what is open, once'],
        ].map(([term, text]) => ({ term, before: text, after: text })),
        ...[
          'Penalty a Day',
          'Penalty at Most',
          'Security',
          'Least Guarantors',
          'Least Amount',
          'Most Amount',
          'Least Installments',
          'Most Installments',
          'Savings Wanted',
        ].map((term) => ({ term, before: 'None', after: 'None' })),
      ],
    })
    await decide(id)
    expect(await loanTypeOf(type.id)).toEqual({
      ...type,
      penaltyBasisPoints: 500,
      graceDays: 3,
      periods: ['daily', 'monthly'],
    })
  })

  it('is refused where nothing changes, or another one of the product waits; it can follow a decision', async () => {
    const type = await makeSavingType()
    expectRefused(
      await ofSaving(type.id, { interest: rate(4), charge: naira(100) }),
      `${type.name} has these terms already. Nothing was requested.`,
    )
    await ofSaving(type.id)
    const first = await newest()
    expectRefused(
      await ofSaving(type.id, { charge: naira(300) }, both),
      `Change ${first.reference} of ${type.name} awaits its decision already. Nothing was requested.`,
    )
    // Of another product it is no matter.
    expect((await ofSaving((await makeSavingType()).id)).status).toBe('200')
    expect((await decide(first.id, 'reject')).message).toBe(
      `Change ${first.reference} of ${type.name} was rejected. Its terms stay as they are.`,
    )
    expect(await savingTypeOf(type.id)).toEqual(type)
    expect((await ofSaving(type.id)).status).toBe('200')
  })

  it.each([
    ['no reason', { reason: ' ' }, sentences.reasonRequired],
    // As a portal of the last release sends it.
    ['a reason that is missing', { reason: undefined }, 'reason is missing or not valid.'],
    ['a reason that is too long', { reason: 'x'.repeat(501) }, 'Reason may have at most 500 characters.'],
  ])('is refused with %s', async (_what, more, message) => {
    const before = await database.$count(termChanges)
    for (const reply of [
      await ofSaving((await makeSavingType()).id, more),
      await ofLoan((await makeLoanType()).id, more),
    ])
      expect(reply).toMatchObject({ status: '100', fields: [message] })
    expect(await database.$count(termChanges)).toBe(before)
  })

  it('takes effect once, however often its request and its decision are sent', async () => {
    const type = await makeSavingType()
    const key = randomUUID()
    const replies = [await ofSaving(type.id, {}, { ...me, key }), await ofSaving(type.id, {}, { ...me, key })]
    expect(replies[1]?.json).toEqual(replies[0]?.json)
    const change = await newest()
    const decision = { ...approver, key: randomUUID() }
    const decisions = [
      await decide(change.id, 'accept', decision),
      await decide(change.id, 'accept', decision),
    ]
    expect(decisions[1]?.json).toEqual(decisions[0]?.json)
    expectRefused(await decide(change.id), `Change ${change.reference} is approved already. Reload the list.`)
  })
})

describe('the decision on a change of terms', () => {
  it('needs a comment to reject, and an existing change', async () => {
    const { type, change } = await pending()
    for (const comment of [undefined, null, ' '])
      expect(
        await ask(termChangeDecision, { id: change.id, status: 'reject', comment }, approver),
      ).toMatchObject({ status: '100' })
    expect(await changeOf(change.id)).toMatchObject({ status: 'pending' })
    expectRefused(await decide(999_999), 'Change with ID 999999 not found')
    expectRefused(await ask(getTermChangeCase, { id: 999_999 }, approver), 'Change with ID 999999 not found')
    await decide(change.id, 'reject')
    expect(await changeOf(change.id)).toMatchObject({
      status: 'rejected',
      decidedBy: approver.id,
      comment: 'Agreed',
    })
    expect(await savingTypeOf(type.id)).toEqual(type)
  })

  it('is not made by who requested the change; with ALLOW_SAME_APPROVER it is', async () => {
    const { type, change } = await pending(both)
    const own = `You requested change ${change.reference} yourself. Another admin must decide on it.`
    for (const status of ['accept', 'reject'] as const)
      expectRefused(await decide(change.id, status, both), own)
    expect(await caseOf(change.id, both)).toMatchObject({ against: own })
    expect(await savingTypeOf(type.id)).toEqual(type)
    server.services.config.allowSameApprover = true
    onTestFinished(() => {
      server.services.config.allowSameApprover = false
    })
    expect(await caseOf(change.id, both)).toMatchObject({ against: null })
    expect((await decide(change.id, 'accept', both)).status).toBe('200')
  })

  it('waits for others than who requested the change', async () => {
    const before = { approver: await waitsFor(approver), both: await waitsFor(both) }
    const { change } = await pending(both)
    expect(await waitsFor(approver)).toBe(Number(before.approver) + 1)
    expect(await waitsFor(both)).toBe(before.both)
    expect(await waitsFor(me)).toBeUndefined()
    const ids = async (from: Actor) => (await listed(from, { waiting: 'mine' })).map(({ id }) => id)
    expect(await ids(approver)).toContain(change.id)
    expect(await ids(both)).not.toContain(change.id)
    expect(await ids(me)).toEqual([])
    await decide(change.id)
    expect(await ids(approver)).not.toContain(change.id)
  })

  it('needs its own permission; those who request read the changes, others do not', async () => {
    const { change } = await pending()
    const read = async (held: Permission[]) => {
      const from = await server.enter(...held)
      return [
        (await ask(getTermChanges, { page: 1 }, from)).http,
        (await ask(getTermChangeCase, { id: change.id }, from)).http,
        (await decide(change.id, 'accept', from)).http,
      ]
    }
    expect(await read(['can-view-saving', 'can-view-loan', 'can-create-saving-type'])).toEqual([
      403, 403, 403,
    ])
    expect(await read(['can-edit-saving-type'])).toEqual([200, 200, 403])
    expect(await read(['can-edit-loan-type'])).toEqual([200, 200, 403])
    expect(await read(['can-view-all'])).toEqual([200, 200, 403])
    expect((await ofSaving(change.savingTypeId ?? 0, {}, approver)).http).toBe(403)
    expect((await ofLoan(1, {}, approver)).http).toBe(403)
    expect(await changeOf(change.id)).toMatchObject({ status: 'pending' })
    for (const [role, http] of [
      ['SuperAdmin', 200],
      ['Main Admin', 200],
      ['Admin', 200],
      ['Supervisor', 403],
    ] as const)
      expect([
        role,
        (await decide((await pending()).change.id, 'accept', await server.enterAs({ role }))).http,
      ]).toEqual([role, http])
  })
})

describe('a product that changed since the request', () => {
  it('can only be rejected: other terms', async () => {
    const { type, change } = await pending()
    await database
      .update(savingTypes)
      .set({ charge: naira(120) })
      .where(eq(savingTypes.id, type.id))
    const obstacle = `${type.name} changed since the request.`
    expect(await caseOf(change.id)).toMatchObject({ obstacle })
    expectRefused(
      await decide(change.id),
      `${obstacle} Change ${change.reference} can only be rejected, and requested again.`,
    )
    expect(await savingTypeOf(type.id)).toMatchObject({ interestBasisPoints: 400, charge: naira(120) })
    expect(await changeOf(change.id)).toMatchObject({ status: 'pending' })
    expect((await decide(change.id, 'reject')).status).toBe('200')
  })

  it('can only be rejected: another rate of a loan type; a name or a state is no matter', async () => {
    const type = await makeLoanType()
    await ofLoan(type.id)
    const first = await newest()
    const update = { id: type.id, description: 'Stock', interest_rate: rate(9) }
    expect((await ask(updateLoanType, update, me)).status).toBe('200')
    expect((await decide(first.id)).message).toContain(`${type.name} changed since the request.`)
    await decide(first.id, 'reject')

    await ofLoan(type.id)
    await ask(updateLoanType, { ...update, description: 'Goods' }, me)
    await ask(calls.loans.switchOffLoanType, { id: type.id }, me)
    expect((await decide((await newest()).id)).status).toBe('200')
    expect(await loanTypeOf(type.id)).toMatchObject({
      description: 'Goods',
      interestBasisPoints: 900,
      penaltyBasisPoints: 500,
      status: 'inactive',
    })
  })

  it('can only be rejected: a term that a later release added', async () => {
    const { type, change } = await pending()
    const { charge: _charge, ...before } = { interest: rate(4), charge: naira(100) }
    const { charge: _new, ...terms } = { interest: rate(5), charge: naira(250) }
    const client = await database.$client.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update term_changes set before = $1, terms = $2 where id = $3', [
      before,
      terms,
      change.id,
    ])
    await client.query('commit')
    client.release()
    expect(await caseOf(change.id)).toMatchObject({
      terms: [{ term: 'Interest a Year', before: '4%', after: '5%' }],
      obstacle: `${type.name} changed since the request.`,
    })
    expect((await decide(change.id)).status).toBe('400')
  })
})

describe('at once', () => {
  it('two requests for one product make one change', async () => {
    const type = await makeSavingType()
    const replies = await Promise.all([ofSaving(type.id), ofSaving(type.id, {}, both)])
    expect(statuses(replies)).toEqual(['200', '400'])
    expect(await database.$count(termChanges, eq(termChanges.savingTypeId, type.id))).toBe(1)
  })

  it('an approval and a rejection make one decision', async () => {
    const { type, change } = await pending()
    const replies = await Promise.all([decide(change.id), decide(change.id, 'reject', both)])
    expect(statuses(replies)).toEqual(['200', '400'])
    const { status } = (await changeOf(change.id)) ?? {}
    expect(status).toBe(replies[0].status === '200' ? 'approved' : 'rejected')
    expect((await savingTypeOf(type.id))?.interestBasisPoints).toBe(status === 'approved' ? 500 : 400)
  })

  it('an approval and a request of the same product leave at most one that waits', async () => {
    const { type, change } = await pending()
    const replies = await Promise.all([decide(change.id), ofSaving(type.id, { charge: naira(300) }, both)])
    expect(replies[0].status, replies[0].text).toBe('200')
    expect(await changeOf(change.id)).toMatchObject({ status: 'approved' })
    expect(['200', '400']).toContain(replies[1].status)
    expect(await savingTypeOf(type.id)).toMatchObject({ interestBasisPoints: 500, charge: naira(250) })
  })

  it.runIf(onPostgres)(
    'an approval waits for a saving that is being opened, and reads the rights again',
    async () => {
      const { type, change } = await pending()
      const leaving = await server.enter('can-approve-terms')
      const waiting = async () =>
        (
          await database.$client.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount
      const { approval } = await database.transaction(async (tx) => {
        await activeSavingType(tx, type.id)
        const reply = decide(change.id, 'accept', leaving)
        await expect.poll(waiting).toBe(1)
        await database.$client.query('delete from admin_permissions where admin_id = $1', [leaving.id])
        return { approval: reply }
      })
      expectRefused(await approval, sentences.noPermission)
      expect(await savingTypeOf(type.id)).toEqual(type)
      expect(await changeOf(change.id)).toMatchObject({ status: 'pending' })
      expect((await decide(change.id)).status).toBe('200')
    },
  )
})

it('the database keeps what was requested and decided', async () => {
  const { change } = await pending()
  const [restricted, check, unique] = ['23001', '23514', '23505']
  const codeOf = (made: Promise<unknown>) =>
    made.then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  const set = (values: Partial<typeof termChanges.$inferInsert>) =>
    codeOf(database.update(termChanges).set(values).where(eq(termChanges.id, change.id)))
  const decision = { status: 'approved' as const, decidedBy: approver.id, decidedAt: new Date() }
  expect(await set({ terms: { interest: rate(9), charge: naira(0) } })).toBe(restricted)
  expect(await set({ reason: 'Another' })).toBe(restricted)
  expect(await set({ ...decision, changes: 'Nothing.' })).toBe(restricted)
  expect(await set({ status: 'approved' })).toBe(check)
  expect(await set({ ...decision, status: 'rejected' })).toBe(check)
  expect(await set(decision)).toBe('done')
  expect(await set({ ...decision, status: 'rejected', comment: 'No' })).toBe(restricted)
  expect(await codeOf(database.delete(termChanges).where(eq(termChanges.id, change.id)))).toBe(restricted)
  const { id: _id, ...copy } = change
  const insert = (more: Partial<typeof change>) =>
    codeOf(database.insert(termChanges).values({ ...copy, ...more }))
  expect(await insert({ reference: 'TC-1' })).toBe('done')
  expect(await insert({ reference: 'TC-2' })).toBe(unique)
  expect(await insert({ reference: 'TC-3', savingTypeId: null })).toBe(check)
})
