import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { loanTypes } from '#server/db/tables/loans'
import { adminActivity, permissions } from '#server/db/tables/schema'
import { termChanges } from '#server/db/tables/terms'
import { activeLoanType } from '#server/modules/loans/types'
import { seedBaseData } from '#server/seedBaseData'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { rate } from '../support/people'
import { termsOf } from '../support/terms'
import { onPostgres } from '../support/testDatabase'
import { openLoanDesk } from './loanDesk'
import { sentences } from '../../sentences'

const { server, musa, customer, apply, inState, stateOf, makeLoanType } = await openLoanDesk()
const { database } = server
const me = await server.enter('can-create-loan-type', 'can-edit-loan-type')
const { decide, newest } = await termsOf(server)
const { getLoanType, loanTypeUse, createLoanType, updateLoanType } = calls.loans
const { getLoanCase, updateLoanTypeTerms, switchOffLoanType, switchOnLoanType } = calls.loans

let made = 0
const newBody = () => {
  made += 1
  return {
    name: `Loan ${100 + made}`,
    description: 'Stock for a stall',
    interest_rate: rate(7.5),
    penalty_rate: rate(5),
    grace_days: 3,
    periods: ['weekly' as const],
  }
}
const create = (body: object = {}, from = me) => server.ask(createLoanType, { ...newBody(), ...body }, from)
const typeOf = async (id: number) => (await database.select().from(loanTypes).where(eq(loanTypes.id, id)))[0]
const useOf = async (id: number) => (await server.ask(loanTypeUse, { id }, me)).output().data
const lastActivity = async () =>
  (await database.select().from(adminActivity).orderBy(desc(adminActivity.place)).limit(1))[0]
const unknown = { id: 999_999 }
const notFound = 'Loan type with ID 999999 not found'
const badTerms: [what: string, body: object, message: string][] = [
  ['a penalty above 100%', { penalty_rate: rate(100.01) }, sentences.rateLimit],
  ['negative days of grace', { grace_days: -1 }, 'Days of grace must be a whole number from 0 to 365.'],
  ['half a day of grace', { grace_days: 0.5 }, 'Days of grace must be a whole number from 0 to 365.'],
  ['more than a year of grace', { grace_days: 366 }, 'Days of grace must be a whole number from 0 to 365.'],
  ['no period', { periods: [] }, 'Please select at least one installment period.'],
  ['a period twice', { periods: ['daily', 'daily'] }, 'Select each installment period once.'],
]

describe('creating a loan type', () => {
  it('creates an active one with its terms', async () => {
    const body = {
      name: '  Ọjà   Loan ',
      description: ' For stalls ',
      periods: ['monthly', 'daily'] as const,
    }
    expect((await create(body)).json).toEqual({ status: '200', message: 'Loan type created: Ọjà Loan.' })
    const { data } = (await server.ask(getLoanType, {}, me)).output()
    const type = data.find(({ name }) => name === 'Ọjà Loan')
    expect(type).toEqual({
      id: expect.any(Number),
      name: 'Ọjà Loan',
      description: 'For stalls',
      interest_rate: 750,
      penalty_rate: 500,
      grace_days: 3,
      periods: ['daily', 'monthly'],
      interest_kind: 'flat',
      settlement: 'whole',
      penalty_kind: 'rate',
      penalty_amount: 0,
      penalty_ceiling: 0,
      security_rate: 0,
      least_guarantors: 0,
      least_amount: 0,
      most_amount: 0,
      least_times: 0,
      most_times: 0,
      savings_wanted: 0,
      status: 'active',
      created_at: expect.any(String),
    })
    expect(await lastActivity()).toMatchObject({
      description: `Created loan type ${type?.id}`,
      subjectName: 'Ọjà Loan',
      detail:
        'interest rate 7.5%, penalty: 5% of what is open, after 3 days of grace, installments daily, monthly',
    })
  })

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Loan type name is required.'],
    [
      'letters of another alphabet',
      { name: 'Trаde' },
      "Loan type name may have letters of English, Hausa, Igbo and Yoruba, digits, spaces and & ' ( ) . / - only.",
    ],
    ['no description', { description: ' ' }, sentences.descriptionRequired],
    ...badTerms,
  ])('refuses %s', async (_what, body, message) => {
    const before = await database.$count(loanTypes)
    expect(await create(body)).toMatchObject({ status: '100', fields: [message] })
    expect(await database.$count(loanTypes)).toBe(before)
  })

  it('refuses a name that looks like another, also of two that are created at once', async () => {
    const taken = 'A loan type with this name, or one that looks like it, already exists.'
    await create({ name: 'Okada Loan' })
    expectRefused(await create({ name: 'OKADA-L0AN' }), taken)
    const replies = await Promise.all(['Farm Loan', 'farm.loan'].map((name) => create({ name })))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  })

  it('needs its own permission, which a new database gives to the roles that manage loans', async () => {
    const editor = await server.enter('can-edit-loan-type', 'can-view-all')
    expect((await create({}, editor)).http).toBe(403)
    for (const [role, http] of [
      ['SuperAdmin', 200],
      ['Main Admin', 200],
      ['Admin', 200],
      ['Supervisor', 403],
    ] as const)
      expect([role, (await create({}, await server.enterAs({ role }))).http]).toEqual([role, http])
  })

  it('is permitted to the superadmin of an older database from the next start, and to no one else', async () => {
    const old = await openServer()
    const boss = await old.enterAs({ role: 'SuperAdmin' })
    const admin = await old.enterAs({ role: 'Admin' })
    await old.database.delete(permissions).where(eq(permissions.name, 'can-create-loan-type'))
    await seedBaseData(old.database)
    expect((await old.ask(createLoanType, newBody(), boss)).http).toBe(200)
    expect((await old.ask(createLoanType, newBody(), admin)).http).toBe(403)
  })
})

