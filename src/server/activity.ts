import type { Named } from '#contract/call'
import type { Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { type Noun, type Snapshot, snapshotOf } from './activitySubjects'
import { activityText } from './activityTexts'
import { activitySubjects } from './db/activityTables'
import type { Queries } from './db/database'
import { adminActivity } from './db/schema'
import type { SignedIn } from './sessions'

/** What a change is about, as its handler names it. */
export type Subject = {
  noun?: Noun
  id?: number
  detail?: string | undefined
  /** How it was called when it was named: a change may delete it. */
  found?: Promise<Snapshot | undefined>
}

type Deed = {
  actor: Pick<SignedIn, 'adminId'>
  refused: Problem | undefined
  subject: Subject
  /** The idempotency key of a change that got as far as that, else the id of the request. */
  reference: string
  /** What the change moves, where it is an amount. */
  amount?: Kobo | undefined
  now: Date
}

/** Names what a change is about, and asks at once how it is called: statements of a transaction run in their order. */
export function nameSubject(subject: Subject, queries: Queries, noun: Noun, id: number, detail?: string) {
  const found = snapshotOf(queries, noun, id)
  // Whoever writes the row meets the failure.
  found.catch(() => undefined)
  Object.assign(subject, { noun, id, detail, found })
}

/** One row of the activity log, for a change or the view of a file; the database chains it to the row before. */
export async function writeActivity(
  queries: Queries,
  call: Pick<Named, 'name'>,
  { actor, refused, subject, reference, amount, now }: Deed,
) {
  const status = refused ? 'refused' : 'success'
  const { noun, id, detail } = subject
  const on = noun === undefined ? null : `${noun} ${id}`
  const found = await subject.found
  const [row] = await queries
    .insert(adminActivity)
    .values({
      adminId: actor.adminId,
      action: call.name,
      description: activityText(call.name, on, status),
      subject: on,
      status,
      detail: withoutAmounts(refused?.message ?? detail)?.slice(0, longestDetail) ?? null,
      reference,
      createdAt: now,
    })
    .returning({ activityId: adminActivity.id })
  if (!row || !found || noun === undefined || id === undefined) return
  await queries
    .insert(activitySubjects)
    .values({ ...row, noun, subjectId: id, ...found, amount: amount ?? found.amount })
}

const longestDetail = 2000
/** A refusal may name a balance; the log, which can never be changed, does not. */
const withoutAmounts = (text: string | undefined) => text?.replaceAll(/-?₦[\d,.]*\d/g, '₦…')
