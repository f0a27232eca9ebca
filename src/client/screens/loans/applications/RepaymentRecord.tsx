import type { Borrower } from '#contract/calls/borrowers'
import { pluralize } from '#domain/money/figures'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

/** How the customer paid earlier loans. */
export const RepaymentRecord = ({ record }: { record: Borrower['repayment_record'] }) => (
  <Card title="Repayment Record">
    {record.loans === 0 ? (
      <Empty>No loan was paid out to this customer</Empty>
    ) : (
      <Facts>
        <Fact label="Loans">{`${pluralize(record.loans, 'loan')}, ${record.paid_loans} paid back`}</Fact>
        <Fact label="Paid on time">{pluralize(record.on_time, 'installment')}</Fact>
        <Fact label="Paid late">{pluralize(record.late, 'installment')}</Fact>
        <Fact label="Overdue now">{pluralize(record.overdue, 'installment')}</Fact>
      </Facts>
    )}
  </Card>
)
