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
    menu: { section: "Day's Close", label: "Day's Close", key: 'Y' },
    calls: [closing.getDayClose],
  },
  dayMovements: {
    path: '/day/movements',
    title: 'Movements of the Day',
    access: anyOf('can-view-day-close'),
    parent: 'dayClose',
    calls: [closing.getDayMovements],
  },
  dayClosing: {
    path: '/day/closing',
    title: 'Close the Day',
    access: anyOf('can-close-day'),
    parent: 'dayClose',
    calls: [closing.getDayClose, closing.closeDay],
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
  dayOpenings: {
    path: '/day/openings',
    title: 'Openings of Days',
    access: closing.getDayOpenings.access,
    parent: 'dashboard',
    menu: { section: "Day's Close", label: 'Openings of Days', alone: true, waiting: ['day_openings'] },
    calls: [closing.getDayOpenings],
  },
  dayOpeningCreate: {
    path: '/day/open',
    title: 'Request Opening',
    access: anyOf('can-close-day'),
    parent: 'dayOpenings',
    calls: [closing.getDayClose, closing.requestDayOpening],
  },
  dayOpeningApproval: {
    path: '/day/opening/approval',
    title: 'Opening Approval',
    access: anyOf('can-open-day'),
    parent: 'dayOpenings',
    state: v.object({ day_opening_id: Id }),
    missing: 'Opening details not available',
    calls: [closing.getDayOpeningCase, closing.dayOpeningDecision],
  },
  reopenings: {
    path: '/day/reopenings',
    title: 'Reopened Days',
    access: anyOf('can-request-reversal', 'can-approve-reversal'),
    parent: 'dashboard',
    menu: { section: "Day's Close", label: 'Reopened Days', alone: true, waiting: ['reopenings'] },
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
