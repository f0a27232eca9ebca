import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import {
  bankCode,
  counterKinds,
  coveredKinds,
  type EntryKind,
  tillCode,
  vaultCode,
} from '../db/tables/ledgerKinds'
import { cashDifferences } from '../db/tables/cash'
import { accounts, type postings } from '../db/tables/ledger'
import { admins } from '../db/tables/schema'
import { tills, tillSessions } from '../db/tables/tills'
import { reject } from '../errors/refusals'
import { settingOf } from '../settings/businessSettings'
import { cashAccount, isTill, tillAccountOf } from './accounts'

const openSession = {
  id: tillSessions.id,
  tillId: tillSessions.tillId,
  till: tills.name,
  day: tillSessions.day,
}

/** An admin's open session, not closed by others until the commit: the count of a closing contains the movement, or follows it. */
export async function lockOpenSession(tx: Queries, adminId: number) {
  const [session] = await tx
    .select(openSession)
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(and(eq(tillSessions.adminId, adminId), isNull(tillSessions.closedAt)))
    .for('share', { of: tillSessions })
  return session
}

/**
 * The account through which cash goes that an admin takes or pays at the counter: that of the open till, else the vault, or a
 * refusal where the business requires tills. Before accounts are locked. `isOther`: the admin is not the actor.
 */
export async function counterCash(tx: Queries, adminId: number, now: Date, isOther = false): Promise<string> {
  const session = await lockOpenSession(tx, adminId)
  const name = async () => (isOther ? await nameOf(tx, adminId) : '')
  if (session) {
    if (session.day !== lagosDay(now)) {
      const of = showDate(session.day)
      reject(
        isOther
          ? `${await name()} took this cash, and till ${session.till} of ${of} is still open. It is closed first.`
          : `Your till ${session.till} of ${of} is still open. Close it first.`,
      )
    }
    return tillAccountOf(session.tillId)
  }
  if (await settingOf(tx, 'tills-required'))
    reject(
      isOther
        ? `${await name()} took this cash and has no open till. It is opened first: cash at the counter goes through it.`
        : 'You have no open till. Open one first: cash at the counter goes through it.',
    )
  return cashAccount
}

async function nameOf(tx: Queries, adminId: number): Promise<string> {
  const [admin] = await tx.select({ name: admins.name }).from(admins).where(eq(admins.id, adminId))
  return admin?.name ?? 'The requester'
}

type Entry = {
  kind: EntryKind
  madeAt: Date
  adminId?: number | null
  cashOf?: number | null
  moves: readonly { account: string; amount: Kobo; named?: string }[]
}

/** Entries with the accounts of open tills in place of the counter's, where their kinds are movements at the counter. */
export async function throughTills<E extends Entry>(tx: Queries, all: readonly E[]): Promise<E[]> {
  const found = new Map<number, string>()
  const through: E[] = []
  for (const entry of all) {
    const { kind, adminId: actorId, cashOf = actorId, moves, madeAt } = entry
    if (!cashOf || !counterKinds.includes(kind) || !moves.some(({ account }) => account === cashAccount)) {
      through.push(entry)
      continue
    }
    const account = found.get(cashOf) ?? (await counterCash(tx, cashOf, madeAt, cashOf !== actorId))
    found.set(cashOf, account)
    through.push({
      ...entry,
      moves: moves.map((move) =>
        move.account === cashAccount ? { ...move, account, named: cashAccount } : move,
      ),
    })
  }
  return through
}

type Posting = Pick<typeof postings.$inferInsert, 'amount' | 'balanceAfter' | 'walletCode'>
const places: Record<string, string> = { [tillCode]: 'till', [vaultCode]: 'vault', [bankCode]: 'bank' }

/**
 * Rejects a posting that takes more from a till or the bank than it holds, or from the vault for a till or the bank. What the vault
 * pays at the counter is not bounded: a business without tills may not have counted it.
 */
