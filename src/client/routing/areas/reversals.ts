import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { reversals } = calls

export const reversalRoutes = area({
  reversals: {
    path: '/reversal/list',
    title: 'Reversals',
    access: anyOf('can-request-reversal', 'can-approve-reversal'),
    parent: 'dashboard',
    menu: { section: 'Wallets', label: 'Reversals', alone: true, key: 'Z', waiting: ['reversals'] },
    calls: [reversals.getReversals],
  },
  reversalCreate: {
    path: '/reversal/create',
    title: 'Request Reversal',
    access: anyOf('can-request-reversal'),
    parent: 'reversals',
    /** The reference of the movement's entry. */
    state: v.object({ movement_reference: Text }),
    missing: 'No movement is chosen for the reversal',
    calls: [reversals.getReversible, reversals.requestReversal],
  },
  reversalApproval: {
    path: '/reversal/approval',
    title: 'Reversal Approval',
    access: anyOf('can-approve-reversal'),
    parent: 'reversals',
    state: v.object({ reversal_id: Id }),
    missing: 'Reversal details not available',
    calls: [reversals.getReversalCase, reversals.reversalDecision],
  },
})
