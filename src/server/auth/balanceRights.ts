import { businessHistoryAccess } from '#contract/calls/transactions'
import { can } from '#contract/permissions'
import type { SignedIn } from './sessions'

/** Whether what a business wallet holds may be sent to this admin: in a row, a file or a message. */
export const canSeeBusinessBalances = (actor: SignedIn) => can(actor, businessHistoryAccess, 'read')
