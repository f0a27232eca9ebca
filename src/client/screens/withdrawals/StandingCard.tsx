import Box from '@mui/material/Box'
import { type Standing, standingMovementColumns } from '#contract/calls/withdrawals'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { activeText } from '#domain/statusText'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Badge, StatusChip } from '#ui/text/StatusChip'

/** Facts about the customer that matter before a payment; warnings are red. */
export const StandingCard = ({ standing }: { standing: Standing }) => {
  const { status, frozen, owed, late, days_late, held, phone_changed, others, others_amount, movements } =
    standing
  return (
    <>
      <Card title="The customer">
        <Facts>
          <Fact label="Status">
            <StatusChip status={activeText(status)} />
          </Fact>
          {frozen && (
            <Fact label="Frozen">
              <Badge tone="error">Frozen</Badge>{' '}
              {`${frozen.by}, ${showDateTime(frozen.at)}: ${frozen.reason}`}
            </Fact>
          )}
          {phone_changed && (
            <Fact label="Phone Changed">
              <Badge tone="error">Less than 7 days ago</Badge>{' '}
              {`${showDateTime(phone_changed.at)}${phone_changed.by ? `, by ${phone_changed.by}` : ''}${phone_changed.before ? `; before ${phone_changed.before}` : ''}`}
            </Fact>
          )}
          <Fact label="Owed on Loans">
            <Money amount={owed} />
          </Fact>
          {late > 0 && (
            <Fact label="Late">
              <Badge tone="error">{`${formatNaira(late)}, ${pluralize(days_late, 'day')}`}</Badge>
            </Fact>
          )}
          <Fact label="Held as Security">
            <Money amount={held} />
          </Fact>
          {others > 0 && (
            <Fact label="Other Pending">
              {`${pluralize(others, 'withdrawal')}, ${formatNaira(others_amount)}`}
            </Fact>
          )}
        </Facts>
      </Card>
      {movements.length > 0 && (
        <Card title="Last movements of the main wallet">
          <ShortTable label="Last movements" columns={standingMovementColumns} rows={movements} />
        </Card>
      )}
    </>
  )
}

/** What needs care, beside what is decided: it never blocks, but for a freeze. */
export function StandingFlags({ standing: { status, frozen, late, phone_changed } }: { standing: Standing }) {
  const flags = [
    frozen && 'Frozen',
    phone_changed && 'Phone changed',
    late > 0 && 'Loan late',
    !status && 'Not active',
  ].filter((flag) => typeof flag === 'string')
  if (flags.length === 0) return null
  return (
    <Fact label="Take Care">
      <Box component="span" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {flags.map((flag) => (
          <Badge key={flag} tone="error">
            {flag}
          </Badge>
        ))}
      </Box>
    </Fact>
  )
}
