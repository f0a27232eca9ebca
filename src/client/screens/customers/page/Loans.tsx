import type { CustomerLoan, CustomerPage } from '#contract/calls/customerPage'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { FigureLink } from '#lists/FigureLink'
import { RowsLink } from '#lists/RowsLink'
import { RowActions } from '#lists/rows/RowActions'
import { toLoanAccount, toRepayment } from '#lists/rows/rowLinks'
import { LinkButton } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { StatusChip } from '#ui/text/StatusChip'
import { Stated } from '#ui/text/Stated'
import { customerRows } from './customerFigures'
import { barText, dueTexts, segmentsOf } from './scheduleBar'

type Props = {
  page: Pick<CustomerPage, 'loans' | 'ended_loans' | 'ended_count'>
  state: { user_id: number }
  /** The day of the figures. */
  day: string
}

/** Active loans with their schedules as bars, and the newest ended ones. */
export function Loans({ page: { loans, ended_loans, ended_count }, state, day }: Props) {
  if (!loans || !ended_loans) return null
  return (
    <Card
      title="Loans"
      action={
        <span className="screen-only">
          <LinkButton to="loanCreate" state={state}>
            New Loan
          </LinkButton>
        </span>
      }
    >
      <p className="customer-sub">{`${loans.length} running, ${ended_count} ended`}</p>
      {loans.length + ended_count === 0 && <Empty>No loan was paid out to this customer</Empty>}
      {loans.length > 0 && <Legend />}
      {loans.map((loan) => (
        <ActiveLoan key={loan.id} loan={loan} day={day} userId={state.user_id} />
      ))}
      {ended_loans.length > 0 && (
        <ul className="customer-rows">
          {ended_loans.map(({ id, reference, amount, loan_status, instalments, paid, paid_late }) => (
            <li key={id}>
              <span className="customer-what">
                <LoanLink id={id} reference={reference} />
                <small>
                  {`${paid} of ${pluralize(instalments, 'installment')} paid, ${paid_late === 0 ? 'none' : paid_late} of them late`}
                </small>
              </span>
              <strong>
                <FigureLink
                  to="loanAccount"
                  state={{ loan_id: id }}
                  name={`Lent on ${reference}`}
                  amount={amount}
                />
              </strong>
              <StatusChip status={loan_status} />
            </li>
          ))}
        </ul>
      )}
      {ended_count > ended_loans.length && (
        <p className="customer-sub">{`The newest ${ended_loans.length} of ${pluralize(ended_count, 'ended loan')}.`}</p>
      )}
    </Card>
  )
}

const LoanLink = ({ id, reference }: { id: number; reference: string }) => (
  <RowsLink orText to="loanAccount" state={{ loan_id: id }} label={reference} />
)

const Legend = () => (
  <p className="schedule-legend" aria-hidden>
    <span className="paid">Paid</span>
    <span className="late">Late</span>
    <span className="today">Due today</span>
    <span className="to-come">To come</span>
  </p>
)

function ActiveLoan({ loan, day, userId }: { loan: CustomerLoan; day: string; userId: number }) {
  const { id, reference, loan_type_name, total_payable, balance, schedule } = loan
  const segments = segmentsOf(schedule, day)
  return (
    <div className="customer-loan">
      <div className="customer-loan-head">
        <span className="customer-what">
          <strong>{loan_type_name}</strong> <LoanLink id={id} reference={reference} />
        </span>
        <span>
          <strong>
            <FigureLink
              to="loanAccount"
              state={{ loan_id: id }}
              name={`Owed on ${reference}`}
              amount={balance}
            />
          </strong>{' '}
          <small>
            owed, lent with interest <Stated as="term">{formatNaira(total_payable)}</Stated>
          </small>
        </span>
      </div>
      <div
        className={`schedule-bar ${segments.length > 30 ? 'dense' : ''}`}
        role="img"
        aria-label={barText(schedule, day)}
      >
        {segments.map(({ key, state, paid, share }) => (
          <i key={key} className={state} style={{ flexGrow: share }}>
            {state !== 'paid' && paid > 0 && <b style={{ width: `${paid * 100}%` }} />}
          </i>
        ))}
      </div>
      <div className="customer-loan-due">
        <Stated as="term">{`${schedule.length} ${loan.instalment_period} × ${formatNaira(loan.instalment_amount)}`}</Stated>
        {dueTexts(schedule, day).map(({ text, amount, tone }) => (
          <strong key={text} className={tone}>
            {`${text}, `}
            {tone === 'next' ? (
              <FigureLink to="loanAccount" state={{ loan_id: id }} name={text} amount={amount} />
            ) : (
              <FigureLink {...customerRows(userId).due(tone, id)} name={text} amount={amount} />
            )}
          </strong>
        ))}
        <span className="last">{`Last ${showDate(loan.maturity_date)}`}</span>
        <span className="screen-only">
          <RowActions
            name={reference}
            maxButtons={2}
            actions={[toRepayment({ id, loan_status: 'active' }), toLoanAccount(id, 'Schedule')]}
          />
        </span>
      </div>
    </div>
  )
}
