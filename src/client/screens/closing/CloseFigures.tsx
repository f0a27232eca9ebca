import type { ComponentProps, ReactNode } from 'react'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { Figure } from '#lists/FigureLink'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Stated } from '#ui/text/Stated'
import { agentRows } from './closeFigures'
import { type Ranked, signedNaira } from './verdict'

/** What all agents were to collect, collected, and handed in; what was missing, and what they hold. */
export function CloseFigures({ rows, day }: { rows: readonly Ranked[]; day: string }) {
  const sum = (of: (one: Ranked['agent']) => Kobo | undefined) =>
    sumKobo(rows.map(({ agent }) => of(agent) ?? kobo(0)))
  const count = (of: (one: Ranked['agent']) => number | undefined) =>
    rows.reduce((all, { agent }) => all + (of(agent) ?? 0), 0)
  const [expected, collected] = [sum((one) => one.expected), sum((one) => one.collected)]
  const [difference, unexplained] = [sum((one) => one.difference), sum((one) => one.unexplained)]
  const holders = rows.filter(({ agent }) => (agent.uncounted ?? 0) > 0).length
  return (
    <FigureStrip dense>
      <Tile
        title="Expected"
        figure={<Stated as="plan">{formatNaira(expected)}</Stated>}
        more="savings and installments due"
      />
      <Tile
        title="Collected"
        figure={
          <Figure rows={agentRows(day, 'collected', 'all')} name="Collected">
            {formatNaira(collected)}
          </Figure>
        }
        more={`${expected > 0 ? `${shareText(collected, expected)} of it, ` : ''}${pluralize(
          count((one) => one.sheets),
          'sheet',
        )}`}
      />
      <Tile
        title="Cash counted"
        figure={
          <Figure rows={agentRows(day, 'handed_in', 'all')} name="Cash counted">
            {formatNaira(sum((one) => one.handed_in))}
          </Figure>
        }
        more={pluralize(
          count((one) => one.counts),
          'remittance',
        )}
      />
      <Tile
        title="Difference"
        figure={difference === 0 ? 'None' : <Stated as="compared">{signedNaira(difference)}</Stated>}
        tone={unexplained === 0 ? undefined : 'warning'}
        more={
          unexplained === 0 ? (
            'every difference explained'
          ) : (
            <Stated as="compared">{`${signedNaira(unexplained)} unexplained`}</Stated>
          )
        }
      />
      <Tile
        title="Still held"
        figure={<Stated as="compared">{formatNaira(sum((one) => one.uncounted))}</Stated>}
        more={holders === 0 ? 'by nobody' : pluralize(holders, 'agent')}
      />
    </FigureStrip>
  )
}

type TileProps = Omit<ComponentProps<typeof FigureTile>, 'children'> & { more: ReactNode }

const Tile = ({ more, ...tile }: TileProps) => (
  <FigureTile {...tile}>
    <small>{more}</small>
  </FigureTile>
)
