import { isSuperadmin } from '#contract/permissions'
import { calls } from '#contract/index'
import { LinkButton } from '#routing/navigation'
import { useActor } from '#auth/permissions'
import { formatCount } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Figure } from '#ui/text/Figure'
import { type Loadable, Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { CreditMainWallet } from './CreditMainWallet'
import { FirstSteps } from './FirstSteps'
import { LoanTypes } from './LoanTypes'
import { Wallets } from './Wallets'
import { Waiting } from './Waiting'
import { WeekCard } from './WeekCard'

const { agents, customers, dashboard } = calls

/** Totals, weekly figures and pending decisions. */
export default function Dashboard() {
  const { actor } = useActor()
  const totals = {
    customers: useCall(customers.getCustomerTotal, {}),
    agents: useCall(agents.getAgentTotal, {}),
  }
  const weeks = {
    loan: useCall(dashboard.getSumOfLoan, {}),
    saving: useCall(dashboard.getSumOfSavings, {}),
    approved: useCall(dashboard.sumOfApprovedLoan, {}),
    overdue: useCall(dashboard.sumOfOverdueLoan, {}),
  }
  const oldest = Math.min(
    ...[...Object.values(totals), ...Object.values(weeks)].map((one) => one.dataUpdatedAt),
  )
  return (
    <Screen about={<Age of={oldest} />}>
      <FirstSteps />
      <CardGrid least={220}>
        <Card title="Total Customers">
          <Total of={totals.customers} />
          <LinkButton to="customers">Open customers</LinkButton>
        </Card>
        <Card title="Total Agents">
          <Total of={totals.agents} />
          <LinkButton to="agents">Open agents</LinkButton>
        </Card>
      </CardGrid>
      <CardGrid least={340}>
        <WeekCard title="Loan" of={weeks.loan} to="loanApplications" />
        <WeekCard title="Saving" of={weeks.saving} to="savingsHistory" />
        <WeekCard title="Approved Loan this week" of={weeks.approved} to="loansApproved" />
        <WeekCard title="Overdue Loan this week" of={weeks.overdue} to="loansOverdue" lessIsBetter />
        <Waiting />
        <LoanTypes />
        {isSuperadmin(actor?.role) && <Wallets />}
        {isSuperadmin(actor?.role) && <CreditMainWallet />}
      </CardGrid>
    </Screen>
  )
}

const Total = ({ of: query }: { of: Loadable<{ data: { total: number } }> }) => (
  <Ready of={query}>{({ data }) => <Figure>{formatCount(data.total)}</Figure>}</Ready>
)
