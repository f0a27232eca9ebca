import type { ComponentProps } from 'react'
import type { WeeklySums } from '#contract/dashboard'
import { OpenWeeks } from '#app/weeks'
import { kobo } from '#domain/kobo'
import { Card } from '#ui/Card'
import { type Loadable, Ready } from '#ui/Ready'
import { WeekBars } from '#ui/WeekBars'

type Props = {
  title: string
  of: Loadable<WeeklySums>
  lessIsBetter?: boolean
  /** The list that has the rows. */
  to: ComponentProps<typeof OpenWeeks>['to']
}

export const WeekCard = ({ title, of: query, lessIsBetter = false, to }: Props) => (
  <Card title={title}>
    <Ready of={query}>
      {({ thisWeek, lastWeek }) => (
        <WeekBars
          thisWeek={thisWeek[0]?.sum ?? kobo(0)}
          lastWeek={lastWeek[0]?.sum ?? kobo(0)}
          lessIsBetter={lessIsBetter}
        />
      )}
    </Ready>
    <OpenWeeks to={to} of={title} />
  </Card>
)
