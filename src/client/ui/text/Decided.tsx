import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '../layout/Card'
import { Fact, Facts } from './Facts'
import { StatusChip } from './StatusChip'

type Decision = { label: string; name: string | null; at: string | null; comment?: string | null }

/** Who made a decision, when, and with which comment; nothing before it is made. */
export const Decided = ({ label, name, at, comment }: Decision) =>
  name && (
    <Fact label={label}>
      {at ? `${name}, ${showDateTime(at)}` : name}
      {comment && <Box sx={{ fontWeight: 400 }}>“{comment}”</Box>}
    </Fact>
  )

type Steps = {
  first_decision_name: string | null
  first_decision_at: string | null
  first_comment: string | null
  second_decision_name: string | null
  second_decision_at: string | null
  second_comment: string | null
}

/** The two decisions on a request, as far as they are made. */
export const DecidedSteps = ({ request }: { request: Steps }) => (
  <>
    <Decided
      label="First Decision By"
      name={request.first_decision_name}
      at={request.first_decision_at}
      comment={request.first_comment}
    />
    <Decided
      label="Second Decision By"
      name={request.second_decision_name}
      at={request.second_decision_at}
      comment={request.second_comment}
    />
  </>
)

type Only = {
  status: string
  decided_by_name: string | null
  decided_at: string | null
  comment: string | null
}

/** The only decision on a request, with its comment in a line of its own. */
export const OnlyDecision = ({
  decision: { status, decided_by_name: name, decided_at: at, comment },
}: {
  decision: Only
}) => (
  <>
    <Fact label="Status">
      <StatusChip status={status} />
    </Fact>
    <Fact label="Decided By">{at ? `${name}, ${showDateTime(at)}` : name}</Fact>
    {comment && <Fact label="Comment">{comment}</Fact>}
  </>
)

/** Beside a request that another admin has already decided on; the children are further facts. */
export const DecidedCard = ({ decision, children }: { decision: Only; children?: ReactNode }) => (
  <Card title="The decision">
    <Facts>
      <OnlyDecision decision={decision} />
      {children}
    </Facts>
  </Card>
)
