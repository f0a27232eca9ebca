import { randomUUID } from 'node:crypto'
import { and, eq, gte, sql } from 'drizzle-orm'
import { Problem } from '#contract/problems'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { setSubject, type Subject, writeActivity } from './activity'
import { lockChain } from './activitySubjects'
import type { ActivityName } from './activityTexts'
import type { Queries } from '../db/database'
import { adminActivity, admins } from '../db/tables/schema'
import { pluralize } from '#domain/money/figures'
import type { Services } from '../services'
import { failuresToLock } from '../auth/throttle'

/**
 * How many failed sign-ins of an account are recorded a day, so that an attacker can't fill the log. Lock-outs are always
 * recorded; the throttle allows one in two hours. Unknown e-mails leave no row.
 */
export const recordedFailures = 10

type Step = 'adminLogin' | 'loginToken'
type Failure = { adminId: number; step: Step; failures: number; now: Date }

const faultOf: Record<Step, string> = { adminLogin: 'Wrong password.', loginToken: 'Wrong token.' }
const words = {
  limit: `${recordedFailures} in a day are recorded at most.`,
  lock: `${failuresToLock} failed sign-ins in a row.`,
}

/** In the background, so that the reply's timing does not reveal whether the e-mail has an account. */
export const recordFailedSignIn = ({ background, connections }: Services, failure: Failure) =>
  background.run('recording a failed sign-in', () =>
    connections.access.transaction((tx) => writeFailure(tx, failure)),
  )

async function writeFailure(queries: Queries, { adminId, step, failures, now }: Failure) {
  // Lock order everywhere: rows before the chain.
  await queries.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('key share')
  await lockChain(queries)
  const recorded = await queries.$count(
    adminActivity,
    and(
      eq(adminActivity.adminId, adminId),
      gte(adminActivity.createdAt, startOfLagosDay(lagosDay(now))),
      // Matches the condition of the partial index.
      sql`action in ('session.adminLogin', 'session.loginToken') and status = 'refused'`,
    ),
  )
  const write = (name: ActivityName, detail?: string, refused?: Problem) =>
    writeForAdmin(queries, name, { adminId, detail, refused, now })
  if (recorded < recordedFailures)
    await write(`session.${step}`, undefined, new Problem('refused', faultOf[step]))
  if (recorded === recordedFailures - 1) await write('signIns.limit', words.limit)
  if (failures === failuresToLock) await write('signIns.lock', words.lock)
}

/** Records a successful sign-in. */
export const writeSignIn = (
  queries: Queries,
  { adminId, failures, now }: { adminId: number; failures: number; now: Date },
) =>
  writeForAdmin(queries, 'session.loginToken', {
    adminId,
    detail: failures > 0 ? `After ${pluralize(failures, 'failed sign-in')}.` : undefined,
    refused: undefined,
    now,
  })

/** Records a log-out made offline, when the device reaches the server again. */
export const writeLateLogOut = (queries: Queries, adminId: number, now: Date) =>
  writeForAdmin(queries, 'session.logout', {
    adminId,
    detail: 'Logged out on a device without a network.',
    refused: undefined,
    now,
  })

type Row = { adminId: number; detail: string | undefined; refused: Problem | undefined; now: Date }

async function writeForAdmin(queries: Queries, name: ActivityName, { adminId, detail, refused, now }: Row) {
  const subject: Subject = {}
  await setSubject(subject, queries, 'admin', adminId, detail)
  await writeActivity(
    queries,
    { name },
    { actor: { adminId }, refused, subject, reference: randomUUID(), now },
  )
}
