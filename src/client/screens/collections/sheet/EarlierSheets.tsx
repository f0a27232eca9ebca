import Alert from '@mui/material/Alert'
import type { EarlierSheet } from '#contract/calls/collections'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { LinkButton } from '#routing/navigation'

/** 'CS-261127-000012, by Ada Obi, 27 Nov 2026, 18:05: 23 lines, ₦11,500.00' */
export const earlierText = ({ reference, admin, created_at, total, lines }: EarlierSheet) =>
  `${reference}, by ${admin}, ${showDateTime(created_at)}: ${pluralize(lines.length, 'line')}, ${formatNaira(total)}`

/** The sheets of this agent and day that were recorded already. */
export function EarlierSheets({ sheets }: { sheets: readonly EarlierSheet[] }) {
  if (sheets.length === 0) return null
  return (
    <Alert severity="warning" className="screen-only">
      {`${sheets.length === 1 ? 'A sheet' : pluralize(sheets.length, 'sheet')} of this agent and day ${sheets.length === 1 ? 'was' : 'were'} recorded already. Equal amounts are not counted until you say that they came twice.`}
      {sheets.map((sheet) => (
        <div key={sheet.reference}>
          {earlierText(sheet)}{' '}
          {!sheet.batch && (
            <LinkButton to="collectionDetails" state={{ collection_id: sheet.id }}>
              Receipt
            </LinkButton>
          )}
        </div>
      ))}
    </Alert>
  )
}
