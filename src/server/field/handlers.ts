import { batchHandlers } from './batches'
import { cardHandlers } from './cards'
import type { FieldHandlers } from './context'
import { customerHandlers } from './customers'
import { deviceHandlers } from './devices'
import { monthHandlers } from './month'
import { readHandlers } from './reads'
import { remittanceHandlers } from './remittances'
import { withdrawalHandlers } from './withdrawals'

export const fieldHandlers: FieldHandlers = {
  ...deviceHandlers,
  ...customerHandlers,
  ...readHandlers,
  ...batchHandlers,
  ...withdrawalHandlers,
  ...cardHandlers,
  ...monthHandlers,
  ...remittanceHandlers,
}
