import { serverTime } from '#device/clock'
import Box from '@mui/material/Box'
import type { CustomerProfile } from '#contract/calls/customerPage'
import { calls } from '#contract/index'
import { HistoryCard } from '#lists/history/HistoryCard'
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
import { SavingsCards } from './card/SavingsCards'
import { Balances } from './page/Balances'
import { CustomerHead } from './page/CustomerHead'
import { Fees } from './page/Fees'
import { FrozenNote } from './page/FrozenNote'
import { Loans } from './page/Loans'
import { Movements } from './page/Movements'
import { PageGuarantors } from './page/PageGuarantors'
import { Pending, ToPayCard } from './page/Pending'
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
      dense
      about={
        <span className="customer-age">
          <Age updatedAt={page.dataUpdatedAt} />
        </span>
      }
      actions={
        <>
          <BackLink to="customers">Back to customers</BackLink>
          <PrintButton />
        </>
      }
    >
      <div className="customer-area">
        <Ready query={page} like="record">
          {({ data }) => {
            const name = data.profile ? nameOf(data.profile) : ''
            return (
              <>
                <CustomerHead page={data} state={state} />
                {data.profile?.frozen && <FrozenNote customerId={state.user_id} />}
                <Balances page={data} state={state} name={name} />
                <div className="customer-columns">
                  <div className="customer-first">
                    <Pending requests={data.pending} />
                    <ToPayCard payments={data.to_pay ?? []} />
                  </div>
                  <div className="customer-main">
                    <Loans
                      page={data}
                      state={state}
                      day={lagosDay(new Date(serverTime(page.dataUpdatedAt)))}
                    />
                    <Savings wallets={data.savings} state={state} owner={data.profile} />
                    {/* It has a print of its own. */}
                    <Box className="screen-only">
                      {data.savings.length > 0 && (
                        <SavingsCards customerId={state.user_id} name={name || 'Customer'} />
                      )}
                    </Box>
                    <Fees page={data} state={state} />
                    <Movements page={data} state={name ? { ...state, name } : state} />
                  </div>
                  <div className="customer-side">
                    <PageGuarantors page={data} state={state} />
                    {data.profile && <Profile profile={data.profile} />}
                    <IdentityCard key={state.user_id} customerId={state.user_id} />
                    {/* Their lists have prints of their own. */}
                    <Box className="screen-only">
                      <MessagesCard state={state} />
                    </Box>
                    <Box className="screen-only">
                      <HistoryCard
                        noun="customer"
                        id={state.user_id}
                        to="customerChanges"
                        state={{ user_id: state.user_id, name }}
                      />
                    </Box>
                    <Box className="screen-only">{data.profile && <DataCard profile={data.profile} />}</Box>
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

const Profile = ({ profile }: { profile: CustomerProfile }) => (
  <Card title="Profile">
    <Facts>
      <Fact label="Full Name">{nameOf(profile)}</Fact>
      <Fact label="Reference">{profile.reference}</Fact>
      <Fact label="Phone">{profile.phone_number}</Fact>
      <Fact label="Status">
        <StatusChip status={activeText(profile.status)} />
      </Fact>
      <Fact label="State">{profile.state}</Fact>
      <Fact label="LGA">{profile.lga}</Fact>
      <Fact label="Home Address">{profile.home_address}</Fact>
      <Fact label="Office Address">{profile.office_address}</Fact>
      <Fact label="Agent Name">{profile.agentName}</Fact>
      <Fact label="Assigned Agent">{profile.assignedAgentName}</Fact>
      <Fact label="Date Created">{showDateTime(profile.created_at)}</Fact>
    </Facts>
  </Card>
)
