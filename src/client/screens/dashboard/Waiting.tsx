import { calls } from '#contract/index'
import { LinkButton } from '#app/navigation'
import { formatCount } from '#domain/figures'
import { useCall } from '#data/useCall'
import { Card } from '#ui/Card'
import { Fact, Facts } from '#ui/Facts'
import { Ready } from '#ui/Ready'

/** What only this user's decision moves on; who decides nothing is not shown the card. */
export function Waiting() {
  const waiting = useCall(calls.dashboard.getWaitingDecisions, {})
  if (waiting.data && Object.keys(waiting.data.data).length === 0) return null
  return (
    <Card
      title="Waiting for you"
      action={
        waiting.data?.data.devices !== undefined && <LinkButton to="agents">Open the agents</LinkButton>
      }
    >
      <Ready of={waiting}>
        {({ data }) => (
          <Facts>
            <Count label="Loans, first approval" of={data.loans_first} />
            <Count label="Loans, second approval" of={data.loans_second} />
            <Count label="Fund requests, first approval" of={data.requests_first} />
            <Count label="Fund requests, second approval" of={data.requests_second} />
            <Count label="Withdrawals" of={data.withdrawals} />
            <Count label="Agent devices" of={data.devices} />
          </Facts>
        )}
      </Ready>
    </Card>
  )
}

const Count = ({ label, of: count }: { label: string; of: number | undefined }) =>
  count !== undefined && <Fact label={label}>{formatCount(count)}</Fact>
