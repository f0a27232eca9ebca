import { type TermChangeCase, termRowColumns } from '#contract/calls/terms'
import { calls } from '#contract/index'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'

const { getTermChangeCase, termChangeDecision } = calls.terms

/** A change of terms, each term before and after it, and the decision form. */
export default function TermChangeApproval() {
  const { term_change_id } = useRouteState('termChangeApproval')
  return <Case id={term_change_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getTermChangeCase}
      call={termChangeDecision}
      list="termChanges"
      back="Back to changes of terms"
      about={({ reference }) => ({ name: `change ${reference}` })}
      words={(chosen, { product, changes }) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} the terms of ${product}`,
        consequence:
          chosen === 'reject'
            ? 'The terms stay as they are. The comment is stored as the reason, and a change can be requested again.'
            : 'What is opened from now on has these terms. Open savings and loans, and applications, keep theirs.',
        facts: <Fact label="Changes">{changes}</Fact>,
      })}
      title={({ product }) => `Terms of ${product}`}
      decided={(one) => one.status !== 'pending' && <DecidedCard decision={one} />}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one) => (
        <>
          <Summary change={one} />
          <Card title="Terms">
            <ShortTable
              label={`Terms of ${one.product}`}
              columns={termRowColumns}
              rows={one.terms.map((row, at) => ({ ...row, id: at + 1 }))}
            />
          </Card>
        </>
      )}
    </DecisionScreen>
  )
}

type Props = { change: TermChangeCase }

const Summary = ({ change }: Props) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Change">{change.reference}</Fact>
      <Fact label="Type">{`${change.product}, ${change.kind}`}</Fact>
      <Fact label="Changes">{change.changes}</Fact>
      <Fact label="Reason">{change.reason}</Fact>
      <Fact label="Requested By">{`${change.requested_by_name}, ${showDateTime(change.created_at)}`}</Fact>
    </Facts>
  </Card>
)