describe('changing a loan type', () => {
  it('gives it a new description and rate; name and existing loans stay', async () => {
    const clerk = await server.enter('can-edit-loan-type')
    const type = await makeLoanType(1250)
    const loan = await apply(customer, { rate: rate(12.5) }, { loanTypeId: type.id })
    const body = { id: type.id, name: 'Another', description: ' For stalls ', interest_rate: rate(5.5) }
    expect((await server.ask(updateLoanType, body, clerk)).json).toEqual({
      status: '200',
      message: `${type.name} updated: new loans cost 5.5%.`,
    })
    expect(await typeOf(type.id)).toEqual({ ...type, description: 'For stalls', interestBasisPoints: 550 })
    expect(await stateOf(loan.id)).toEqual(loan)
  })

  it.each([
    ['an empty description', { description: '  ' }, sentences.descriptionRequired],
    [
      'a description that is too long',
      { description: 'x'.repeat(501) },
      'Description may have at most 500 characters.',
    ],
    ['a rate above 100%', { interest_rate: rate(101) }, sentences.rateLimit],
  ])('refuses %s', async (_what, change, message) => {
    const type = await makeLoanType()
    const body = { id: type.id, description: 'Stock', interest_rate: rate(5), ...change }
    expect(await server.ask(updateLoanType, body, me)).toMatchObject({ status: '100', fields: [message] })
    expect(await typeOf(type.id)).toEqual(type)
  })

  it('changes its terms for new applications once another admin approves them; loans keep theirs', async () => {
    const type = await makeLoanType(1250, { penaltyBasisPoints: 500, graceDays: 7, periods: ['weekly'] })
    const { penaltyBasisPoints, graceDays } = type
    const loan = await apply(customer, {}, { loanTypeId: type.id, penaltyBasisPoints, graceDays })
    const periods = ['monthly' as const, 'weekly' as const]
    const body = { id: type.id, penalty_rate: rate(2.5), grace_days: 1, periods, reason: ' Late repayments ' }
    const reply = await server.ask(updateLoanTypeTerms, body, me)
    const changes =
      'Penalty Rate from 5% to 2.5%. Days of Grace from 7 to 1. Installment Periods from weekly to weekly, monthly.'
    const { id, reference, reason } = await newest()
    expect(reply.message).toBe(
      `Change ${reference} of ${type.name} was requested. It awaits its approval. ${changes}`,
    )
    expect(reason).toBe('Late repayments')
    expect(await lastActivity()).toMatchObject({
      description: `Requested other terms of loan type ${type.id}`,
      detail: `${reference}. ${changes}`,
    })
    expect(await typeOf(type.id)).toEqual(type)
    expect(await useOf(type.id)).toMatchObject({ penalty_rate: 500, open_change: reference })

    expect((await decide(id)).message).toBe(`Change ${reference} of ${type.name} approved. ${changes}`)
    expect(await stateOf(loan.id)).toEqual(loan)
    const [seen] = (await server.ask(getLoanCase, { id: loan.id }, musa)).output().data.data
    expect(seen).toMatchObject({ penalty_rate: 500, grace_days: 7 })
    expect(await activeLoanType(database, type.id)).toMatchObject({
      name: type.name,
      copied: { interestBasisPoints: 1250, penaltyBasisPoints: 250, graceDays: 1 },
      periods: ['weekly', 'monthly'],
    })
    expect(await lastActivity()).toMatchObject({
      description: `Decided on term change ${id}`,
      subjectName: type.name,
      subjectReference: reference,
      detail: changes,
    })
    expectRefused(
      await server.ask(updateLoanTypeTerms, { ...body, periods: ['weekly', 'monthly'] }, me),
      `${type.name} has these terms already. Nothing was requested.`,
    )
  })

  it.each(badTerms)('refuses %s', async (_what, change, message) => {
    const type = await makeLoanType()
    const terms = { penalty_rate: rate(5), grace_days: 3, periods: ['daily' as const], ...change }
    const body = { id: type.id, ...terms, reason: 'Late repayments' }
    const before = await database.$count(termChanges)
    expect(await server.ask(updateLoanTypeTerms, body, me)).toMatchObject({
      status: '100',
      fields: [message],
    })
    expect(await database.$count(termChanges)).toBe(before)
    expect(await typeOf(type.id)).toEqual(type)
  })

  it('is refused for an unknown type', async () => {
    const { name: _name, description, interest_rate, ...terms } = newBody()
    const replies = [
      await server.ask(updateLoanType, { ...unknown, description, interest_rate }, me),
      await server.ask(updateLoanTypeTerms, { ...unknown, ...terms, reason: 'Late repayments' }, me),
      await server.ask(switchOffLoanType, unknown, me),
      await server.ask(switchOnLoanType, unknown, me),
      await server.ask(loanTypeUse, unknown, me),
    ]
    for (const reply of replies) expectRefused(reply, notFound)
    await expect(activeLoanType(database, unknown.id)).rejects.toThrow(notFound)
  })
})

