import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import { serverNow } from '#device/clock'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Money } from '#ui/text/Money'
import { takeToday } from './instalments'

/** What the page of a loan is read for: what to take today, what is owed, what was paid, what secures it. */
export function LoanStrip({ loan }: { loan: LoanAccount }) {
  const { balance, schedule, security, movements, written_off, recovered = kobo(0) } = loan
  const { all, late, due } = takeToday(schedule, lagosDay(serverNow()))
  const inAll = sumKobo(
    schedule.flatMap(({ amount, penalty, waived }) => [amount, penalty, negateKobo(waived ?? kobo(0))]),
  )
  const paid = sumKobo(schedule.map((one) => one.paid))
  const last = movements.find(
    ({ kind, reversed_by, reverses }) => kind === 'repayment' && !reversed_by && !reverses,
  )
  return (
    <FigureStrip>
      <FigureTile title="To Take Today" figure={<Money amount={all} />} alarm={late > 0}>
        <small>
          {late > 0 && <strong className="late">{`${formatNaira(late)} late`}</strong>}
          {late > 0 && due > 0 && ' + '}
          {due > 0 ? `${formatNaira(due)} due` : late === 0 && 'nothing is due'}
        </small>
      </FigureTile>
      <FigureTile title="Owed Now" figure={<Money amount={balance} />}>
        <small>{`of ${formatNaira(inAll)} with penalties`}</small>
      </FigureTile>
      <FigureTile title="Paid So Far" figure={<Money amount={paid} />}>
        <small>
          {`${inAll > 0 ? Math.floor((paid * 100) / inAll) : 0}\u00a0%`}
          {last && `, last ${showDate(last.created_at)} ${formatNaira(last.amount)}`}
        </small>
      </FigureTile>
      {written_off > 0 ? (
        <FigureTile title="Left To Recover" figure={<Money amount={subtractKobo(written_off, recovered)} />}>
          <small>{`of ${formatNaira(written_off)} written off`}</small>
        </FigureTile>
      ) : (
        <FigureTile title="Security Held" figure={<Money amount={security?.held ?? kobo(0)} />}>
          <small>{security && security.held > 0 ? `savings wallet ${security.reference}` : 'none'}</small>
        </FigureTile>
      )}
    </FigureStrip>
  )
}
