import type { NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { asProblem, Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { createStore } from '#device/store'
import { retentionMs } from '#offline/limits'
import { withVault } from '#offline/ownVault'
import { isSameSubject } from './sameSubject'
import { send } from '#transport/send'
import { open, seal } from '#offline/vaultCrypto'

/** What a person recognizes a change by: its subject by name, and its amount where the body has none. */
export type About = { name?: string; amount?: Kobo }

/** A change that was sent. What it was is kept sealed, and only until the server has surely answered. */
export type Intent = {
  key: string
  call: string
  body: unknown
  at: number
  about?: About | undefined
  /** Its answer was lost; without this it may still be on its way, in this tab or in another one. */
  lost?: true
}

/** What became of a change, in the server's words. */
export type Outcome = { done: boolean; message: string }

/** Those that the server may have made or not: shown until each is checked. */
const unconfirmed = createStore<readonly Intent[]>([])

export const unconfirmedIntents = unconfirmed.get
export const onUnconfirmed = unconfirmed.subscribe

const isKnown = ({ key }: Intent) => unconfirmed.get().some((one) => one.key === key)
const add = (intent: Intent) => {
  if (!isKnown(intent)) unconfirmed.set([...unconfirmed.get(), intent])
}

/** Tells the other tabs that what is kept has changed. */
let channel: BroadcastChannel | undefined
const announce = () => channel?.postMessage('changed')

/** Before it is sent: a page that is closed meanwhile must still know of it. Passwords are not kept. */
export async function keepIntent(intent: Intent) {
  if (intent.call.startsWith('session.')) return
  await withVault(async ({ db, keys }) => {
    await db.intents.put({ key: intent.key, ...(await seal(keys, intent.key, intent)) })
  })
}

/** No answer came: it is to be checked. */
export async function markUnconfirmed(intent: Intent) {
  const lost: Intent = { ...intent, lost: true }
  add(lost)
  await keepIntent(lost)
  announce()
}

/** The server has answered: there is nothing to check. */
export async function forgetIntent(key: string) {
  unconfirmed.set(unconfirmed.get().filter((one) => one.key !== key))
  await withVault(({ db }) => db.intents.delete(key))
  announce()
}

/** All that is kept, whichever tab sent it; undefined where there is no vault. */
const keptIntents = () =>
  withVault(async ({ db, keys }) => {
    const intents: Intent[] = []
    for (const kept of await db.intents.toArray()) {
      const intent = (await open(keys, kept.key, kept)) as Intent | undefined
      if (intent && Date.now() - intent.at < retentionMs) intents.push(intent)
      else await db.intents.delete(kept.key)
    }
    return intents
  })

/** At a start: what was sent and never answered before the page was closed. Follows the other tabs from then on. */
export async function restoreIntents() {
  channel ??= new BroadcastChannel('alajo.intents')
  channel.onmessage = () => void followOtherTabs()
  for (const intent of (await keptIntents()) ?? []) add(intent)
}

async function followOtherTabs() {
  const kept = await keptIntents()
  if (!kept) return
  const isKept = ({ key, call }: Intent) => call.startsWith('session.') || kept.some((one) => one.key === key)
  unconfirmed.set(unconfirmed.get().filter(isKept))
  for (const intent of kept) if (intent.lost) add(intent)
}

/** Changes by this call of the same subject that the server may have made or may be making, sent from any tab. */
export async function openIntents(call: NamedWrite, body: object): Promise<readonly Intent[]> {
  const kept = call.group === 'session' ? [] : ((await keptIntents()) ?? [])
  const byKey = new Map([...unconfirmed.get(), ...kept].map((one) => [one.key, one]))
  return [...byKey.values()].filter(
    (one) => one.call === call.name && isSameSubject(call, one.body as object, body),
  )
}

export const callOf = (intent: Intent) =>
  allCalls.find(({ name, kind }) => kind === 'write' && name === intent.call) as NamedWrite | undefined

/**
 * Asks the server what became of it, with its own key: nothing is made by asking, and what never came is refused when it
 * comes late. A Problem where that can't be known now.
 */
export async function checkIntent(intent: Intent): Promise<Outcome> {
  const { key, body } = intent
  const call = callOf(intent)
  if (!call) throw new Problem('notFound', 'This change is of another version of the portal.')
  const outcome = await send(call, body as never, { idempotencyKey: key, isCheck: true }).then(
    ({ message }): Outcome => ({ done: true, message }),
    (error: unknown): Outcome => {
      const { code, message, fields } = asProblem(error)
      if (code !== 'refused' && code !== 'invalid') throw error
      return { done: false, message: fields.length > 0 ? fields.join(' ') : message }
    },
  )
  await forgetIntent(key)
  return outcome
}
