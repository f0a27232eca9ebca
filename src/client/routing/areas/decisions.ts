import * as v from 'valibot'
import { waitingKinds } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { Id, Text } from '#contract/values'
import { caseCalls } from '../decisionKinds'
import { area } from '../route'

/** One inbox of all that waits; the screens of single cases stay. Each kind needs its own permission, which the server checks. */
export const decisionRoutes = area({
  decisions: {
    path: '/decisions',
    title: 'Decisions',
    access: calls.decisions.getDecisionQueue.access,
    parent: 'dashboard',
    menu: { section: 'Decisions', label: 'Decisions', key: 'I', waiting: waitingKinds },
    state: v.nullish(
      v.object({
        kind: Text,
        case_id: v.optional(Id),
        /** The rows of a list that it was opened from: only these, in their order. */
        listed: v.optional(v.object({ kinds: v.array(Text), ids: v.array(Id) })),
      }),
    ),
    keepsPlace: true,
    foldsMenu: true,
    calls: [calls.decisions.getDecisionQueue, ...caseCalls],
  },
})
