import type { Waiting as Kind } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { OpenWaiting } from '#lists/waiting'
import { formatCount } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'

const labels: Record<Kind, string> = {
  loans_first: 'Loans, first approval',
  loans_second: 'Loans, second approval',
  requests_first: 'Fund requests, first approval',
  requests_second: 'Fund requests, second approval',
  withdrawals: 'Withdrawals',
  differences_first: 'Cash differences, first approval',
  differences_second: 'Cash differences, second approval',
  loan_changes_first: 'Loan changes, first approval',
  loan_changes_second: 'Loan changes, second approval',
  reversals: 'Reversals',
  devices: 'Agent devices',
}
const kinds = Object.keys(labels) as Kind[]

/** Counts of decisions that wait for this admin. Hidden from admins who decide nothing. */
export function Waiting() {
  const waiting = useCall(calls.dashboard.getWaitingDecisions, {})
  if (waiting.data && Object.keys(waiting.data.data).length === 0) return null
  return (
    <Card title="Waiting for you">
      <Ready of={waiting}>
        {({ data }) => (
          <Facts>
            {kinds.map((kind) => (
              <Count key={kind} of={data[kind]} kind={kind} />
            ))}
          </Facts>
        )}
      </Ready>
    </Card>
  )
}

const Count = ({ of: count, kind }: { of: number | undefined; kind: Kind }) =>
  count !== undefined && (
    <Fact label={labels[kind]}>
      {formatCount(count)} <OpenWaiting of={kind} label={labels[kind]} />
    </Fact>
  )
