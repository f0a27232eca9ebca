import * as v from 'valibot'
import type { Named } from '#contract/call'
import { deskAccess } from '#contract/calls/decisions'
import type { Waiting } from '#contract/calls/waiting'
import { type Access, anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'

type MenuPlace = {
  section: SectionName
  label: string
  /** The letter that goes there, after G; of one page each. */
  key?: string
  /** Kinds of pending decisions; their count is shown beside the menu item. */
  waiting?: readonly Waiting[]
  /** Shown to admins who may open it, also without the section's permission: who only decides has a different one. */
  alone?: true
}
export type Route = {
  path: string
  /** Other spellings of the same address. */
  also?: readonly string[]
  title: string
  access: Access
  /** The parent route: for breadcrumbs, and opened when the state is missing. */
  parent?: string
  menu?: MenuPlace
  /** Ids from navigation state, and the message when they are missing. */
  state?: v.GenericSchema
  missing?: string
  /** It needs the width: below 1440 px the menu is folded while it is shown. */
  foldsMenu?: true
  /** It handles a change of ids itself, without being mounted again. */
  keepsPlace?: true
  /** Every call that the screen can send; a test checks this list. */
  calls: readonly Named[]
  /** Those of them that the screen sends once its first figures are there. */
  later?: readonly Named[]
}

/** The names of a customer in navigation state: missing if the screen was opened by a link, which has none (linkedState.ts). */
export const customerNames = { customer_firstname: v.nullish(Text), customer_lastname: v.nullish(Text) }

/** A customer, and an amount in naira to fill in: its form is sent by the admin alone. */
export const withAmount = v.object({ user_id: Id, amount: v.optional(Text) })

/** Whether a screen makes a change. */
export const isForChange = ({ calls }: Route) => calls.some(({ kind }) => kind === 'write')

/**
 * The sections of the sidebar, each with its permission. At 1280 x 800 all of them are in sight with the open page's link: a new
 * screen goes into one of them.
 */
export const sections = {
  Dashboard: { group: '', access: 'session' },
  Decisions: { group: '', access: deskAccess },
  Admins: { group: 'People', access: anyOf('can-view-admin') },
  Agents: { group: 'People', access: anyOf('can-view-agent', 'can-view-agent-pay') },
  Customers: { group: 'People', access: anyOf('can-view-customer') },
  'Market Days': { group: 'People', access: anyOf('can-view-market-day', 'can-view-market-list') },
  Collecting: {
    group: 'Cash',
    access: anyOf(
      'can-view-collection',
      'can-record-collection',
      'can-approve-collection',
      'can-view-remittance',
      'can-record-remittance',
    ),
  },
  Tills: {
    group: 'Cash',
    access: anyOf('can-view-till', 'can-open-till', 'can-edit-till', 'can-move-bank'),
  },
  "Day's Close": { group: 'Cash', access: anyOf('can-view-day-close') },
  Savings: { group: 'Money', access: anyOf('can-view-saving') },
  Loan: { group: 'Money', access: anyOf('can-view-loan') },
  Withdrawal: { group: 'Money', access: anyOf('can-view-withdrawal') },
  Wallets: { group: 'Money', access: anyOf('can-view-withdrawal') },
  'Fund Requests': { group: 'Money', access: anyOf('can-view-request') },
  Arrears: { group: 'Reports', access: anyOf('can-view-arrears', 'can-edit-arrears-terms') },
  Books: {
    group: 'Reports',
    access: anyOf('can-view-books', 'can-edit-books', 'can-view-expense', 'can-request-expense'),
  },
  Settings: { group: '', access: 'session' },
} as const satisfies Record<string, { group: string; access: Access }>
export type SectionName = keyof typeof sections

/** The routes of one area. `routes.ts` checks their parents. */
export const area = <const T extends Record<string, Route>>(rows: T): T => rows
