import { type ArrearsRow, arrearsColumns } from '#contract/calls/arrears'
import { calls } from '#contract/index'
import { lagosDay } from '#domain/time/lagos'
import { usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { RowActions } from '#lists/rows/RowActions'
import { toCustomer, toLoanAccount, toRepayment, useRowActions } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { useListPlace } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { DayChoice } from '#ui/form/DayChoice'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'
import { AgeCards } from './AgeCards'
import { GroupChoice, groupOf } from './GroupChoice'
import { GroupsCard } from './GroupsCard'
import { OnlyChip } from './OnlyChip'
import { RiskFigures } from './RiskFigures'
import { aboutOf, useOnly } from './useOnly'
import '#ui/theme/ages.css'
import './arrears.css'

/** What is late of the loans, and the portfolio at risk, as of any day. */
export default function Arrears() {
  const place = useListPlace()
  const [only, setOnly] = useOnly()
  const today = lagosDay(new Date())
  const { day = today, group: wanted, ...filters } = place.filters
  const group = groupOf(wanted)
  const about = { ...(day !== today && { day }), ...aboutOf(only) }
  const report = useCall(
    calls.arrears.getArrearsReport,
    { ...about, ...(group && { group }) },
    { keepPrevious: true },
  )
  const list = usePagedList(
    calls.arrears.getArrears,
    {
      ...place,
      filters: day === today ? filters : { ...filters, day },
    },
    {
      enabled: group === undefined,
      fixed: aboutOf(only),
      initialSort: { field: 'late_since', order: 'asc' },
    },
  )
  const rowActions = useRowActions(['loanAccount', 'loanRepayment', 'customerDetails'], (row: ArrearsRow) => (
    <RowActions
      of={row.reference}
      actions={[
        // On an earlier day the loan may have been late that is paid now.
        day === today && toRepayment({ id: row.id, loan_status: 'active' }),
        toLoanAccount(row.id),
        toCustomer(row.user_id),
      ]}
    />
  ))
  const change = (changed: Record<string, string>) => place.go({ filters: { ...place.filters, ...changed } })
  const { bucket = '' } = filters
  const tools = (
    <div className="arrears-tools screen-only">
      <GroupChoice group={group} onChange={(next) => change({ group: next ?? '', bucket: '' })} />
      <OnlyChip of={only} onClear={() => setOnly(undefined)} />
    </div>
  )
  return (
    <Screen
      fill={group === undefined}
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => change({ day: chosen === today ? '' : chosen })} />
          {group ? <Age of={report.dataUpdatedAt} /> : <ListSummary list={list} noun="late loan" />}
        </>
      }
      actions={group ? <PrintButton /> : <PrintButton />}
    >
      <Ready of={report}>
        {({ data }) => (
          <>
            <AgeCards
              of={data}
              chosen={bucket}
              onChoose={(next) => change({ bucket: next === bucket ? '' : next, group: '' })}
            />
            <RiskFigures of={data} />
          </>
        )}
      </Ready>
      {group && tools}
      {group === undefined ? (
        <DataTable
          tools={<ExportCsv list={list} name="arrears_" />}
          list={list}
          name="arrears"
          columns={arrearsColumns}
          empty="No loan is late"
          search={
            <>
              <SearchBox
                place={place}
                hint="Reference, name or phone"
                emptyMessage="Please enter reference to search"
              />
              {tools}
            </>
          }
          rowActions={rowActions}
          actions="links"
        />
      ) : (
        <Ready of={report}>
          {({ data }) => <GroupsCard of={data} group={group} onOpen={(one) => setOnly(one, { group: '' })} />}
        </Ready>
      )}
    </Screen>
  )
}
