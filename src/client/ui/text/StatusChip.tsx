import './badge.css'

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'primary'

const good = new Set(['active', 'approved', 'success', 'paid', 'sent', 'yes', 'credit', 'done', 'released'])
const caution = new Set([
  'suspended',
  'pending',
  'to pay',
  'waiting',
  'in-progress',
  'running',
  'checking',
  'releasing',
  'undoing',
  'ready',
  'inactive',
  'non active',
  'locked',
  'awaiting first approval',
  'awaiting second approval',
  'rescheduled',
])
const bad = new Set([
  'frozen',
  'new rights',
  'deleted',
  'rejected',
  'disapproved',
  'failed',
  'refused',
  'late',
  'overdue',
  'short',
  'written off',
  'written-off',
  'reversed',
  'undone',
])

const repaymentTones: Partial<Record<string, Tone>> = { paid: 'success', late: 'error' }

/**
 * A status as text, with a supporting colour; nothing without one. The screen shows its first letter as a capital (badge.css); the text
 * stays as the contract has it. A debit has no colour: it is no fault.
 */
export function StatusChip({ status, ofRepayment = false }: { status: string; ofRepayment?: boolean }) {
  if (status === '') return null
  const key = status.toLowerCase()
  const tone = ofRepayment
    ? (repaymentTones[key] ?? 'info')
    : good.has(key)
      ? 'success'
      : caution.has(key)
        ? 'warning'
        : bad.has(key)
          ? 'error'
          : undefined
  return <Badge tone={tone}>{status}</Badge>
}

/** Plain CSS, because a page has two hundred badges. */
export const Badge = ({ tone, children }: { tone: Tone | undefined; children: string }) => (
  <span className={`badge ${tone ?? ''}`}>{children}</span>
)
