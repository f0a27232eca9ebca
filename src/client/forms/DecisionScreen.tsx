import type { ReactNode } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { approvalStates } from '#contract/calls/approvals'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { type Loaded, useCall } from '#api/useCall'
import { selectById } from '#api/selectById'
import { BackLink } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { savedClock } from '#ui/text/shownClock'
import { useDesk } from './decision/desk'
import { Taken } from './decision/DonePanel'
import { FlagLines } from './decision/Notes'
import { OneCase } from './decision/OneCase'
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
  /** What is decided, in one line: '₦220,000.00 for Chinedu Ugwu'. */
  title: (one: CaseOf<R>) => string
  /** What was decided already, in the place of the form; undefined while it is open. */
  decided?: (one: CaseOf<R>) => ReactNode
  /** Under the form, while it is open: another way to decide. */
  below?: (one: CaseOf<R>) => ReactNode
  /** The facts, those that decide first. */
  children: (one: CaseOf<R>) => ReactNode
}

/** Of a case at the desk: its id, and of two decisions which. */
export type CaseProps = { id: number; step: 0 | 1 }

/** A record that waits for a decision, and the panel to make it: as a screen, or in the queue of the desk. */
export function DecisionScreen<R extends NamedRead, C extends DecisionCall>(props: Props<R, C>) {
  const { id, read, call, back, title, decided, below, children, ...kind } = props
  const desk = useDesk()
  const submit = useSubmit(call)
  const reply = useCall(read, { id } as BodyOf<R>, enabledUntilDone(submit))
  const query = selectById(reply as Loaded<{ data: (CaseOf<R> & { id: number })[] }>, id)
  const content = (
    <OneCase
      query={query}
      title={title}
      panel={(one) => {
        // After the own decision the form shows its result, whatever the record is by then.
        const shown = !submit.isSuccess && decided?.(one)
        if (shown)
          return (
            <>
              {desk && <Taken text="This was decided meanwhile." />}
              {shown}
            </>
          )
        return (
          <DecisionForm
            kind={kind}
            subject={one}
            call={call}
            submit={submit}
            age={query.dataUpdatedAt ? savedClock(query.dataUpdatedAt) : undefined}
          />
        )
      }}
      below={(one) => !decided?.(one) && !submit.isSuccess && below?.(one)}
    >
      {(one) => (
        <>
          {!decided?.(one) && <FlagLines flags={kind.flags?.(one) ?? []} />}
          {children(one)}
        </>
      )}
    </OneCase>
  )
  if (desk) return content
  return (
    <Screen
      about={<Age updatedAt={query.dataUpdatedAt} />}
      actions={<BackLink to={kind.list}>{back}</BackLink>}
    >
      {content}
    </Screen>
  )
}

/** Why one of two decisions can't be made: another is awaited, or the admin may not make it. */
export const againstStep = (noun: string, awaited: 0 | 1, state: 0 | 1 | 2 | 3, against: string | null) =>
  state === awaited ? against : `This ${noun} is ${approvalStates[state].toLowerCase()} now.`
