import { adminActivityColumns, adminActivityDetails } from '#contract/admins'
import { calls } from '#contract/index'
import { AboutList } from '#app/AboutList'
import { ListActions } from '#app/ListActions'
import { useListPlace } from '#app/navigation'
import { RowActions } from '#app/RowActions'
import { toAgent, toCustomer, useRowActions } from '#app/rowLinks'
import { ReportSearch } from '#app/ReportSearch'
import { useSaidAnswer } from '#app/useSaidAnswer'
import { type RowOf, usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import type { ReportFilter } from '#ui/FilterForm'
import { Screen } from '#ui/Screen'

const columns = [...adminActivityColumns, ...adminActivityDetails]

export default function AdminActivityLog() {
  const place = useListPlace()
  const list = usePagedList(calls.admins.getAdminActivityLog, place)
  useSaidAnswer(list)
  const rowActions = useRowActions(['customerDetails', 'agentDetails'], actionsOf)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="activity" />}
      actions={<ListActions list={list} name="admin_activity_log_" />}
    >
      <DataTable
        list={list}
        name="adminActivityLog"
        columns={columns}
        empty="No admin activity found"
        rowActions={rowActions}
        search={<ReportSearch place={place} hint="Admin, action or about whom" faultOf={faultOf} saysEmpty />}
      />
    </Screen>
  )
}

function actionsOf({
  subject_name,
  subject_customer_id,
  subject_agent_id,
}: RowOf<typeof calls.admins.getAdminActivityLog>) {
  if (subject_customer_id === null && subject_agent_id === null) return null
  return (
    <RowActions of={subject_name ?? ''}>
      {toCustomer(subject_customer_id)}
      {toAgent(subject_agent_id)}
    </RowActions>
  )
}

/** The log's own words (spec 1, point 5); one date alone leaves the other end open. */
function faultOf({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date) return 'Please select dates to filter'
  if (start_date && end_date && end_date < start_date) return 'End date cannot be before start date'
  return undefined
}
