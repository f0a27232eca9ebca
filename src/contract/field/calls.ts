import { batchCalls } from './batches'
import type { FieldCall } from './call'
import { deviceCalls } from './devices'
import { readCalls } from './reads'

/** The calls of the collectors' interface. */
export const fieldCalls = { ...deviceCalls, ...readCalls, ...batchCalls }
export type FieldCalls = typeof fieldCalls

export const allFieldCalls: readonly FieldCall[] = Object.values(fieldCalls)
