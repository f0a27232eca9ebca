import * as v from 'valibot'
import { group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Flag, Id, Text } from '../values'

const ViewName = v.pipe(
  Text,
  v.check((name) => name.trim() !== '', 'Enter a name for the view.'),
  v.maxLength(60, 'The name of a view may have at most 60 characters.'),
  v.regex(/^\P{Cc}*$/u, 'The name of a view may not contain control characters.'),
)
/** The name of a call, a filter or a column. */
const Name = v.pipe(Text, v.maxLength(60))

/** What a view keeps of a list. The server accepts only what the list has (domain/lists/listViews.ts). */
const content = {
  filters: v.pipe(
    v.array(v.object({ name: Name, value: v.pipe(Text, v.nonEmpty(), v.maxLength(100)) })),
    v.maxLength(10),
  ),
  /** Columns that are not shown. */
  hidden: v.pipe(v.array(Name), v.maxLength(60)),
  /** Null for the list's own order. */
  sort: v.nullable(Name),
  order: v.picklist(['asc', 'desc']),
  density: v.picklist(['compact', 'comfortable']),
}

const View = v.object({
  id: Id,
  /** The name of the call whose rows the list shows. */
  list: Name,
  name: Text,
  ...content,
  /** Whose view it is; only this admin changes it. */
  owner: Text,
  is_own: Flag,
  /** The role whose admins see it too. */
  role_id: v.nullable(Id),
  role: v.nullable(Text),
  /** The list opens with it, for the caller. */
  is_default: Flag,
})
export type View = v.InferOutput<typeof View>
export type ViewContent = Pick<View, keyof typeof content>

/** Who may choose lists' rows by each of these: who sees their names in such a list. */
export const choiceAccess = {
  agents: anyOf(
    'can-view-agent',
    'can-view-agent-pay',
    'can-view-customer',
    'can-view-saving',
    'can-view-saving-portfolio',
    'can-view-loan',
    'can-view-loan-history',
    'can-view-loan-disbursement',
    'can-view-withdrawal',
    'can-view-remittance',
    'can-view-collection',
    'can-record-collection',
    'can-approve-collection',
  ),
  markets: anyOf('can-view-market-day', 'can-view-market-list', 'can-view-saving-portfolio'),
  saving_types: anyOf('can-view-saving', 'can-view-saving-portfolio'),
  deciders: anyOf(
    'can-view-admin',
    'can-view-withdrawal',
    'can-view-request',
    'can-view-remittance',
    'can-view-agent-pay',
    'can-request-payout',
    'can-approve-payout',
    'can-request-reversal',
    'can-approve-reversal',
  ),
}
export type ChoicePart = keyof typeof choiceAccess
const Choices = v.nullable(v.array(v.object({ id: Id, name: Text })))

/** An admin has at most so many views. */
export const mostViews = 200

/** Saved views of lists: filters, columns, order and density under a name. */
export const viewCalls = group('views', {
  /** Own views and those that are shared with the caller's role, of all lists that the caller may open. */
  getViews: read({
    reads: ['admins', 'rights', 'views'],
    path: 'getviews',
    access: 'session',
    input: v.object({}),
    output: v.object({ data: v.array(View) }),
  }),
  /** By what lists are filtered, by name; each part is null without its permission. */
  getFilterChoices: read({
    reads: ['admins', 'agents', 'markets', 'savingTypes'],
    path: 'getfilterchoices',
    access: 'session',
    input: v.object({}),
    output: v.object({
      data: v.object({ agents: Choices, markets: Choices, saving_types: Choices, deciders: Choices }),
    }),
  }),
  saveView: write({
    path: 'saveview',
    access: 'session',
    input: v.object({ list: Name, name: ViewName, ...content }),
    output: v.object({ id: Id }),
    subject: ['list', 'name'],
    writes: ['views'],
  }),
  updateView: write({
    path: 'updateview',
    access: 'session',
    input: v.object({ view_id: Id, ...content }),
    subject: ['view_id'],
    writes: ['views'],
  }),
  renameView: write({
    path: 'renameview',
    access: 'session',
    input: v.object({ view_id: Id, name: ViewName }),
    subject: ['view_id'],
    writes: ['views'],
  }),
  deleteView: write({
    path: 'deleteview',
    access: 'session',
    input: v.object({ view_id: Id }),
    subject: ['view_id'],
    writes: ['views'],
  }),
  /** With null it is shared no longer. Who edits roles decides what their admins find. */
  shareView: write({
    path: 'shareview',
    access: anyOf('can-edit-role'),
    input: v.object({ view_id: Id, role_id: v.nullable(Id) }),
    subject: ['view_id'],
    writes: ['views'],
  }),
  /** Whether the view's list opens with it, for the caller; at most one of a list. */
  setDefaultView: write({
    path: 'setdefaultview',
    access: 'session',
    input: v.object({ view_id: Id, is_default: Flag }),
    subject: ['view_id'],
    writes: ['views'],
  }),
})
