import { calls } from '#contract/index'
import { BackLink, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { showDate, showDateTime } from '#domain/time/lagos'
import { repaymentStatusText } from '#domain/statusText'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'

/** One movement of a loan, with the balance before and after. */
export default function LoanHistoryDetails() {
  const details = useCall(calls.loans.loanDetails, useRouteState('loanHistoryDetails'))
  return (
    <Screen
      about={<Age updatedAt={details.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="loanHistory">Back to loan history</BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready query={details}>
        {({ data }) => (
          <Card narrow>
            <Facts>
              <Fact label="Reference">{data.reference}</Fact>
              <Fact label="Amount">
                <Money amount={data.amount} />
              </Fact>
              <Fact label="Amount Before">
                <Money amount={data.amount_before} />
              </Fact>
              <Fact label="Amount After">
                <Money amount={data.amount_after} />
              </Fact>
              <Fact label="Balance">
                <Money amount={data.balance} />
              </Fact>
              <Fact label="Due Date">{showDate(data.due_date)}</Fact>
              <Fact label="Penalty">
                <Money amount={data.penalty} />
              </Fact>
              <Fact label="Repayment">
                <Money amount={data.repayment} />
              </Fact>
              <Fact label="Status">
                <StatusChip status={repaymentStatusText(data.status)} ofRepayment />
              </Fact>
              <Fact label="Date Created">{showDateTime(data.created_at)}</Fact>
              <Fact label="Customer Phone">{data.customer_phone}</Fact>
              <Fact label="First Name">{data.customer_firstname}</Fact>
              <Fact label="Last Name">{data.customer_lastname}</Fact>
            </Facts>
          </Card>
        )}
      </Ready>
    </Screen>
  )
}
