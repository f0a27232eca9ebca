import { calls } from '#contract/index'
import { BackLink, useRouteState } from '#app/navigation'
import { useCall } from '#data/useCall'
import { showDate, showDateTime } from '#domain/lagos'
import { repaymentStatusText } from '#domain/statusText'
import { Age } from '#ui/Age'
import { Card } from '#ui/Card'
import { Fact, Facts } from '#ui/Facts'
import { Money } from '#ui/Money'
import { PrintButton } from '#ui/PrintButton'
import { Ready } from '#ui/Ready'
import { Screen } from '#ui/Screen'
import { StatusChip } from '#ui/StatusChip'

/** One movement of a loan, with its balance around it. */
export default function LoanHistoryDetails() {
  const details = useCall(calls.loans.loanDetails, useRouteState('loanHistoryDetails'))
  return (
    <Screen
      about={<Age of={details.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="loanHistory">Back to loan history</BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready of={details}>
        {({ data }) => (
          <Card narrow>
            <Facts>
              <Fact label="Reference">{data.reference}</Fact>
              <Fact label="Amount">
                <Money of={data.amount} />
              </Fact>
              <Fact label="Amount Before">
                <Money of={data.amount_before} />
              </Fact>
              <Fact label="Amount After">
                <Money of={data.amount_after} />
              </Fact>
              <Fact label="Balance">
                <Money of={data.balance} />
              </Fact>
              <Fact label="Due Date">{showDate(data.due_date)}</Fact>
              <Fact label="Penalty">
                <Money of={data.penalty} />
              </Fact>
              <Fact label="Repayment">
                <Money of={data.repayment} />
              </Fact>
              <Fact label="Status">
                <StatusChip of={repaymentStatusText(data.status)} />
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
