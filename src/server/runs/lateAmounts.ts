import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'

/** Loans in one transaction. Their schedules are read by index, and each row is short. */
const loansAtOnce = 500

type Options = { pause?: () => Promise<void>; isStopped?: () => boolean }

/**
 * Counts what is late on a day of the open loans on which it is something else than what is kept: those with an instalment due since.
 * Reports are right without it: they count such loans themselves, which takes longer. A loan that somebody is changing is left to
 * that change.
 */
export async function countLate(
  database: Database,
  day: string,
  { pause = async () => {}, isStopped = () => false }: Options = {},
) {
  for (let after: number | undefined = 0; after !== undefined && !isStopped(); await pause())
    after = await countNext(database, day, after)
}

/** Returns the last loan of the part; undefined after the last one. */
const countNext = (database: Database, day: string, after: number): Promise<number | undefined> =>
  database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select loan_id as id from open_loans
      where loan_id > ${after} and not (${day}::date between late_from and late_through)
      order by loan_id limit ${loansAtOnce} for update skip locked`)
    const ids = rows.map(({ id }) => Number(id))
    // A statement of its own: it sees what was committed before the locks were taken.
    await tx.execute(sql`update open_loans o set late = l.late, late_from = l.late_from, late_through = l.late_through
      from unnest(${sql.param(ids)}::bigint[]) c (id) cross join lateral late_on(c.id, ${day}::date) l where o.loan_id = c.id`)
    return ids.at(-1)
  })
