import { and, asc, eq, sql } from 'drizzle-orm'
import type { CommissionFields, savingTypeCalls } from '#contract/calls/savingTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { nairaOf } from '#domain/money/kobo'
import { formatRate } from '#domain/money/rates'
import { isChargeOnly, termsText, walletTermsText } from '#domain/savings/termsText'
import type { Queries } from '../../db/database'
import { savings, savingTypes } from '../../db/tables/money'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { termChanges } from '../../db/tables/terms'
import {
  commissionOf,
  enteredSavingTerms,
  keepTerms,
  openTermChange,
  savingTermColumns,
} from '../../ledger/productTerms'
import { termsOf } from '../../ledger/savings'

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
  terms: termsText(commissionOf(row)),
})

/** The same for a wallet that is opened: nothing for a charge a month. */
export const withOwnText = <Row extends { charge: Kobo } & Required<CommissionFields>>(row: Row) => ({
  ...row,
  terms: walletTermsText(commissionOf(row)),
})

export const savingTypeHandlers: HandlersFor<Omit<typeof savingTypeCalls, 'updateSavingTypeTerms'>> = {
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
    if (!type) return reject(notFound(id))
    const open_change = (await openTermChange(queries, termChanges.savingTypeId, id)) ?? null
    return { data: { ...withText(type), open_savings: await countOpen(queries, id), open_change } }
  },

  createSavingType: async ({ name, category, ...entered }, { queries, setAuditSubject, now }) => {
    const terms = enteredSavingTerms(entered)
    const [type] = await queries
      .insert(savingTypes)
      .values({ name: tidy(name), category, ...savingTermColumns(terms), createdAt: now })
      .returning({ id: savingTypes.id, name: savingTypes.name })
    if (!type) throw new Error('No saving type was made.')
    await setAuditSubject(
      'saving type',
      type.id,
      `${category}, ${formatRate(terms.interest)} interest a year, ${logText(commissionOf(terms))}`,
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

/** Without the currency's sign: the log masks amounts, for those of customers. A charge is a price and no secret. */
const logText = (terms: ReturnType<typeof commissionOf>) =>
  isChargeOnly(terms)
    ? `charge of ${nairaOf(terms.charge)} a month`
    : termsText(terms).replaceAll('₦', '').replace(/\.$/, '')
const tidy = (name: string) => name.trim().replaceAll(/\s+/g, ' ')
const notFound = (id: number) => `Saving type with ID ${id} not found`
