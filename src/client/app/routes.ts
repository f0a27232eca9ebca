import type * as v from 'valibot'
import type { Named } from '#contract/call'
import { calls } from '#contract/index'
import { adminLogRoute, adminRoutes } from './routes/admins'
import { agentRoutes } from './routes/agents'
import { customerRoutes } from './routes/customers'
import { guarantorRoutes } from './routes/guarantors'
import { loanHistoryRoutes } from './routes/loanHistories'
import { loanRoutes } from './routes/loans'
import { marketRoutes } from './routes/markets'
import { requestRoutes } from './routes/requests'
import { roleRoutes } from './routes/roles'
import type { Route } from './routes/route'
import { savingRoutes } from './routes/savings'
import { transactionRoutes } from './routes/transactions'
import { withdrawalRoutes } from './routes/withdrawals'

const { agents, customers, dashboard, loans, session } = calls

const define = <const T extends Record<string, Route>>(
  routes: T & { [K in keyof T]: { under?: keyof T } },
): { [K in keyof T]: Route & T[K] } => routes

/** The one table: guard, sidebar, breadcrumbs, row actions and tests read it. */
export const routes = define({
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
    access: 'session',
    menu: { section: 'Dashboard', label: 'Dashboard' },
    calls: [customers.getCustomerTotal, agents.getAgentTotal, ...Object.values(dashboard), loans.getLoanType],
    screen: () => import('../screens/dashboard/Dashboard'),
  },
  ...adminRoutes,
  ...roleRoutes,
  ...adminLogRoute,
  ...agentRoutes,
  ...customerRoutes,
  ...marketRoutes,
  ...loanRoutes,
  ...loanHistoryRoutes,
  ...guarantorRoutes,
  ...savingRoutes,
  ...requestRoutes,
  ...withdrawalRoutes,
  ...transactionRoutes,
  changePassword: {
    path: '/password/change',
    title: 'Change Password',
    access: 'session',
    under: 'dashboard',
    menu: { section: 'Settings', label: 'Change Password' },
    calls: [session.changePassword],
    screen: () => import('../screens/session/ChangePassword'),
  },
  settings: {
    path: '/settings',
    title: 'Device Settings',
    access: 'session',
    under: 'dashboard',
    calls: [],
    screen: () => import('../screens/settings/Settings'),
  },
  offlineData: {
    path: '/settings/offline',
    title: 'Offline Data',
    access: 'session',
    under: 'settings',
    calls: [],
    screen: () => import('../screens/settings/OfflineData'),
  },
  notAllowed: {
    path: '/admin/permission/view',
    title: 'Not Allowed',
    access: 'session',
    under: 'dashboard',
    calls: [],
    screen: () => import('../screens/session/NotAllowed'),
  },
})

export type RouteName = keyof typeof routes
export type StateOf<N extends RouteName> = (typeof routes)[N]['state'] extends v.GenericSchema
  ? v.InferOutput<NonNullable<(typeof routes)[N]['state']>>
  : undefined

/** Sent with every screen: who am I, what waits for me, and goodbye. */
export const shellCalls: readonly Named[] = [
  session.getSingleAdminPermission,
  dashboard.getWaitingDecisions,
  session.logout,
]
