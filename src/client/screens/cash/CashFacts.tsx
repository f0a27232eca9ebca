import Box from '@mui/material/Box'
import type { CashMovement, OneAgentCash } from '#contract/calls/cash'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

/** Since when an agent has held cash without interruption. */
export const HeldSince = ({ since }: { since: OneAgentCash['held_since'] }) => (
  <Fact label="Held Since">{since ? showDateTime(since) : 'No cash held'}</Fact>
)

/** The last movements of an agent's cash, newest first. */
export const Movements = ({ movements }: { movements: readonly CashMovement[] }) => (
  <Card title="Last movements">
    {movements.length === 0 ? (
      <Empty>No movement found</Empty>
    ) : (
      <Facts>
        {movements.map((one) => (
          <Fact key={one.id} label={showDateTime(one.created_at)}>
            {`${one.source}: `}
            <Money amount={one.amount} />
            <Box sx={{ fontWeight: 400 }}>
              {[
                one.reference,
                one.customer,
                one.reversed_by && `reversed by ${one.reversed_by}`,
                one.reverses && `reverses ${one.reverses}`,
                `held after: ${formatNaira(one.held_after)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </Box>
          </Fact>
        ))}
      </Facts>
    )}
  </Card>
)
