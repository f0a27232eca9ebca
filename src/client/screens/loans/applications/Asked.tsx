import type { LoanCase } from '#contract/calls/loanRows'
import { keptBackOf } from '#domain/money/fees'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { interestRateText } from '#domain/money/loanTerms'
import { showDate } from '#domain/time/lagos'
import { RecordLink } from '#forms/decision/RecordLink'

/** What is asked for, what is paid back and received, and by whom. */
export function Asked({ loan }: { loan: LoanCase }) {
  const keptBack = keptBackOf(loan.fees ?? [])
  return (
    <section className="case-card" aria-label="What is asked for">
      <dl className="case-asked">
        <div className="asked-sum">
          <dt>Asks for</dt>
          <dd>
            <b className="asked-big">{formatNaira(loan.amount)}</b>
            <span className="asked-note">
              {[loan.loan_type_name, loan.description].filter(Boolean).join(', ')}
            </span>
          </dd>
        </div>
        <div>
          <dt>Pays back</dt>
          <dd>
            <b className="asked-big">{formatNaira(loan.total_payable)}</b>
            <span className="asked-note">{`${loan.instalment_times} ${loan.instalment_period} × ${formatNaira(loan.instalment_amount)}, ${interestRateText(loan.interest_rate, loan.interest_kind)}`}</span>
          </dd>
        </div>
        <div>
          <dt>Receives</dt>
          <dd>
            <b className="asked-big">{formatNaira(subtractKobo(loan.amount, keptBack))}</b>
            <span className="asked-note">
              {keptBack > 0 ? `${formatNaira(keptBack)} of fees kept back` : 'no fee kept back'}
            </span>
          </dd>
        </div>
      </dl>
      <div className="case-who">
        <div>
          <RecordLink to="customerDetails" state={{ user_id: loan.user_id }}>
            {loan.customer}
          </RecordLink>{' '}
          {loan.customer_reference && <span>{loan.customer_reference}</span>}
          <br />
          <a href={`tel:${loan.customer_phone}`}>{loan.customer_phone}</a>
          {loan.customer_since && <span>{` · with us since ${showDate(loan.customer_since)}`}</span>}
        </div>
        <div className="case-agent">
          Agent{' '}
          {loan.agent_id === null ? (
            loan.agentName
          ) : (
            <RecordLink to="agentDetails" state={{ agent_id: loan.agent_id }}>
              {loan.agentName}
            </RecordLink>
          )}
        </div>
      </div>
    </section>
  )
}
