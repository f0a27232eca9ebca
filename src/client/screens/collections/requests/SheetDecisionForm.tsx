import type { SheetRequestCase } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { DecisionForm } from '#forms/DecisionForm'
import type { Submit } from '#api/changes/useSubmit'
import { dayText } from '#ui/form/choices/collectionDays'
import { Fact } from '#ui/text/Facts'

const { sheetRequestDecision } = calls.collections

type Props = { of: SheetRequestCase; submit: Submit<typeof sheetRequestDecision> }

/** Approves or rejects a sheet of a closed day. */
export const SheetDecisionForm = ({ of: one, submit }: Props) => (
  <DecisionForm
    call={sheetRequestDecision}
    submit={submit}
    id={one.id}
    about={{ name: `sheet ${one.reference}`, amount: one.total }}
    wordsOf={(chosen) => ({
      action: `${chosen === 'reject' ? 'Reject' : 'Approve'} sheet of ${formatNaira(one.total)}`,
      consequence:
        chosen === 'reject'
          ? 'Nothing is recorded. The comment is stored as the reason, and the sheet can be sent again.'
          : `${pluralize(one.collected_lines, 'line')}, ${formatNaira(one.total)}, are recorded now and count on ${dayText(one.day)}. All lines are recorded, or none.`,
      facts: (
        <>
          <Fact label="Agent">{one.agent}</Fact>
          <Fact label="Day">{dayText(one.day)}</Fact>
        </>
      ),
    })}
    against={one.against}
    list="sheetRequests"
  />
)
