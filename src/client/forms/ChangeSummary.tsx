import type { ReactNode } from 'react'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

type Props = {
  change: {
    reference: string
    changes: string
    reason: string
    requested_by_name: string
    created_at: string
  }
  /** What is changed. */
  children: ReactNode
}

/** A change of a setting or of terms that one admin decides on: of what, from what to what, why and by whom. */
export const ChangeSummary = ({ change, children }: Props) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Reference">{change.reference}</Fact>
      {children}
      <Fact label="Change">{change.changes}</Fact>
      <Fact label="Reason">{change.reason}</Fact>
      <Fact label="Requested By">{`${change.requested_by_name}, ${showDateTime(change.created_at)}`}</Fact>
    </Facts>
  </Card>
)
