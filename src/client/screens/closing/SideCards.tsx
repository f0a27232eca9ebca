import type { ReactNode } from 'react'
import type { DayClose, DayPlace } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { formatCount } from '#domain/money/figures'
import { formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { onDay, type Rows, RowsLink } from '#lists/RowsLink'
import { decisions } from './openDecisions'
import { signedNaira } from './verdict'

type Props = {
  close: DayClose
  /** On paper without what is open now. */
  isOnPaper?: boolean
}
type Line = { label: string; amount: Kobo; isOut?: boolean; rows?: Rows; always?: boolean }

/** What came in and went out on the day, by product, at the counter and by the system. */
export function SideCards({ close, isOnPaper = false }: Props) {
  const { day, products, counter, paid_out, posted, written_off, unsent, open, reopened, fees = [] } = close
  const { places = [] } = close
  const deposits: Rows = { to: 'savingsHistory', filters: onDay(day) }
  const repayments: Rows = { to: 'loanRepayments', filters: onDay(day) }
  const waiting = isOnPaper ? [] : decisions.filter(({ key }) => (open[key] ?? 0) > 0)
  return (
    <aside className="close-side">
      <SideCard title="By product">
        {products.length === 0 && <None label="Nothing came in" />}
        <Lines
          lines={products.map(({ kind, name, amount }) => ({
            label: name,
            amount,
            rows: kind === 'saving' ? deposits : repayments,
          }))}
        />
        {products.length > 0 && (
          <Amount label="Sum" amount={sumKobo(products.map(({ amount }) => amount))} always />
        )}
      </SideCard>
      <SideCard title="Counter">
        <Lines
          lines={[
            { label: 'Savings', amount: counter.savings, rows: deposits, always: true },
            { label: 'Loans', amount: counter.loans, rows: repayments, always: true },
            { label: 'Credits to main wallets', amount: counter.credits },
            { label: 'Recoveries', amount: counter.recoveries ?? kobo(0) },
            { label: 'Fees', amount: counter.fees ?? kobo(0) },
            { label: 'Reversed', amount: counter.reversed, isOut: true },
            { label: 'Recorded later', amount: counter.late ?? kobo(0) },
            { label: 'Withdrawals paid', amount: paid_out.withdrawals.amount, isOut: true, always: true },
            { label: 'Agents’ commission', amount: paid_out.agents?.amount ?? kobo(0), isOut: true },
          ]}
        />
      </SideCard>
      {places.length > 0 && (
        <SideCard title="Tills, vault and bank" action={<RowsLink to="tillSessions" label="Till Sessions" />}>
          {places.map((place) => (
            <Row key={`${place.place} ${place.name}`} label={place.name}>
              {`${formatNaira(place.held)}${placeText(place)}`}
            </Row>
          ))}
        </SideCard>
      )}
      {fees.length > 0 && (
        <SideCard title="Fees">
          <Lines
            lines={fees.map(({ name, cash, wallet, loan }) => ({
              label: name,
              amount: sumKobo([cash, wallet, loan]),
            }))}
          />
        </SideCard>
      )}
      <SideCard title="Paid out">
        <Lines
          lines={[
            {
              label: `Loans, ${formatCount(paid_out.loans.count)}`,
              amount: paid_out.loans.amount,
              isOut: true,
              rows: { to: 'loanDisbursements', filters: onDay(day) },
              always: true,
            },
            { label: 'Reversed', amount: paid_out.loans_reversed.amount, always: true },
            { label: 'Withdrawals by agents', amount: paid_out.by_agents?.amount ?? kobo(0), isOut: true },
            {
              label: 'Expenses',
              amount: paid_out.expenses?.amount ?? kobo(0),
              isOut: true,
              rows: { to: 'expenses' },
            },
          ]}
        />
      </SideCard>
      <SideCard
        title="By the system"
        action={
          <>
            <RowsLink to="reopenings" label="Reopened" />
            <RowsLink to="runs" label="Runs" />
          </>
        }
      >
        {reopened && <Row label="Taken back">{`${reopened.reference}, ${showDateTime(reopened.at)}`}</Row>}
        <Lines
          lines={[
            { label: 'Penalties', amount: posted.penalties.amount, always: true },
            { label: 'Interest', amount: posted.interest.amount, always: true },
            { label: 'Charges', amount: posted.charges.amount, always: true },
            { label: 'Commissions', amount: posted.commissions?.amount ?? kobo(0) },
            { label: 'Loans written off', amount: written_off.amount },
          ]}
        />
      </SideCard>
      {unsent && unsent.off + unsent.failed > 0 && (
        <SideCard
          title="Messages not sent"
          action={<RowsLink to="unsentMessages" filters={{ day }} label="Messages" />}
        >
          <Row label="Switched off">{formatCount(unsent.off)}</Row>
          <Row label="Failed">{formatCount(unsent.failed)}</Row>
        </SideCard>
      )}
      {waiting.length > 0 && (
        <SideCard title="Decisions open now">
          {waiting.map(({ key, label, to }) => (
            <Row key={key} label={label}>
              <RowsLink
                to={to}
                label={formatCount(open[key] ?? 0)}
                name={`${label}: ${formatCount(open[key] ?? 0)}`}
                orText
              />
            </Row>
          ))}
        </SideCard>
      )}
    </aside>
  )
}

function placeText({ difference, is_open }: DayPlace): string {
  if (is_open) return ', still open'
  if (difference === 0) return ''
  return difference > 0
    ? `, ${formatNaira(difference)} missing`
    : `, ${formatNaira(negateKobo(difference))} too much`
}

type CardProps = { title: string; action?: ReactNode; children: ReactNode }

const SideCard = ({ title, action, children }: CardProps) => (
  <section className="close-card" aria-label={title}>
    <div>
      <h2>{title}</h2>
      {action}
    </div>
    <dl>{children}</dl>
  </section>
)

const Lines = ({ lines }: { lines: readonly Line[] }) =>
  lines.map((line) => <Amount key={line.label} {...line} />)

function Amount({ label, amount, isOut = false, rows, always = false }: Line) {
  if (amount === 0) return always ? <None label={label} /> : null
  const text = isOut ? signedNaira(negateKobo(amount)) : formatNaira(amount)
  return (
    <Row label={label}>
      {rows ? <RowsLink {...rows} label={text} name={`${label}: ${text}`} orText /> : text}
    </Row>
  )
}

const None = ({ label }: { label: string }) => <Row label={label}>None</Row>

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
