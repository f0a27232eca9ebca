import { calls } from '#contract/index'
import { BackLink, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { savingStatusText } from '#domain/statusText'
import { showDateTime } from '#domain/time/lagos'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'

/** One movement of a savings wallet, with the balance before and after. */
export default function SavingDetails() {
  const details = useCall(calls.savings.savingDetails, useRouteState('savingDetails'))
  return (
    <Screen
      about={<Age updatedAt={details.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="savingsHistory">Back to savings history</BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready query={details}>
        {({ data }) => (
          <Card narrow>
            <Facts>
              <Fact label="Reference">{data.reference}</Fact>
              {data.movement && <Fact label="Movement">{data.movement}</Fact>}
              <Fact label="Amount">
                <Money amount={data.amount} />
              </Fact>
              <Fact label="Status">
                <StatusChip status={savingStatusText(data.status)} />
              </Fact>
              <Fact label="Date Created">{showDateTime(data.created_at)}</Fact>
              <Fact label="Customer Phone">{data.customer_phone}</Fact>
              <Fact label="First Name">{data.customer_firstname}</Fact>
              <Fact label="Last Name">{data.customer_lastname}</Fact>
              <Fact label="Amount Before">
                <Money amount={data.amount_before} />
              </Fact>
              <Fact label="Amount After">
                <Money amount={data.amount_After} />
              </Fact>
              <Fact label="Agent Name">{data.agent_name}</Fact>
              {data.reversed_by && <Fact label="Reversed By">{data.reversed_by}</Fact>}
              {data.reverses && <Fact label="Reverses">{data.reverses}</Fact>}
            </Facts>
          </Card>
        )}
      </Ready>
    </Screen>
  )
}
