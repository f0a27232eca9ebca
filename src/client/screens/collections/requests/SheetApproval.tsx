import Box from '@mui/material/Box'
import { notCollectedReasons, type SheetRequestCase } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { BackLink, useRouteState } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'
import { dayText } from '#ui/form/choices/collectionDays'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { ListRow } from '#ui/layout/ListRow'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { earlierText } from '../sheet/EarlierSheets'
import { SheetDecisionForm } from './SheetDecisionForm'

const { getSheetRequest, sheetRequestDecision } = calls.collections

/** A sheet of a closed day, its lines, and the decision form. */
export default function SheetApproval() {
  const { sheet_request_id: id } = useRouteState('sheetApproval')
  const submit = useSubmit(sheetRequestDecision)
  const request = selectById(useCall(getSheetRequest, { id }, enabledUntilDone(submit)), id)
  return (
    <Screen
      about={<Age of={request.dataUpdatedAt} />}
      actions={<BackLink to="sheetRequests">Back to sheet requests</BackLink>}
    >
      <Ready of={request}>
        {(one) => (
          <>
            <CardGrid least={420}>
              <Summary of={one} />
              {one.status === 'pending' ? (
                <SheetDecisionForm of={one} submit={submit} />
              ) : (
                <Decided of={one} />
              )}
            </CardGrid>
            <Lines of={one} />
          </>
        )}
      </Ready>
    </Screen>
  )
}

const Summary = ({ of: one }: { of: SheetRequestCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Sheet">{one.reference}</Fact>
      <Fact label="Agent">{one.agent}</Fact>
      <Fact label="Day">{dayText(one.day)}</Fact>
      <Fact label="Lines">{`${one.collected_lines} collected, of ${one.lines}`}</Fact>
      <Fact label="Total">
        <Money of={one.total} />
      </Fact>
      <Fact label="Reason">{one.reason}</Fact>
      <Fact label="Requested By">{`${one.requested_by_name}, ${showDateTime(one.created_at)}`}</Fact>
      {one.sheets.length > 0 && (
        <Fact label="Recorded Already">
          {one.sheets.map((sheet) => (
            <div key={sheet.id}>{earlierText(sheet)}</div>
          ))}
        </Fact>
      )}
    </Facts>
  </Card>
)

const Decided = ({ of: one }: { of: SheetRequestCase }) => (
  <Card title="The decision">
    <Facts>
      <Fact label="Status">
        <StatusChip of={one.status} />
      </Fact>
      <Fact label="Decided By">
        {one.decided_at ? `${one.decided_by_name}, ${showDateTime(one.decided_at)}` : one.decided_by_name}
      </Fact>
      {one.comment && <Fact label="Comment">{one.comment}</Fact>}
      {one.receipt && <Fact label="Receipt">{one.receipt}</Fact>}
    </Facts>
  </Card>
)

const Lines = ({ of: { rows } }: { of: SheetRequestCase }) => (
  <Card title="Lines">
    <ul style={{ margin: 0, padding: 0 }}>
      {rows.map((row) => (
        <ListRow key={row.id}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <div>{`${row.customer}, ${row.customer_reference}`}</div>
            <Box sx={{ color: 'text.secondary' }}>{`${row.type_name}, ${row.reference}`}</Box>
          </Box>
          <Box sx={{ textAlign: 'right' }}>
            <div>
              {row.amount > 0 ? formatNaira(row.amount) : row.reason && notCollectedReasons[row.reason]}
            </div>
            {row.twice && <Box sx={{ color: 'warning.main' }}>Came twice</Box>}
          </Box>
        </ListRow>
      ))}
    </ul>
  </Card>
)
