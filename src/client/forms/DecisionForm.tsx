import type { ReactNode } from 'react'
import type * as v from 'valibot'
import type { BodyOf, NamedWrite } from '#contract/call'
import { type Decision, DecisionComment } from '#contract/calls/approvals'
import type { About } from '#api/changes/intents'
import type { Submit } from '#api/changes/useSubmit'
import { useCan } from '#auth/permissions'
import { commentFault } from '#domain/decision'
import { useGo } from '#routing/navigation'
import type { RouteName } from '#routing/routes'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { ConfirmedForm } from './ConfirmedForm'

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
  /** Why an approval may be refused: a warning, since that can change. */
  obstacle?: (one: Case) => string | null | undefined
  /** Why this admin can't decide. */
  against: (one: Case) => string | null | undefined
  /** Also an approval is marked as one that can't be undone. */
  danger?: (one: Case) => boolean
  /** Further fields of the body: what is decided on as the screen shows it. */
  also?: (one: Case) => Partial<BodyOf<C>>
  /** What the specification names otherwise. */
  choices?: readonly [accept: string, reject: string]
  undecided?: (one: Case) => string
  uncommented?: string
  /** Narrow; without fields for those who can't decide, and without a button before a choice. */
  compact?: boolean
  /** The list that opens afterwards. */
  list: RouteName
}

type Props<Case, C extends DecisionCall> = {
  kind: DecisionKind<Case, C>
  subject: Case
  call: C
  submit: Submit<C>
}

/** Approves or rejects a request, with a comment that a rejection needs. */
export function DecisionForm<Case extends { id: number }, C extends DecisionCall>(props: Props<Case, C>) {
  const { kind, subject, call, submit } = props
  const { choices = ['Accept', 'Reject'], uncommented, compact = false, list } = kind
  const go = useGo()
  const can = useCan()
  const { status, comment } = call.input.entries
  const [accept, reject] = status.options
  const decisionOf = (value: string): Decision => (value === reject ? 'reject' : 'accept')
  const fields = useFields(
    { status, comment: comment ?? DecisionComment },
    { status: '', comment: '' },
    {
      comment: (values) => {
        const fault = commentFault({ ...values, status: decisionOf(values.status) })
        return comment && fault && (uncommented ?? fault)
      },
    },
  )
  const { values } = fields
  const against = kind.against(subject) ?? undefined
  const isOffered = !compact || (can(call.access, 'write') && against === undefined)
  const chosen = isOffered && values.status !== '' ? decisionOf(values.status) : undefined
  const words = chosen && kind.words(chosen, subject, values.comment)
  const undecided = kind.undecided?.(subject) ?? 'Decide'
  const decide = () => {
    const { status, ...commented } = fields.body()
    const body = { status, ...(comment && commented), id: subject.id, ...kind.also?.(subject) }
    submit.mutate(body as BodyOf<C>, {
      about: kind.about(subject),
      onSuccess: () => go(words?.opens ?? list),
    })
  }
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={call}
      submit={submit}
      subject={{ id: subject.id } as BodyOf<C>}
      question={
        words && {
          title: words.title ?? `${words.action}?`,
          text: words.question ?? words.consequence ?? '',
          facts: words.facts,
        }
      }
      onConfirm={decide}
      actionLabel={words?.action ?? (compact && isOffered ? undefined : undecided)}
      danger={chosen === 'reject' || (kind.danger?.(subject) ?? false)}
      disabledReason={against}
      wide={!compact}
    >
      {isOffered && (
        <>
          <Field
            fields={fields}
            name="status"
            label="Status"
            options={[
              { value: accept, label: choices[0] },
              { value: reject, label: choices[1] },
            ]}
            warning={chosen === 'accept' ? (kind.obstacle?.(subject) ?? undefined) : undefined}
          />
          {comment && (
            <Field fields={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
          )}
        </>
      )}
      {words?.consequence && <div>{words.consequence}</div>}
    </ConfirmedForm>
  )
}
