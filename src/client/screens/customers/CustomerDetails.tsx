import { serverTime } from '#device/clock'
import Box from '@mui/material/Box'
import type { CustomerProfile } from '#contract/calls/customerPage'
import { calls } from '#contract/index'
import { BackLink, useRouteState } from '#routing/navigation'
import { lagosDay, showDateTime } from '#domain/time/lagos'
import { activeText } from '#domain/statusText'
import { useOpened } from '#api/search/useOpened'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { DataCard } from './DataCard'
import { IdentityCard } from './IdentityCard'
import { MessagesCard } from './MessagesCard'
import { Balances } from './page/Balances'
import { CustomerHead } from './page/CustomerHead'
import { Loans } from './page/Loans'
import { Movements } from './page/Movements'
import { PageGuarantors } from './page/PageGuarantors'
import { Pending } from './page/Pending'
import { Savings } from './page/Savings'
import { nameOf } from './useCustomer'
import './page/customerPage.css'

/** All about a customer: balances, loans, savings, movements, what waits for a decision, guarantors and the profile. */
export default function CustomerDetails() {
  const state = useRouteState('customerDetails')
  const page = useCall(calls.customers.getCustomerPage, { customer_id: state.user_id })
  const profile = page.data?.data.profile ?? undefined
  useOpened(
    'customers',
    profile && {
      id: state.user_id,
      user_id: state.user_id,
      title: nameOf(profile),
      detail: `${profile.reference} · ${profile.phone_number}`,
    },
  )
  return (
    <Screen
      about={
        <span className="customer-age">
          <Age of={page.dataUpdatedAt} />
        </span>
      }
      actions={
        <>
          <BackLink to="customers">Back to customers</BackLink>
          <PrintButton />
        </>
      }
    >
      <div className="customer-room">
        <Ready of={page}>
          {({ data }) => {
            const name = data.profile ? nameOf(data.profile) : ''
            return (
              <>
                <CustomerHead of={data} state={state} />
                <Balances of={data} state={state} name={name} />
                <div className="customer-columns">
                  <div className="customer-first">
                    <Pending of={data.pending} />
                  </div>
                  <div className="customer-main">
                    <Loans of={data} state={state} day={lagosDay(new Date(serverTime(page.dataUpdatedAt)))} />
                    <Savings of={data.savings} state={state} owner={data.profile} />
                    <Movements of={data} state={name ? { ...state, name } : state} />
                  </div>
                  <div className="customer-side">
                    <PageGuarantors of={data} state={state} />
                    {data.profile && <Profile of={data.profile} />}
                    <IdentityCard key={state.user_id} customerId={state.user_id} />
                    {/* Its list has a print of its own. */}
                    <Box className="screen-only">
                      <MessagesCard state={state} />
                    </Box>
                    <Box className="screen-only">{data.profile && <DataCard of={data.profile} />}</Box>
                  </div>
                </div>
              </>
            )
          }}
        </Ready>
      </div>
    </Screen>
  )
}

const Profile = ({ of: one }: { of: CustomerProfile }) => (
  <Card title="Profile">
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
