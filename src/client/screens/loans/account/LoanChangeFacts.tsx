import { type LoanChange, type LoanChangeCase, loanChangeLabels } from '#contract/calls/loanChanges'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { RecordLink } from '#forms/decision/RecordLink'
import { Card } from '#ui/layout/Card'
import { DecidedSteps } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { termsText } from './changeText'

/** The facts of a change: the loan, what is owed on it, what is asked for and why, and the decisions. */
export const LoanChangeFacts = ({ change }: { change: LoanChangeCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Customer">
        <RecordLink to="customerDetails" state={{ user_id: change.user_id }}>
          {change.customer}
        </RecordLink>
      </Fact>
      <Fact label="Loan">
        <RecordLink to="loanAccount" state={{ loan_id: change.loan_id }}>
          {`${change.loan_type_name} ${change.loan_reference}`}
        </RecordLink>
      </Fact>
      <Fact label="Agent">{change.agent}</Fact>
      <Fact label="Loan Status">
        <StatusChip status={change.loan_status} />
      </Fact>
      <Fact label="Owed Now">
        <Money amount={change.owed} />
      </Fact>
      <Fact label="Overdue">
        {change.days_overdue > 0
          ? `${formatNaira(change.overdue_amount)}, ${pluralize(change.days_overdue, 'day')}`
          : 'None'}
      </Fact>
      <ChangeFacts change={change} />
    </Facts>
  </Card>
)

/** What was asked for, by whom and why, and what was decided. */
export const ChangeFacts = ({ change }: { change: LoanChange }) => (
  <>
    <Fact label="Reference">{change.reference}</Fact>
    <Fact label="Change">{loanChangeLabels[change.kind]}</Fact>
    <Fact label="Owed At The Request">
      <Money amount={change.amount} />
    </Fact>
    {!!change.security && <Fact label="Secures The Loan">{formatNaira(change.security)}</Fact>}
    {change.kind === 'reschedule' && <Fact label="New Installments">{termsText(change)}</Fact>}
    <Fact label="Reason">{change.reason}</Fact>
    <Fact label="Requested By">{`${change.requested_by_name}, ${showDateTime(change.created_at)}`}</Fact>
    <DecidedSteps request={change} />
    <Fact label="Status">
      <StatusChip status={change.status} />
    </Fact>
    {change.entry && <Fact label="Movement">{change.entry}</Fact>}
  </>
)
