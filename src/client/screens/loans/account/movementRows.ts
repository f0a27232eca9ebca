import type { LoanMovement } from '#contract/calls/loanAccounts'
import { showDate } from '#domain/time/lagos'
import type { RowOffer } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'

type Reversible = Pick<LoanMovement, 'reference' | 'reversed_by'>

/** What a row offers: a request to reverse the movement. */
export const offerOf = ({ reference, reversed_by }: Reversible): RowOffer => ({
  name: reference,
  actions: [toReversal({ reference, reversed_by })],
})

type Noted = Pick<LoanMovement, 'reversed_by' | 'reverses'> & Partial<Pick<LoanMovement, 'collected_on'>>

/** The day of collection, and what the movement reverses or is reversed by; null for most. */
export const noteOf = ({ collected_on, reverses, reversed_by }: Noted) =>
  [
    collected_on && `Collected on ${showDate(collected_on)}`,
    reverses && `Reverses ${reverses}`,
    reversed_by && `Reversed by ${reversed_by}`,
  ]
    .filter(Boolean)
    .join('. ') || null
