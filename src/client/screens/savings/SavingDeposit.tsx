import { inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { CashForm } from '#forms/CashForm'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { useSavingAccount } from './useSavingAccount'

/** Deposits cash that was paid in at the counter into a savings wallet. */
export default function SavingDeposit() {
  const { savings_id } = useRouteState('savingDeposit')
  const saving = useSavingAccount(savings_id)
  return (
    <Screen
      about={<Age updatedAt={saving.dataUpdatedAt} />}
      actions={<BackLink to="savingsPortfolio">Back to savings portfolio</BackLink>}
    >
      <Ready query={saving}>
        {(one) => (
          <>
            <Card title={one.customer_name} narrow>
              <Facts>
                <Fact label="Savings wallet">{`${one.saving_type_name} ${one.reference}`}</Fact>
                <Fact label="Fixed amount">
                  <Money amount={one.fixed_amount} />
                </Fact>
                {one.terms && <Fact label="Commission">{one.terms}</Fact>}
              </Facts>
            </Card>
            <CashForm
              call={calls.savings.recordDeposit}
              schema={calls.savings.recordDeposit.input.entries.amount}
              title="Deposit"
              verb="Deposit"
              actionLabel="Deposit"
              subject={{ savings_id }}
              name={one.customer_name}
              balance={one.balance}
              question={`Deposit for ${one.customer_name}?`}
              consequence="that was paid in goes into the savings wallet at once. It can’t be undone here."
              facts={
                <>
                  <Fact label="Customer">{`${one.customer_name}, ${one.customer_reference}`}</Fact>
                  <Fact label="Savings wallet">{`${one.saving_type_name} ${one.reference}`}</Fact>
                </>
              }
              earlierDay="It counts on that day, also for interest."
              closedDays={one.closed_days}
              disabledReason={one.is_active ? undefined : inactiveCustomerMessage}
              resultOf={({ data }) => data?.data}
            />
          </>
        )}
      </Ready>
    </Screen>
  )
}
