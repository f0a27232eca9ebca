import { agentPayTermsColumns } from '#contract/calls/agentPay'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { BackLink, LinkButton, useListPlace } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getAgentPayTerms } = calls.agentPay

/** What agents get of what they bring, of all and of single ones, with the month from which it counts. */
export default function PayTerms() {
  const terms = useCall(getAgentPayTerms, {})
  return (
    <Screen
      fill
      note="Each counts from its month until the next one; an agent’s own before those of all. Without rates: the agent has those of all again."
      about={<Age updatedAt={terms.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agentStatements">Back to agents commission</BackLink>
          <PrintButton />
          <LinkButton to="agentPayTermsSet" variant="contained">
            Set Rates
          </LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(getAgentPayTerms, terms, terms.data?.data, useListPlace())}
        name="agentPayTerms"
        columns={agentPayTermsColumns}
        empty="No rates were set yet"
      />
    </Screen>
  )
}
