import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { closing } = calls

export const closingRoutes = area({
  dayClose: {
    path: '/day/close',
    title: "Day's Close",
    counts:
      'What came in and went out on one day, by agent, counter and product. Expected: savings and instalments due on it. Held: at its end.',
    access: anyOf('can-view-day-close'),
    under: 'dashboard',
    menu: { section: "Day's Close", label: "Day's Close" },
    calls: [closing.getDayClose],
  },
  runs: {
    path: '/run/list',
    title: 'Runs',
    counts: 'Penalties are posted when a day has ended, interest and charges with the last day of the month.',
    access: anyOf('can-view-day-close'),
    under: 'dashboard',
    menu: { section: "Day's Close", label: 'Runs' },
    calls: [closing.getRuns],
  },
  runDetails: {
    path: '/run/details',
    title: 'Run Details',
    counts: 'What this run posted. Open: what it could not post, and why; it is tried again once a day.',
    access: anyOf('can-view-day-close'),
    under: 'runs',
    state: v.object({ run_id: Id, run_name: Text }),
    missing: 'Run details not available',
    calls: [closing.getRunItems],
  },
})
