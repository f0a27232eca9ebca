import { termRowColumns } from '#contract/calls/terms'
import { calls } from '#contract/index'
import { ChangeSummary } from '#forms/ChangeSummary'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { DecidedCard } from '#ui/text/Decided'
import { Fact } from '#ui/text/Facts'

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
          <ChangeSummary change={one}>
            <Fact label="Type">{`${one.product}, ${one.kind}`}</Fact>
          </ChangeSummary>
          <Card title="Terms, those that change first">
            <ShortTable
              label={`Terms of ${one.product}`}
              columns={termRowColumns}
              rows={one.terms
                .toSorted((a, b) => Number(b.before !== b.after) - Number(a.before !== a.after))
                .map((row, at) => ({ ...row, id: at + 1 }))}
            />
          </Card>
        </>
      )}
    </DecisionScreen>
  )
}
