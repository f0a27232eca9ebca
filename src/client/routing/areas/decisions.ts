import * as v from 'valibot'
import { waitingKinds } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { Id, Text } from '#contract/values'
import { caseCalls, waitingLists } from '../decisionKinds'
import { area } from '../route'

const Order = v.object({ field: Text, order: v.picklist(['asc', 'desc']) })

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
        /** Of a list that it was opened from: only its rows, in its order. */
        listed: v.optional(v.object({ filters: v.record(Text, Text), sort: v.optional(Order) })),
      }),
    ),
    keepsPlace: true,
    foldsMenu: true,
    calls: [calls.decisions.getDecisionQueue, ...caseCalls, ...waitingLists],
    later: waitingLists,
  },
})
