import { and, eq } from 'drizzle-orm'
import type { FieldCall, FieldOutput } from '#contract/field/call'
import { type AgentAction, writeAgentActivity } from '../audit/agentActivity'
import { lockAgentActs, type SignedDevice } from '../auth/devices'
import { hashPassword, passwordMatches } from '../auth/passwords'
import type { Queries, Transaction } from '../db/database'
import { fieldRequests } from '../db/tables/field'
import { refusalOf, reject } from '../errors/refusals'
import { assertPrimary } from './batches'
import { deviceOf, type FieldContext } from './context'
import { inTransaction } from './transaction'

const otherContent = 'This id was used for something else. Nothing was done.'

type Made<C extends FieldCall> = {
  /** Kept for repeats: ids, references, and texts without names. */
  reply: FieldOutput<C>
  /** For the agent's activity. */
  reference: string
}
type Change<C extends FieldCall> = {
  call: C
  action: AgentAction
  input: { id: string }
  /** Locks that come before those of the agent (reference.md, "Locks"). */
  before?: (tx: Queries) => Promise<unknown>
  make: (tx: Transaction, device: SignedDevice, stillPrimary: () => Promise<unknown>) => Promise<Made<C>>
}

/**
 * Makes a change of the primary device once for the id that the device gave it. A repeat gets the first result, also a refusal, and
 * other content is refused. Input faults leave nothing: they would be found again.
 */
export async function once<C extends FieldCall>(
  context: FieldContext,
  { call, action, input, before, make }: Change<C>,
): Promise<FieldOutput<C>> {
  const { services, now } = context
  const device = deviceOf(context)
  const { agentId, deviceId } = device
  const content = JSON.stringify([call.name, Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  // Both take long on purpose, and are made outside the transaction.
  const contentHash = await hashPassword(content)
  const stored = await inTransaction(services, async (tx) => {
    await before?.(tx)
    await lockAgentActs(tx, agentId)
    const [known] = await tx
      .select()
      .from(fieldRequests)
      .where(and(eq(fieldRequests.agentId, agentId), eq(fieldRequests.requestKey, input.id)))
    if (known) return known
    const stillPrimary = () => assertPrimary(tx, device, now)
    await stillPrimary()
    const outcome = await attempt(tx, (inner) => make(inner, device, stillPrimary))
    const { reference = context.requestId, ...result } = outcome
    const row = { agentId, deviceId, requestKey: input.id, call: call.name, contentHash, createdAt: now }
    const [made] = await tx
      .insert(fieldRequests)
      .values({ ...row, ...result })
      .returning()
    if (!made) throw new Error('The request was not stored.')
    const status = outcome.refusal === undefined ? 'success' : 'failed'
    await writeAgentActivity(tx, { agentId, action, status, detail: `Device ${deviceId}.`, reference, now })
    return made
  })
  const isSame = stored.contentHash === contentHash || (await passwordMatches(stored.contentHash, content))
  if (!isSame) reject(otherContent)
  return stored.reply === null ? reject(stored.refusal ?? '') : (stored.reply as FieldOutput<C>)
}

type Outcome = { reply?: Record<string, unknown>; reference?: string; refusal?: string }

/** In a savepoint: a refusal by a rule is rolled back, and kept like any other result. */
async function attempt<C extends FieldCall>(
  tx: Transaction,
  make: (inner: Transaction) => Promise<Made<C>>,
): Promise<Outcome> {
  try {
    const { reply, reference } = await tx.transaction(make)
    return { reply: reply as Record<string, unknown>, reference }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused?.code !== 'refused') throw error
    return { refusal: refused.message }
  }
}
