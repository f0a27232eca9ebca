import type { Named } from '#contract/call'
import type { Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { type Noun, type Snapshot, snapshotOf } from './activitySubjects'
import { type ActivityName, activityText } from './activityTexts'
import type { Queries } from '../db/database'
import { adminActivity } from '../db/tables/schema'
import type { SignedIn } from '../auth/sessions'

/** The subject of a change, as its handler sets it. */
export type Subject = {
  on?: string
  detail?: string | undefined
  /** As it was when first set: the change may rename or delete it. */
  snapshot?: Snapshot | undefined
}

type ActivityFacts = {
  actor: Pick<SignedIn, 'adminId'>
  refused: Problem | undefined
  subject: Subject
  /** The idempotency key of the change, or the request id if it was refused earlier. */
  reference: string
  /** The amount that the change moves. */
  amount?: Kobo | undefined
  now: Date
}

export async function setSubject(
  subject: Subject,
  queries: Queries,
  noun: Noun,
  id: number,
  detail?: string,
) {
  const on = `${noun} ${id}`
  subject.detail = detail
  if (subject.on === on) return
  subject.on = on
  subject.snapshot = await snapshotOf(queries, noun, id)
}

/** Writes a row of the activity log for a change or a file view; the database chains it to the previous row. */
export async function writeActivity(
  queries: Queries,
  call: Pick<Named, 'name'>,
  { actor, refused, subject, reference, amount, now }: ActivityFacts,
) {
  const status = refused ? 'refused' : 'success'
  const { on = null, detail, snapshot } = subject
  await queries.insert(adminActivity).values({
    adminId: actor.adminId,
    action: call.name,
    description: activityText(call.name as ActivityName, on, status),
    subject: on,
    status,
    detail: withoutAmounts(refused?.message ?? detail)?.slice(0, longestDetail) ?? null,
    reference,
    createdAt: now,
    ...snapshot,
    amount: amount ?? snapshot?.amount ?? null,
  })
}

const longestDetail = 2000
/** Masks amounts: a refusal may name a balance, and rows of the log can never be changed. */
const withoutAmounts = (text: string | undefined) => text?.replaceAll(/[-\u2212]?₦[\d,.]*\d/g, '₦…')
