import type { DayClose } from '#contract/calls/closing'
import { formatCount, pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { ReportLink } from '#lists/ReportLink'

type Props = { of: DayClose }
type Total = DayClose['posted']['interest']

const totalText = ({ count, amount }: Total, noun = 'posting') =>
  count === 0 ? 'None' : `${formatNaira(amount)} in ${pluralize(count, noun)}`

/** Cash that was paid in at the counter. */
export const CounterCard = ({ of: { counter } }: Props) => (
  <Card title="Counter">
    <Facts>
      <Fact label="Savings">
        <Money of={counter.savings} />
      </Fact>
      <Fact label="Loans">
        <Money of={counter.loans} />
      </Fact>
      <Fact label="Credits to main wallets">
        <Money of={counter.credits} />
      </Fact>
      <Fact label="Reversed">
        <Money of={counter.reversed} />
      </Fact>
    </Facts>
  </Card>
)

/** What the server posted on the day. */
export const PostedCard = ({ of: { posted } }: Props) => (
  <Card title="Posted by the system">
    <Facts>
      <Fact label="Penalties">{totalText(posted.penalties)}</Fact>
      <Fact label="Interest">{totalText(posted.interest)}</Fact>
      <Fact label="Charges">{totalText(posted.charges)}</Fact>
    </Facts>
  </Card>
)

export const PaidOutCard = ({ of: { paid_out, day } }: Props) => (
  <Card title="Paid out" action={<ReportLink to="loanDisbursements" day={day} label="Loan Disbursement" />}>
    <Facts>
      <Fact label="Loans">{totalText(paid_out.loans, 'loan')}</Fact>
      <Fact label="Withdrawals">{totalText(paid_out.withdrawals, 'withdrawal')}</Fact>
    </Facts>
  </Card>
)

/** Decisions that wait, whatever the day. */
export const OpenCard = ({ of: { open } }: Props) => (
  <Card title="Decisions open now">
    <Facts>
      <Fact label="Loans">{formatCount(open.loans)}</Fact>
      <Fact label="Fund Requests">{formatCount(open.requests)}</Fact>
      <Fact label="Withdrawals">{formatCount(open.withdrawals)}</Fact>
      <Fact label="Reversals">{formatCount(open.reversals)}</Fact>
      <Fact label="Cash Differences">{formatCount(open.differences)}</Fact>
    </Facts>
  </Card>
)
