import * as v from 'valibot'
import type { Permission } from '../permissionCatalogue'

/** The permission to decide each kind of pending decisions. */
export const waitingPermissions = {
  loans_first: 'can-do-first-approval',
  loans_second: 'can-do-second-approval',
  requests_first: 'can-do-first-approval',
  requests_second: 'can-do-second-approval',
  withdrawals: 'can-approve-withdrawal',
  payments: 'can-approve-withdrawal',
  payouts: 'can-approve-payout',
  differences_first: 'can-do-first-approval',
  differences_second: 'can-do-second-approval',
  statements_first: 'can-do-first-approval',
  statements_second: 'can-do-second-approval',
  expenses_first: 'can-do-first-approval',
  expenses_second: 'can-do-second-approval',
  loan_changes_first: 'can-do-first-approval',
  loan_changes_second: 'can-do-second-approval',
  messages_off: 'can-approve-messages-off',
  credits: 'can-approve-credit',
  reversals: 'can-approve-reversal',
  reopenings: 'can-approve-reversal',
  day_openings: 'can-open-day',
  sheets: 'can-approve-collection',
  late_batches: 'can-approve-collection',
  term_changes: 'can-approve-terms',
  setting_changes: 'can-approve-setting',
  devices: 'can-approve-device',
  imports: 'can-import',
} as const satisfies Record<string, Permission>
export type Waiting = keyof typeof waitingPermissions
export const waitingKinds = Object.keys(waitingPermissions) as Waiting[]

/** A value for each kind that the caller may decide on. */
export const ofWaiting = <S extends v.GenericSchema>(schema: S) =>
  v.object(
    Object.fromEntries(waitingKinds.map((kind) => [kind, v.optional(schema)])) as Record<
      Waiting,
      v.OptionalSchema<S, undefined>
    >,
  )
