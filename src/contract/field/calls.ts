import { batchCalls } from './batches'
import type { FieldCall } from './call'
import { cardCalls } from './cards'
import { deviceCalls } from './devices'
import { monthCalls } from './month'
import { readCalls } from './reads'
import { remittanceCalls } from './remittances'
import { withdrawalCalls } from './withdrawals'

/** The calls of the collectors' interface. */
export const fieldCalls = {
  ...deviceCalls,
  ...readCalls,
  ...batchCalls,
  ...withdrawalCalls,
  ...cardCalls,
  ...monthCalls,
  ...remittanceCalls,
}
export type FieldCalls = typeof fieldCalls

export const allFieldCalls: readonly FieldCall[] = Object.values(fieldCalls)
