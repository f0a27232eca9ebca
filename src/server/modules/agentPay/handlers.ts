import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import { paymentHandlers } from './payments'
import { statementHandlers } from './statements'
import { payTermsHandlers } from './terms'

export const agentPayHandlers: HandlersFor<Calls['agentPay']> = {
  ...statementHandlers,
  ...paymentHandlers,
  ...payTermsHandlers,
}
