import type * as v from 'valibot'
import type { Named } from '#contract/call'
import { calls } from '#contract/index'
import { adminLogRoute, adminRoutes } from './areas/admins'
import { agentPayRoutes } from './areas/agentPay'
import { agentRoutes } from './areas/agents'
import { cashRoutes } from './areas/cash'
import { arrearsRoutes } from './areas/arrears'
import { bookRoutes } from './areas/books'
import { closingRoutes } from './areas/closing'
import { collectionRoutes } from './areas/collections'
import { customerRoutes } from './areas/customers'
import { decisionRoutes } from './areas/decisions'
import { expenseRoutes } from './areas/expenses'
import { feeRoutes } from './areas/fees'
import { guarantorRoutes } from './areas/guarantors'
import { historyRoutes } from './areas/history'
import { importRoutes } from './areas/imports'
import { loanHistoryRoutes } from './areas/loanHistories'
import { loanRoutes } from './areas/loans'
import { calendarRoutes } from './areas/calendar'
import { marketRoutes } from './areas/markets'
import { requestRoutes } from './areas/requests'
import { reversalRoutes } from './areas/reversals'
import { roleRoutes } from './areas/roles'
import type { Route } from './route'
import { savingRoutes } from './areas/savings'
import { creditRoutes } from './areas/credits'
import { settingRoutes } from './areas/settings'
import { termRoutes } from './areas/terms'
import { tillRoutes } from './areas/tills'
import { transactionRoutes } from './areas/transactions'
import { withdrawalRoutes } from './areas/withdrawals'

const { agents, arrears, closing, customers, dashboard, loans, search, session, views } = calls

const define = <const T extends Record<string, Route>>(
  routes: T & { [K in keyof T]: { parent?: keyof T } },
): { [K in keyof T]: Route & T[K] } => routes

/** The route table, for guard, sidebar, breadcrumbs, row actions and tests. */
export const routes = define({
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
    access: 'session',
    menu: { section: 'Dashboard', label: 'Dashboard', key: 'D' },
    calls: [
      customers.getCustomerTotal,
      agents.getAgentTotal,
      ...Object.values(dashboard),
      loans.getLoanType,
      arrears.getArrearsReport,
      closing.getDayClose,
    ],
    later: [dashboard.getInsight, arrears.getArrearsReport, closing.getDayClose],
  },
  ...decisionRoutes,
  changePassword: {
    path: '/password/change',
    title: 'Change Password',
    access: 'session',
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Change Password' },
    calls: [session.changePassword],
  },
  ...adminRoutes,
  ...roleRoutes,
  ...adminLogRoute,
  ...agentRoutes,
  ...agentPayRoutes,
  ...customerRoutes,
  ...marketRoutes,
  ...calendarRoutes,
  ...loanRoutes,
  ...loanHistoryRoutes,
  ...guarantorRoutes,
  ...collectionRoutes,
  ...cashRoutes,
  ...closingRoutes,
  ...arrearsRoutes,
  ...bookRoutes,
  ...reversalRoutes,
  ...savingRoutes,
  ...creditRoutes,
  ...termRoutes,
  ...settingRoutes,
  ...tillRoutes,
  ...feeRoutes,
  ...requestRoutes,
  ...expenseRoutes,
  ...withdrawalRoutes,
  ...transactionRoutes,
  ...importRoutes,
  ...historyRoutes,
  settings: {
    path: '/settings',
    title: 'Device Settings',
    access: 'session',
    parent: 'dashboard',
    calls: [],
  },
  offlineData: {
    path: '/settings/offline',
    title: 'Offline Data',
    access: 'session',
    parent: 'settings',
    calls: [],
  },
  notAllowed: {
    path: '/admin/permission/view',
    title: 'Not Allowed',
    access: 'session',
    parent: 'dashboard',
    calls: [],
  },
})

export type RouteName = keyof typeof routes
export type StateOf<N extends RouteName> = (typeof routes)[N]['state'] extends v.GenericSchema
  ? v.InferOutput<NonNullable<(typeof routes)[N]['state']>>
  : undefined

/** The nearest screen above that needs no ids and that the admin may open: it opens when the ids of a screen are missing. */
export function openedInstead(
  { parent: parentName }: Route,
  opens: (route: Route) => boolean = () => true,
): Route {
  const parent: Route = routes[(parentName ?? 'dashboard') as RouteName]
  return parent.state || !opens(parent) ? openedInstead(parent, opens) : parent
}

/** The route of a path, with its name. */
export const routeAt = (pathname: string) =>
  (Object.entries(routes) as [RouteName, Route][]).find(
    ([, { path, also }]) => path === pathname || also?.includes(pathname),
  )

/** Calls of the shell, sent with every screen. */
export const shellCalls: readonly Named[] = [
  session.getSingleAdminPermission,
  dashboard.getWaitingDecisions,
  calls.decisions.getDecisionQueue,
  search.searchEverything,
  calls.roles.getRoles,
  ...Object.values(views),
  session.logout,
]
