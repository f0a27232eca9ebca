import { agentStatementRowColumns } from '#contract/calls/agentPay'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { BackLink, useListPlace, useRouteState } from '#routing/navigation'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getAgentStatementRows } = calls.agentPay

/** What an agent brought in the month of a statement, by customer. */
export default function StatementRows() {
  const { statement_id, statement } = useRouteState('agentStatementRows')
  const list = usePagedList(getAgentStatementRows, useListPlace(), { fixed: { statement_id } })
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  return (
    <Screen
      note="What each customer brought in the month, less what was reversed. Commissions: of savings, with charges, while the customer was the agent’s."
      fill
      about={
        <>
          <strong>{statement}</strong>
          <ListSummary list={list} noun="customer" />
        </>
      }
      actions={
        <>
          <BackLink to="agentStatements">Back to agents commission</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="statement_" />}
        list={list}
        name="agentStatementRows"
        columns={agentStatementRowColumns}
        empty="No row found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ customer, user_id }: RowOf<typeof getAgentStatementRows>): RowOffer => ({
  name: customer,
  actions: [toCustomer(user_id)],
})
