import type { OneAgent } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** One agent. The reply is a list; the entry whose id matches is used. */
export const useAgent = (id: number, options: { enabled?: boolean } = {}): Loadable<OneAgent> =>
  selectById(useCall(calls.agents.getAgent, { id }, options), id)
