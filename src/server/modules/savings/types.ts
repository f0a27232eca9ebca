import { and, asc, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import type { CommissionFields, savingTypeCalls } from '#contract/calls/savingTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { formatNaira, nairaOf } from '#domain/money/kobo'
import { formatRate } from '#domain/money/rates'
import { isMonthlyCharge } from '#domain/savings/commission'
import { cycleLengths } from '#domain/savings/cycles'
import { isChargeOnly, termsText, walletTermsText } from '#domain/savings/termsText'
import type { Queries } from '../../db/database'
import { savings, savingTypes } from '../../db/tables/money'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { describeTerms, keepTerms } from '../../ledger/productTerms'
import { termsOf, type TypeTerms } from '../../ledger/savings'

/** The terms of a type by their names on the wire. */
export const commissionRow = {
  commission: savingTypes.commissionKind,
  commission_rate: sql<BasisPoints>`${savingTypes.commissionBasisPoints}`,
  cycle: savingTypes.cycleKind,
  cycle_days: savingTypes.cycleDays,
  taken: savingTypes.taken,
  plan_end: savingTypes.planEnd,
}

const typeRow = {
  id: savingTypes.id,
  name: savingTypes.name,
  category: savingTypes.category,
  interest: sql<BasisPoints>`${savingTypes.interestBasisPoints}`,
  charge: savingTypes.charge,
  ...commissionRow,
  status: savingTypes.status,
  created_at: lagosStamp(savingTypes.createdAt),
}
/** A type with its terms in words. */
const withText = <Row extends { charge: Kobo } & Required<CommissionFields>>(row: Row) => ({
  ...row,
  terms: termsText(commissionOf(typeTerms(row))),
})

/** The same for a wallet that is opened: nothing for a charge a month. */
export const withOwnText = <Row extends { charge: Kobo } & Required<CommissionFields>>(row: Row) => ({
  ...row,
  terms: walletTermsText(commissionOf(typeTerms(row))),
})

export const savingTypeHandlers: HandlersFor<typeof savingTypeCalls> = {
  getSavingType: async ({ savingId }, { queries }) => {
    const rows = await queries
      .select(typeRow)
      .from(savingTypes)
      .where(savingId === undefined ? undefined : eq(savingTypes.id, savingId))
      .orderBy(asc(savingTypes.id))
    if (savingId !== undefined && rows.length === 0) reject(notFound(savingId))
    return { data: rows.map(withText) }
  },

  savingTypeUse: async ({ id }, { queries }) => {
    const [type] = await queries.select(typeRow).from(savingTypes).where(eq(savingTypes.id, id))
    return type
      ? { data: { ...withText(type), open_savings: await countOpen(queries, id) } }
      : reject(notFound(id))
  },

  createSavingType: async ({ name, category, ...entered }, { queries, setAuditSubject, now }) => {
    const terms = enteredTerms(entered, newTerms)
    const [type] = await queries
      .insert(savingTypes)
      .values({ name: tidy(name), category, ...terms, createdAt: now })
      .returning({ id: savingTypes.id, name: savingTypes.name })
    if (!type) throw new Error('No saving type was made.')
    await setAuditSubject(
      'saving type',
      type.id,
      `${category}, ${formatRate(entered.interest)} interest a year, ${logText(terms)}`,
    )
    return { message: `Saving type created: ${type.name}.` }
  },

  updateSavingType: async ({ id, name }, { queries, setAuditSubject }) => {
    await setAuditSubject('saving type', id)
    const [changed] = await queries
      .update(savingTypes)
      .set({ name: tidy(name) })
      .where(eq(savingTypes.id, id))
      .returning({ name: savingTypes.name })
    if (!changed) return reject(notFound(id))
    return { message: `Saving type updated: ${changed.name}.` }
  },

  /** Open savings have their own copy of the terms. */
  updateSavingTypeTerms: async ({ id, ...entered }, { queries, setAuditSubject }) => {
    await setAuditSubject('saving type', id)
    const before = await lockType(queries, id)
    const terms = enteredTerms(entered, before)
    const { interest } = entered
    await queries.update(savingTypes).set(terms).where(eq(savingTypes.id, id))
    const detail = describeTerms({
      'Interest a year': [formatRate(before.interestBasisPoints as BasisPoints), formatRate(interest)],
      ...(isPlain(before) && isPlain(terms)
        ? { 'Charge a month': [nairaOf(before.charge), nairaOf(terms.charge)] }
        : { Terms: [logText(before), logText(terms)] }),
    })
    await setAuditSubject('saving type', id, detail)
    return {
      message: `${before.name} updated: new savings have ${formatRate(interest)} interest a year${
        isPlain(terms)
          ? ` and a charge of ${formatNaira(terms.charge)} a month`
          : `. ${termsText(commissionOf(terms)).replace(/\.$/, '')}`
      }.`,
    }
  },

  switchOffSavingType: async ({ id }, context) => {
    const name = await setStatus(context, id, 'inactive')
    const kept = keepTerms(await countOpen(context.queries, id), 'open saving')
    return { message: `${name} is switched off. ${kept}` }
  },

  switchOnSavingType: async ({ id }, context) => {
    const name = await setStatus(context, id, 'active')
    return { message: `${name} is switched on. New savings can be opened under it.` }
  },
}

/**
 * The terms for a saving that is opened in this transaction. Rejects a type that is switched off, and keeps it from being
 * switched off or changed until the commit.
 */
export async function activeSavingType(queries: Queries, id: number) {
  const [type] = await queries.select().from(savingTypes).where(eq(savingTypes.id, id)).for('share')
  if (!type) return reject(notFound(id))
  const { status, name, category, interestBasisPoints } = type
  if (status !== 'active') reject(`${name} is switched off. No savings can be opened under it.`)
  return { name, category, interestBasisPoints, ...termsOf(type) }
}

async function setStatus({ queries, setAuditSubject }: Context, id: number, status: 'active' | 'inactive') {
  await setAuditSubject('saving type', id)
  const type = await lockType(queries, id)
  if (type.status === status)
    reject(`${type.name} is already switched ${status === 'active' ? 'on' : 'off'}. Nothing was done.`)
  await queries.update(savingTypes).set({ status }).where(eq(savingTypes.id, id))
  return type.name
}

async function lockType(queries: Queries, id: number) {
  const [type] = await queries.select().from(savingTypes).where(eq(savingTypes.id, id)).for('update')
  return type ?? reject(notFound(id))
}

const countOpen = (queries: Queries, id: number) =>
  queries.$count(savings, and(eq(savings.savingTypeId, id), eq(savings.status, 'active')))

/** A charge a month on plans that carry on, as savings had before there were others. */
const newTerms: TypeTerms = {
  charge: 0 as Kobo,
  commissionKind: 'amount',
  commissionBasisPoints: 0,
  cycleKind: 'month',
  cycleDays: cycleLengths.usual,
  taken: 'end',
  planEnd: 'carry-on',
}
const isPlain = (terms: TypeTerms) => isChargeOnly(commissionOf(terms))

type Entered = Pick<
  InputOf<typeof savingTypeCalls.createSavingType>,
  'interest' | 'charge' | keyof CommissionFields
>

/** The terms to store: those that were not entered are as before, and those that say nothing are empty. */
function enteredTerms({ interest, ...entered }: Entered, before: TypeTerms) {
  const terms: TypeTerms = {
    charge: entered.charge,
    commissionKind: entered.commission ?? before.commissionKind,
    commissionBasisPoints: entered.commission_rate ?? before.commissionBasisPoints,
    cycleKind: entered.cycle ?? before.cycleKind,
    cycleDays: entered.cycle_days ?? before.cycleDays,
    taken: entered.taken ?? before.taken,
    planEnd: entered.plan_end ?? before.planEnd,
  }
  const { commissionKind, cycleKind } = terms
  if (commissionKind === 'percent' && terms.commissionBasisPoints === 0)
    reject('Please enter the commission in percent.')
  if (commissionKind === 'amount' && terms.charge === 0 && !isMonthlyCharge(commissionOf(terms)))
    reject('Please enter the amount of the commission.')
  return {
    interestBasisPoints: interest,
    ...terms,
    charge: commissionKind === 'amount' ? terms.charge : (0 as Kobo),
    commissionBasisPoints: commissionKind === 'percent' ? terms.commissionBasisPoints : 0,
    cycleDays: cycleKind === 'days' ? terms.cycleDays : cycleLengths.usual,
  }
}

const typeTerms = (row: { charge: Kobo } & Required<CommissionFields>): TypeTerms => ({
  charge: row.charge,
  commissionKind: row.commission,
  commissionBasisPoints: row.commission_rate,
  cycleKind: row.cycle,
  cycleDays: row.cycle_days,
  taken: row.taken,
  planEnd: row.plan_end,
})
const commissionOf = <Terms extends { commissionBasisPoints: number }>(terms: Terms) => ({
  ...terms,
  commissionBasisPoints: terms.commissionBasisPoints as BasisPoints,
})

/** Without the currency's sign: the log masks amounts, for those of customers. A charge is a price and no secret. */
const logText = (terms: TypeTerms) =>
  isPlain(terms)
    ? `charge of ${nairaOf(terms.charge)} a month`
    : termsText(commissionOf(terms)).replaceAll('₦', '').replace(/\.$/, '')
const tidy = (name: string) => name.trim().replaceAll(/\s+/g, ' ')
const notFound = (id: number) => `Saving type with ID ${id} not found`
