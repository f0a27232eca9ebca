import type { Found, FoundKind } from '#contract/calls/search'
import { approvalStates } from '#contract/calls/approvals'
import type { Rows } from '#lists/RowsLink'
import type { RouteName } from '#routing/routes'

type Offers = (name: RouteName) => boolean

export const kindLabels: Record<FoundKind, string> = {
  customers: 'Customers',
  loans: 'Loans',
  savings: 'Savings',
  agents: 'Agents',
  withdrawals: 'Withdrawals',
  requests: 'Fund Requests',
  movements: 'Movements',
}

/** The list of each kind that is searched by the same text. */
export const listOfKind: Partial<Record<FoundKind, Rows['to']>> = {
  customers: 'customers',
  loans: 'loanApplications',
  savings: 'savingsPortfolio',
  agents: 'agents',
  withdrawals: 'withdrawals',
}

/** Where a hit opens: its page, where it can be decided, or its list. The first that the admin may open; undefined for none. */
export const destinationOf = (kind: FoundKind, found: Found, offers: Offers): Rows | undefined =>
  placesOf[kind](found).find((place) => place && offers(place.to)) || undefined

type Places = (found: Found) => (Rows | false)[]
const inList = (
  to: 'agents' | 'withdrawals' | 'remittances' | 'mainTransactions' | 'customers',
  found: Found,
): Rows => ({
  to,
  filters: { search: found.title },
})

const loanPage: Places = ({ loan_id }) => [loan_id !== null && { to: 'loanAccount', state: { loan_id } }]
const savingPage: Places = ({ savings_id, account_reference, customer_firstname, customer_lastname }) => [
  savings_id !== null && {
    to: 'customerSavingHistory',
    state: {
      savings_id,
      savings_reference: account_reference ?? '',
      customer_firstname: customer_firstname ?? '',
      customer_lastname: customer_lastname ?? '',
    },
  },
]

const placesOf: Record<FoundKind, Places> = {
  customers: (found) => [{ to: 'customerDetails', state: { user_id: found.id } }, inList('customers', found)],
  loans: loanPage,
  savings: savingPage,
  agents: (found) => [{ to: 'agentDetails', state: { agent_id: found.id } }, inList('agents', found)],
  withdrawals: (found) => [
    found.status === 'pending' && { to: 'withdrawalApproval', state: { withdrawal_id: found.id } },
    inList('withdrawals', found),
  ],
  requests: ({ id, status }) => [
    status === approvalStates[0] && { to: 'requestFirst', state: { request_id: id } },
    status === approvalStates[1] && { to: 'requestSecond', state: { request_id: id } },
    { to: 'requests' },
  ],
  movements: (found) => [
    ...loanPage(found),
    ...savingPage(found),
    found.title.startsWith('RM') && inList('remittances', found),
    found.user_id !== null && {
      to: 'customerTransactions',
      state: {
        user_id: found.user_id,
        name: `${found.customer_firstname ?? ''} ${found.customer_lastname ?? ''}`.trim(),
      },
    },
    inList('mainTransactions', found),
  ],
}
