import OutlinedInput from '@mui/material/OutlinedInput'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type * as v from 'valibot'
import type { BodyOf, NamedWrite } from '#contract/call'
import { type Decision, DecisionComment } from '#contract/calls/approvals'
import type { Flag } from '#contract/calls/flags'
import { useConnection } from '#api/useConnection'
import type { About } from '#api/changes/intents'
import { offlineReason, type Submit } from '#api/changes/useSubmit'
import { useCan } from '#auth/permissions'
import { commentFault } from '#domain/decision'
import { useGo } from '#routing/navigation'
import type { RouteName } from '#routing/routes'
import { Confirm } from '#ui/feedback/Confirm'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { useFields } from '#ui/form/useFields'
import { KeyHint, Keys } from '#ui/keys/KeyHint'
import { useKeys } from '#ui/keys/useKeys'
import { Facts } from '#ui/text/Facts'
import { missingRight } from './ChangeButton'
import { ActButton } from './decision/ActButton'
import { Choice } from './decision/Choice'
import { keepComment, keptComment, useDesk } from './decision/desk'
import { DonePanel, Taken } from './decision/DonePanel'
import { Note } from './decision/Notes'
import { useSwipe } from './decision/useSwipe'
import { type Wallet, WalletLine, Wallets } from './decision/Wallets'
import { useLeaveGuard } from './leaveGuard'

/** The statuses of a decision differ by call: the first accepts, the second rejects. */
type Statuses = v.PicklistSchema<readonly [string, string], v.ErrorMessage<v.PicklistIssue>>
export type DecisionCall = NamedWrite & {
  input: v.ObjectSchema<
    { id: v.GenericSchema; status: Statuses; comment?: typeof DecisionComment },
    undefined
  >
}

/** What a decision is called, and what it does; shown before it is made. */
export type Words = {
  action: string
  /** Of the confirmation, if it does not name the action. */
  title?: string
  consequence?: string
  /** The text of the confirmation, if it says more than the consequence. */
  question?: string
  facts?: ReactNode
  /** The screen that opens afterwards, if not the list. */
  opens?: RouteName
}

/** A kind of decision: its texts, its warnings, and why it is refused. */
export type DecisionKind<Case, C extends DecisionCall> = {
  about: (one: Case) => About
  words: (chosen: Decision, one: Case, comment: string) => Words
  /** What needs care, by named rules of the server. */
  flags?: (one: Case) => readonly Flag[] | undefined
  /** The balances that an approval changes, before and after: who sees them here is asked no more. */
  wallets?: (one: Case) => readonly Wallet[]
  /** Whether an approval moves money or something else at once. */
  movesNow?: (one: Case) => boolean
  /** Why an approval may be refused: a warning, since that can change. */
  obstacle?: (one: Case) => string | null | undefined
  /** Why this admin can't decide. */
  against: (one: Case) => string | null | undefined
  /** Also an approval is marked as one that can't be undone. */
  danger?: (one: Case) => boolean
  /** Further fields of the body: what is decided on as the screen shows it. */
  also?: (one: Case) => Partial<BodyOf<C>>
  /** The specification has no button before a choice. */
  buttonOnceChosen?: boolean
  /** What the specification shows where a rejection has no comment. */
  uncommented?: string
  /** The list that opens afterwards. */
  list: RouteName
}

type Props<Case, C extends DecisionCall> = {
  kind: DecisionKind<Case, C>
  subject: Case
  call: C
  submit: Submit<C>
  /** How old the case is, for a device without a connection: '13:40'. */
  age?: string | undefined
}