describe('switching a loan type off', () => {
  it('closes it for applications; loans and applications under it go on', async () => {
    const pending = await inState.pending()
    const { loanTypeId: id } = pending
    const type = await typeOf(id)
    await inState['in-progress']()
    await inState.approved()
    await inState.rejected()
    const use = await useOf(id)
    expect(use).toMatchObject({ status: 'active', active_loans: 1, undecided_loans: 2 })
    const reply = await server.ask(switchOffLoanType, { id }, me)
    expect(reply.message).toBe(`${type?.name} is switched off. 3 open loans keep their terms.`)
    expect(await useOf(id)).toEqual({ ...use, status: 'inactive' })
    await expect(activeLoanType(database, id)).rejects.toThrow(
      `${type?.name} is switched off. Nobody can apply for it.`,
    )
    expect(await stateOf(pending.id)).toEqual(pending)
    expect(
      (await server.ask(calls.loans.firstLoanApproval, { id: pending.id, status: 'accepted' }, musa)).status,
    ).toBe('200')

    const again = await server.ask(switchOnLoanType, { id }, me)
    expect(again.message).toBe(`${type?.name} is switched on. Customers can apply for it.`)
    expect(await typeOf(id)).toEqual(type)
    expect(await lastActivity()).toMatchObject({ description: `Switched on loan type ${id}` })
  })

  it('is refused where nothing changes', async () => {
    const on = await makeLoanType()
    const off = await makeLoanType(1250, { status: 'inactive' })
    expectRefused(
      await server.ask(switchOnLoanType, { id: on.id }, me),
      `${on.name} is already switched on. Nothing was done.`,
    )
    expectRefused(
      await server.ask(switchOffLoanType, { id: off.id }, me),
      `${off.name} is already switched off. Nothing was done.`,
    )
  })

  it.runIf(onPostgres)('waits for an application that is being made', async () => {
    const type = await makeLoanType()
    const waiting = async () =>
      (
        await database.$client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    const { switching } = await database.transaction(async (tx) => {
      await activeLoanType(tx, type.id)
      const reply = server.ask(switchOffLoanType, { id: type.id }, me)
      await expect.poll(waiting).toBe(1)
      return { switching: reply }
    })
    expect((await switching).status).toBe('200')
  })
})

it('the database refuses terms that no loan type can have', async () => {
  const { id } = await makeLoanType()
  for (const change of [
    { periods: [] },
    { periods: ['yearly' as 'daily'] },
    { graceDays: -1 },
    { penaltyBasisPoints: 10_001 },
    { status: 'gone' as 'active' },
  ])
    await expect(database.update(loanTypes).set(change).where(eq(loanTypes.id, id))).rejects.toThrow()
})
