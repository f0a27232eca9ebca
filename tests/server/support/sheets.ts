import { and, asc, eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call'
import type { calls } from '#contract/index'
import type { Database } from '#server/db/database'
import { collections } from '#server/db/tables/collections'

type Body = BodyOf<typeof calls.collections.recordSheet>
type NewBody = BodyOf<typeof calls.collections.recordCollection>

/** The body of a sheet, its cash counted twice, by an admin who has seen the earlier ones of the agent and day, and says that equal lines came twice. */
export async function sheetAfterOthers(database: Database, { lines, ...body }: NewBody): Promise<Body> {
  const earlier = await database
    .select({ reference: collections.reference })
    .from(collections)
    .where(and(eq(collections.agentId, body.agent_id), eq(collections.day, body.day)))
    .orderBy(asc(collections.id))
  return {
    ...body,
    ...(body.counted !== undefined && { counted_again: body.counted }),
    lines: lines.map((line) => ({ ...line, twice: true })),
    seen: earlier.map(({ reference }) => reference),
  }
}
