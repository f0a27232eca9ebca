import type { Calls } from '#contract/index'
import { waitingQueue } from '../../approvals/waiting'
import type { HandlersFor } from '../../handler'

export const decisionHandlers: HandlersFor<Calls['decisions']> = {
  getDecisionQueue: async ({ ids }, context) => ({ data: await waitingQueue(context, ids) }),
}
