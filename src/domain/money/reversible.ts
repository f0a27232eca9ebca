/**
 * Prefixes of references of movements that can be reversed: a savings deposit, a customer credit, a transfer from savings, and
 * of a loan its repayment, settlement, set-off, penalty, write-off, recovery and disbursement; a fee; the payment of a withdrawal.
 */
export const reversiblePrefixes = [
  'SD',
  'CC',
  'ST',
  'LR',
  'LS',
  'LO',
  'LP',
  'LW',
  'LV',
  'LD',
  'FE',
  'WP',
] as const

type Movement = { reference: string | null; reversed_by: string | null }

/** Whether a listed movement may be offered for reversal. */
export const isReversible = ({ reference, reversed_by }: Movement): boolean =>
  reference !== null &&
  reversed_by === null &&
  reversiblePrefixes.some((prefix) => reference.startsWith(`${prefix}-`))
