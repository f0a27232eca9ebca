import { batchCalls } from './batches'
import type { FieldCall } from './call'
import { deviceCalls } from './devices'
import { loanCalls } from './loans'
import { readCalls } from './reads'
import { registrationCalls } from './registrations'
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
}
export type FieldCalls = typeof fieldCalls

export const allFieldCalls: readonly FieldCall[] = Object.values(fieldCalls)
