import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { Kobo } from '#contract/values'
import { type Axis, placeOn, shortNaira } from '#domain/money/axis'
import { usePrinting } from '#ui/print/printing'
import { stated } from '#ui/text/Stated'
import '#ui/text/visuallyHidden.css'
import { dayLabel } from './dayLabel'

type Props = {
  axis: Axis
  /** The first days of the weeks, left to right. */
  mondays: readonly string[]
  /** Bars or a line in an area of 100 by 100 percent. */
  children: ReactNode
  /** The numbers, for screen readers and print, and on screen at a press. `isShown` tells whether it is seen. */
  table: (isShown: boolean) => ReactNode
  /** What the colours mean; over the chart. */
  legend?: ReactNode
  /** What the chart says, in words. */
  says: ReactNode
}

/** Twelve weeks as a chart, as a sentence and as a table. Plain elements: nothing measures, nothing moves. */
export function Chart({ axis, mondays, children, table, legend, says }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isShown = usePrinting() || isOpen
  return (
    <>
      <Button
        className="chart-table-button screen-only"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Table
      </Button>
      {legend}
      <div className="chart" aria-hidden>
        {axis.ticks.map((tick) => (
          <div key={tick} className="chart-tick" style={{ bottom: `${placeOn(axis, tick)}%` }}>
            <span>{shortNaira(tick)}</span>
          </div>
        ))}
        <div className="chart-area">{children}</div>
        <div className="chart-weeks">
          {mondays.map((monday, at) => (
            <span key={monday}>{at % 2 === 1 && dayLabel(monday)}</span>
          ))}
        </div>
      </div>
      <p className="chart-says" {...stated('rest')}>
        {says}
      </p>
      <div className={isShown ? 'chart-table' : 'chart-table visually-hidden'}>{table(isShown)}</div>
    </>
  )
}

/** The height of a bar, and at least a line where there is something. */
export const barHeight = (axis: Axis, amount: Kobo) =>
  amount > 0 ? `max(2px, ${placeOn(axis, amount)}%)` : '0'
