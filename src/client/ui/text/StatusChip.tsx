import './badge.css'

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'primary'

const good = new Set(['active', 'approved', 'success', 'paid', 'yes', 'credit'])
const wary = new Set([
  'suspended',
  'pending',
  'waiting',
  'in-progress',
  'inactive',
  'non active',
  'locked',
  'awaiting first approval',
  'awaiting second approval',
])
const bad = new Set(['deleted', 'rejected', 'disapproved', 'failed', 'refused', 'late', 'overdue', 'debit'])

/** A state in its own word; the colour only helps. */
export function StatusChip({ of: status }: { of: string }) {
  const key = status.toLowerCase()
  const tone = good.has(key) ? 'success' : wary.has(key) ? 'warning' : bad.has(key) ? 'error' : undefined
  return <Badge tone={tone}>{status}</Badge>
}

/** Plain CSS: a page of rows has two hundred of them. */
export const Badge = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <span className={`badge ${tone ?? ''}`}>{children}</span>
)
