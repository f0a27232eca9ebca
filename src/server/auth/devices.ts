import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { type DeviceState, signInDays, tokenMinutes } from '#contract/field/devices'
import { isAhead } from '../clock/stored'
import type { Queries } from '../db/database'
import { agentDevices, agents, deviceTokens, usedNonces } from '../db/tables/schema'
import { hashOf, newToken } from './tokens'

const minuteMs = 60_000

type Standing = Pick<
  typeof agentDevices.$inferSelect,
  'isApproved' | 'isDisapproved' | 'passwordDue' | 'signedInAt'
> & { agentStatus: (typeof agents.$inferSelect)['status'] }

/** Whether a device may work now, read at every call: what an admin changes takes effect at once. */
export function deviceState(device: Standing, now: Date): DeviceState {
  if (device.agentStatus !== 'ACTIVE') return 'suspended'
  if (device.isDisapproved) return 'disapproved'
  if (!device.isApproved) return 'waiting'
  const { signedInAt } = device
  const isOld =
    signedInAt === null ||
    isAhead(signedInAt, now) ||
    now.getTime() - signedInAt.getTime() > signInDays * 24 * 60 * minuteMs
  return device.passwordDue || isOld ? 'password' : 'approved'
}

export const standingColumns = {
  isApproved: agentDevices.isApproved,
  isDisapproved: agentDevices.isDisapproved,
  isPrimary: agentDevices.isPrimary,
  passwordDue: agentDevices.passwordDue,
  signedInAt: agentDevices.signedInAt,
  agentStatus: agents.status,
}

/** The device that makes a call, and its agent. */
export type SignedDevice = {
  deviceId: number
  deviceName: string
  agentId: number
  agentName: string
  isPrimary: boolean
}

/** The device of a token; undefined if the token is unknown or too old, or if the device was shut. */
export async function readDeviceToken(
  queries: Queries,
  token: string,
  now: Date,
): Promise<SignedDevice | undefined> {
  const [row] = await queries
    .select({
      ...standingColumns,
      deviceId: agentDevices.id,
      deviceName: agentDevices.deviceName,
      agentId: agents.id,
      agentName: agents.name,
      madeAt: deviceTokens.createdAt,
      lastSeenAt: agentDevices.lastSeenAt,
    })
    .from(deviceTokens)
    .innerJoin(agentDevices, eq(agentDevices.id, deviceTokens.deviceId))
    .innerJoin(agents, eq(agents.id, agentDevices.agentId))
    .where(eq(deviceTokens.tokenHash, hashOf(token)))
  if (!row || deviceState(row, now) !== 'approved') return undefined
  const age = now.getTime() - row.madeAt.getTime()
  if (isAhead(row.madeAt, now) || age > tokenMinutes * minuteMs) return undefined
  const { deviceId, deviceName, agentId, agentName, isPrimary, lastSeenAt } = row
  if (!lastSeenAt || Math.abs(now.getTime() - lastSeenAt.getTime()) > minuteMs)
    await queries.update(agentDevices).set({ lastSeenAt: now }).where(eq(agentDevices.id, deviceId))
  return { deviceId, deviceName, agentId, agentName, isPrimary }
}

/** A token, which only the device keeps. Those of the device that are too old go. */
export async function issueDeviceToken(tx: Queries, deviceId: number, now: Date): Promise<string> {
  const token = newToken()
  const old = new Date(now.getTime() - tokenMinutes * minuteMs)
  await tx
    .delete(deviceTokens)
    .where(and(eq(deviceTokens.deviceId, deviceId), lt(deviceTokens.createdAt, old)))
  await tx.insert(deviceTokens).values({ tokenHash: hashOf(token), deviceId, createdAt: now })
  return token
}

/** Takes a nonce. Returns false if it was taken before: the request is a replay. */
export async function takeNonce(tx: Queries, nonce: string, expiresAt: Date, now: Date): Promise<boolean> {
  await tx.delete(usedNonces).where(lt(usedNonces.expiresAt, now))
  const taken = await tx
    .insert(usedNonces)
    .values({ nonceHash: hashOf(nonce), expiresAt })
    .onConflictDoNothing()
    .returning({ nonceHash: usedNonces.nonceHash })
  return taken.length > 0
}

/** The agent's devices but one ask for the password again, and their tokens end. */
export async function askForPassword(tx: Queries, agentId: number, except = 0) {
  const others = and(eq(agentDevices.agentId, agentId), ne(agentDevices.id, except))
  await tx.update(agentDevices).set({ passwordDue: true }).where(others)
  await tx
    .delete(deviceTokens)
    .where(
      inArray(deviceTokens.deviceId, tx.select({ id: agentDevices.id }).from(agentDevices).where(others)),
    )
}

/** The same of one device. */
export async function signOutOf(tx: Queries, deviceId: number) {
  await tx.update(agentDevices).set({ passwordDue: true }).where(eq(agentDevices.id, deviceId))
  await tx.delete(deviceTokens).where(eq(deviceTokens.deviceId, deviceId))
}

/** What an agent does waits for what the same agent does: the first lock of such a transaction (reference.md, "Locks"). */
export const lockAgentActs = (tx: Queries, agentId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(4316, hashtext(${String(agentId)}))`)
