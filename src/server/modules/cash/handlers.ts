import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import { agentCashHandlers } from './agents'
import { differenceHandlers } from './differences'
import { remittanceHandlers } from './remittances'
import { cashTonightHandlers } from './tonight'

export const cashHandlers: HandlersFor<Calls['cash']> = {
  ...agentCashHandlers,
  ...cashTonightHandlers,
  ...remittanceHandlers,
  ...differenceHandlers,
}
