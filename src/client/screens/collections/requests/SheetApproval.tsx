import Box from '@mui/material/Box'
import { notCollectedReasons, type SheetRequestCase } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { dayText } from '#ui/form/choices/collectionDays'
import { Card } from '#ui/layout/Card'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { AgentDay, RecordedAlready, SheetLines } from './SheetParts'

const { getSheetRequest, sheetRequestDecision } = calls.collections

/** A sheet of a closed day, its lines, and the decision form. */
export default function SheetApproval() {
  const { sheet_request_id } = useRouteState('sheetApproval')
  return <Case id={sheet_request_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getSheetRequest}
      call={sheetRequestDecision}
      list="sheetRequests"
      back="Back to sheet requests"
      about={({ reference, total }) => ({ name: `sheet ${reference}`, amount: total })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} sheet of ${formatNaira(one.total)}`,
        consequence:
          chosen === 'reject'
            ? 'Nothing is recorded. The comment is stored as the reason, and the sheet can be sent again.'
            : `${pluralize(one.collected_lines, 'line')}, ${formatNaira(one.total)}, are recorded now and count on ${dayText(one.day)}. All lines are recorded, or none.`,
        facts: <AgentDay of={one} />,
      })}
      title={({ total, agent }) => `${formatNaira(total)} collected by ${agent}`}
      decided={(one) =>
        one.status !== 'pending' && (
          <DecidedCard decision={one}>
            {one.receipt && <Fact label="Receipt">{one.receipt}</Fact>}
          </DecidedCard>
        )
      }
      movesNow={() => true}
      against={({ against }) => against}
    >
      {(one) => (
        <>
          <Summary request={one} />
          <Lines request={one} />
        </>
      )}
    </DecisionScreen>
  )
}

const Summary = ({ request }: { request: SheetRequestCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Sheet">{request.reference}</Fact>
      <AgentDay of={request} />
      <Fact label="Lines">{`${request.collected_lines} collected, of ${request.lines}`}</Fact>
      <Fact label="Reason">{request.reason}</Fact>
      <Fact label="Requested By">{`${request.requested_by_name}, ${showDateTime(request.created_at)}`}</Fact>
      <RecordedAlready sheets={request.sheets} />
    </Facts>
  </Card>
)

const Lines = ({ request: { rows } }: { request: SheetRequestCase }) => (
  <SheetLines rows={rows}>
    {(row) => (
      <>
        <div>{row.amount > 0 ? formatNaira(row.amount) : row.reason && notCollectedReasons[row.reason]}</div>
        {row.twice && <Box sx={{ color: 'warning.main' }}>Came twice</Box>}
      </>
    )}
  </SheetLines>
)
