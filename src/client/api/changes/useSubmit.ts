import { serverNow } from '#device/clock'
import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type BodyOf, type NamedWrite, type ReplyOf, withoutSecrets } from '#contract/call'
import { Problem } from '#contract/problems'
import { connection } from '#transport/connection'
import {
  type About,
  deleteIntent,
  type Intent,
  storeIntent,
  markUnconfirmed,
  conflictingIntents,
} from './intents'
import { changeConflict } from './changeConflict'
import { finishDraft } from '#offline/drafts'
import { markStale } from './markStale'
import { send } from '#transport/send'

export const offlineReason = 'Changes need a connection.'

type Options<C extends NamedWrite> = MutateOptions<ReplyOf<C>, Problem, BodyOf<C>> & {
  /** Describes the change while it is unconfirmed. The amount defaults to that of the body. */
  about?: About
}

/**
 * Makes a change: online only, never queued, never retried automatically. One idempotency key stands for one intent until
 * the server has replied. While the outcome of a change is unknown, another one with the same call and subject, from any
 * screen or tab, needs the admin's decision.
 */
export function useSubmit<C extends NamedWrite>(call: C) {
  const queries = useQueryClient()
  const intent = useRef<{ sent: Intent; body: string } | undefined>(undefined)
  const about = useRef<About>({})
  /** Keys of open changes that the admin chose to ignore. */
  const accepted = useRef(new Set<string>())
  const isDone = useRef(false)
  const isSending = useRef(false)
  const mutation = useMutation<ReplyOf<C>, Problem, BodyOf<C>>({
    mutationFn: async (body) => {
      if (!connection().online) throw new Problem('offline', offlineReason)
      const text = JSON.stringify(body)
      const sent =
        intent.current?.body === text
          ? intent.current.sent
          : {
              key: crypto.randomUUID(),
              call: call.name,
              body: withoutSecrets(call, body),
              at: serverNow().getTime(),
              about: about.current,
            }
      intent.current = { sent, body: text }
      await storeIntent(sent)
      return send(call, body, { idempotencyKey: sent.key })
    },
    onMutate: () => {
      isDone.current = false
    },
    onSuccess: () => {
      isDone.current = true
    },
    onSettled: (_reply, problem) =>
      settle(problem).finally(() => {
        isSending.current = false
      }),
  })
  const settle = async (problem: Problem | null) => {
    if (problem?.code === 'offline') return
    const { sent } = intent.current ?? {}
    if (!problem && sent?.about?.draft) await finishDraft(sent.about.draft)
    if (problem?.code !== 'busy') intent.current = undefined
    if (sent && problem?.code === 'outcomeUnknown') await markUnconfirmed(sent)
    else if (sent && problem?.code !== 'busy') await deleteIntent(sent.key)
    // After an unknown outcome too: the change may have been made, so what is shown may be stale. A refusal often means
    // that the screen shows stale data, so it is read again as well.
    if (problem && problem.code !== 'outcomeUnknown' && problem.code !== 'refused') return
    await markStale(queries, call, { failed: problem !== null })
  }
  /** Runs `then` if no change of this subject is open, or once the admin has decided to proceed. */
  const afterConflictCheck = (body: Partial<BodyOf<C>>, then: () => void, cancel: () => void = () => {}) => {
    void conflictingIntents(call, body).then((all) => {
      const own = intent.current?.sent.key
      const open = all.filter(({ key }) => key !== own && !accepted.current.has(key))
      if (open.length === 0) return then()
      const proceed = () => {
        for (const { key } of open) accepted.current.add(key)
        then()
      }
      changeConflict.set({ open, proceed, cancel })
    })
  }
  /** Ignores a second press that comes before the button is disabled. */
  const mutate = (body: BodyOf<C>, { about: description = {}, ...options }: Options<C> = {}) => {
    if (isSending.current) return
    isSending.current = true
    about.current = description
    afterConflictCheck(
      body,
      () => mutation.mutate(body, options),
      () => {
        isSending.current = false
      },
    )
  }
  return { ...mutation, mutate, afterConflictCheck, isDone }
}

export type Submit<C extends NamedWrite> = ReturnType<typeof useSubmit<C>>

/** For the read behind a decision: once it is made, the record may be gone and must not be fetched again. */
export const enabledUntilDone = (submit: { isIdle: boolean; isError: boolean }) => ({
  enabled: submit.isIdle || submit.isError,
})
