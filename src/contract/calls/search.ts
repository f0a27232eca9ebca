import * as v from 'valibot'
import { group, read } from '../call'
import { Id, Kobo, optionalText, SearchText, Text } from '../values'

/** What can be found, in the order in which it is shown. */
export const foundKinds = [
  'customers',
  'loans',
  'savings',
  'agents',
  'withdrawals',
  'requests',
  'movements',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Matches of a kind are counted up to this many. */
export const maxFound = 100
/** The newest ones of a kind that are sent. */
export const shownFound = 3

const Found = v.object({
  /** Of the row of its kind: a customer's, a loan's. */
  id: Id,
  /** A name or a reference. */
  title: Text,
  detail: optionalText,
  status: optionalText,
  /** Owed on a loan, saved in a wallet, held by an agent; requested or moved. */
  amount: v.nullable(Kobo),
  /** What it belongs to, for links. */
  user_id: v.nullable(Id),
  customer_firstname: optionalText,
  customer_lastname: optionalText,
  loan_id: v.nullable(Id),
  savings_id: v.nullable(Id),
  /** The saving's or the loan's reference. */
  account_reference: optionalText,
})
export type Found = v.InferOutput<typeof Found>

/** What a hit need not have. */
export const blankFound = {
  detail: null,
  status: null,
  amount: null,
  user_id: null,
  customer_firstname: null,
  customer_lastname: null,
  loan_id: null,
  savings_id: null,
  account_reference: null,
}

const FoundGroup = v.object({
  kind: v.picklist(foundKinds),
  /** At most `maxFound`. */
  total: v.number(),
  /** There are more than were counted. */
  has_more: v.boolean(),
  rows: v.array(Found),
})
export type FoundGroup = v.InferOutput<typeof FoundGroup>

export const searchCalls = group('search', {
  /** Searches everything that the caller may see by name, phone, reference or amount; kinds without a match are left out. */
  searchEverything: read({
    reads: [
      'agents',
      'customers',
      'ledger',
      'loans',
      'loanTypes',
      'requests',
      'savings',
      'savingTypes',
      'withdrawals',
    ],
    path: 'searcheverything',
    access: 'session',
    input: v.object({
      search: v.pipe(SearchText, v.trim(), v.minLength(2, 'Please enter at least two characters.')),
    }),
    output: v.object({ data: v.array(FoundGroup) }),
    unsaved: true,
  }),
})
