import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { decisionInput, oneDecisionColumns, oneDecisionFields } from './approvals'
import { anyOf } from '../permissions'
import { Id, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

export const termedProducts = ['saving type', 'loan type'] as const

/** A request to change the terms of a product, and what was decided. */
const TermChange = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  kind: v.picklist(termedProducts),
  /** The name of the type. */
  product: Text,
  /** The old and the new value of each term that changes. */
  changes: Text,
  reason: Text,
  ...oneDecisionFields,
})

export const termChangeColumns = columnsOf(TermChange, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'product', header: 'Type', kind: 'text', isSubject: true },
  { field: 'kind', header: 'Kind', kind: 'text' },
  { field: 'changes', header: 'Changes', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  ...oneDecisionColumns,
])

/** One term of a product, as people read it. */
const TermRow = v.object({ term: Text, before: Text, after: Text })
export type TermRow = v.InferOutput<typeof TermRow>

export const termRowColumns = columnsOf(TermRow, [
  { field: 'term', header: 'Term', kind: 'text' },
  { field: 'before', header: 'Before', kind: 'text' },
  { field: 'after', header: 'After', kind: 'text' },
])

/** A change with what is needed to decide on it. */
const TermChangeCase = v.object({
  ...TermChange.entries,
  /** All terms of the product, unchanged ones among them. */
  terms: v.array(TermRow),
  /** Why it can only be rejected: the product changed since; null if it can be approved, or is decided. */
  obstacle: optionalText,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type TermChangeCase = v.InferOutput<typeof TermChangeCase>

const access = anyOf('can-edit-saving-type', 'can-edit-loan-type', 'can-approve-terms')

/** Changes of the terms of savings types and loan types, requested by updateSavingTypeTerms and updateLoanTypeTerms. */
export const termCalls = group('terms', {
  getTermChanges: read({
    reads: ['admins', 'loanTypes', 'savingTypes', 'termChanges'],
    path: 'gettermchanges',
    access,
    input: v.object({ ...snakePageInput, waiting: v.optional(v.literal('mine')) }),
    output: v.object({ data: paged(TermChange) }),
    csv: termChangeColumns,
    sortable: ['created_at'],
  }),
  /** One change with what is needed to decide on it. */
  getTermChangeCase: read({
    reads: ['admins', 'loanTypes', 'savingTypes', 'termChanges'],
    path: 'gettermchanges',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(TermChangeCase) }),
  }),
  termChangeDecision: write({
    path: 'termchangedecision',
    access: anyOf('can-approve-terms'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['loanTypes', 'savingTypes', 'termChanges'],
  }),
})
