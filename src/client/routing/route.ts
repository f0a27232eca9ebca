import type * as v from 'valibot'
import type { Named } from '#contract/call'
import type { Waiting } from '#contract/calls/dashboard'
import { type Access, anyOf } from '#contract/permissions'

export type MenuPlace = {
  section: SectionName
  label: string
  /** What is decided from there: how much of it waits for the user stands beside the entry. */
  waiting?: readonly Waiting[]
}
export type Route = {
  path: string
  /** Other spellings of the same address. */
  also?: readonly string[]
  title: string
  access: Access
  /** Where it hangs: its breadcrumb, and where a missing state leads. */
  under?: string
  menu?: MenuPlace
  /** Ids that arrive through navigation state, and what is said when they are missing. */
  state?: v.GenericSchema
  missing?: string
  /** Every call that the screen may send; a test holds it to this list. */
  calls: readonly Named[]
}

/** A screen that makes a change. Access by session alone stays what it is: the dashboard has a form among its figures. */
export const isForChange = ({ calls }: Route) => calls.some(({ kind }) => kind === 'write')

/** The sidebar's entries, each shown with its permission and each with its screens under it. */
export const sections = {
  Dashboard: { group: '', access: 'session' },
  Admins: { group: 'People', access: anyOf('can-view-admin') },
  Agents: { group: 'People', access: anyOf('can-view-agent') },
  Customers: { group: 'People', access: anyOf('can-view-customer') },
  'Market Days': { group: 'People', access: anyOf('can-view-market-day', 'can-view-market-list') },
  Savings: { group: 'Money', access: anyOf('can-view-saving') },
  Loan: { group: 'Money', access: anyOf('can-view-loan') },
  Withdrawal: { group: 'Money', access: anyOf('can-view-withdrawal') },
  Wallets: { group: 'Money', access: anyOf('can-view-withdrawal') },
  'Fund Requests': { group: 'Money', access: anyOf('can-view-request') },
  Settings: { group: 'You', access: 'session' },
} as const satisfies Record<string, { group: string; access: Access }>
export type SectionName = keyof typeof sections

/** One area's rows of the table. Where they hang is checked where the areas come together. */
export const area = <const T extends Record<string, Route>>(rows: T): T => rows
