import Box from '@mui/material/Box'
import type { Customer } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { activeText } from '#domain/statusText'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Figure } from '#ui/text/Figure'
import { Money } from '#ui/text/Money'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { IdentityCard } from './IdentityCard'
import { MessagesCard } from './MessagesCard'
import { nameOf, useCustomer } from './useCustomer'

/** A customer's profile and balances. */
export default function CustomerDetails() {
  const state = useRouteState('customerDetails')
  const customer = useCustomer(state.user_id)
  const balance = useCall(calls.customers.getCustomersBalance, { customer_id: state.user_id })
  return (
    <Screen
      about={<Age of={Math.min(customer.dataUpdatedAt, balance.dataUpdatedAt)} />}
      actions={
        <>
          <BackLink to="customers">Back to customers</BackLink>
          <PrintButton />
          <LinkButton to="customerUpdate" state={state}>
            Update
          </LinkButton>
          <LinkButton to="customerReassign" state={state}>
            Re-Schedule
          </LinkButton>
          {customer.data && (
            <LinkButton to={customer.data.status ? 'customerDeactivate' : 'customerActivate'} state={state}>
              {customer.data.status ? 'Deactivate' : 'Activate'}
            </LinkButton>
          )}
        </>
      }
    >
      <Ready of={customer}>{(one) => <Profile of={one} />}</Ready>
      <IdentityCard key={state.user_id} customerId={state.user_id} />
      <Ready of={balance}>
        {({ data: { main_wallet, savings_wallets } }) => (
          <>
            <Card title="Main Wallet" narrow>
              <Figure>
                <Money of={main_wallet.balance} />
              </Figure>
            </Card>
            <Card title="Savings Wallets" narrow>
              {savings_wallets.length === 0 ? (
                <Empty>No savings wallets available</Empty>
              ) : (
                <Facts>
                  {savings_wallets.map((wallet) => (
                    <Fact key={wallet.code} label={`${wallet.type} ${wallet.code}`}>
                      <Money of={wallet.balance} />
                    </Fact>
                  ))}
                </Facts>
              )}
            </Card>
          </>
        )}
      </Ready>
      {/* Its list has a print of its own. */}
      <Box className="screen-only">
        <MessagesCard state={state} />
      </Box>
    </Screen>
  )
}

const Profile = ({ of: one }: { of: Customer }) => (
  <Card title="Profile" narrow>
    <Facts>
      <Fact label="Full Name">{nameOf(one)}</Fact>
      <Fact label="Reference">{one.reference}</Fact>
      <Fact label="Phone">{one.phone_number}</Fact>
      <Fact label="Status">
        <StatusChip of={activeText(one.status)} />
      </Fact>
      <Fact label="State">{one.state}</Fact>
      <Fact label="LGA">{one.lga}</Fact>
      <Fact label="Home Address">{one.home_address}</Fact>
      <Fact label="Office Address">{one.office_address}</Fact>
      <Fact label="Agent Name">{one.agentName}</Fact>
      <Fact label="Assigned Agent">{one.assignedAgentName}</Fact>
      <Fact label="Date Created">{showDateTime(one.created_at)}</Fact>
    </Facts>
  </Card>
)
