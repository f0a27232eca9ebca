import type { ReactNode } from 'react'
import type { DayClose, DayPlace } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { formatNaira, negateKobo, sumKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Figure } from '#lists/FigureLink'
import { RowsLink } from '#lists/RowsLink'
import { Stated } from '#ui/text/Stated'
import {
  counterLines,
  feeLines,
  type Line,
  paidOutLines,
  placeRows,
  postedLines,
  productLines,
} from './closeFigures'
import { decisions } from './openDecisions'
import { signedNaira } from './verdict'

type Props = {
  close: DayClose
  /** On paper without what is open now. */
  isOnPaper?: boolean
}

/** What came in and went out on the day, by product, at the counter and by the system. */
export function SideCards({ close, isOnPaper = false }: Props) {
  const { day, products, places = [], unsent, open, reopened, fees = [] } = close
  const waiting = isOnPaper ? [] : decisions.filter(({ key }) => (open[key] ?? 0) > 0)
  return (
    <aside className="close-side">
      <SideCard title="By product">
        {products.length === 0 && <None label="Nothing came in" />}
        <Lines lines={productLines(close)} />
        {products.length > 0 && (
          <Row label="Sum">
            <Stated as="sum">{formatNaira(sumKobo(products.map(({ amount }) => amount)))}</Stated>
          </Row>
        )}
      </SideCard>
      <SideCard title="Counter">
        <Lines lines={counterLines(close)} />
      </SideCard>
      {places.length > 0 && (
        <SideCard title="Tills, vault and bank" action={<RowsLink to="tillSessions" label="Till Sessions" />}>
          {places.map((place) => (
            <Row key={`${place.place} ${place.name}`} label={place.name}>
              <Figure rows={placeRows(place, day)} name={`Held, ${place.name}`}>
                {formatNaira(place.held)}
              </Figure>
              <Stated as="compared">{placeText(place)}</Stated>
            </Row>
          ))}
        </SideCard>
      )}
      {fees.length > 0 && (
        <SideCard title="Fees">
          <Lines lines={feeLines(close)} />
        </SideCard>
      )}
      <SideCard title="Paid out">
        <Lines lines={paidOutLines(close)} />
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
        <Lines lines={postedLines(close)} />
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
  return (
    <Row label={label}>
      <Figure rows={rows} name={label}>
        {isOut ? signedNaira(negateKobo(amount)) : formatNaira(amount)}
      </Figure>
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
