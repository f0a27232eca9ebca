import * as v from 'valibot'
import { group, read } from '../call'
import type { Permission } from '../permissionCatalogue'
import { anyOf } from '../permissions'
import { Id, Kobo, Stamp, Text } from '../values'
import { Flag } from './flags'
import { ofWaiting, waitingPermissions } from './waiting'

/** One of what waits: what it is about, whose it is, and its flags. */
const QueueRow = v.object({
  id: Id,
  reference: Text,
  subject: Text,
  detail: Text,
  /** Null where it is not about money. */
  amount: v.nullable(Kobo),
  created_at: Stamp,
  flags: v.array(Flag),
})
export type QueueRow = v.InferOutput<typeof QueueRow>

/** Of one kind: all that waits, and its first rows. */
const QueueGroup = v.object({
  count: v.number(),
  amount: v.nullable(Kobo),
  oldest: Stamp,
  /** Red flags first, the largest sum first; then the oldest first. */
  rows: v.array(QueueRow),
})
export type QueueGroup = v.InferOutput<typeof QueueGroup>

/** The most rows of a kind that a queue has; the oldest. */
export const mostQueued = 200

/** Who may decide on anything. */
export const deskAccess = anyOf(...new Set<Permission>(Object.values(waitingPermissions)))

export const decisionCalls = group('decisions', {
  /** What waits for the caller's decision, by kind; without kinds of which nothing waits (not in the spec). */
  getDecisionQueue: read({
    reads: [
      'activity',
      'agentPay',
      'agents',
      'businessDays',
      'businessSettings',
      'cash',
      'credits',
      'customers',
      'devices',
      'expenses',
      'fieldBatches',
      'freezes',
      'guarantors',
      'identities',
      'imports',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'messagesOff',
      'payouts',
      'reopenings',
      'requests',
      'reversals',
      'savings',
      'savingTypes',
      'settingChanges',
      'sheetRequests',
      'termChanges',
      'tills',
      'withdrawals',
    ],
    path: 'getdecisionqueue',
    access: deskAccess,
    input: v.object({
      /** Rows of a list: of each kind those alone, however old they are. */
      ids: v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(mostQueued))),
    }),
    output: v.object({ data: ofWaiting(QueueGroup) }),
  }),
})
