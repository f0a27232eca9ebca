import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import { serverNow } from '#device/clock'
import { Figure } from '#lists/FigureLink'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Stated } from '#ui/text/Stated'
import { takeToday } from './instalments'
import { loanRows } from './loanFigures'

/** What the page of a loan is read for: what to take today, what is owed, what was paid, what secures it. */
export function LoanStrip({ loan }: { loan: LoanAccount }) {
  const { balance, schedule, security, movements, written_off, recovered = kobo(0) } = loan
  const today = lagosDay(serverNow())
  const { all, late, due } = takeToday(schedule, today)
  const inAll = sumKobo(
    schedule.flatMap(({ amount, penalty, waived }) => [amount, penalty, negateKobo(waived ?? kobo(0))]),
  )
  const paid = sumKobo(schedule.map((one) => one.paid))
  const last = movements.find(
    ({ kind, reversed_by, reverses }) => kind === 'repayment' && !reversed_by && !reverses,
  )
  const rows = loanRows(loan, today)
  return (
    <FigureStrip>
      <FigureTile
        title="To Take Today"
        figure={
          <Figure rows={rows.due()} name="To take today">
            {formatNaira(all)}
          </Figure>
        }
        alarm={late > 0}
      >
        <small>
          {late > 0 && (
            <strong className="late">
              <Figure rows={rows.due('late')} name="Late">
                {formatNaira(late)}
              </Figure>
              {' late'}
            </strong>
          )}
          {late > 0 && due > 0 && ' + '}
          {due > 0 ? (
            <>
              <Figure rows={rows.due('today')} name="Due today">
                {formatNaira(due)}
              </Figure>
              {' due'}
            </>
          ) : (
            late === 0 && 'nothing is due'
          )}
        </small>
      </FigureTile>
      <FigureTile
        title="Owed Now"
        figure={
          <Figure rows={rows.account} name="Owed now">
            {formatNaira(balance)}
          </Figure>
        }
      >
        <small>
          {'of '}
          <Stated as="sum">{formatNaira(inAll)}</Stated>
          {schedule.some(({ penalty }) => penalty > 0) && ' with penalties'}
        </small>
      </FigureTile>
      <FigureTile
        title="Paid So Far"
        figure={
          <Figure rows={rows.repayments} name="Paid so far">
            {formatNaira(paid)}
          </Figure>
        }
      >
        <small>
          {`${inAll > 0 ? Math.floor((paid * 100) / inAll) : 0}\u00a0%`}
          {last && (
            <>
              {`, last ${showDate(last.created_at)} `}
              <Stated as="row">{formatNaira(last.amount)}</Stated>
            </>
          )}
        </small>
      </FigureTile>
      {written_off > 0 ? (
        <FigureTile
          title="Left To Recover"
          figure={<Stated as="rest">{formatNaira(subtractKobo(written_off, recovered))}</Stated>}
        >
          <small>
            {'of '}
            <Figure rows={rows.account} name="Written off">
              {formatNaira(written_off)}
            </Figure>
            {' written off'}
          </small>
        </FigureTile>
      ) : (
        <FigureTile
          title="Security Held"
          figure={<Stated as="held">{formatNaira(security?.held ?? kobo(0))}</Stated>}
        >
          <small>{security && security.held > 0 ? `savings wallet ${security.reference}` : 'none'}</small>
        </FigureTile>
      )}
    </FigureStrip>
  )
}
