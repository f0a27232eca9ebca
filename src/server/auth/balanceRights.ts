import { businessBalanceAccess } from '#contract/calls/dashboard'
import { can } from '#contract/permissions'
import type { SignedIn } from './sessions'

/** Whether what a business wallet holds may be sent to this admin: in a row, a file or a message. */
export const canSeeBusinessBalances = (actor: SignedIn) => can(actor, businessBalanceAccess, 'read')
