import type { LoanCase } from '#contract/calls/loanRows'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'

/** What secures a loan, and how the customer paid earlier ones. */
export function StandsBehind({ loan }: { loan: LoanCase }) {
  const { savings, security, other_loans: others, repayment_record: record, amount } = loan
  const saved = sumKobo(savings.map(({ balance }) => balance))
  const free = sumKobo(savings.map(({ balance, held = 0 }) => kobo(balance - held)))
  const wanted = security?.wanted ?? kobo(0)
  const open = others.filter(({ balance }) => balance > 0)
  const paid = record.on_time + record.late
  return (
    <section className="case-card" aria-labelledby="behind">
      <div className="case-card-head">
        <h2 id="behind">What stands behind it</h2>
      </div>
      <dl className="case-pairs">
        <dt>Savings now</dt>
        <dd>{formatNaira(saved)}</dd>
        <dt>Free share of the loan</dt>
        <dd>
          {`${Math.floor((free / amount) * 100)}\u00a0%`}
          {wanted > 0 && (
            <span className="aside">{` (${Math.ceil((wanted / amount) * 100)}\u00a0% needed)`}</span>
          )}
        </dd>
        <dt>Held until paid</dt>
        <dd>{wanted > 0 ? formatNaira(wanted) : 'Nothing'}</dd>
        <dt>Other loans</dt>
        <dd className={open.length > 0 ? 'bad' : undefined}>
          {open.length === 0
            ? 'None open'
            : `${open.length} open, ${formatNaira(sumKobo(open.map(({ balance }) => balance)))}`}
        </dd>
        <dt>Paid before</dt>
        <dd>{record.paid_loans === 0 ? 'No loan' : pluralize(record.paid_loans, 'loan')}</dd>
        <dt>On time</dt>
        <dd className={record.overdue > 0 ? 'bad' : undefined}>
          {paid === 0 ? 'None due yet' : `${record.on_time} of ${paid}`}
          {record.overdue > 0 && `, ${record.overdue} overdue`}
        </dd>
      </dl>
      {paid + record.overdue > 0 && <Record {...record} />}
    </section>
  )
}

/** The most squares; more instalments are a share of them. */
const most = 18

/** One square an installment: on time, late, overdue. */
function Record({ on_time, late, overdue }: LoanCase['repayment_record']) {
  const all = on_time + late + overdue
  const shareOf = (count: number) =>
    all <= most ? count : Math.max(count > 0 ? 1 : 0, Math.floor((count / all) * most))
  const squares = [
    ...Array<string>(shareOf(on_time)).fill('paid'),
    ...Array<string>(shareOf(late)).fill('late'),
    ...Array<string>(shareOf(overdue)).fill('overdue'),
  ]
  return (
    <div
      className="case-record"
      role="img"
      aria-label={`${pluralize(on_time, 'installment')} paid on time, ${late} late, ${overdue} overdue`}
    >
      {squares.map((state, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the squares are alike
        <i key={at} className={state} />
      ))}
    </div>
  )
}
