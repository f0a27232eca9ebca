import { type FormEvent, useId, useState } from 'react'
import type { BodyOf, NamedWrite } from '#contract/call'
import type { Decision } from '#contract/calls/approvals'
import { useConnection } from '#api/useConnection'
import type { About } from '#api/changes/intents'
import { offlineReason, type Submit } from '#api/changes/useSubmit'
import { useCan } from '#auth/permissions'
import { Confirm } from '#ui/feedback/Confirm'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { KeyHint } from '#ui/keys/KeyHint'
import { useKeys } from '#ui/keys/useKeys'
import { missingRight } from './ChangeButton'
import { ActButton } from './decision/ActButton'
import { Choice } from './decision/Choice'
import { useDesk } from './decision/desk'
import { useSwipe } from './decision/useSwipe'
import { DonePanel, Taken } from './decision/DonePanel'

/** One of two changes that a decision is between. */
type Act<C extends NamedWrite> = {
  call: C
  submit: Submit<C>
  body: BodyOf<C>
  action: string
  consequence: string
  /** It is asked once more. */
  isAsked?: boolean
}
type Props<A extends NamedWrite, R extends NamedWrite> = {
  about: About
  accept: Act<A>
  reject: Act<R>
  against?: string | undefined
}

/** A decision at the desk that is one change or another, without a comment. */
export function ActsForm<A extends NamedWrite, R extends NamedWrite>(props: Props<A, R>) {
  const { about, accept, reject, against } = props
  const desk = useDesk()
  const can = useCan()
  const { online } = useConnection()
  const noteId = useId()
  const [chosen, setChosen] = useState<Decision>()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<{ result: string; message: string }>()
  const isPending = accept.submit.isPending || reject.submit.isPending
  const act = chosen === undefined ? undefined : chosen === 'accept' ? accept : reject
  const right = act && !can(act.call.access, 'write') ? missingRight(act.call) : undefined
  const onSuccess = (result: string) => (reply: { message: string }) => {
    setDone({ result: `${result}, ${desk?.reference ?? ''}.`, message: reply.message })
    desk?.onDecided()
  }
  const decide = () =>
    chosen === 'accept'
      ? accept.submit.mutate(accept.body, { about, onSuccess: onSuccess('Accepted') })
      : reject.submit.mutate(reject.body, { about, onSuccess: onSuccess('Rejected') })
  const send = () => {
    if (!act || isPending || !online || right !== undefined || against !== undefined) return
    if (act.isAsked) setAsking(true)
    else decide()
  }
  const choose = (value: string) => !isPending && setChosen(value === 'accept' ? 'accept' : 'reject')
  const open = done || against !== undefined ? undefined : true
  useKeys({
    accept: open && (() => choose('accept')),
    reject: open && (() => choose('reject')),
    decide: open && send,
  })
  useSwipe(open && ((way) => choose(way === 'right' ? 'accept' : 'reject')))
  if (done) return <DonePanel {...done} />
  if (against !== undefined) return <Taken text={against} />
  return (
    <form
      noValidate
      className="decision-form"
      aria-busy={isPending}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <Choice
        options={[
          { value: 'accept', label: 'Accept', means: 'accept' },
          { value: 'reject', label: 'Reject', means: 'reject' },
        ]}
        value={chosen ?? ''}
        disabled={isPending}
        note={undefined}
        isFault={false}
        noteId={noteId}
        onChange={choose}
      />
      <ProblemNote error={accept.submit.error ?? reject.submit.error} />
      <div className="decision-send">
        {!online || right !== undefined ? (
          <ActButton tone="idle" disabled reason={right ?? offlineReason}>
            {online ? 'Not allowed' : 'Needs a connection'}
          </ActButton>
        ) : act ? (
          <ActButton
            tone={chosen === 'reject' ? 'reject' : 'act'}
            disabled={isPending}
            hint={<KeyHint of="decide" />}
          >
            {isPending ? 'Sending…' : act.action}
          </ActButton>
        ) : (
          <ActButton tone="idle" disabled>
            Accept or reject first
          </ActButton>
        )}
      </div>
      {act && <p className="decision-hint">{act.consequence}</p>}
      {act && (
        <Confirm
          open={asking}
          title={`${act.action}?`}
          text={act.consequence}
          actionLabel={act.action}
          onConfirm={() => {
            setAsking(false)
            decide()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </form>
  )
}
