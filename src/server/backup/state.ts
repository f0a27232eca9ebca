import { eq } from 'drizzle-orm'
import { isAhead } from '../clock/stored'
import type { Queries } from '../db/database'
import { settings } from '../db/tables/schema'
import { recordCheck } from '../ledger/checks'

/** The last proven backup, in the facts about the database, so that all servers know it. */
const settingName = 'proven backup'
/** After this time without a proven backup there is an alarm. */
export const lateHours = 24

/** Records that the books as of this moment were backed up and restored. */
export async function recordProven(queries: Queries, takenAt: Date) {
  // Its copy was verified whole.
  await recordCheck(queries, 'whole', 0)
  await queries
    .insert(settings)
    .values({ name: settingName, value: takenAt.toISOString() })
    .onConflictDoUpdate({ target: settings.name, set: { value: takenAt.toISOString() } })
}

/** When the books were read for the last proven backup; undefined if there is none. */
export async function lastProven(queries: Pick<Queries, 'select'>): Promise<Date | undefined> {
  const [row] = await queries.select().from(settings).where(eq(settings.name, settingName))
  return row && new Date(row.value)
}

export const isLate = (proven: Date | undefined, now: Date) =>
  proven === undefined || isAhead(proven, now) || now.getTime() - proven.getTime() > lateHours * 3_600_000
