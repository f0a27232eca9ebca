import type { ReactNode } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { approvalStates } from '#contract/calls/approvals'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { type Loaded, useCall } from '#api/useCall'
import { selectById } from '#api/selectById'
import { BackLink } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { type DecisionCall, DecisionForm, type DecisionKind } from './DecisionForm'

/** The record in the reply of a call that reads one with what is needed to decide on it. */
type CaseOf<R extends NamedRead> =
  ReplyOf<R> extends { data: (infer Case)[] | { data: (infer Case)[] } } ? Case : never

type Props<R extends NamedRead, C extends DecisionCall> = DecisionKind<CaseOf<R>, C> & {
  id: number
  read: R
  call: C
  /** The text of the link to the list. */
  back: string
  /** The summary of the record and the form, as the screen places them. */
  children: (one: CaseOf<R>, form: ReactNode) => ReactNode
}

/** A record that waits for a decision, and the form to make it. */
export function DecisionScreen<R extends NamedRead, C extends DecisionCall>(props: Props<R, C>) {
  const { id, read, call, back, children, ...kind } = props
  const submit = useSubmit(call)
  const reply = useCall(read, { id } as BodyOf<R>, enabledUntilDone(submit))
  const query = selectById(reply as Loaded<{ data: (CaseOf<R> & { id: number })[] }>, id)
  return (
    <Screen
      about={<Age updatedAt={query.dataUpdatedAt} />}
      actions={<BackLink to={kind.list}>{back}</BackLink>}
    >
      <Ready query={query}>
        {(one) => children(one, <DecisionForm kind={kind} subject={one} call={call} submit={submit} />)}
      </Ready>
    </Screen>
  )
}

/** Why one of two decisions can't be made: another is awaited, or the admin may not make it. */
export const againstStep = (noun: string, awaited: 0 | 1, state: 0 | 1 | 2 | 3, against: string | null) =>
  state === awaited ? against : `This ${noun} is ${approvalStates[state].toLowerCase()} now.`
