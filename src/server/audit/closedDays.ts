import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { toLagosStamp } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { businessDays } from '../db/tables/businessDays'
import { adminActivity } from '../db/tables/schema'

type Closing = Omit<typeof businessDays.$inferInsert, 'id' | 'hash' | 'createdAt'> & { createdAt: Date }

/** The hash of a closing, over all that it keeps and the hash of the closing before it. */
export const hashOfClosing = ({
  previousHash,
  day,
  round,
  createdAt,
  closedBy = null,
  comment = null,
  figures,
}: Closing) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previousHash,
        day,
        round,
        toLagosStamp(createdAt),
        closedBy,
        comment,
        inOneOrder(figures),
      ]),
    )
    .digest('hex')

/** The same value with its keys in one order: the database keeps them in its own. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, inOneOrder(one)]),
  )
}

/** What the activity log says of a closing. */
export const hashText = (hash: string) => `Hash ${hash}.`

/** The hash that the next closing follows; '' before the first one. The caller holds the lock of closings. */
export async function lastClosingHash(tx: Queries): Promise<string> {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select hash from business_days order by id desc limit 1`,
  )
  return rows[0]?.hash ?? ''
}

/**
 * What is wrong with the closings, each of which follows the one before: figures that do not match their hash, or a closing of an admin
 * that the activity log does not have. Undefined if nothing is.
 */
export async function faultOfClosings(queries: Queries): Promise<{ closings: number; fault?: string }> {
  const all = await queries.select().from(businessDays).orderBy(asc(businessDays.id))
  const logged = await queries
    .select({ subject: adminActivity.subject, detail: adminActivity.detail })
    .from(adminActivity)
    .where(sql`${adminActivity.action} = 'closing.closeDay' and ${adminActivity.status} = 'success'`)
  const hashes = new Map(logged.map(({ subject, detail }) => [subject, detail ?? '']))
  let previous = ''
  for (const { hash, ...closing } of all) {
    const which = `The closing of ${closing.day} (id ${closing.id})`
    if (closing.previousHash !== previous)
      return { closings: all.length, fault: `${which} does not follow the one before it.` }
    if (hash !== hashOfClosing(closing))
      return { closings: all.length, fault: `${which} was changed: its figures do not match its hash.` }
    // What the server closed has no row in the log: the hash of the next closing stands for it too.
    if (closing.closedBy !== null && !hashes.get(`business day ${closing.id}`)?.includes(hashText(hash)))
      return { closings: all.length, fault: `${which} has another hash than the activity log.` }
    hashes.delete(`business day ${closing.id}`)
    previous = hash
  }
  const [gone] = hashes.keys()
  return gone === undefined
    ? { closings: all.length }
    : { closings: all.length, fault: `The activity log has ${gone}, whose closing is missing.` }
}
