import { and, eq } from 'drizzle-orm'
import { type DeviceState, mostWaiting, signedText, tokenMinutes } from '#contract/field/devices'
import { Problem } from '#contract/problems'
import { writeAgentActivity } from '../audit/agentActivity'
import { deviceKey, isSignedBy, keyText, newNonce, nonceExpiry } from '../auth/deviceKeys'
import {
  askForPassword,
  deviceState,
  issueDeviceToken,
  lockAgentActs,
  signOutOf,
  standingColumns,
  takeNonce,
} from '../auth/devices'
import { decoyHash, hashPassword, passwordFault, passwordMatches } from '../auth/passwords'
import { resetFailures, takeAttempt, throttledAgent } from '../auth/throttle'
import type { Queries } from '../db/database'
import { agentDevices, agents } from '../db/tables/schema'
import { invalid, reject } from '../errors/refusals'
import { clockErrorOf } from './clockError'
import { deviceOf, type FieldContext, type FieldHandlers } from './context'
import { inTransaction } from './transaction'

const notSignedIn = (message: string) => new Problem('signedOut', message)
const wrongCredentials = 'Invalid email or password.'
const wrongNonce = 'This nonce was used already, or is too old. Ask for another one.'
const wrongSignature = 'This device is not known, or its signature is not right.'

type DeviceHandlers = Pick<FieldHandlers, 'getTime' | 'makeNonce' | 'enrolDevice' | 'makeToken' | 'signOut'>

export const deviceHandlers: DeviceHandlers = {
  getTime: async (_input, { now }) => ({ server_time: now.toISOString() }),

  makeNonce: async (_input, { services, now }) => {
    const { nonce, expiresAt } = newNonce(services.linkKeys, now)
    return { nonce, expires_at: expiresAt.toISOString(), server_time: now.toISOString() }
  },

  enrolDevice: async (input, context) => {
    const { services, now } = context
    const key = deviceKey(input.public_key)
    if (!key) return invalid('The public key is none of Ed25519 or P-256, in base64.')
    const expiresAt = nonceExpiry(services.linkKeys, input.nonce, now)
    if (!expiresAt) throw notSignedIn(wrongNonce)
    if (!isSignedBy(key, signedText('enrol', input.nonce, input.public_key), input.signature))
      throw notSignedIn(wrongSignature)
    const agent = await checkPassword(input, context)
    const { new_password: chosen } = input
    if (chosen === undefined && agent.oneTimePassword)
      reject('Choose a password of your own: send it as new_password.')
    const fault = chosen === undefined ? undefined : passwordFault(chosen, agent.email)
    if (fault) invalid(fault)
    if (chosen !== undefined && chosen === input.password)
      invalid('The new password must differ from the old one.')
    const chosenHash = chosen === undefined ? undefined : await hashPassword(chosen)
    const clockError = clockErrorOf(input.device_time, now)
    const facts = { deviceName: input.device_name, model: input.model, clockError }
    const publicKey = keyText(key)
    const { deviceId, state, isPrimary } = await inTransaction(services, async (tx) => {
      await lockAgentActs(tx, agent.id)
      const current = await lockAgent(tx, agent.id)
      // Changed or suspended since the password was checked.
      if (current?.passwordHash !== agent.passwordHash || current.status !== 'ACTIVE')
        throw notSignedIn(wrongCredentials)
      if (!(await takeNonce(tx, input.nonce, expiresAt, now))) throw notSignedIn(wrongNonce)
      const device = await putDevice(tx, agent.id, publicKey, facts, now)
      const by = { agentId: agent.id, reference: context.requestId, now }
      const detail = `Device ${device.id}.`
      if (chosenHash) {
        await tx
          .update(agents)
          .set({ passwordHash: chosenHash, oneTimePassword: false })
          .where(eq(agents.id, agent.id))
        await askForPassword(tx, agent.id, device.id)
        await writeAgentActivity(tx, { ...by, action: 'changedPassword', detail })
      }
      await resetFailures(tx, throttledAgent(agent.email))
      await tx.update(agents).set({ loginAttempts: 0 }).where(eq(agents.id, agent.id))
      await writeAgentActivity(tx, { ...by, action: device.isNew ? 'enrolled' : 'signedIn', detail })
      return {
        deviceId: device.id,
        state: deviceState({ ...device, passwordDue: false, signedInAt: now, agentStatus: 'ACTIVE' }, now),
        isPrimary: device.isPrimary,
      }
    })
    return { ...replyOf(deviceId, state, isPrimary, now), clock_error: clockError }
  },

  makeToken: async ({ device_id, nonce, signature, device_time }, { services, queries, now }) => {
    const expiresAt = nonceExpiry(services.linkKeys, nonce, now)
    if (!expiresAt) throw notSignedIn(wrongNonce)
    const [known] = await queries
      .select({ publicKey: agentDevices.publicKey })
      .from(agentDevices)
      .where(eq(agentDevices.id, device_id))
    const key = known?.publicKey ? deviceKey(known.publicKey) : undefined
    if (!key || !isSignedBy(key, signedText('token', nonce, String(device_id)), signature))
      throw notSignedIn(wrongSignature)
    const clockError = clockErrorOf(device_time, now)
    return inTransaction(services, async (tx) => {
      const device = await lockDevice(tx, device_id)
      if (!device || device.publicKey !== known?.publicKey) throw notSignedIn(wrongSignature)
      if (!(await takeNonce(tx, nonce, expiresAt, now))) throw notSignedIn(wrongNonce)
      await tx
        .update(agentDevices)
        .set({ lastSeenAt: now, ...(clockError !== null && { clockError }) })
        .where(eq(agentDevices.id, device_id))
      const state = deviceState(device, now)
      const token = state === 'approved' ? await issueDeviceToken(tx, device_id, now) : null
      const until = new Date(now.getTime() + tokenMinutes * 60_000)
      return {
        ...replyOf(device_id, state, device.isPrimary, now),
        clock_error: clockError,
        token,
        expires_at: token && until.toISOString(),
      }
    })
  },

  signOut: async (_input, context) => {
    const { services, now, requestId } = context
    const { agentId, deviceId } = deviceOf(context)
    await inTransaction(services, async (tx) => {
      await lockAgentActs(tx, agentId)
      await signOutOf(tx, deviceId)
      await writeAgentActivity(tx, {
        agentId,
        action: 'signedOut',
        detail: `Device ${deviceId}.`,
        reference: requestId,
        now,
      })
    })
    return { server_time: now.toISOString() }
  },
}

