import type { WeeklySums } from '#contract/calls/dashboard'
import { kobo } from '#domain/money/kobo'

import { FigureLink } from '#lists/FigureLink'
import type { PlainRoute } from '#lists/RowsLink'
import { FigureTile } from '#ui/layout/FigureStrip'
import { type Loadable, Ready } from '#ui/feedback/Ready'
import { weekChange } from './weekChange'

type Props = {
  title: string
  /** What the figure is of: 'Approved loans'. */
  name: string
  query: Loadable<WeeklySums>
  lessIsBetter?: boolean
  /** The list with the rows of the figure. */
  to: PlainRoute
}

/** The sum of this week and of the last, each opening its rows. */
export const WeekTile = ({ title, name, query, lessIsBetter = false, to }: Props) => (
  <FigureTile
    title={title}
    figure={
      <Ready query={query} height={25}>
        {({ thisWeek: [one] }) => (
          <FigureLink
            to={to}
            filters={{ week: 'this' }}
            name={`${name}, this week`}
            amount={one?.sum ?? kobo(0)}
          />
        )}
      </Ready>
    }
  >
    <small>
      {query.data ? (
        <>
          <Change {...query.data} lessIsBetter={lessIsBetter} />
          {'last week '}
          <FigureLink
            to={to}
            filters={{ week: 'last' }}
            name={`${name}, last week`}
            amount={query.data.lastWeek[0]?.sum ?? kobo(0)}
          />
        </>
      ) : (
        '\u00a0'
      )}
    </small>
  </FigureTile>
)

const arrows = { '-1': '↓', '0': '', '1': '↑' }

/** Whether it is more than last week, as an arrow that says how much. */
function Change({ thisWeek, lastWeek, lessIsBetter }: WeeklySums & { lessIsBetter: boolean }) {
  const { direction, text } = weekChange(thisWeek[0]?.sum ?? kobo(0), lastWeek[0]?.sum ?? kobo(0))
  if (direction === 0) return null
  const tone = direction > 0 !== lessIsBetter ? 'better' : 'worse'
  return (
    <span className={`week-change ${tone}`} role="img" aria-label={text} title={text}>
      {arrows[direction]}
    </span>
  )
}
