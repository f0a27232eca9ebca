import type { DayClose } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { onDay, RowsLink } from '#lists/RowsLink'
import { totalText } from './totalText'

type Props = { dayClose: DayClose }

/** Cash that was paid in at the counter. */
export const CounterCard = ({ dayClose: { counter } }: Props) => (
  <Card title="Counter">
    <Facts>
      <Fact label="Savings">
        <Money amount={counter.savings} />
      </Fact>
      <Fact label="Loans">
        <Money amount={counter.loans} />
      </Fact>
      <Fact label="Credits to main wallets">
        <Money amount={counter.credits} />
      </Fact>
      {counter.recoveries !== undefined && (
        <Fact label="Recoveries of loans written off">
          <Money amount={counter.recoveries} />
        </Fact>
      )}
      {counter.fees !== undefined && (
        <Fact label="Fees">
          <Money amount={counter.fees} />
        </Fact>
      )}
      <Fact label="Reversed">
        <Money amount={counter.reversed} />
      </Fact>
      {counter.late !== undefined && counter.late !== 0 && (
        <Fact label="Recorded later">
          <Money amount={counter.late} />
        </Fact>
      )}
    </Facts>
  </Card>
)

/** What the server posted on the day, and what was written off. */
export const PostedCard = ({ dayClose: { posted, written_off, reopened } }: Props) => (
  <Card
    title="Posted by the system"
    action={
      <>
        <RowsLink to="reopenings" label="Reopened Days" />
        <RowsLink to="runs" label="Runs" />
      </>
    }
  >
    <Facts>
      {reopened && (
        <Fact label="Taken back">{`Its runs, by ${reopened.reference}, ${showDateTime(reopened.at)}`}</Fact>
      )}
      <Fact label="Penalties">{totalText(posted.penalties)}</Fact>
      <Fact label="Interest">{totalText(posted.interest)}</Fact>
      <Fact label="Charges">{totalText(posted.charges)}</Fact>
      {posted.commissions && <Fact label="Commissions">{totalText(posted.commissions)}</Fact>}
      <Fact label="Loans written off">{totalText(written_off, 'write-off')}</Fact>
    </Facts>
  </Card>
)

export const PaidOutCard = ({ dayClose: { paid_out, day } }: Props) => (
  <Card
    title="Paid out"
    action={<RowsLink to="loanDisbursements" filters={onDay(day)} label="Loan Disbursement" />}
  >
    <Facts>
      <Fact label="Loans">{totalText(paid_out.loans, 'loan')}</Fact>
      <Fact label="Loans taken back">{totalText(paid_out.loans_reversed, 'loan')}</Fact>
      <Fact label="Withdrawals">{totalText(paid_out.withdrawals, 'withdrawal')}</Fact>
      {paid_out.agents && <Fact label="Agents’ commission">{totalText(paid_out.agents, 'payment')}</Fact>}
      {paid_out.by_agents && (
        <Fact label="Withdrawals paid by agents">{totalText(paid_out.by_agents, 'withdrawal')}</Fact>
      )}
    </Facts>
  </Card>
)

/** Messages of the day that no customer got. */
export const UnsentCard = ({ dayClose: { unsent, day } }: Props) =>
  unsent && (
    <Card
      title="Messages not sent"
      action={<RowsLink to="unsentMessages" filters={{ day }} label="Messages" />}
    >
      <Facts>
        <Fact label="Switched off">{formatCount(unsent.off)}</Fact>
        <Fact label="Failed">{formatCount(unsent.failed)}</Fact>
      </Facts>
    </Card>
  )

/** Decisions that wait, whatever the day. */
export const OpenCard = ({ dayClose: { open } }: Props) => (
  <Card title="Decisions open now">
    <Facts>
      {decisions.map(({ key, label, to }) => (
        <Fact key={key} label={label}>
          {formatCount(open[key] ?? 0)} <RowsLink to={to} label="Open" name={`Open ${label}`} />
        </Fact>
      ))}
    </Facts>
  </Card>
)
const decisions = [
  { key: 'loans', label: 'Loans', to: 'loansPending' },
  { key: 'requests', label: 'Fund Requests', to: 'requests' },
  { key: 'withdrawals', label: 'Withdrawals', to: 'withdrawals' },
  { key: 'payments', label: 'Not Paid by Agents', to: 'withdrawals' },
  { key: 'reversals', label: 'Reversals', to: 'reversals' },
  { key: 'reopenings', label: 'Reopened Days', to: 'reopenings' },
  { key: 'loan_changes', label: 'Loan Changes', to: 'loanChanges' },
  { key: 'differences', label: 'Cash Differences', to: 'differences' },
  { key: 'statements', label: 'Agents’ Statements', to: 'agentStatements' },
  { key: 'sheets', label: 'Sheet Requests', to: 'sheetRequests' },
  { key: 'payouts', label: 'Payouts', to: 'payouts' },
  { key: 'term_changes', label: 'Changes of Terms', to: 'termChanges' },
  { key: 'messages_off', label: 'Messages Off', to: 'messagesOff' },
  { key: 'credits', label: 'Requested Credits', to: 'creditRequests' },
  { key: 'setting_changes', label: 'Changes of Settings', to: 'settingChanges' },
] as const
