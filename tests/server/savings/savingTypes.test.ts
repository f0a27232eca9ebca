import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { savings, savingTypes } from '#server/db/tables/money'
import { adminActivity } from '#server/db/tables/schema'
import { activeSavingType } from '#server/modules/savings/types'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira, rate } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const server = await openServer()
const { database } = server
const { makeSaving } = moneyOf(server)
const me = await server.enter('can-view-saving', 'can-create-saving-type', 'can-edit-saving-type')
const { getSavingType, savingTypeUse, createSavingType, updateSavingType } = calls.savings
const { updateSavingTypeTerms, switchOffSavingType, switchOnSavingType } = calls.savings
const customer = await server.makeCustomer((await server.makeAgent()).id)

let made = 0
/** Letters only, and no two look alike. */
const newName = () => {
  made += 1
  return `Thrift ${'A'.repeat(made)}`
}
const terms = { interest: rate(4), charge: naira(100) }
const newBody = () => ({ name: newName(), category: 'daily' as const, ...terms })
const create = (body: object = {}, from = me) => server.ask(createSavingType, { ...newBody(), ...body }, from)
async function makeType(fields: Partial<typeof savingTypes.$inferInsert> = {}) {
  const values = { name: newName(), category: 'daily' as const, interestBasisPoints: 400, ...fields }
  const [type] = await database.insert(savingTypes).values(values).returning()
  if (!type) throw new Error('No saving type was made.')
  return type
}
/** An open saving with the type's terms. */
async function openWith(type: { id: number; interestBasisPoints: number; charge: Kobo }) {
  const { id } = await makeSaving(customer)
  const { interestBasisPoints, charge } = type
  const copied = { savingTypeId: type.id, interestBasisPoints, charge }
  const [saving] = await database.update(savings).set(copied).where(eq(savings.id, id)).returning()
  if (!saving) throw new Error('No saving was made.')
  return saving
}
const typeOf = async (id: number) =>
  (await database.select().from(savingTypes).where(eq(savingTypes.id, id)))[0]
const savingOf = async (id: number) => (await database.select().from(savings).where(eq(savings.id, id)))[0]
const useOf = async (id: number) => (await server.ask(savingTypeUse, { id }, me)).output().data
const lastActivity = async () =>
  (await database.select().from(adminActivity).orderBy(desc(adminActivity.place)).limit(1))[0]
const unknown = { id: 999_999 }
const notFound = 'Saving type with ID 999999 not found'

describe('saving types', () => {
  it('are listed with terms and state, and one is read by id', async () => {
    const off = await makeType({ category: 'market', charge: naira(50), status: 'inactive' })
    const all = (await server.ask(getSavingType, {}, me)).output().data
    expect(all.find(({ id }) => id === off.id)).toMatchObject({
      id: off.id,
      name: off.name,
      category: 'market',
      interest: 400,
      charge: naira(50),
      status: 'inactive',
      created_at: expect.any(String),
    })
    const one = (await server.ask(getSavingType, { savingId: off.id }, me)).output().data
    expect(one).toEqual(all.filter(({ id }) => id === off.id))
    expectRefused(await server.ask(getSavingType, { savingId: 999_999 }, me), notFound)
  })

  it('are renamed, ignoring a sent category', async () => {
    const { id } = await makeType()
    const reply = await server.ask(
      updateSavingType,
      { id, name: ' Weekly   Target ', category: 'market' },
      me,
    )
    expect(reply.message).toBe('Saving type updated: Weekly Target.')
    expect(await typeOf(id)).toMatchObject({ name: 'Weekly Target', category: 'daily' })
    const other = await makeType()
    expectRefused(
      await server.ask(updateSavingType, { id: other.id, name: 'weekly target' }, me),
      'A saving type with this name, or one that looks like it, already exists.',
    )
    expectRefused(await server.ask(updateSavingType, { ...unknown, name: 'Other' }, me), notFound)
  })

  it.each([
    ['', sentences.savingTypeEmpty],
    ['   ', sentences.savingTypeEmpty],
    ['Plan 9', 'Market saving type accepts only letters.'],
  ])('are neither renamed to "%s" nor created with it', async (name, message) => {
    const { id } = await makeType()
    for (const reply of [await server.ask(updateSavingType, { id, name }, me), await create({ name })])
      expect(reply).toMatchObject({ status: '100', fields: [message] })
  })
})

