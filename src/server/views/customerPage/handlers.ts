import type { customerPageCalls } from '#contract/calls/customerPage'
import type { HandlersFor } from '../../handler'
import { customerPageOf } from './page'
import { statementOf } from './statement'

export const customerPageHandlers: HandlersFor<typeof customerPageCalls> = {
  getCustomerPage: async ({ customer_id }, context) => ({ data: await customerPageOf(context, customer_id) }),
  getCustomerStatement: async (input, context) => ({ data: await statementOf(input, context) }),
}
