import DataLoader from 'dataloader'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { LimitKind, LimitStep } from '#contract/calls/limits'
import type { Actor } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { sessionHours, sessionIdleMinutes } from '#contract/calls/session'
import type { Queries } from '../db/database'
import {
  adminPermissions,
  admins,
  permissions,
  rolePermissions,
  roles,
  sessions,
  signIns,
} from '../db/tables/schema'
import { prepareOnce } from '../db/prepareOnce'
import { pluralize } from '#domain/money/figures'
import { isAhead } from '../clock/stored'
import { codeMinutes, hashOf, newToken } from './tokens'

/** The session's admin. `token` is needed to revoke the session and sign links; it is never logged or stored. */
export type SignedIn = Actor & {
  email: string
  mustChangePassword: boolean
  token: string
  /** After which position of the database's log its last change is visible (process/replica.ts). */
  changeLsn?: string | null
  /** When the admin's rights last grew, and who gave them (rules.md, "New rights"). */
  rightsGrewAt: Date | null
  makers: readonly number[]
  /** Of the admin's role. */
  limits: readonly RoleLimit[]
}
/** Up to which amount a role takes a step of a decision. */
export type RoleLimit = { kind: LimitKind; step: LimitStep; amount: Kobo }

const minutes = (count: number) => count * 60_000

/** Names of the permissions an admin holds: those of the role and the direct ones. */
const heldPermissions = sql<string[]>`array(
  select ${permissions.name} from ${rolePermissions} join ${permissions} on ${permissions.id} = ${rolePermissions.permissionId}
   where ${rolePermissions.roleId} = ${admins.roleId}
  union
  select ${permissions.name} from ${adminPermissions} join ${permissions} on ${permissions.id} = ${adminPermissions.permissionId}
   where ${adminPermissions.adminId} = ${admins.id})`

const adminColumns = {
  rightsGrewAt: sql<
    string | null
  >`(select max(g.created_at) from rights_grants g where g.admin_id = ${admins.id})`.mapWith(
    (value: string) => new Date(value),
  ),
  makers: sql<
    number[]
  >`(select coalesce(json_agg(distinct g.granted_by), '[]') from rights_grants g where g.admin_id = ${admins.id})`,
  limits: sql<
    RoleLimit[]
  >`(select coalesce(json_agg(json_build_object('kind', l.kind, 'step', l.step, 'amount', l.amount)), '[]')
    from role_limits l where l.role_id = ${admins.roleId})`,
  adminId: admins.id,
  email: admins.email,
  role: roles.name,
  permissions: heldPermissions,
  mustChangePassword: admins.mustChangePassword,
}

/** Loads the sessions of all requests of one event-loop turn in one query. Nothing is cached. */
const sessionLoader = prepareOnce((queries: Queries) => {
  const query = queries
    .select({
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      changeLsn: sessions.changeLsn,
      ...adminColumns,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')})`,
        isNull(sessions.revokedAt),
        isActive,
      ),
    )
    .prepare('session')
  return new DataLoader(
    async (tokenHashes: readonly string[]) => {
      const byHash = new Map((await query.execute({ tokenHashes })).map((row) => [row.tokenHash, row]))
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash))
    },
    { cache: false, batchScheduleFn: (ask) => setImmediate(ask) },
  )
})

/**
 * The admin of a session token, read at every call, so that a lost role, permission or account takes effect at once.
 * Null when the token is unknown, revoked, expired, idle too long, or its admin is inactive.
 */
export async function readSession(queries: Queries, token: string, now: Date): Promise<SignedIn | null> {
  const session = await readSessionByHash(queries, hashOf(token), now)
  return session && { ...session, token }
}

/** The same by the token's hash, which links to files carry (files/links.ts). */
export async function readSessionByHash(
  queries: Queries,
  tokenHash: string,
  now: Date,
): Promise<Omit<SignedIn, 'token'> | null> {
  const row = await sessionLoader(queries).load(tokenHash)
  if (!row) return null
  if (isExpired(row, now)) return null
  const idle = now.getTime() - row.lastSeenAt.getTime()
  // Below zero: a clock was ahead. It would keep the session open until then.
  if (idle > minutes(1) || idle < -minutes(1))
    await queries.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash))
  return { ...row, permissions: new Set(row.permissions), stage: 'signedIn' }
}

