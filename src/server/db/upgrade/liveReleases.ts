import type pg from 'pg'

/** A server that has not renewed its row for this time is gone. By the clock of the database, which all share. */
export const goneAfter = '15 seconds'

/**
 * The releases of the servers that run on this database (process/liveServers.ts); null for one before 0.3.0, which does not say.
 * The table and its column may be missing in a database that is not up to date.
 */
export async function liveReleases(client: pg.ClientBase): Promise<(string | null)[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('servers') as name`,
  )
  if (!tables[0]?.name) return []
  const { rows } = await client.query<{ release: string | null }>(
    `select distinct to_jsonb(s) ->> 'release' as release from servers s where seen_at between now() - $1::interval and now() + $1::interval`,
    [goneAfter],
  )
  return rows.map(({ release }) => release)
}
