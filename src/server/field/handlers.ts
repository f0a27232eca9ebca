import { batchHandlers } from './batches'
import { cardHandlers } from './cards'
import type { FieldHandlers } from './context'
import { customerHandlers } from './customers'
import { deviceHandlers } from './devices'
import { loanHandlers } from './loans'
import { monthHandlers } from './month'
import { readHandlers } from './reads'
import { registrationHandlers } from './registrations'
import { remittanceHandlers } from './remittances'
import { uploadHandlers } from './uploads'
import { withdrawalHandlers } from './withdrawals'

export const fieldHandlers: FieldHandlers = {
  ...deviceHandlers,
  ...customerHandlers,
  ...readHandlers,
  ...batchHandlers,
  ...registrationHandlers,
  ...loanHandlers,
  ...uploadHandlers,
  ...withdrawalHandlers,
  ...cardHandlers,
  ...monthHandlers,
  ...remittanceHandlers,
}
