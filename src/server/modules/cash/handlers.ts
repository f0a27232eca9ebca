import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import { agentCashHandlers } from './agents'
import { differenceHandlers } from './differences'
import { remittanceHandlers } from './remittances'

export const cashHandlers: HandlersFor<Calls['cash']> = {
  ...agentCashHandlers,
  ...remittanceHandlers,
  ...differenceHandlers,
}
