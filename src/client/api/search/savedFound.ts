import type { NamedRead } from '#contract/call'
import {
  blankFound,
  type Found,
  type FoundGroup,
  type FoundKind,
  maxFound,
  shownFound,
} from '#contract/calls/search'
import { calls } from '#contract/index'
import { activeText } from '#domain/statusText'
import { savedRepliesOf } from '#offline/savedLists'
import { type ListRow, searchSaved } from '#offline/savedRows'
import type { RowOf } from '../paging/usePagedList'

type Saved = { kind: FoundKind; call: NamedRead; find: (text: string) => Promise<SavedMatches | undefined> }
type SavedMatches = { rows: Map<number, Found>; savedAt: number }

/** A list whose saved rows are searched, and how its rows are shown. */
const saved = <C extends NamedRead, Row extends ListRow = RowOf<C>>(
  kind: FoundKind,
  call: C,
  foundOf: (row: Row) => Partial<Found> & Pick<Found, 'title'>,
): Saved => ({
  kind,
  call,
  find: async (text) => {
    const matches = searchSaved<Row>(call, await savedRepliesOf(call.name), { search: text })
    const rows = matches?.rows.map((row) => [row.id, { ...blankFound, id: row.id, ...foundOf(row) }] as const)
    return matches && { rows: new Map(rows), savedAt: matches.savedAt }
  },
})

type Owned = Pick<Found, 'user_id' | 'customer_firstname' | 'customer_lastname'>
const owner = ({ user_id, customer_firstname, customer_lastname }: Owned) => ({
  user_id,
  customer_firstname,
  customer_lastname,
})
const nameOf = ({ customer_firstname, customer_lastname }: Owned) =>
  `${customer_firstname ?? ''} ${customer_lastname ?? ''}`.trim()

const { loans } = calls
type LoanRow = RowOf<typeof loans.loanApplications>
const loanOf = (row: LoanRow) => ({
  title: row.reference,
  detail: `${nameOf(row)} · ${row.loan_type_name}`,
  status: row.application_status === 'approved' ? row.loan_status : row.application_status,
  amount: row.amount,
  loan_id: row.id,
  account_reference: row.reference,
  ...owner(row),
})

const searched: readonly Saved[] = [
  saved('customers', calls.customers.getCustomers, ({ name, reference, phone_number, status, user_id }) => ({
    title: name,
    detail: `${reference} · ${phone_number}`,
    status: activeText(status),
    user_id,
  })),
  saved('loans', loans.loanPortfolio, loanOf),
  saved('loans', loans.getPendingLoan, loanOf),
  saved('loans', loans.approvedLoan, loanOf),
  saved('loans', loans.loanApplications, loanOf),
  saved('savings', calls.savings.getSavingPortfolio, (row) => ({
    title: row.reference,
    detail: `${nameOf(row)} · ${row.saving_types_name}`,
    status: row.status,
    amount: row.balance,
    savings_id: row.id,
    account_reference: row.reference,
    ...owner(row),
  })),
  saved('agents', calls.agents.getAgents, ({ name, lga, phone_number, status }) => ({
    title: name,
    detail: [lga, phone_number].filter(Boolean).join(' · '),
    status,
  })),
  saved('withdrawals', calls.withdrawals.getWithDrawList, (row) => ({
    title: row.reference,
    detail: nameOf(row),
    status: row.status,
    amount: row.amount,
    ...owner(row),
  })),
]

/** What is found in the saved rows, and when the oldest of them was saved; null if nothing is saved. */
export async function searchAllSaved(
  text: string,
): Promise<{ groups: FoundGroup[]; savedAt: number } | null> {
  const found = await Promise.all(
    searched.map(async (one) => ({ kind: one.kind, matches: await one.find(text) })),
  )
  const kept = found.flatMap(({ kind, matches }) => (matches ? [{ kind, ...matches }] : []))
  if (kept.length === 0) return null
  const kinds = new Set(kept.map(({ kind }) => kind))
  const groups = [...kinds].flatMap((kind) => {
    const rows = new Map(kept.filter((one) => one.kind === kind).flatMap((one) => [...one.rows]))
    if (rows.size === 0) return []
    const total = Math.min(rows.size, maxFound)
    return [{ kind, total, has_more: rows.size > maxFound, rows: [...rows.values()].slice(0, shownFound) }]
  })
  return { groups, savedAt: Math.min(...kept.map((one) => one.savedAt)) }
}
