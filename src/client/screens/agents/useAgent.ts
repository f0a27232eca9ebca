import type { OneAgent } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** One agent, selected from the reply by id. */
export const useAgent = (id: number, options: { enabled?: boolean } = {}): Loadable<OneAgent> =>
  selectById(useCall(calls.agents.getAgent, { id }, options), id)
