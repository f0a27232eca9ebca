import type { PendingRequest, ToPay } from '#contract/calls/customerPage'
import { formatNaira } from '#domain/money/kobo'
import { showDate, showDateTime } from '#domain/time/lagos'
import { type RowAction, RowActions } from '#lists/rows/RowActions'
import { Card } from '#ui/layout/Card'
import { WaitingCount } from '#ui/text/WaitingCount'

/** What waits for a decision, with links to it. Nothing if nothing waits. */
export const Pending = ({ requests }: { requests: readonly PendingRequest[] }) =>
  requests.length > 0 && (
    <div className="customer-waits">
      <Card title="Waits for a decision" as="term" action={<WaitingCount count={requests.length} />}>
        <ul className="customer-rows">
          {requests.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <span className="customer-what">
                <strong>{`${titles[one.kind]} ${formatNaira(one.amount)}`}</strong>
                <small>
                  {[one.detail, one.reference, showDateTime(one.created_at)].filter(Boolean).join(' · ')}
                </small>
                {hasTwoSteps(one) && (
                  <small>{`Awaits the ${one.step === 1 ? 'first' : 'second'} approval`}</small>
                )}
              </span>
              <span className="screen-only">
                <RowActions name={one.reference} maxButtons={1} actions={[decisionOf(one)]} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )

/** The withdrawals that the agent is to pay. Nothing without one. */
export const ToPayCard = ({ payments }: { payments: readonly ToPay[] }) =>
  payments.length > 0 && (
    <Card title="To be paid by the agent" as="row">
      <ul className="customer-rows">
        {payments.map(({ id, reference, amount, agent, pay_on }) => (
          <li key={id}>
            <span className="customer-what">
              <strong>{`Withdrawal ${formatNaira(amount)}`}</strong>
              <small>{`${reference} · ${agent}, ${showDate(pay_on)}`}</small>
            </span>
            <span className="screen-only">
              <RowActions
                name={reference}
                maxButtons={1}
                actions={[{ label: 'Payment', to: 'withdrawalPayment', state: { to_pay_id: id } }]}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )

const titles: Record<PendingRequest['kind'], string> = {
  withdrawal: 'Withdrawal',
  loan: 'Loan',
  'loan change': 'Loan change',
  reversal: 'Reversal',
}
const hasTwoSteps = ({ kind }: PendingRequest) => kind === 'loan' || kind === 'loan change'

function decisionOf({ kind, id, step }: PendingRequest): RowAction {
  const label = 'Decide'
  switch (kind) {
    case 'withdrawal':
      return { label, to: 'withdrawalApproval', state: { withdrawal_id: id } }
    case 'loan':
      return step === 1
        ? { label, to: 'loanFirstApproval', state: { loan_id: id } }
        : { label, to: 'loanSecondApproval', state: { loan_id: id } }
    case 'loan change':
      return step === 1
        ? { label, to: 'loanChangeFirst', state: { change_id: id } }
        : { label, to: 'loanChangeSecond', state: { change_id: id } }
    case 'reversal':
      return { label, to: 'reversalApproval', state: { reversal_id: id } }
  }
}
