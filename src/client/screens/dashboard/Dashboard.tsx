import { isSuperadmin } from '#contract/permissions'
import { calls } from '#contract/index'
import { useActor } from '#auth/permissions'
import { today } from '#device/today'
import { showDate } from '#domain/time/lagos'
import { weekdayText } from '#domain/time/weekdays'
import { formatCount } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { FigureLink } from '#lists/FigureLink'
import { Age } from '#ui/text/Age'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
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
import { WeekTile } from './WeekTile'

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
  const isSuper = isSuperadmin(actor?.role)
  const day = insight.figures.data?.data.day ?? today()
  return (
    <Screen
      dense
      about={
        <>
          <span className="dashboard-day">{`${weekdayText(day)} ${showDate(day)}`}</span>
          <span className="dashboard-age">
            <Age updatedAt={oldest} /> <LateBackup insight={insight.figures.data?.data} />
          </span>
        </>
      }
      actions={<PrintButton />}
    >
      {/* Which cards there are follows from the permissions: nothing is moved by a card that comes later. */}
      {isLoaded || problem ? (
        <div className="dash">
          <FirstSteps />
          <div className="dashboard-top">
            <Waiting insight={insight.figures.data?.data} />
            <InsightCard loaded={insight} name="today" />
            <InsightCard loaded={insight} name="cash" />
          </div>
          <FigureStrip className="dash-strip">
            <TotalTile title="Total Customers" query={totals.customers} to="customers" />
            <TotalTile title="Total Agents" query={totals.agents} to="agents" />
            <WeekTile
              title="Approved Loan this week"
              name="Approved loans"
              query={weeks.approved}
              to="loansApproved"
            />
            <WeekTile
              title="Overdue Loan this week"
              name="Overdue loans"
              query={weeks.overdue}
              to="loansOverdue"
              lessIsBetter
            />
            <WeekTile title="Loan, this week" name="Loans" query={weeks.loan} to="loanApplications" />
            <WeekTile title="Saving, this week" name="Savings" query={weeks.saving} to="savingsHistory" />
          </FigureStrip>
          <div className="dash-wallets">
            {isSuper && <Wallets />}
            {isSuper && <CreditMainWallet />}
            <LoanTypes />
          </div>
          <div className="dashboard-pairs">
            <InsightCard loaded={insight} name="lending" />
            <InsightCard loaded={insight} name="savings" />
            <InsightCard loaded={insight} name="risk" />
            <InsightCard loaded={insight} name="agents" />
          </div>
        </div>
      ) : (
        <div className="dashboard-area" />
      )}
    </Screen>
  )
}

type TotalProps = { title: string; query: Loadable<{ data: { total: number } }>; to: 'customers' | 'agents' }

const TotalTile = ({ title, query, to }: TotalProps) => (
  <FigureTile
    title={title}
    figure={
      <Ready query={query} height={25}>
        {({ data }) => (
          <FigureLink to={to} name={title}>
            {formatCount(data.total)}
          </FigureLink>
        )}
      </Ready>
    }
  />
)
