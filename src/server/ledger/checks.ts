import { sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { settings } from '../db/tables/schema'

/** Everything, or what is newer than a checkpoint. */
export const extents = ['whole', 'recent'] as const
export type Extent = (typeof extents)[number]
/** When the ledger was checked last, by PostgreSQL's clock, and how many faults that found. */
type LedgerCheck = { at: Date; faults: number }

const nameOf = (extent: Extent) => `ledger check ${extent}`

/** Notes the result of a check where every server finds it. One of everything covers what is recent. */
export async function recordCheck(queries: Queries, extent: Extent, faults: number) {
  const value = sql<string>`json_build_object('at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'faults', ${faults}::int)::text`
  for (const one of extent === 'whole' ? extents : [extent])
    await queries
      .insert(settings)
      .values({ name: nameOf(one), value })
      .onConflictDoUpdate({ target: settings.name, set: { value } })
}

/** The last check of each extent that was ever made. */
export async function lastChecks(
  queries: Pick<Queries, 'select'>,
): Promise<Partial<Record<Extent, LedgerCheck>>> {
  const rows = await queries.select().from(settings)
  return Object.fromEntries(
    extents.flatMap((extent) => {
      const row = rows.find(({ name }) => name === nameOf(extent))
      if (!row) return []
      const { at, faults } = JSON.parse(row.value) as { at: string; faults: number }
      return [[extent, { at: new Date(at), faults }]]
    }),
  )
}