export function assertHeld(source: string, { amount, balanceAfter, walletCode }: Posting) {
  const place = places[walletCode]
  const isOneOf = (kinds: readonly EntryKind[]) => kinds.some((kind) => kind === source)
  if (!place || amount <= 0 || balanceAfter <= 0 || !isOneOf(coveredKinds)) return
  if (walletCode === vaultCode && isOneOf(counterKinds)) return
  reject(`The ${place} holds less than ${formatNaira(amount)}.`)
}

/** A movement of cash that may be reversed. */
type Reversed = { id: number; kind: string; moves: readonly { account: string }[] }

const tillIdsOf = ({ moves }: Pick<Reversed, 'moves'>) =>
  moves.flatMap(({ account }) => (isTill(account) ? [Number(account.slice('till '.length))] : []))
/** Its difference stays with its till. */
const isDifference = ({ kind }: Pick<Reversed, 'kind'>) => kind === 'Cash difference'
/** The open sessions that a movement is of. A till that was closed since may be open again, for another admin. */
const openSessionsOf = (movement: Reversed) =>
  and(
    inArray(tillSessions.tillId, tillIdsOf(movement)),
    isNull(tillSessions.closedAt),
    sql`coalesce(${tillSessions.floatEntryId} < ${movement.id},
      ${tillSessions.createdAt} <= (select e.made_at from ledger_entries e where e.id = ${movement.id}))`,
  )

/**
 * Keeps the open session that a movement is of from being closed until the commit, or, of a difference, its till from being opened.
 * Before accounts are locked.
 */
export async function lockTills(tx: Queries, movement: Reversed) {
  const ids = tillIdsOf(movement)
  if (ids.length === 0) return
  if (isDifference(movement))
    await tx.select({ id: tills.id }).from(tills).where(inArray(tills.id, ids)).for('share')
  else
    await tx.select({ id: tillSessions.id }).from(tillSessions).where(openSessionsOf(movement)).for('share')
}

/** The moves of a movement as a reversal mirrors them: the cash of a session that was closed is in the vault since. */
export async function asReversed<M extends { account: string }>(
  queries: Queries,
  movement: Omit<Reversed, 'moves'> & { moves: readonly M[] },
): Promise<M[]> {
  const { moves } = movement
  const ids = tillIdsOf(movement)
  if (ids.length === 0 || isDifference(movement)) return [...moves]
  const open = await queries
    .select({ tillId: tillSessions.tillId })
    .from(tillSessions)
    .where(openSessionsOf(movement))
  const closed = ids.filter((id) => !open.some(({ tillId }) => tillId === id)).map(tillAccountOf)
  return moves.map((move) => (closed.includes(move.account) ? { ...move, account: cashAccount } : move))
}

/** What the count of a session did not bring, less what was settled of it and not taken back; by its table's name in the query. */
export const leftOfSession = (
  session: SQL,
) => sql`(coalesce(${session}.expected - ${session}.counted, 0) - coalesce((
  select sum(d.amount) from cash_differences d where d.till_session_id = ${session}.id and d.state = 2
    and not exists (select from ledger_entries r where r.reverses_id = d.entry_id)), 0))`

/**
 * Why a difference of a till can't be taken back now; null if it can, or if it is an agent's: the till shows it again, as the
 * difference of the session that it is of.
 */
export async function differenceObstacle(queries: Queries, entryId: number): Promise<string | null> {
  const [till] = await queries
    .select({
      name: tills.name,
      balance: accounts.balance,
      isOpen: sql<boolean>`exists (select from till_sessions o where o.till_id = ${tills.id} and o.closed_at is null)`,
    })
    .from(cashDifferences)
    .innerJoin(tillSessions, eq(tillSessions.id, cashDifferences.tillSessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(accounts, eq(accounts.id, tills.accountId))
    .where(eq(cashDifferences.entryId, entryId))
  if (!till) return null
  if (till.isOpen) return `Till ${till.name} is open again. It is closed first.`
  return till.balance === 0
    ? null
    : `Till ${till.name} has a difference of its last session. It is settled first.`
}
