import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { identityNumbers } from '#contract/calls/customers'
import type { Place } from '#contract/field/values'
import { Problem } from '#contract/problems'
import { type AgentAction, writeAgentActivity } from '../audit/agentActivity'
import { lockAgentActs, type SignedDevice } from '../auth/devices'
import { slowHash } from '../auth/passwords'
import type { Transaction } from '../db/database'
import { fieldActs } from '../db/tables/field'
import { refusalOf, reject } from '../errors/refusals'
import { deviceOf, type FieldContext } from './context'
import { inTransaction } from './transaction'

/** What a device says of something that the agent did, besides its content. */
type Said = { id: string; recorded_at: string; place?: v.InferOutput<typeof Place> | undefined }
type Made<Reply> = { reply: Reply; reference: string; customerId: number }

type Act = {
  kind: string
  action: AgentAction
  /** Takes locks that come before those of the agent (reference.md, "Locks"). */
  before?: (tx: Transaction) => Promise<unknown>
}

const otherContent = 'This id was used for something else. Nothing was done.'

/**
 * Does once what a device sends under an id of its own, and keeps its first result, which the same again gets. A refusal is kept too: a
 * repeat that comes late must not do what the agent believes refused. In one transaction, with a row of the agent's activity.
 */
export async function once<Reply extends Record<string, unknown>>(
  context: FieldContext,
  { kind, action, before }: Act,
  { id, recorded_at, place, ...content }: Said & Record<string, unknown>,
  work: (tx: Transaction, device: SignedDevice) => Promise<Made<Reply>>,
): Promise<Reply> {
  const { services, now } = context
  const device = deviceOf(context)
  const { agentId, deviceId } = device
  const at = [place?.latitude ?? null, place?.longitude ?? null, place?.accuracy ?? null] as const
  const contentHash = createHash('sha256')
    .update(
      JSON.stringify([kind, new Date(recorded_at).toISOString(), at, sorted(await sealed(content, id))]),
    )
    .digest('base64url')
  const kept = await inTransaction(services, async (tx) => {
    await before?.(tx)
    await lockAgentActs(tx, agentId)
    const [known] = await tx
      .select()
      .from(fieldActs)
      .where(and(eq(fieldActs.agentId, agentId), eq(fieldActs.actKey, id)))
    if (known) return known.contentHash === contentHash ? known : reject(otherContent)
    const outcome = await attempt(tx, (inner) => work(inner, device))
    const facts = { reference: null, customerId: null, reply: null, refusal: null, ...outcome }
    await tx.insert(fieldActs).values({
      ...facts,
      agentId,
      actKey: id,
      deviceId,
      kind,
      contentHash,
      recordedAt: new Date(recorded_at),
      latitude: at[0],
      longitude: at[1],
      accuracy: at[2],
      createdAt: now,
    })
    await writeAgentActivity(tx, {
      agentId,
      action,
      status: facts.refusal === null ? 'success' : 'failed',
      detail: `Content ${contentHash}. Device ${deviceId}.`,
      reference: facts.reference ?? context.requestId,
      now,
    })
    return facts
  })
  if (kept.refusal !== null) return reject(kept.refusal)
  return kept.reply as Reply
}

/** A BVN or NIN is hashed slowly: who reads the hash of the content can't try all numbers. */
async function sealed(content: Record<string, unknown>, id: string) {
  const numbers = identityNumbers.filter((field) => content[field])
  if (numbers.length === 0) return content
  const hidden = await slowHash(JSON.stringify(numbers.map((field) => content[field])), id)
  return { ...content, ...Object.fromEntries(numbers.map((field) => [field, hidden])) }
}

const sorted = (content: Record<string, unknown>) =>
  Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** What was made, or the reason why nothing was: then nothing of it stays. */
async function attempt<Reply extends Record<string, unknown>>(
  tx: Transaction,
  work: (inner: Transaction) => Promise<Made<Reply>>,
): Promise<Made<Reply> | { refusal: string }> {
  try {
    return await tx.transaction(work)
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    return { refusal: refused.message }
  }
}

/** Of what is no customer, wallet or withdrawal of the agent's: the same for all, so that none is found out. */
export const notYours = (what: string): never => {
  throw new Problem('refused', `This is no ${what}.`)
}
