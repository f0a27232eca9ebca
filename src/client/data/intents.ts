import type { NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { asProblem, Problem } from '#contract/problems'
import { createStore } from '../store'
import { keptMs } from './bounds'
import { inVault } from './ownVault'
import { send } from './send'
import { open, seal } from './vaultCrypto'

/** A change that was sent. What it was is kept sealed, and only until the server has surely answered. */
export type Intent = { key: string; call: string; body: unknown; at: number }

/** What became of a change, in the server's words. */
export type Outcome = { done: boolean; message: string }

/** Those that the server may have made or not: shown until each is checked. */
const unconfirmed = createStore<readonly Intent[]>([])
/** Keys of those that surely were not made: the same entries sent again are another intent. */
const undone = new Set<string>()

export const unconfirmedIntents = unconfirmed.get
export const onUnconfirmed = unconfirmed.subscribe
export const wasUndone = (key: string) => undone.has(key)

const isKnown = ({ key }: Intent) => unconfirmed.get().some((one) => one.key === key)

/** Before it is sent: a page that is closed meanwhile must still know of it. Passwords are not kept. */
export async function keepIntent(intent: Intent) {
  if (intent.call.startsWith('session.')) return
  await inVault(async ({ db, keys }) => {
    await db.intents.put({ key: intent.key, ...(await seal(keys, intent.key, intent)) })
  })
}

/** No answer came: it is to be checked. */
export function markUnconfirmed(intent: Intent) {
  if (!isKnown(intent)) unconfirmed.set([...unconfirmed.get(), intent])
}

/** The server has answered: there is nothing to check. */
export async function forgetIntent(key: string) {
  unconfirmed.set(unconfirmed.get().filter((one) => one.key !== key))
  await inVault(({ db }) => db.intents.delete(key))
}

/** At a start: what was sent and never answered before the page was closed. */
export async function restoreIntents() {
  await inVault(async ({ db, keys }) => {
    for (const kept of await db.intents.toArray()) {
      const intent = (await open(keys, kept.key, kept)) as Intent | undefined
      if (intent && Date.now() - intent.at < keptMs) markUnconfirmed(intent)
      else await db.intents.delete(kept.key)
    }
  })
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
      undone.add(key)
      return { done: false, message: fields.length > 0 ? fields.join(' ') : message }
    },
  )
  await forgetIntent(key)
  return outcome
}
