import type { ComponentProps } from 'react'
import type { WeeklySums } from '#contract/calls/dashboard'
import { OpenWeeks } from '#lists/weeks'
import { kobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { type Loadable, Ready } from '#ui/feedback/Ready'
import { CardAge } from '#ui/text/Age'
import { WeekBars } from '#ui/text/WeekBars'

type Props = {
  title: string
  query: Loadable<WeeklySums>
  lessIsBetter?: boolean
  /** The list with the rows of the figure. */
  to: ComponentProps<typeof OpenWeeks>['to']
}

export const WeekCard = ({ title, query, lessIsBetter = false, to }: Props) => (
  <Card title={title} action={<CardAge updatedAt={query.dataUpdatedAt} />}>
    <Ready query={query} height={86}>
      {({ thisWeek, lastWeek }) => (
        <WeekBars
          thisWeek={thisWeek[0]?.sum ?? kobo(0)}
          lastWeek={lastWeek[0]?.sum ?? kobo(0)}
          lessIsBetter={lessIsBetter}
        />
      )}
    </Ready>
    <OpenWeeks to={to} name={title} />
  </Card>
)
