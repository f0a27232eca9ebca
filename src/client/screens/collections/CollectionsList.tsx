import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { collectionColumns } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getCollections } = calls.collections

export default function CollectionsList() {
  const place = useListPlace()
  const list = usePagedList(getCollections, place, { choices: [useAgentFilter()] })
  const rowTools = useRowActions(actionsOf, ['collectionDetails', 'agentDetails'])
  return (
    <Screen
      note="Collection sheets that were recorded. Total: what was collected, reversed lines among it."
      fill
      about={<ListSummary list={list} noun="collection" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="collectionSheet" state={null} variant="contained">
            Collection Sheet
          </LinkButton>
        </>
      }
    >
      <DataTable
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="collections_" />}
        list={list}
        name="collections"
        columns={collectionColumns}
        empty="No collection found"
        first={
          <FirstOne to="collectionSheet" link="Open a collection sheet">
            A collection is what an agent collected on a day, booked as one sheet.
          </FirstOne>
        }
        search={<ReportSearch place={place} hint="Receipt or agent" />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, reference, agent_id }: RowOf<typeof getCollections>): RowOffer => ({
  name: reference,
  actions: [{ label: 'Receipt', to: 'collectionDetails', state: { collection_id: id } }, toAgent(agent_id)],
})
