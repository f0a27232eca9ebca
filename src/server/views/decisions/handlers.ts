import type { Calls } from '#contract/index'
import { waitingQueue } from '../../approvals/waiting'
import type { HandlersFor } from '../../handler'

export const decisionHandlers: HandlersFor<Calls['decisions']> = {
  getDecisionQueue: async (_input, context) => ({ data: await waitingQueue(context) }),
}
