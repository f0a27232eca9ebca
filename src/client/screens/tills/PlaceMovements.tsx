import type { ReactNode } from 'react'
import { placeMovementColumns } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { useListPlace } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'

const { getPlaceMovements } = calls.tills
type Props = {
  fixed: { place: 'vault' | 'bank' } | { place: 'till'; till_id: number }
  note: string
  name?: string | undefined
  actions: ReactNode
}

/** What came into a place and went out of it, and what it held after each movement. */
export function PlaceMovements({ fixed, note, name, actions }: Props) {
  const place = useListPlace()
  const list = usePagedList(getPlaceMovements, place, { fixed })
  const rowTools = useRowActions(actionsOf, ['reversalCreate'])
  return (
    <Screen
      note={note}
      fill
      about={
        <>
          {name && <strong>{name}</strong>}
          <ListSummary list={list} noun="movement" />
        </>
      }
      actions={
        <>
          <PrintButton />
          {actions}
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name={`${fixed.place}_movements_`} />}
        list={list}
        name="placeMovements"
        columns={placeMovementColumns}
        empty="No movement found"
        search={<ReportSearch place={place} />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = (row: RowOf<typeof getPlaceMovements>): RowOffer => ({
  name: row.reference,
  actions: [toReversal(row)],
})
