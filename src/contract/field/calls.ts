import { batchCalls } from './batches'
import type { FieldCall } from './call'
import { deviceCalls } from './devices'
import { readCalls } from './reads'
import { withdrawalCalls } from './withdrawals'

/** The calls of the collectors' interface. */
export const fieldCalls = { ...deviceCalls, ...readCalls, ...batchCalls, ...withdrawalCalls }
export type FieldCalls = typeof fieldCalls

export const allFieldCalls: readonly FieldCall[] = Object.values(fieldCalls)
