import { batchCalls } from './batches'
import type { FieldCall } from './call'
import { cardCalls } from './cards'
import { deviceCalls } from './devices'
import { loanCalls } from './loans'
import { monthCalls } from './month'
import { readCalls } from './reads'
import { registrationCalls } from './registrations'
import { remittanceCalls } from './remittances'
import { uploadCalls } from './uploads'
import { withdrawalCalls } from './withdrawals'

/** The calls of the collectors' interface. */
export const fieldCalls = {
  ...deviceCalls,
  ...readCalls,
  ...batchCalls,
  ...withdrawalCalls,
  ...registrationCalls,
  ...loanCalls,
  ...uploadCalls,
  ...cardCalls,
  ...monthCalls,
  ...remittanceCalls,
}
export type FieldCalls = typeof fieldCalls

export const allFieldCalls: readonly FieldCall[] = Object.values(fieldCalls)
