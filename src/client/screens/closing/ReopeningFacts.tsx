import type { ReactNode } from 'react'
import type { Reopenable } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { showDate } from '#domain/time/lagos'
import { Fact, Facts } from '#ui/text/Facts'
import { totalText } from './totalText'

type Props = { effect: Reopenable; children?: ReactNode }

/** The days that are reopened, and what is taken back of each kind. */
export const ReopeningFacts = ({ effect: { from_day, last_day, days, posted, kept }, children }: Props) => (
  <Facts>
    <Fact label="From Day">{showDate(from_day)}</Fact>
    {last_day && <Fact label="Last Closed Day">{showDate(last_day)}</Fact>}
    <Fact label="Closed Days">{formatCount(days)}</Fact>
    <Fact label="Penalties">{totalText(posted.penalties)}</Fact>
    <Fact label="Interest">{totalText(posted.interest)}</Fact>
    <Fact label="Charges">{totalText(posted.charges)}</Fact>
    {posted.commissions !== undefined && posted.commissions.count > 0 && (
      <Fact label="Commissions">{totalText(posted.commissions)}</Fact>
    )}
    {posted.paid_out !== undefined && posted.paid_out.count > 0 && (
      <Fact label="Payouts of ended plans">{totalText(posted.paid_out)}</Fact>
    )}
    {kept && <Fact label="Stays">{kept}</Fact>}
    {children}
  </Facts>
)
