import * as v from 'valibot'
import { columnsOf, read, write } from '../call'
import { anyOf } from '../permissions'
import { Reason } from './approvals'
import { AmountOrZero, BasisPoints, Id, Kobo, maxCustomerAmount, optionalText, Stamp, Text } from '../values'

export const SavingCategory = v.picklist(['daily', 'market', 'microsoft'], 'Please select a category.')

/** What a cycle costs: nothing, an amount, one contribution of the wallet, or a part in hundred of what was paid in. */
export const commissionKinds = ['none', 'amount', 'contribution', 'percent'] as const
/** A calendar month, or a number of days from the wallet's opening. */
export const cycleKinds = ['month', 'days'] as const
/** When it is taken: as soon as the wallet covers it, or when the cycle has ended. */
export const takenTimes = ['first', 'end'] as const
/** What becomes of a plan at its due date: nothing, it is paid out and begins again, or it is paid out and closed. */
export const planEnds = ['carry-on', 'pay-out', 'close'] as const
export const mostCycleDays = 366

/** The commission, the cycle and the end of a plan (rules.md, "Commission of a cycle"). An amount is the type's `charge`. */
const commissionTerms = {
  commission: v.picklist(commissionKinds, 'Please select a commission.'),
  /** Of the commission percent. */
  commission_rate: BasisPoints,
  cycle: v.picklist(cycleKinds, 'Please select a cycle.'),
  /** Of the cycle days. */
  cycle_days: v.message(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCycleDays), v.metadata({ wire: 'id' })),
    `A cycle has 1 to ${mostCycleDays} days.`,
  ),
  taken: v.picklist(takenTimes, 'Please select when it is taken.'),
  plan_end: v.picklist(planEnds, 'Please select what the end of a plan does.'),
}
/** The same in replies. Absent in what was saved by an older release: a charge a month. */
export const commissionFields = {
  commission: v.optional(commissionTerms.commission),
  commission_rate: v.optional(commissionTerms.commission_rate),
  cycle: v.optional(commissionTerms.cycle),
  cycle_days: v.optional(commissionTerms.cycle_days),
  taken: v.optional(commissionTerms.taken),
  plan_end: v.optional(commissionTerms.plan_end),
}
export type CommissionFields = v.InferOutput<v.ObjectSchema<typeof commissionFields, undefined>>

/** A product that savings are opened under. A saving keeps the terms that it was opened with. */
export const SavingType = v.object({
  id: Id,
  name: Text,
  category: SavingCategory,
  /** Per year. */
  interest: BasisPoints,
  /** The commission of the kind amount. */
  charge: Kobo,
  ...commissionFields,
  /** What a wallet costs and when its plan ends, in words. Absent in what was saved by an older release. */
  terms: v.optional(Text),
  /** An inactive type is not offered for new savings. */
  status: v.picklist(['active', 'inactive']),
  created_at: Stamp,
})
export type SavingType = v.InferOutput<typeof SavingType>

/** A type with the number of open savings that keep their terms if it changes. */
export const SavingTypeUse = v.object({
  ...SavingType.entries,
  open_savings: v.number(),
  /** The reference of its undecided change of terms. Absent in the replies of an older release. */
  open_change: v.optional(optionalText),
})
export type SavingTypeUse = v.InferOutput<typeof SavingTypeUse>

export const savingTypeColumns = columnsOf(SavingType, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'category', header: 'Category', kind: 'text' },
  { field: 'interest', header: 'Interest a Year', kind: 'percent' },
  { field: 'charge', header: 'Charge', kind: 'money', isMinor: true },
  { field: 'terms', header: 'Commission', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
])

const letters = /^[a-zA-Z\s]*$/
const savingTypeName = v.pipe(
  Text,
  v.check((name) => name.trim() !== '', 'Market saving type field cannot be empty.'),
  v.regex(letters, 'Market saving type accepts only letters.'),
  v.maxLength(100, 'Market saving type may have at most 100 characters.'),
)
/**
 * What a saving copies at its opening. Changed by a request that another admin approves (rules.md, "Change of terms"). Without those of
 * the commission, from portals of older releases, they are as before: at first a charge a month.
 */
export const savingTypeTerms = v.object({
  interest: BasisPoints,
  charge: v.pipe(AmountOrZero, v.maxValue(maxCustomerAmount, 'A charge may be at most ₦100,000,000.00.')),
  ...commissionFields,
})
export type SavingTypeTerms = v.InferOutput<typeof savingTypeTerms>

export const savingTypeCalls = {
  getSavingType: read({
    reads: ['savingTypes'],
    path: 'getsavingtype',
    access: anyOf('can-view-saving'),
    input: v.object({ savingId: v.optional(Id) }),
    output: v.object({ data: v.array(SavingType) }),
    whole: { columns: savingTypeColumns },
    catalogue: true,
  }),
  /** One type and how many savings are open under it, for the screens that change it (not in the spec). */
  savingTypeUse: read({
    reads: ['savingTypes', 'savings', 'termChanges'],
    path: 'savingtypeuse',
    access: anyOf('can-edit-saving-type'),
    input: v.object({ id: Id }),
    output: v.object({ data: SavingTypeUse }),
  }),
  createSavingType: write({
    path: 'createsavingtype',
    access: anyOf('can-create-saving-type'),
    input: v.object({ name: savingTypeName, category: SavingCategory, ...savingTypeTerms.entries }),
    subject: ['name'],
    writes: ['savingTypes'],
  }),
  /** The category is read-only and ignored. */
  updateSavingType: write({
    path: 'updatesavingtype',
    access: anyOf('can-edit-saving-type'),
    input: v.object({ id: Id, name: savingTypeName, category: v.optional(Text) }),
    subject: ['id'],
    writes: ['savingTypes'],
  }),
  /** Requests other terms for savings opened after the approval. */
  updateSavingTypeTerms: write({
    path: 'updatesavingtypeterms',
    access: anyOf('can-edit-saving-type'),
    input: v.object({ id: Id, ...savingTypeTerms.entries, reason: Reason }),
    subject: ['id'],
    writes: ['termChanges'],
  }),
  switchOffSavingType: write({
    path: 'switchoffsavingtype',
    access: anyOf('can-edit-saving-type'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['savingTypes'],
  }),
  switchOnSavingType: write({
    path: 'switchonsavingtype',
    access: anyOf('can-edit-saving-type'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['savingTypes'],
  }),
}
