import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BodyOf, NamedWrite, ReplyOf } from '#contract/call'
import { Problem } from '#contract/problems'
import { connection } from './connection'
import { forgetIntent, type Intent, keepIntent, markUnconfirmed, wasUndone } from './intents'
import { savedPages } from './savedPages'
import { send } from './send'

export const offlineReason = 'Changes need a connection.'

/**
 * Makes a change: online only, never queued, never repeated by itself. One idempotency key stands for one intent
 * and is kept until the server has surely answered, so that pressing again after a lost reply can't post twice.
 */
export function useSubmit<C extends NamedWrite>(call: C) {
  const queries = useQueryClient()
  const intent = useRef<{ kept: Intent; body: string } | undefined>(undefined)
  const made = useRef(false)
  const underWay = useRef(false)
  const mutation = useMutation<ReplyOf<C>, Problem, BodyOf<C>>({
    mutationFn: async (body) => {
      if (!connection().online) throw new Problem('offline', offlineReason)
      const text = JSON.stringify(body)
      const isSame = intent.current?.body === text && !wasUndone(intent.current.kept.key)
      const kept =
        isSame && intent.current
          ? intent.current.kept
          : { key: crypto.randomUUID(), call: call.name, body, at: Date.now() }
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
    if (kept && problem?.code === 'outcomeUnknown') markUnconfirmed(kept)
    else if (kept && problem?.code !== 'busy') {
      intent.current = undefined
      await forgetIntent(kept.key)
    }
    // A refusal often means that what the screen shows is out of date: it reads again as after a change.
    if (problem && problem.code !== 'outcomeUnknown' && problem.code !== 'refused') return
    await savedPages.overtake(call.makesStale)
    for (const group of call.makesStale) void queries.invalidateQueries({ queryKey: [group] })
  }
  /** A second press comes before the button could be disabled: it is dropped. */
  const mutate: typeof mutation.mutate = (...intended) => {
    if (underWay.current) return
    underWay.current = true
    mutation.mutate(...intended)
  }
  return { ...mutation, mutate, made }
}

export type Submit<C extends NamedWrite> = ReturnType<typeof useSubmit<C>>

/**
 * For the read that a decision stands on: once the decision is made, what it was about may be gone, and must not be
 * asked for anew on the way out.
 */
export const whileUndone = (submit: { isIdle: boolean; isError: boolean }) => ({
  enabled: submit.isIdle || submit.isError,
})
