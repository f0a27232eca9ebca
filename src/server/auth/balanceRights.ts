import { seesBusinessBalances } from '#contract/calls/dashboard'
import { may } from '#contract/permissions'
import type { SignedIn } from './sessions'

/** Whether what a business wallet holds may be sent to this admin: in a row, a file or a message. */
export const maySeeBusinessBalances = (actor: SignedIn) => may(actor, seesBusinessBalances, 'read')
