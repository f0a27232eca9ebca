import { today as serverToday } from '#device/today'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type ArrearsRow, arrearsColumns } from '#contract/calls/arrears'
import { calls } from '#contract/index'
import { usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { useRowActions } from '#lists/rows/RowActions'
import { toCustomer, toLoanAccount, toRepayment } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { useListPlace } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { Screen } from '#ui/layout/Screen'
import { OnPaper } from '#ui/print/OnPaper'
import { usePrinting } from '#ui/print/printing'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'
import { AgeCards } from './AgeCards'
import { AgeLine } from './AgeLine'
import { GroupChoice, groupOf } from './GroupChoice'
import { GroupsCard } from './GroupsCard'
import { OnlyChip } from './OnlyChip'
import { ReadingChip } from './ReadingChip'
import { RiskFigures, riskText } from './RiskFigures'
import { aboutOf, useOnly } from './useOnly'
import '#ui/theme/ages.css'
import './arrears.css'

/** What is late of the loans, and the portfolio at risk, as of any day. */
export default function Arrears() {
  const place = useListPlace()
  const [only, setOnly] = useOnly()
  const [whole, setWhole] = useState(false)
  const isPrinting = usePrinting()
  const today = serverToday()
  const { day = today, group: wanted, reading: read, ...filters } = place.filters
  const reading = day !== today && read === 'corrected' ? ('corrected' as const) : undefined
  const group = groupOf(wanted)
  const about = { ...(day !== today && { day }), ...(reading && { reading }), ...aboutOf(only) }
  const report = useCall(
    calls.arrears.getArrearsReport,
    { ...about, ...(group && { group }) },
    { keepPrevious: true },
  )
  const list = usePagedList(
    calls.arrears.getArrears,
    {
      ...place,
      filters: day === today ? filters : { ...filters, day, ...(reading && { reading }) },
    },
    {
      enabled: group === undefined,
      fixed: aboutOf(only),
      initialSort: { field: 'late_since', order: 'asc' },
    },
  )
  const rowTools = useRowActions(
    (row: ArrearsRow) => ({
      name: row.reference,
      actions: [
        // On an earlier day the loan may have been late that is paid now.
        day === today && toRepayment({ id: row.id, loan_status: 'active' }),
        toLoanAccount(row.id),
        toCustomer(row.user_id),
      ],
    }),
    ['loanAccount', 'loanRepayment', 'customerDetails'],
  )
  const change = (changed: Record<string, string>) => place.go({ filters: { ...place.filters, ...changed } })
  const { bucket = '' } = filters
  const isWhole = whole || group !== undefined || isPrinting
  const tools = (
    <>
      <GroupChoice group={group} onChange={(next) => change({ group: next ?? '', bucket: '' })} />
      <OnlyChip filter={only} onClear={() => setOnly(undefined)} />
      {day !== today && (
        <ReadingChip
          about={{ day, ...aboutOf(only) }}
          reading={reading}
          shown={report.data?.data}
          onChange={(next) => change({ reading: next ?? '' })}
        />
      )}
    </>
  )
  return (
    <Screen
      note="Late: what is unpaid of installments after their due date, with penalties. PAR n: owed on loans more than n days late, of all owed."
      fill={group === undefined}
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => change({ day: chosen === today ? '' : chosen })} />
          {reading && <OnPaper>Without what was reversed since</OnPaper>}
          <strong className="age-risk">{report.data && `PAR 30 ${riskText(report.data.data)}`}</strong>
          {group ? <Age updatedAt={report.dataUpdatedAt} /> : <ListSummary list={list} noun="late loan" />}
        </>
      }
      actions={
        <>
          {group === undefined && (
            <Button variant="outlined" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              All figures
            </Button>
          )}
          <PrintButton />
        </>
      }
    >
      <div className={isWhole ? 'age-area whole' : 'age-area'}>
        <Ready query={report} height={28}>
          {({ data }) => {
            const ages = {
              report: data,
              chosen: bucket,
              onChoose: (next: string) => change({ bucket: next === bucket ? '' : next, group: '' }),
            }
            return isWhole ? (
              <>
                <AgeCards {...ages} />
                <RiskFigures report={data} />
              </>
            ) : (
              <AgeLine {...ages} />
            )
          }}
        </Ready>
      </div>
      {group && <div className="arrears-tools screen-only">{tools}</div>}
      {group === undefined ? (
        <DataTable
          tools={<ExportCsv list={list} name="arrears_" />}
          list={list}
          name="arrears"
          columns={arrearsColumns}
          empty="No loan is late"
          chips={tools}
          search={
            <SearchBox
              place={place}
              hint="Reference, name or phone"
              emptyMessage="Please enter reference to search"
            />
          }
          {...rowTools}
        />
      ) : (
        <Ready query={report}>
          {({ data }) => (
            <GroupsCard report={data} group={group} onOpen={(one) => setOnly(one, { group: '' })} />
          )}
        </Ready>
      )}
    </Screen>
  )
}
