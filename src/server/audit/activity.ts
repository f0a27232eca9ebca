import type { Named } from '#contract/call'
import type { Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { type Noun, type Snapshot, snapshotOf } from './activitySubjects'
import { type ActivityName, activityText } from './activityTexts'
import type { Queries } from '../db/database'
import { adminActivity } from '../db/schema'
import type { SignedIn } from '../auth/sessions'

/** What a change is about, as its handler names it. */
export type Subject = {
  on?: string
  detail?: string | undefined
  /** As it was when it was named first: the change may rename or delete it. */
  snapshot?: Snapshot | undefined
}

type ActivityFacts = {
  actor: Pick<SignedIn, 'adminId'>
  refused: Problem | undefined
  subject: Subject
  /** The idempotency key of a change that got as far as that, else the id of the request. */
  reference: string
  /** What the change moves, where it is an amount. */
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

/** One row of the activity log, for a change or the view of a file; the database chains it to the row before. */
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
/** A refusal may name a balance; what the chain's hashes cover can never be changed and holds no amounts. */
const withoutAmounts = (text: string | undefined) => text?.replaceAll(/-?₦[\d,.]*\d/g, '₦…')
