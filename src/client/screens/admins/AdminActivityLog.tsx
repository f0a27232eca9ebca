import { adminActivityColumns, adminActivityDetails } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { filterWords, wordsText } from '#domain/lists/filterWords'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAdmin, toAgent, toCustomer, toLoan } from '#lists/rows/rowLinks'
import { ReportSearch } from '#lists/ReportSearch'
import { useReplyToast } from '#lists/useReplyToast'
import type { ListPlace } from '#api/paging/listRequest'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import type { ReportFilter } from '#ui/form/FilterForm'
import { FilterChip } from '#ui/table/tools/FilterChip'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const linkedRoutes = ['customerLoanHistory', 'customerDetails', 'agentDetails', 'adminPermissions'] as const
const columns = [...adminActivityColumns, ...adminActivityDetails]

export default function AdminActivityLog() {
  const whole = useListPlace()
  const place = keepingRecord(whole)
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
        chips={<RecordChips place={whole} />}
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

/** The filters that a history opens: all of one record, or one change. */
const recordFilters = ['subject', 'reference'] as const

/** A search within one record stays with it. */
const keepingRecord = (place: ListPlace): ListPlace => ({
  ...place,
  go: ({ filters, ...to }) => {
    const kept = Object.fromEntries(
      recordFilters.flatMap((name) => (place.filters[name] ? [[name, place.filters[name]]] : [])),
    )
    place.go(filters ? { ...to, filters: { ...kept, ...filters } } : to)
  },
})

const RecordChips = ({ place: { filters, go } }: { place: ListPlace }) =>
  recordFilters.map(
    (name) =>
      filters[name] && (
        <FilterChip key={name} onRemove={() => go({ filters: { ...filters, [name]: '' } })}>
          {wordsText(filterWords({ [name]: filters[name] }))}
        </FilterChip>
      ),
  )

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
