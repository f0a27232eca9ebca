import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { closing, messages } = calls

export const closingRoutes = area({
  dayClose: {
    path: '/day/close',
    title: "Day's Close",
    access: anyOf('can-view-day-close'),
    parent: 'dashboard',
    menu: { section: "Day's Close", label: "Day's Close" },
    calls: [closing.getDayClose],
  },
  unsentMessages: {
    path: '/day/messages/unsent',
    title: 'Messages Not Sent',
    access: anyOf('can-view-day-close'),
    parent: 'dayClose',
    calls: [messages.getUnsentMessages],
  },
  runs: {
    path: '/run/list',
    title: 'Runs',
    access: anyOf('can-view-day-close'),
    parent: 'dashboard',
    menu: { section: "Day's Close", label: 'Runs' },
    calls: [closing.getRuns],
  },
  reopenings: {
    path: '/day/reopenings',
    title: 'Reopened Days',
    access: anyOf('can-request-reversal', 'can-approve-reversal'),
    parent: 'dashboard',
    menu: { section: "Day's Close", label: 'Reopened Days', waiting: ['reopenings'] },
    calls: [closing.getReopenings],
  },
  reopeningCreate: {
    path: '/day/reopen',
    title: 'Request Reopening',
    access: anyOf('can-request-reversal'),
    parent: 'reopenings',
    calls: [closing.getReopenable, closing.requestReopening],
  },
  reopeningApproval: {
    path: '/day/reopening/approval',
    title: 'Reopening Approval',
    access: anyOf('can-approve-reversal'),
    parent: 'reopenings',
    state: v.object({ reopening_id: Id }),
    missing: 'Reopening details not available',
    calls: [closing.getReopeningCase, closing.reopeningDecision],
  },
  runDetails: {
    path: '/run/details',
    title: 'Run Details',
    access: anyOf('can-view-day-close'),
    parent: 'runs',
    state: v.object({ run_id: Id, run_name: Text }),
    missing: 'Run details not available',
    calls: [closing.getRunItems],
  },
})
