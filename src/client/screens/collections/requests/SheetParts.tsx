import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { EarlierSheet, SheetRequestCase } from '#contract/calls/collections'
import { RecordLink } from '#forms/decision/RecordLink'
import { dayText } from '#ui/form/choices/collectionDays'
import { Card } from '#ui/layout/Card'
import { ListRow } from '#ui/layout/ListRow'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { earlierText } from '../sheet/EarlierSheets'

type OfAgent = Pick<SheetRequestCase, 'agent' | 'agent_id' | 'day' | 'total'>

/** Whose money it is, of which day, and how much. */
export const AgentDay = ({ of: { agent, agent_id, day, total } }: { of: OfAgent }) => (
  <>
    <Fact label="Agent">
      {agent_id === null ? (
        agent
      ) : (
        <RecordLink to="agentDetails" state={{ agent_id }}>
          {agent}
        </RecordLink>
      )}
    </Fact>
    <Fact label="Day">{dayText(day)}</Fact>
    <Fact label="Total">
      <Money amount={total} />
    </Fact>
  </>
)

/** What was recorded of the agent and day; nothing if nothing was. */
export const RecordedAlready = ({ sheets }: { sheets: readonly EarlierSheet[] }) =>
  sheets.length > 0 && (
    <Fact label="Recorded Already">
      {sheets.map((sheet) => (
        <div key={sheet.reference}>{earlierText(sheet)}</div>
      ))}
    </Fact>
  )

type Line = {
  id: number
  customer: string
  customer_reference: string
  type_name: string
  reference: string
}
type LinesProps<L> = { rows: readonly L[]; below?: (row: L) => ReactNode; children: (row: L) => ReactNode }

/** The lines by customer and wallet or loan; the children are the amount, or why there is none. */
export const SheetLines = <L extends Line>({ rows, below, children }: LinesProps<L>) => (
  <Card title="Lines">
    <ul style={{ margin: 0, padding: 0 }}>
      {rows.map((row) => (
        <ListRow key={row.id}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <div>{`${row.customer}, ${row.customer_reference}`}</div>
            <Box sx={{ color: 'text.secondary' }}>
              <div>{`${row.type_name}, ${row.reference}`}</div>
              {below?.(row)}
            </Box>
          </Box>
          <Box sx={{ textAlign: 'right' }}>{children(row)}</Box>
        </ListRow>
      ))}
    </ul>
  </Card>
)