describe('creating a saving type', () => {
  it('creates an active one with its terms', async () => {
    const reply = await create({ name: '  Ajo   Daily ', category: 'microsoft' })
    expect(reply.json).toEqual({ status: '200', message: 'Saving type created: Ajo Daily.' })
    const [type] = await database.select().from(savingTypes).where(eq(savingTypes.name, 'Ajo Daily'))
    expect(type).toMatchObject({
      category: 'microsoft',
      interestBasisPoints: 400,
      charge: naira(100),
      status: 'active',
    })
    expect(await lastActivity()).toMatchObject({
      description: `Created saving type ${type?.id}`,
      subjectName: 'Ajo Daily',
      detail: 'microsoft, 4% interest a year, charge of 100.00 a month',
    })
  })

  it('accepts terms of zero', async () => {
    expect((await create({ interest: rate(0), charge: naira(0) })).status).toBe('200')
  })

  it.each([
    ['an unknown category', { category: 'weekly' }, 'Please select a category.'],
    ['a rate above 100%', { interest: rate(100.01) }, sentences.rateLimit],
    ['a negative charge', { charge: naira(-1) }, sentences.validAmount],
    [
      'a charge beyond every wallet',
      { charge: naira(100_000_000.01) },
      'A charge may be at most ₦100,000,000.00.',
    ],
  ])('refuses %s', async (_what, body, message) => {
    const before = await database.$count(savingTypes)
    expect(await create(body)).toMatchObject({ status: '100', fields: [message] })
    expect(await database.$count(savingTypes)).toBe(before)
  })

  it('refuses a name that looks like another, also of two that are created at once', async () => {
    const taken = 'A saving type with this name, or one that looks like it, already exists.'
    await create({ name: 'Kobo Kobo' })
    expectRefused(await create({ name: 'kobokobo' }), taken)
    const replies = await Promise.all(['Oja Oba', 'ojaoba'].map((name) => create({ name })))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  })

  it('needs its own permission', async () => {
    const editor = await server.enter('can-edit-saving-type', 'can-view-all')
    expect((await create({}, editor)).http).toBe(403)
    for (const [role, http] of [
      ['SuperAdmin', 200],
      ['Main Admin', 200],
      ['Admin', 200],
      ['Supervisor', 403],
    ] as const)
      expect([role, (await create({}, await server.enterAs({ role }))).http]).toEqual([role, http])
  })
})

describe('changing the terms of a saving type', () => {
  it('applies to new savings; open ones keep theirs', async () => {
    const type = await makeType()
    const saving = await openWith(type)
    const reply = await server.ask(
      updateSavingTypeTerms,
      { id: type.id, interest: rate(5.5), charge: naira(250) },
      me,
    )
    expect(reply.message).toBe(
      `${type.name} updated: new savings have 5.5% interest a year and a charge of ₦250.00 a month.`,
    )
    expect(await typeOf(type.id)).toEqual({ ...type, interestBasisPoints: 550, charge: naira(250) })
    expect(await savingOf(saving.id)).toEqual(saving)
    expect(await activeSavingType(database, type.id)).toMatchObject({
      name: type.name,
      category: 'daily',
      interestBasisPoints: 550,
      charge: naira(250),
    })
    expect(await lastActivity()).toMatchObject({
      description: `Changed the terms of saving type ${type.id}`,
      detail: 'Interest a year from 4% to 5.5%. Charge a month from 0.00 to 250.00.',
    })
  })

  it('is refused for an unknown type', async () => {
    expectRefused(await server.ask(updateSavingTypeTerms, { ...unknown, ...terms }, me), notFound)
  })
})

describe('switching a saving type off', () => {
  it('closes it for new savings; open ones stay, with their terms', async () => {
    const type = await makeType()
    const saving = await openWith(type)
    const closed = await openWith(type)
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, closed.id))
    expect(await useOf(type.id)).toMatchObject({ name: type.name, status: 'active', open_savings: 1 })
    const reply = await server.ask(switchOffSavingType, { id: type.id }, me)
    expect(reply.message).toBe(`${type.name} is switched off. 1 open saving keeps its terms.`)
    expect(await useOf(type.id)).toMatchObject({ status: 'inactive', open_savings: 1 })
    expect(await savingOf(saving.id)).toEqual(saving)
    await expect(activeSavingType(database, type.id)).rejects.toThrow(
      `${type.name} is switched off. No savings can be opened under it.`,
    )
    expect(await lastActivity()).toMatchObject({ description: `Switched off saving type ${type.id}` })

    const again = await server.ask(switchOnSavingType, { id: type.id }, me)
    expect(again.message).toBe(`${type.name} is switched on. New savings can be opened under it.`)
    expect(await typeOf(type.id)).toEqual(type)
    expect(await activeSavingType(database, type.id)).toMatchObject({ name: type.name })
  })

  it('says what it leaves open', async () => {
    const unused = await makeType()
    expect((await server.ask(switchOffSavingType, { id: unused.id }, me)).message).toBe(
      `${unused.name} is switched off. It has no open saving.`,
    )
    const used = await makeType()
    await openWith(used)
    await openWith(used)
    expect((await server.ask(switchOffSavingType, { id: used.id }, me)).message).toBe(
      `${used.name} is switched off. 2 open savings keep their terms.`,
    )
  })

  it('is refused where nothing changes, and for an unknown type', async () => {
    const on = await makeType()
    const off = await makeType({ status: 'inactive' })
    expectRefused(
      await server.ask(switchOnSavingType, { id: on.id }, me),
      `${on.name} is already switched on. Nothing was done.`,
    )
    expectRefused(
      await server.ask(switchOffSavingType, { id: off.id }, me),
      `${off.name} is already switched off. Nothing was done.`,
    )
    for (const call of [switchOffSavingType, switchOnSavingType])
      expectRefused(await server.ask(call, unknown, me), notFound)
    expectRefused(await server.ask(savingTypeUse, unknown, me), notFound)
    await expect(activeSavingType(database, unknown.id)).rejects.toThrow(notFound)
  })

  it.runIf(onPostgres)('waits for a saving that is being opened', async () => {
    const type = await makeType()
    const waiting = async () =>
      (
        await database.$client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    const { switching } = await database.transaction(async (tx) => {
      await activeSavingType(tx, type.id)
      const reply = server.ask(switchOffSavingType, { id: type.id }, me)
      await expect.poll(waiting).toBe(1)
      return { switching: reply }
    })
    expect((await switching).status).toBe('200')
  })
})
