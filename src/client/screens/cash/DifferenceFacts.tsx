import { approvalStates } from '#contract/calls/approvals'
import { type DifferenceCase, differenceTypeLabels } from '#contract/calls/cash'
import { showDateTime } from '#domain/time/lagos'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Card } from '#ui/layout/Card'
import { DecidedSteps } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { HeldSince } from './CashFacts'
import { holdsAfter } from './decisionText'

/** The facts of a cash difference: requester, decisions, and what the agent holds before and after approval. */
export const DifferenceFacts = ({ difference }: { difference: DifferenceCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Reference">{difference.reference}</Fact>
      <Fact label={difference.till_session ? 'Till' : 'Agent'}>{difference.agent}</Fact>
      {difference.till_session && <Fact label="Till Session">{difference.till_session}</Fact>}
      <Fact label="Type">{differenceTypeLabels[difference.type]}</Fact>
      <Fact label="Amount">
        <Money amount={difference.amount} />
      </Fact>
      <Fact label="Reason">{difference.reason}</Fact>
      <Fact label="Requested By">
        {`${difference.requested_by_name}, ${showDateTime(difference.created_at)}`}
      </Fact>
      <DecidedSteps request={difference} />
      <Fact label="Status">
        <StatusChip status={approvalStates[difference.state]} />
      </Fact>
      {difference.state < 2 ? (
        <>
          <HeldSince since={difference.held_since} />
          <HoldsChange difference={difference} />
        </>
      ) : (
        difference.entry && <Fact label="Movement">{difference.entry}</Fact>
      )}
      {difference.reversed_by && <Fact label="Reversed By">{difference.reversed_by}</Fact>}
    </Facts>
  </Card>
)

/** What the agent holds before and after. */
export const HoldsChange = ({ difference }: { difference: DifferenceCase }) => (
  <BalanceChange label="Holds" before={difference.holds} after={holdsAfter(difference, difference.holds)} />
)