/** Accepts or rejects a request, with a comment that a rejection needs: the panel beside the case. */
export function DecisionForm<Case extends { id: number }, C extends DecisionCall>(props: Props<Case, C>) {
  const { kind, subject, call, submit, age } = props
  const { uncommented, list } = kind
  const desk = useDesk()
  const go = useGo()
  const can = useCan()
  const { online } = useConnection()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState<{ result: string; message: string }>()
  const onPhone = useMediaQuery('(max-width: 600px)')
  const ids = { note: useId(), comment: useId(), commentNote: useId() }
  const { status, comment } = call.input.entries
  const [accept, reject] = status.options
  const decisionOf = (value: string): Decision => (value === reject ? 'reject' : 'accept')
  const fields = useFields(
    { status, comment: comment ?? DecisionComment },
    { status: '', comment: desk ? keptComment(desk.key) : '' },
    {
      comment: (values) => {
        const fault = commentFault({ ...values, status: decisionOf(values.status) })
        return comment && fault && (uncommented ?? fault)
      },
    },
  )
  const { values, errors } = fields
  const guard = useLeaveGuard(!desk && fields.dirty && !submit.isSuccess, submit.isDone)
  const isAllowed = can(call.access, 'write')
  const against = isAllowed ? (kind.against(subject) ?? undefined) : missingRight(call)
  const chosen = values.status === '' ? undefined : decisionOf(values.status)
  const words = chosen && kind.words(chosen, subject, values.comment)
  const wallets = kind.wallets?.(subject) ?? []
  const movesNow = kind.movesNow?.(subject) ?? false
  const danger = kind.danger?.(subject) ?? false
  const warning = chosen === 'accept' ? (kind.obstacle?.(subject) ?? undefined) : undefined

  const decide = () => {
    const { status: sent, ...commented } = fields.body()
    const body = { status: sent, ...(comment && commented), id: subject.id, ...kind.also?.(subject) }
    submit.mutate(body as BodyOf<C>, {
      about: kind.about(subject),
      onSuccess: ({ message }) => {
        if (!desk) return go(words?.opens ?? list)
        keepComment(desk.key, '')
        const verb = chosen === 'reject' ? 'Rejected' : 'Accepted'
        setDone({ result: `${verb}, ${desk.reference}.`, message })
        desk.onDecided()
      },
    })
  }
  /** On a phone the foot bar shows one wallet alone, so money that leaves at once is confirmed there. */
  const isAsked = chosen === 'accept' && (danger || (movesNow && (wallets.length === 0 || onPhone)))
  const send = () => {
    if (submit.isPending || against !== undefined || !online || !fields.checkAll() || !words) return
    submit.afterConflictCheck({ id: subject.id } as BodyOf<C>, () => (isAsked ? setAsking(true) : decide()))
  }
  const choose = (value: string) => {
    if (submit.isPending || against !== undefined) return
    fields.set('status', value)
    // On a phone the comment shows with the choice that needs it.
    document
      .querySelector<HTMLElement>(`input[name="status"][value="${value}"]`)
      ?.focus({ preventScroll: true })
  }
  const open = done || against !== undefined ? undefined : true
  useKeys({
    accept: open && (() => choose(accept)),
    reject: open && (() => choose(reject)),
    comment: open && (() => document.getElementById(ids.comment)?.focus()),
    decide: open && send,
  })
  useSwipe(open && ((way) => choose(way === 'right' ? accept : reject)))
  if (done) return <DonePanel {...done} />
  // The queue offers nothing that is forbidden: another admin decided, or something else changed meanwhile.
  if (desk && against !== undefined && isAllowed) return <Taken text={against} />
  const typed = (text: string) => {
    fields.set('comment', text)
    if (desk) keepComment(desk.key, text)
  }
  const fault = errors.status
  const options = [
    { value: accept, label: 'Accept', means: 'accept' },
    { value: reject, label: 'Reject', means: 'reject' },
  ] as const
  return (
    <form
      noValidate
      ref={fields.formRef}
      className="decision-form"
      aria-busy={submit.isPending}
      data-chosen={chosen}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {!online && (
        <Note tone="amber">
          <b>Offline.</b> {age ? `The case is from ${age}. ` : ''}You can read and write your comment; it is
          kept, never sent by itself.
        </Note>
      )}
      {against === undefined && (
        <div className="decision-entries">
          <Choice
            options={options}
            value={values.status}
            disabled={submit.isPending}
            note={fault ?? warning}
            isFault={fault !== undefined}
            noteId={ids.note}
            onChange={choose}
          />
          {comment && (
            <div className="decision-comment">
              <label htmlFor={ids.comment}>Comment</label> <em>(needed to reject)</em>
              <OutlinedInput
                id={ids.comment}
                name="comment"
                fullWidth
                size="small"
                multiline
                minRows={2}
                maxRows={6}
                value={values.comment}
                error={errors.comment !== undefined}
                disabled={submit.isPending}
                onChange={(event) => typed(event.target.value)}
                inputProps={{ 'aria-describedby': errors.comment ? ids.commentNote : undefined }}
              />
              {errors.comment && (
                <p id={ids.commentNote} className="decision-fault">
                  {errors.comment}
                </p>
              )}
            </div>
          )}
        </div>
      )}
      {wallets.length > 0 && (
        <Wallets title={movesNow ? 'Before and after' : 'After the second approval'} wallets={wallets} />
      )}
      <ProblemNote error={submit.error} />
      <div className="decision-send">
        {wallets.length > 0 && (
          <WalletLine when={movesNow ? '' : ' after the second approval'} wallets={wallets} />
        )}
        {against !== undefined ? (
          <ActButton tone="idle" disabled reason={against}>
            Not allowed
          </ActButton>
        ) : !online ? (
          <ActButton tone="idle" disabled reason={offlineReason}>
            Needs a connection
          </ActButton>
        ) : words ? (
          <ActButton
            tone={chosen === 'reject' ? 'reject' : 'act'}
            disabled={submit.isPending}
            hint={<KeyHint of="decide" />}
          >
            {submit.isPending ? 'Sending…' : words.action}
          </ActButton>
        ) : kind.buttonOnceChosen ? (
          <p className="decision-no-act">Accept or reject first</p>
        ) : (
          <ActButton tone="idle" disabled>
            Accept or reject first
          </ActButton>
        )}
      </div>
      {words?.consequence && <p className="decision-hint">{words.consequence}</p>}
      {open && (
        <p className="decision-keys" aria-hidden>
          <span>
            <KeyHint of="accept" /> accept
          </span>
          <span>
            <KeyHint of="reject" /> reject
          </span>
          {desk && (
            <>
              <span>
                <Keys press={['J']} /> next
              </span>
              <span>
                <Keys press={['K']} /> before
              </span>
            </>
          )}
        </p>
      )}
      {words && (
        <Confirm
          open={asking}
          title={words.title ?? `${words.action}?`}
          text={words.question ?? words.consequence ?? ''}
          actionLabel={words.action}
          danger={danger}
          onConfirm={() => {
            setAsking(false)
            decide()
          }}
          onCancel={() => setAsking(false)}
        >
          {words.facts && <Facts>{words.facts}</Facts>}
        </Confirm>
      )}
      {guard}
    </form>
  )
}
