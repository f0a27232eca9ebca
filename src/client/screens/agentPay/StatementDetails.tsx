import { calls } from '#contract/index'
import type { StatementCase } from '#contract/calls/agentPay'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { Signatures } from '#ui/print/Signatures'
import { Payments, StatementFacts } from './StatementFacts'

/** One statement, as it is printed for the agent. */
export default function StatementDetails() {
  const { statement_id } = useRouteState('agentStatement')
  const query = selectById(useCall(calls.agentPay.getAgentStatementCase, { id: statement_id }), statement_id)
  return (
    <Screen
      about={<Age updatedAt={query.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agentStatements">Back to agents commission</BackLink>
          <PrintButton />
          {query.data && <NextStep statement={query.data} />}
        </>
      }
    >
      <Ready query={query}>
        {(statement) => (
          <CardGrid least={420}>
            <StatementFacts statement={statement} />
            <div>
              <Payments statement={statement} />
              <Signatures by={['Agent', 'Paid by']} />
            </div>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

function NextStep({ statement: { id: statement_id, state, total, paid } }: { statement: StatementCase }) {
  if (state === 0)
    return (
      <LinkButton to="agentStatementFirst" state={{ statement_id }} variant="contained">
        First Approval
      </LinkButton>
    )
  if (state === 1)
    return (
      <LinkButton to="agentStatementSecond" state={{ statement_id }} variant="contained">
        Second Approval
      </LinkButton>
    )
  if (state === 2 && paid !== total)
    return (
      <LinkButton to="agentPayment" state={{ statement_id }} variant="contained">
        Pay
      </LinkButton>
    )
  return null
}
