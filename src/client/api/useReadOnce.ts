import { useEffect, useState } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { asProblem, type Problem } from '#contract/problems'
import { send } from '#transport/send'

/**
 * Reads once, at a press, what the activity log records: into no cache and no store, repeated by nothing, and forgotten
 * after `shownMs` or by `hide`.
 */
export function useReadOnce<C extends NamedRead>(
  call: C,
  { shownMs, onProblem }: { shownMs: number; onProblem: (problem: Problem) => void },
) {
  const [reply, setReply] = useState<ReplyOf<C>>()
  const [busy, setBusy] = useState(false)
  const hide = () => setReply(undefined)
  useEffect(() => {
    if (!reply) return
    const timer = setTimeout(() => setReply(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [reply, shownMs])
  const show = (body: BodyOf<C>) => {
    setBusy(true)
    void send(call, body)
      .then(setReply, (error: unknown) => onProblem(asProblem(error)))
      .finally(() => setBusy(false))
  }
  return { reply, busy, show, hide }
}