const replyOf = (deviceId: number, state: DeviceState, isPrimary: boolean, now: Date) => ({
  device_id: deviceId,
  state,
  is_primary: isPrimary,
  server_time: now.toISOString(),
})

/** The agent of an e-mail and password. The reply and its time say nothing of accounts whose password is not known. */
async function checkPassword(
  { email, password }: { email: string; password: string },
  { services, queries, address, now, requestId }: FieldContext,
) {
  const attempt = await takeAttempt(services.connections.access, throttledAgent(email), address, now)
  const [agent] = await queries.select().from(agents).where(eq(agents.email, email.toLowerCase()))
  const isKnown = agent?.passwordHash && agent.status !== 'DELETED'
  const matches = await passwordMatches(isKnown ? (agent.passwordHash ?? '') : await decoyHash(), password)
  if (!agent || !isKnown || !matches) {
    if (agent && isKnown)
      recordFailure(services, { agentId: agent.id, failures: attempt.failures, requestId, now })
    throw notSignedIn(wrongCredentials)
  }
  await attempt.refund()
  if (agent.status !== 'ACTIVE') throw new Problem('forbidden', 'This agent is suspended.')
  return agent
}

/** In the background, so that the reply's timing does not reveal whether the e-mail has an account. */
const recordFailure = (
  { background, connections }: FieldContext['services'],
  { agentId, failures, requestId, now }: { agentId: number; failures: number; requestId: string; now: Date },
) =>
  background.run('recording a failed sign-in of an agent', () =>
    connections.access.transaction(async (tx) => {
      await lockAgentActs(tx, agentId)
      await tx.update(agents).set({ loginAttempts: failures }).where(eq(agents.id, agentId))
      await writeAgentActivity(tx, {
        agentId,
        action: 'wrongPassword',
        status: 'failed',
        reference: requestId,
        now,
      })
    }),
  )

async function lockAgent(tx: Queries, id: number) {
  const [agent] = await tx
    .select({ status: agents.status, passwordHash: agents.passwordHash })
    .from(agents)
    .where(eq(agents.id, id))
    .for('no key update')
  return agent
}

/** A share lock on the agent first, as for each change of a device: no suspension until the commit. */
async function lockDevice(tx: Queries, id: number) {
  const [row] = await tx
    .select({ agentId: agentDevices.agentId })
    .from(agentDevices)
    .where(eq(agentDevices.id, id))
  if (!row) return undefined
  await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, row.agentId)).for('share')
  const [device] = await tx
    .select({ ...standingColumns, publicKey: agentDevices.publicKey })
    .from(agentDevices)
    .innerJoin(agents, eq(agents.id, agentDevices.agentId))
    .where(eq(agentDevices.id, id))
    .for('no key update', { of: agentDevices })
  return device
}

type Facts = Pick<typeof agentDevices.$inferInsert, 'deviceName' | 'model' | 'clockError'>

/** Stores a new device, which waits, or that the agent signed in again on a known one. */
async function putDevice(tx: Queries, agentId: number, publicKey: string, facts: Facts, now: Date) {
  const [known] = await tx
    .select()
    .from(agentDevices)
    .where(eq(agentDevices.publicKey, publicKey))
    .for('no key update')
  if (known && known.agentId !== agentId) reject('This key is of a device of another agent. Make a new key.')
  const signedIn = { signedInAt: now, passwordDue: false, lastSeenAt: now, clockError: facts.clockError }
  if (known) {
    await tx.update(agentDevices).set(signedIn).where(eq(agentDevices.id, known.id))
    return { ...known, isNew: false }
  }
  const waiting = await tx.$count(
    agentDevices,
    and(
      eq(agentDevices.agentId, agentId),
      eq(agentDevices.isApproved, false),
      eq(agentDevices.isDisapproved, false),
    ),
  )
  if (waiting >= mostWaiting)
    reject(`${waiting} devices of this agent await their approval. Let the office decide on them first.`)
  const [made] = await tx
    .insert(agentDevices)
    .values({ agentId, publicKey, ...facts, ...signedIn, createdAt: now })
    .returning()
  if (!made) throw new Error('No device was stored.')
  return { ...made, isNew: true }
}
