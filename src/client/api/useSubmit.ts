import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BodyOf, NamedWrite, ReplyOf } from '#contract/call'
import { Problem } from '#contract/problems'
import { connection } from '#transport/connection'
import { type About, forgetIntent, type Intent, keepIntent, markUnconfirmed, openIntents } from './intents'
import { changeConflict } from './changeConflict'
import { markStale } from './markStale'
import { send } from '#transport/send'

export const offlineReason = 'Changes need a connection.'

type Options<C extends NamedWrite> = MutateOptions<ReplyOf<C>, Problem, BodyOf<C>> & {
  /** The name of an unconfirmed change; its amount is the body's unless one is given. */
  about?: About
}

/**
 * Makes a change: online only, never queued, never repeated by itself. One idempotency key stands for one intent and is
 * kept until the server has answered. While the outcome of a change is unknown, another one by the same call for the
 * same subject waits for the user's decision, from whatever screen or tab it comes.
 */
export function useSubmit<C extends NamedWrite>(call: C) {
  const queries = useQueryClient()
  const intent = useRef<{ kept: Intent; body: string } | undefined>(undefined)
  const about = useRef<About>({})
  /** Keys of open changes that the user chose to go on beside. */
  const accepted = useRef(new Set<string>())
  const made = useRef(false)
  const underWay = useRef(false)
  const mutation = useMutation<ReplyOf<C>, Problem, BodyOf<C>>({
    mutationFn: async (body) => {
      if (!connection().online) throw new Problem('offline', offlineReason)
      const text = JSON.stringify(body)
      const kept =
        intent.current?.body === text
          ? intent.current.kept
          : { key: crypto.randomUUID(), call: call.name, body, at: Date.now(), about: about.current }
      intent.current = { kept, body: text }
      await keepIntent(kept)
      return send(call, body, { idempotencyKey: kept.key })
    },
    onMutate: () => {
      made.current = false
    },
    onSuccess: () => {
      made.current = true
    },
    onSettled: (_reply, problem) =>
      settle(problem).finally(() => {
        underWay.current = false
      }),
  })
  const settle = async (problem: Problem | null) => {
    if (problem?.code === 'offline') return
    const { kept } = intent.current ?? {}
    if (problem?.code !== 'busy') intent.current = undefined
    if (kept && problem?.code === 'outcomeUnknown') await markUnconfirmed(kept)
    else if (kept && problem?.code !== 'busy') await forgetIntent(kept.key)
    // Of an unknown outcome too: what is shown may be the past already, and a balance must not count the money twice.
    // A refusal often means that what the screen shows is out of date: it reads again as after a change.
    if (problem && problem.code !== 'outcomeUnknown' && problem.code !== 'refused') return
    await markStale(queries, call)
  }
  /** Goes on at once where no change of this subject is open, else once the user has decided to. */
  const afterConflictCheck = (body: Partial<BodyOf<C>>, then: () => void, stay: () => void = () => {}) => {
    void openIntents(call, body).then((all) => {
      const own = intent.current?.kept.key
      const open = all.filter(({ key }) => key !== own && !accepted.current.has(key))
      if (open.length === 0) return then()
      const goOn = () => {
        for (const { key } of open) accepted.current.add(key)
        then()
      }
      changeConflict.set({ open, goOn, stay })
    })
  }
  /** A second press comes before the button could be disabled: it is dropped. */
  const mutate = (body: BodyOf<C>, { about: description = {}, ...options }: Options<C> = {}) => {
    if (underWay.current) return
    underWay.current = true
    about.current = description
    afterConflictCheck(
      body,
      () => mutation.mutate(body, options),
      () => {
        underWay.current = false
      },
    )
  }
  return { ...mutation, mutate, afterConflictCheck, made }
}

export type Submit<C extends NamedWrite> = ReturnType<typeof useSubmit<C>>

/**
 * For the read that a decision stands on: once the decision is made, what it was about may be gone, and must not be
 * asked for anew on the way out.
 */
export const enabledUntilDone = (submit: { isIdle: boolean; isError: boolean }) => ({
  enabled: submit.isIdle || submit.isError,
})
