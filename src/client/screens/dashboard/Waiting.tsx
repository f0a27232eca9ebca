import { type Waiting as Kind, waitingKinds as kinds, waitingPermissions } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { OpenWaiting, useOpensWaiting } from '#lists/waiting'
import { useActor } from '#auth/permissions'
import type { Insight } from '#contract/calls/insight'
import type { Kobo } from '#contract/values'
import { daysFrom } from '#domain/time/lagos'
import { formatNaira } from '#domain/money/kobo'
import { formatCount, pluralize } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { Card } from '#ui/layout/Card'
import { CardAge } from '#ui/text/Age'
import { Ready } from '#ui/feedback/Ready'

const labels: Record<Kind, string> = {
  loans_first: 'Loans, first approval',
  loans_second: 'Loans, second approval',
  requests_first: 'Fund requests, first approval',
  requests_second: 'Fund requests, second approval',
  withdrawals: 'Withdrawals',
  payments: 'Withdrawals not paid by agents',
  differences_first: 'Cash differences, first approval',
  differences_second: 'Cash differences, second approval',
  statements_first: 'Agents’ statements, first approval',
  statements_second: 'Agents’ statements, second approval',
  expenses_first: 'Expenses, first approval',
  expenses_second: 'Expenses, second approval',
  loan_changes_first: 'Loan changes, first approval',
  loan_changes_second: 'Loan changes, second approval',
  payouts: 'Payouts of savings',
  messages_off: 'Messages off',
  credits: 'Requested credits',
  reversals: 'Reversals',
  reopenings: 'Reopened days',
  day_openings: 'Openings of days',
  sheets: 'Sheets of closed days',
  term_changes: 'Changes of terms',
  setting_changes: 'Changes of settings',
  devices: 'Agent devices',
  imports: 'Imports',
}

/** '₦2,140,000.00, oldest 2 days'. */
function sumText({ amount, oldest }: { amount: Kobo | null; oldest: string }, today: string) {
  const days = daysFrom(oldest.slice(0, 10), today) - 1
  const age = days > 0 ? `oldest ${pluralize(days, 'day')}` : `oldest ${oldest.slice(11, 16)}`
  return amount === null ? age : `${formatNaira(amount)}, ${age}`
}

/** Counts of decisions that wait for this admin and whose list they may open, in their reserved place from the start. */
export function Waiting({ insight }: { insight: Insight | undefined }) {
  const { actor } = useActor()
  const waiting = useCall(calls.dashboard.getWaitingDecisions, {})
  const { data, error } = waiting
  const opens = useOpensWaiting()
  const own = kinds.filter(
    (kind) =>
      opens(kind) &&
      (data ? data.data[kind] !== undefined : actor?.permissions.has(waitingPermissions[kind])),
  )
  if (own.length === 0) return null
  return (
    <Card title="Waiting for you" action={<CardAge updatedAt={waiting.dataUpdatedAt} />}>
      {!data && error ? (
        <Ready query={waiting}>{() => null}</Ready>
      ) : (
        <dl className="waiting">
          {own.map((kind) => (
            <div key={kind}>
              <dt>{labels[kind]}</dt>
              <dd>
                {data ? formatCount(data.data[kind] ?? 0) : '–'}{' '}
                <OpenWaiting kind={kind} label={labels[kind]} />
              </dd>
              <dd className="sum">{insight?.waiting[kind] && sumText(insight.waiting[kind], insight.day)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
