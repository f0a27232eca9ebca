import { type RunItem, runItemColumns } from '#contract/calls/closing'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer, toLoanAccount } from '#lists/rows/rowLinks'
import { BackLink, useListPlace, useRouteState } from '#routing/navigation'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

/** What a run posted, and what it could not post. */
export default function RunDetails() {
  const { run_id, run_name } = useRouteState('runDetails')
  const list = usePagedList(calls.closing.getRunItems, useListPlace(), { fixed: { run_id } })
  const rowTools = useRowActions(actionsOf, ['loanAccount', 'customerDetails'])
  return (
    <Screen
      note="What this run posted. Open: what it could not post, and why; it is tried again once a day."
      fill
      about={
        <>
          <strong>{run_name}</strong>
          <ListSummary list={list} noun="row" />
        </>
      }
      actions={
        <>
          <BackLink to="runs">Back to runs</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="run_" />}
        list={list}
        name="runItems"
        columns={runItemColumns}
        empty="Nothing was posted in this run"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ reference, loan_id, user_id }: RunItem): RowOffer => ({
  name: reference,
  actions: [toLoanAccount(loan_id, 'Loan'), toCustomer(user_id)],
})
