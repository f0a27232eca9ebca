import { isSuperadmin } from '#contract/permissions'
import { calls } from '#contract/index'
import { LinkButton } from '#routing/navigation'
import { useActor } from '#auth/permissions'
import { formatCount } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { Age, CardAge } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Figure } from '#ui/text/Figure'
import { type Loadable, Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { CreditMainWallet } from './CreditMainWallet'
import './dashboard.css'
import { FirstSteps } from './FirstSteps'
import { InsightCard, useInsight } from './Insight'
import { LateBackup } from './LateBackup'
import { LoanTypes } from './LoanTypes'
import { Wallets } from './Wallets'
import { Waiting } from './Waiting'
import { WeekCard } from './WeekCard'

const { agents, customers, dashboard } = calls

/** Totals, weekly figures and pending decisions. */
export default function Dashboard() {
  const { actor, isLoaded, problem } = useActor()
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
  const first = [...Object.values(totals), ...Object.values(weeks)]
  const insight = useInsight({ enabled: first.every((one) => one.data !== undefined || one.error !== null) })
  const oldest = Math.min(...first.map((one) => one.dataUpdatedAt))
  return (
    <Screen
      about={
        <span className="dashboard-age">
          <Age updatedAt={oldest} /> <LateBackup insight={insight.figures.data?.data} />
        </span>
      }
      actions={<PrintButton />}
    >
      {/* Which cards there are follows from the permissions: nothing is moved by a card that comes later. */}
      {isLoaded || problem ? (
        <>
          <FirstSteps />
          <div className="dashboard-top">
            <Waiting insight={insight.figures.data?.data} />
            <InsightCard loaded={insight} name="today" />
            <InsightCard loaded={insight} name="cash" />
          </div>
          <CardGrid least={220}>
            <Card title="Total Customers" action={<CardAge updatedAt={totals.customers.dataUpdatedAt} />}>
              <Total query={totals.customers} />
              <LinkButton to="customers">Open customers</LinkButton>
            </Card>
            <Card title="Total Agents" action={<CardAge updatedAt={totals.agents.dataUpdatedAt} />}>
              <Total query={totals.agents} />
              <LinkButton to="agents">Open agents</LinkButton>
            </Card>
          </CardGrid>
          <CardGrid least={340}>
            <WeekCard title="Loan" query={weeks.loan} to="loanApplications" />
            <WeekCard title="Saving" query={weeks.saving} to="savingsHistory" />
            <WeekCard title="Approved Loan this week" query={weeks.approved} to="loansApproved" />
            <WeekCard title="Overdue Loan this week" query={weeks.overdue} to="loansOverdue" lessIsBetter />
          </CardGrid>
          <div className="dashboard-pairs">
            <InsightCard loaded={insight} name="lending" />
            <InsightCard loaded={insight} name="savings" />
            <InsightCard loaded={insight} name="risk" />
            <InsightCard loaded={insight} name="agents" />
          </div>
          <CardGrid least={340}>
            <LoanTypes />
            {isSuperadmin(actor?.role) && <Wallets />}
            {isSuperadmin(actor?.role) && (
              <div className="screen-only">
                <CreditMainWallet />
              </div>
            )}
          </CardGrid>
        </>
      ) : (
        <div className="dashboard-area" />
      )}
    </Screen>
  )
}

const Total = ({ query }: { query: Loadable<{ data: { total: number } }> }) => (
  <Ready query={query} height={43}>
    {({ data }) => <Figure>{formatCount(data.total)}</Figure>}
  </Ready>
)