const isExpired = ({ createdAt, lastSeenAt }: { createdAt: Date; lastSeenAt: Date }, now: Date) =>
  isAhead(createdAt, now) ||
  now.getTime() - lastSeenAt.getTime() > minutes(sessionIdleMinutes) ||
  now.getTime() - createdAt.getTime() > minutes(60 * sessionHours)

/**
 * Whether an invalid session was revoked (log-out, password change, reset, deletion); false if it expired.
 * An unknown token counts as expired, so that guessing reveals nothing.
 */
export async function wasRevoked(queries: Queries, token: string): Promise<boolean> {
  const [row] = await queries
    .select({ revokedAt: sessions.revokedAt, isActive: sql<boolean>`${isActive}` })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(eq(sessions.tokenHash, hashOf(token)))
  return row !== undefined && (row.revokedAt !== null || !row.isActive)
}

/** The admin of a login token from step one; it is valid for step two only. */
export async function readLoginToken(queries: Queries, token: string, now: Date): Promise<SignedIn | null> {
  const tokenHash = hashOf(token)
  const [row] = await queries
    .select({ ...adminColumns, expiresAt: signIns.expiresAt })
    .from(signIns)
    .innerJoin(admins, eq(admins.id, signIns.adminId))
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(signIns.loginTokenHash, tokenHash), isActive))
  if (!row || row.expiresAt < now || isAhead(row.expiresAt, now, minutes(codeMinutes))) return null
  return { ...row, permissions: new Set(), stage: 'loginToken', token }
}

export const isActive = and(eq(admins.status, 'active'), eq(admins.deleted, false))

/** After a change: its session reads from no replica that does not have it yet. */
export const noteChange = (queries: Queries, token: string) =>
  queries
    .update(sessions)
    .set({ changeLsn: sql`pg_current_wal_insert_lsn()::text` })
    .where(eq(sessions.tokenHash, hashOf(token)))

/** Opens a session and returns its token, which only the client keeps. */
export async function openSession(queries: Queries, adminId: number, now: Date): Promise<string> {
  const token = newToken()
  await queries
    .insert(sessions)
    .values({ tokenHash: hashOf(token), adminId, createdAt: now, lastSeenAt: now })
  return token
}

/**
 * Revokes an admin's sessions: all, or all except one.
 * @returns How many were open, as text for the activity log; undefined if none.
 */
export async function revokeSessions(queries: Queries, adminId: number, now: Date, except?: string) {
  const revoked = await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.adminId, adminId),
        isNull(sessions.revokedAt),
        except ? ne(sessions.tokenHash, hashOf(except)) : undefined,
      ),
    )
    .returning({ createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
  const open = revoked.filter((session) => !isExpired(session, now)).length
  return open > 0 ? `Ended ${pluralize(open, 'open session')}.` : undefined
}

/** Revokes every session of an admin and cancels a sign-in between its steps; returns what `revokeSessions` returns. */
export async function revokeAllAccess(queries: Queries, adminId: number, now: Date) {
  await queries.delete(signIns).where(eq(signIns.adminId, adminId))
  return revokeSessions(queries, adminId, now)
}

export const revokeSession = (queries: Queries, token: string, now: Date) =>
  queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(eq(sessions.tokenHash, hashOf(token)))

/** Revokes a session by its token's hash. Returns its admin's id, or undefined if no such session is open. */
export async function revokeSessionByHash(
  queries: Queries,
  tokenHash: string,
  now: Date,
): Promise<number | undefined> {
  const isOpen = and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt))
  // Lock order everywhere: admins before their sessions.
  await queries
    .select({ id: admins.id })
    .from(admins)
    .innerJoin(sessions, eq(sessions.adminId, admins.id))
    .where(isOpen)
    .for('key share', { of: admins })
  const [revoked] = await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(isOpen)
    .returning({ adminId: sessions.adminId })
  return revoked?.adminId
}
