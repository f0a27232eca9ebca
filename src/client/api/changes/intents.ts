import type { NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { asProblem, Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { isServerTimeKnown, serverNow } from '#device/clock'
import { createStore } from '#device/store'
import { finishDraft } from '#offline/drafts'
import { retentionMs } from '#offline/limits'
import { withVault } from '#offline/ownVault'
import { isSameSubject } from './sameSubject'
import { send } from '#transport/send'
import { open, seal } from '#offline/vaultCrypto'

/** How a change is described to the admin: the name of its subject, and its amount if the body has none. */
export type About = {
  name?: string
  amount?: Kobo
  /** The draft that it sends: deleted once the change is known to be made. */
  draft?: string
}

/** A change that was sent. It is stored encrypted until the server's reply has arrived. */
export type Intent = {
  key: string
  call: string
  /** Without the secret fields of the call. */
  body: unknown
  at: number
  about?: About | undefined
  /** Its reply was lost. Without this it may still be under way, in this tab or another. */
  lost?: true
}

/** The outcome of a change, with the server's message. */
export type Outcome = { done: boolean; message: string }

/** Changes with an unknown outcome, shown until each is checked. */
const unconfirmed = createStore<readonly Intent[]>([])

export const unconfirmedIntents = unconfirmed.get
export const onUnconfirmed = unconfirmed.subscribe

const isListed = ({ key }: Intent) => unconfirmed.get().some((one) => one.key === key)
const add = (intent: Intent) => {
  if (!isListed(intent)) unconfirmed.set([...unconfirmed.get(), intent])
}

/** Notifies the other tabs. */
let channel: BroadcastChannel | undefined
const announce = () => channel?.postMessage('changed')

/** Stores a change before it is sent, so that it survives a closed page. Changes with passwords are not stored. */
export async function storeIntent(intent: Intent) {
  if (intent.call.startsWith('session.')) return
  await withVault(async ({ db, keys }) => {
    await db.intents.put({ key: intent.key, ...(await seal(keys, intent.key, intent)) })
  })
}

/** No reply came: the change must be checked. */
export async function markUnconfirmed(intent: Intent) {
  const lost: Intent = { ...intent, lost: true }
  add(lost)
  await storeIntent(lost)
  announce()
}

/** The reply has arrived: there is nothing to check. */
export async function deleteIntent(key: string) {
  unconfirmed.set(unconfirmed.get().filter((one) => one.key !== key))
  await withVault(({ db }) => db.intents.delete(key))
  announce()
}

/** By the server's time, once it is known: a clock that jumps deletes nothing. */
const isOld = ({ at }: Intent) => isServerTimeKnown() && serverNow().getTime() - at > retentionMs

/** All stored intents, of all tabs; undefined without a vault. */
const storedIntents = () =>
  withVault(async ({ db, keys }) => {
    const intents: Intent[] = []
    for (const stored of await db.intents.toArray()) {
      const intent = (await open(keys, stored.key, stored)) as Intent | undefined
      if (intent && !isOld(intent)) intents.push(intent)
      else await db.intents.delete(stored.key)
    }
    return intents
  })

/** At start: restores changes without a reply from before the page was closed. Then follows the other tabs. */
export async function restoreIntents() {
  channel ??= new BroadcastChannel('alajo.intents')
  channel.onmessage = () => void followOtherTabs()
  for (const intent of (await storedIntents()) ?? []) add(intent)
}

async function followOtherTabs() {
  const stored = await storedIntents()
  if (!stored) return
  const isOpen = ({ key, call }: Intent) =>
    call.startsWith('session.') || stored.some((one) => one.key === key)
  unconfirmed.set(unconfirmed.get().filter(isOpen))
  for (const intent of stored) if (intent.lost) add(intent)
}

/** Changes with this call and subject, from any tab, that the server may have made or may be making. */
export async function conflictingIntents(call: NamedWrite, body: object): Promise<readonly Intent[]> {
  const stored = call.group === 'session' ? [] : ((await storedIntents()) ?? [])
  const byKey = new Map([...unconfirmed.get(), ...stored].map((one) => [one.key, one]))
  return [...byKey.values()].filter(
    (one) => one.call === call.name && isSameSubject(call, one.body as object, body),
  )
}

export const callOf = (intent: Intent) =>
  allCalls.find(({ name, kind }) => kind === 'write' && name === intent.call) as NamedWrite | undefined

/**
 * Asks the server for the outcome, with the change's own idempotency key. Asking makes no change; a change that arrives
 * after the check is refused. Throws a Problem when the outcome can't be known now.
 */
export async function checkIntent(intent: Intent): Promise<Outcome> {
  const { key, body } = intent
  const call = callOf(intent)
  if (!call) throw new Problem('notFound', 'This change was made by another version of the portal.')
  const outcome = await send(call, body as never, { idempotencyKey: key, isCheck: true }).then(
    ({ message }): Outcome => ({ done: true, message }),
    (error: unknown): Outcome => {
      const { code, message, fields } = asProblem(error)
      if (code !== 'refused' && code !== 'invalid') throw error
      return { done: false, message: fields.length > 0 ? fields.join(' ') : message }
    },
  )
  if (outcome.done && intent.about?.draft) await finishDraft(intent.about.draft)
  await deleteIntent(key)
  return outcome
}
