import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { tidyName } from '#domain/text/tidyName'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { admins, nameKey } from '../../db/tables/schema'
import { tills, tillSessions } from '../../db/tables/tills'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { openTillAccount } from '../../ledger/accounts'
import { leftOfSession } from '../../ledger/tills'
import { lagosStamp } from '../../lists/conditions'
import { holds } from '../../people/agentCash'

type TillListCalls = Pick<Calls['tills'], 'getTills' | 'createTill' | 'switchTill'>

/** The session that left a difference on the account of a closed till, the last one of several. */
const differenceSession = sql<number | null>`(select s.id from till_sessions s where s.till_id = ${tills.id}
  and s.closed_at is not null and ${accounts.balance} <> 0 and ${tillSessions.id} is null and ${leftOfSession(sql`s`)} <> 0
  order by s.id desc limit 1)`

export const tillListHandlers: HandlersFor<TillListCalls> = {
  getTills: async (_input, { queries }) => ({
    data: await queries
      .select({
        id: tills.id,
        created_at: lagosStamp(tills.createdAt),
        name: tills.name,
        status: sql<'active' | 'inactive'>`case when ${tills.isActive} then 'active' else 'inactive' end`,
        holds,
        session_id: tillSessions.id,
        session: tillSessions.reference,
        admin: admins.name,
        opened_at: sql<string | null>`${lagosStamp(tillSessions.createdAt)}`,
        difference_session_id: differenceSession.mapWith((id) => (id === null ? null : Number(id))),
        open_difference: sql<string | null>`(select d.reference from cash_differences d
          join till_sessions s on s.id = d.till_session_id where s.till_id = ${tills.id} and d.state < 2 limit 1)`,
      })
      .from(tills)
      .innerJoin(accounts, eq(accounts.id, tills.accountId))
      .leftJoin(tillSessions, and(eq(tillSessions.tillId, tills.id), isNull(tillSessions.closedAt)))
      .leftJoin(admins, eq(admins.id, tillSessions.adminId))
      .orderBy(asc(tills.name), asc(tills.id)),
  }),

  createTill: async (input, { queries, now, setAuditSubject }) => {
    const name = tidyName(input.name)
    const [taken] = await queries
      .select({ name: tills.name })
      .from(tills)
      .where(sql`${nameKey(tills.name)} = ${nameKey(sql`${name}`)}`)
    if (taken) reject(`There is a till ${taken.name} already.`)
    const id = await newTillId(queries)
    const accountId = await openTillAccount(queries, id)
    await queries.insert(tills).values({ id, name, accountId, createdAt: now })
    await setAuditSubject('till', id)
    return { message: `Till ${name} created.` }
  },

  switchTill: async ({ till_id, is_active: isActive }, { queries, setAuditSubject }) => {
    await setAuditSubject('till', till_id)
    const { name, session, balance } = await lockTill(queries, till_id)
    if (!isActive && session) reject(`Till ${name} is open. Close it first.`)
    if (!isActive && balance !== 0) reject(`Till ${name} has a difference. It is settled first.`)
    await queries.update(tills).set({ isActive }).where(eq(tills.id, till_id))
    return { message: `Till ${name} is switched ${isActive ? 'on' : 'off'}.` }
  },
}

/** The id comes first: the account that the till needs is named after it. */
async function newTillId(queries: Queries): Promise<number> {
  const { rows } = await queries.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('tills', 'id')) as id`,
  )
  return Number(rows[0]?.id)
}

/** Locks a till until the commit, against being opened and switched off. With its open session and its account's balance. */
export async function lockTill(queries: Queries, id: number) {
  const [locked] = await queries.select().from(tills).where(eq(tills.id, id)).for('update')
  if (!locked) return reject(`Till with ID ${id} not found`)
  const [session] = await queries
    .select({ id: tillSessions.id, admin: admins.name })
    .from(tillSessions)
    .innerJoin(admins, eq(admins.id, tillSessions.adminId))
    .where(and(eq(tillSessions.tillId, id), isNull(tillSessions.closedAt)))
  const [account] = await queries
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.id, locked.accountId))
  return { ...locked, session, balance: account?.balance ?? 0 }
}
