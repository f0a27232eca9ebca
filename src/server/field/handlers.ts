import { batchHandlers } from './batches'
import type { FieldHandlers } from './context'
import { customerHandlers } from './customers'
import { deviceHandlers } from './devices'
import { readHandlers } from './reads'
import { withdrawalHandlers } from './withdrawals'

export const fieldHandlers: FieldHandlers = {
  ...deviceHandlers,
  ...customerHandlers,
  ...readHandlers,
  ...batchHandlers,
  ...withdrawalHandlers,
}
