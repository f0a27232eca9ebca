import Chip from '@mui/material/Chip'

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'primary'

const good = new Set(['active', 'approved', 'success', 'paid', 'yes', 'credit'])
const wary = new Set([
  'suspended',
  'pending',
  'in-progress',
  'inactive',
  'non active',
  'locked',
  'awaiting first approval',
  'awaiting second approval',
])
const bad = new Set(['deleted', 'rejected', 'failed', 'refused', 'late', 'overdue', 'debit'])

/** A state in its own word; the colour only helps. */
export function StatusChip({ of: status }: { of: string }) {
  const key = status.toLowerCase()
  const tone = good.has(key) ? 'success' : wary.has(key) ? 'warning' : bad.has(key) ? 'error' : undefined
  return <Badge tone={tone}>{status}</Badge>
}

export const Badge = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <Chip
    size="small"
    label={children}
    sx={{
      fontWeight: 600,
      color: tone ? `${tone}.main` : 'text.secondary',
      bgcolor: tone ? `${tone}.light` : 'grey.100',
    }}
  />
)
