import type { Named } from '#contract/call'
import type { Problem } from '#contract/problems'
import { activityText } from './activityTexts'
import type { Queries } from './db/database'
import { adminActivity } from './db/schema'
import type { SignedIn } from './sessions'

/** What a change is about, as its handler names it. */
export type Subject = { text?: string | undefined; detail?: string | undefined }

type Deed = {
  actor: Pick<SignedIn, 'adminId'>
  refused: Problem | undefined
  subject: Subject
  /** The idempotency key of a change that got as far as that, else the id of the request. */
  reference: string
  now: Date
}

/** One row of the activity log, for a change or the view of a file; the database chains it to the row before. */
export async function writeActivity(
  queries: Queries,
  call: Pick<Named, 'name'>,
  { actor, refused, subject, reference, now }: Deed,
) {
  const status = refused ? 'refused' : 'success'
  const on = subject.text ?? null
  await queries.insert(adminActivity).values({
    adminId: actor.adminId,
    action: call.name,
    description: activityText(call.name, on, status),
    subject: on,
    status,
    detail: withoutAmounts(refused?.message ?? subject.detail)?.slice(0, longestDetail) ?? null,
    reference,
    createdAt: now,
  })
}

const longestDetail = 2000
/** A refusal may name a balance; the log, which can never be changed, does not. */
const withoutAmounts = (text: string | undefined) => text?.replaceAll(/-?₦[\d,.]*\d/g, '₦…')
