import type { LoanAccount as Account } from '#contract/calls/loanAccounts'
import { loanChangeLabels } from '#contract/calls/loanChanges'
import { customerNameIn } from '#domain/customerName'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { useOpened } from '#api/search/useOpened'
import { BackLink, useRouteState } from '#routing/navigation'
import { RowActions } from '#lists/rows/RowActions'
import {
  toAgent,
  toChanges,
  toCustomer,
  toLoan,
  toRecovery,
  toRepayment,
  toReversal,
  toSettlement,
} from '#lists/rows/rowLinks'
import { RowsLink } from '#lists/RowsLink'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { Facts } from '#ui/text/Facts'
import { Badge, StatusChip } from '#ui/text/StatusChip'
import { Guarantors } from '../applications/Guarantors'
import { LoanStepsCard } from '../applications/LoanStepsCard'
import { LoanSummary } from '../applications/LoanSummary'
import { LoanFees } from '../fees/LoanFees'
import { ChangeFacts } from './LoanChangeFacts'
import { LoanStrip } from './LoanStrip'
import { Movements } from './Movements'
import { Standing } from './Owed'
import { Recoveries } from './Recoveries'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'
import './loanAccount.css'

/** One loan: its terms, what is owed, its schedule, movements, decisions and guarantors. */
export default function LoanAccount() {
  const { loan_id } = useRouteState('loanAccount')
  const account = useLoanAccount(loan_id)
  const { data: loan } = account
  useOpened(
    'loans',
    loan && {
      id: loan.id,
      loan_id: loan.id,
      user_id: loan.user_id,
      title: loan.reference,
      detail: `${customerNameIn(loan)} · ${loan.loan_type_name}`,
      account_reference: loan.reference,
    },
  )
  return (
    <Screen
      title={loan && `Loan of ${formatNaira(loan.amount)}`}
      about={
        <>
          {loan && <LoanLine loan={loan} />}
          <Age updatedAt={account.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <BackLink to="loanPortfolio">Back to loan portfolio</BackLink>
          <PrintButton />
          {loan && (
            <span className="loan-acts">
              <Acts loan={loan} />
            </span>
          )}
        </>
      }
    >
      <Ready query={account} like="record">
        {(loan) => (
          <>
            <LoanStrip loan={loan} />
            <div className="loan-columns">
              <div className="loan-main">
                <Schedule schedule={loan.schedule} about={aboutText(loan)} />
                <Movements loan={loan} />
                <Recoveries loan={loan} />
                <LoanSummary loan={loan} />
              </div>
              <div className="loan-side">
                <Standing loan={loan} />
                <LoanFees loan={loan} />
                {loan.guarantors && <Guarantors guarantors={loan.guarantors} />}
                <LoanStepsCard title="Decisions" steps={loan.history} />
                {loan.changes.map((change) => (
                  <Card
                    key={change.id}
                    as="term"
                    title={`${loanChangeLabels[change.kind]} ${change.reference}`}
                  >
                    <Facts>
                      <ChangeFacts change={change} />
                    </Facts>
                  </Card>
                ))}
              </div>
            </div>
            <div className="loan-foot screen-only">
              <RowActions name={loan.reference} maxButtons={1} actions={mainActs(loan)} isPrimary={isMain} />
            </div>
          </>
        )}
      </Ready>
    </Screen>
  )
}

/** Who borrowed, and how the loan stands. */
const LoanLine = ({ loan }: { loan: Account }) => (
  <span className="loan-line">
    <LoanState loan={loan} />
    <RowsLink orText to="customerDetails" state={{ user_id: loan.user_id }} label={loan.customer} />
    <a href={`tel:${loan.customer_phone}`}>{loan.customer_phone}</a>
    <span>{loan.reference}</span>
    <span>{`Agent ${loan.agentName}`}</span>
  </span>
)

function LoanState({ loan: { arrears, application_status, loan_status } }: { loan: Account }) {
  if (arrears.days > 0) return <Badge tone="error">{`Late ${pluralize(arrears.days, 'day')}`}</Badge>
  return <StatusChip status={application_status === 'approved' ? loan_status : application_status} />
}

const isMain = () => true

/** What is done most: at the foot of a phone too. */
const mainActs = (loan: Account) => [toRepayment(loan), toRecovery(loan)]

/** The main act as a filled button, the others in a menu. */
const Acts = ({ loan }: { loan: Account }) => (
  <RowActions
    name={loan.reference}
    maxButtons={1}
    isPrimary={({ label }) => mainActs(loan).some((one) => one && one.label === label)}
    actions={[
      ...mainActs(loan),
      toSettlement(loan),
      { label: 'What The Customer Gets', to: 'loanOffer', state: { loan_id: loan.id } },
      ...(isUndecided(loan) ? [] : toChanges(loan)),
      loan.disbursement !== null &&
        toReversal({
          reference: loan.disbursement,
          reversed_by: loan.disbursement_reversed_by,
          label: 'Reverse Disbursement',
        }),
      loan.disbursed_date !== null && toLoan(loan.id, loan.reference, loan, 'History'),
      toCustomer(loan.user_id),
      toAgent(loan.agent_id),
    ]}
  />
)

/** '10 weekly × ₦10,750.00 · Market Trader Loan' */
const aboutText = ({ instalment_times, instalment_period, instalment_amount, loan_type_name }: Account) =>
  `${instalment_times} ${instalment_period.toLowerCase()} × ${formatNaira(instalment_amount)} · ${loan_type_name}`

const isUndecided = ({ changes }: Account) => changes.some(({ state }) => state < 2)
