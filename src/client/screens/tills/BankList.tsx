import { bankMovementColumns } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { showFile } from '#lists/rows/showFile'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getBankMovements, getBankSlip } = calls.tills

/** Opens the file of a slip in a new tab. */
const showSlip = (id: number) =>
  showFile({
    call: getBankSlip,
    body: { id },
    linkIn: ({ data }) => data.slip,
    exists: true,
    missing: 'This movement has no slip.',
  })

export default function BankList() {
  const place = useListPlace()
  const list = usePagedList(getBankMovements, place)
  const rowTools = useRowActions(actionsOf, ['reversalCreate'])
  return (
    <Screen
      note="Cash that was brought from the vault to the bank, or taken from it, by slip."
      fill
      about={<ListSummary list={list} noun="slip" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="bankAccount">Movements</LinkButton>
          <LinkButton to="bankCreate" variant="contained">
            Record Slip
          </LinkButton>
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="bank_" />}
        list={list}
        name="bankMovements"
        columns={bankMovementColumns}
        empty="No slip found"
        first={
          <FirstOne to="bankCreate" link="Record the first slip">
            Cash that goes to the bank or comes from it is recorded with the number of its slip.
          </FirstOne>
        }
        search={<ReportSearch place={place} />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = (row: RowOf<typeof getBankMovements>): RowOffer => ({
  name: row.reference,
  actions: [
    row.has_slip && { label: 'Slip', access: getBankSlip.access, open: () => showSlip(row.id) },
    toReversal(row),
  ],
})
