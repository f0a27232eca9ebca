import Box from '@mui/material/Box'
import type { LateBatchCase } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { showDateTime } from '#domain/time/lagos'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { dayText } from '#ui/form/choices/collectionDays'
import { Card } from '#ui/layout/Card'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'
import { AgentDay, RecordedAlready, SheetLines } from './SheetParts'

const { getLateBatch, lateBatchDecision } = calls.collections

/** What an agent's device sent too late, its lines, and the decision form. */
export default function LateBatchApproval() {
  const { late_batch_id } = useRouteState('lateBatchApproval')
  return <Case id={late_batch_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getLateBatch}
      call={lateBatchDecision}
      list="lateBatches"
      back="Back to late batches"
      about={({ reference, total }) => ({ name: `late batch ${reference}`, amount: total })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} late batch of ${formatNaira(one.total)}`,
        consequence:
          chosen === 'reject'
            ? 'Nothing is recorded. The device shows the comment as the reason.'
            : `${pluralize(one.lines, 'line')}, ${formatNaira(one.total)}, are recorded now and count on ${dayText(one.day)}. A line that can’t be recorded, or that the office has by now, is left out and says why.`,
        facts: <AgentDay of={one} />,
      })}
      title={({ total, agent }) => `${formatNaira(total)} sent late by ${agent}`}
      decided={(one) => one.status !== 'pending' && <DecidedCard decision={one} />}
      movesNow={() => true}
      against={({ against }) => against}
    >
      {(one) => (
        <>
          <Summary batch={one} />
          <Lines batch={one} />
        </>
      )}
    </DecisionScreen>
  )
}

const reasons: Record<LateBatchCase['reason'], string> = {
  'closed day': 'The day is closed',
  'too old': `It came more than ${openDays} days after its day`,
  'another amount in the office': 'The office’s sheet has another amount',
}

const Summary = ({ batch }: { batch: LateBatchCase }) => (
  <Card title="What you decide">
    <Facts>
      <AgentDay of={batch} />
      <Fact label="Waits Because">{reasons[batch.reason]}</Fact>
      <Fact label="Received">{showDateTime(batch.created_at)}</Fact>
      <Fact label="Device">
        {[batch.device ?? 'Deleted', batch.device_approved_by && `approved by ${batch.device_approved_by}`]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      <Fact label="Batch">{`${batch.batch}, ${pluralize(batch.lines, 'line')} late`}</Fact>
      <RecordedAlready sheets={batch.sheets} />
    </Facts>
  </Card>
)

type Line = LateBatchCase['rows'][number]

const Lines = ({ batch: { rows, status } }: { batch: LateBatchCase }) => (
  <SheetLines rows={rows} below={(row) => <div>{recordedText(row)}</div>}>
    {(row) => (
      <>
        <div>{formatNaira(row.amount)}</div>
        {status === 'approved' && (
          <>
            <StatusChip status={row.state} />
            <Box sx={{ color: 'text.secondary' }}>{row.entry ?? row.message}</Box>
          </>
        )}
      </>
    )}
  </SheetLines>
)

/** By the device, whose clock and place nobody checks. */
const recordedText = ({ recorded_at, latitude, longitude, accuracy }: Line) =>
  [
    `Recorded ${showDateTime(recorded_at)} by the device’s clock`,
    latitude !== null && longitude !== null && `at ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    accuracy !== null && `± ${Math.round(accuracy)} m`,
  ]
    .filter(Boolean)
    .join(', ')
