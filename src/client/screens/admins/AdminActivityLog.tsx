import { adminActivityColumns, adminActivityDetails } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAdmin, toAgent, toCustomer, toLoan } from '#lists/rows/rowLinks'
import { ReportSearch } from '#lists/ReportSearch'
import { useReplyToast } from '#lists/useReplyToast'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import type { ReportFilter } from '#ui/form/FilterForm'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const linkedRoutes = ['customerLoanHistory', 'customerDetails', 'agentDetails', 'adminPermissions'] as const
const columns = [...adminActivityColumns, ...adminActivityDetails]

export default function AdminActivityLog() {
  const place = useListPlace()
  const list = usePagedList(calls.admins.getAdminActivityLog, place)
  useReplyToast(list)
  const rowTools = useRowActions(actionsOf, linkedRoutes)
  return (
    <Screen
      note="Every change that an admin made or tried, sign-ins, and views of files; rows are never changed."
      fill
      about={<ListSummary list={list} noun="activity" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="admin_activity_log_" />}
        list={list}
        name="adminActivityLog"
        columns={columns}
        empty="No admin activity found"
        {...rowTools}
        search={
          <ReportSearch place={place} hint="Admin, action, name or reference" faultOf={faultOf} allowsEmpty />
        }
      />
    </Screen>
  )
}

function actionsOf(row: RowOf<typeof calls.admins.getAdminActivityLog>): RowOffer {
  const name = row.subject_name ?? ''
  const names = { customer_firstname: name, customer_lastname: null }
  return {
    name,
    actions: [
      toLoan(row.subject_loan_id, row.subject_reference, names),
      toCustomer(row.subject_customer_id),
      toAgent(row.subject_agent_id),
      toAdmin(row.subject_admin_id),
    ],
  }
}

/** The log has its own messages, and a single date is allowed (rules.md, "Filters"). */
function faultOf({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date) return 'Please select dates to filter'
  if (start_date && end_date && end_date < start_date) return 'End date cannot be before start date'
  return undefined
}
