import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { terms } = calls

export const termRoutes = area({
  termChanges: {
    path: '/terms/change/list',
    title: 'Changes of Terms',
    access: terms.getTermChanges.access,
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Changes of Terms', waiting: ['term_changes'] },
    calls: [terms.getTermChanges],
  },
  termChangeApproval: {
    path: '/terms/change/approval',
    title: 'Approval of Terms',
    access: anyOf('can-approve-terms'),
    parent: 'termChanges',
    state: v.object({ term_change_id: Id }),
    missing: 'Change of terms not available',
    calls: [terms.getTermChangeCase, terms.termChangeDecision],
  },
})
