import type { ReactNode } from 'react'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { type Ranked, signedNaira } from './verdict'

/** What all agents were to collect, collected, and handed in; what was missing, and what they hold. */
export function CloseFigures({ rows }: { rows: readonly Ranked[] }) {
  const sum = (of: (one: Ranked['agent']) => Kobo | undefined) =>
    sumKobo(rows.map(({ agent }) => of(agent) ?? kobo(0)))
  const count = (of: (one: Ranked['agent']) => number | undefined) =>
    rows.reduce((all, { agent }) => all + (of(agent) ?? 0), 0)
  const [expected, collected] = [sum((one) => one.expected), sum((one) => one.collected)]
  const [difference, unexplained] = [sum((one) => one.difference), sum((one) => one.unexplained)]
  const holders = rows.filter(({ agent }) => (agent.uncounted ?? 0) > 0).length
  return (
    <dl className="close-figures" aria-label="The day">
      <Item label="Expected" main={formatNaira(expected)} more="savings and installments due" />
      <Item
        label="Collected"
        main={formatNaira(collected)}
        more={`${expected > 0 ? `${shareText(collected, expected)} of it, ` : ''}${pluralize(
          count((one) => one.sheets),
          'sheet',
        )}`}
      />
      <Item
        label="Cash counted"
        main={formatNaira(sum((one) => one.handed_in))}
        more={pluralize(
          count((one) => one.counts),
          'remittance',
        )}
      />
      <Item
        label="Difference"
        main={difference === 0 ? 'None' : signedNaira(difference)}
        isAmber={unexplained !== 0}
        more={unexplained === 0 ? 'every difference explained' : `${signedNaira(unexplained)} unexplained`}
      />
      <Item
        label="Still held"
        main={formatNaira(sum((one) => one.uncounted))}
        more={holders === 0 ? 'by nobody' : pluralize(holders, 'agent')}
      />
    </dl>
  )
}

type ItemProps = { label: string; main: ReactNode; more: ReactNode; isAmber?: boolean }

const Item = ({ label, main, more, isAmber = false }: ItemProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong className={isAmber ? 'amber' : undefined}>{main}</strong>
      <span>{more}</span>
    </dd>
  </div>
)
