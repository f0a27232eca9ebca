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

/** What is often done with a hit, besides opening it, if the admin may. */
export const actsOf = (kind: FoundKind, { id, user_id }: Found, offers: Offers): Act[] =>
  (actsOfKind[kind]?.(id, user_id) ?? []).filter(({ to }) => offers(to.to))

export type Act = { label: string; to: Rows }

const actsOfKind: Partial<Record<FoundKind, (id: number, userId: number | null) => Act[]>> = {
  customers: (user_id) => [
    { label: 'Statement', to: { to: 'customerStatement', state: { user_id } } },
    { label: 'Credit', to: { to: 'customerCredit', state: { user_id } } },
    { label: 'Open Saving', to: { to: 'savingOpen', state: { user_id } } },
    { label: 'New Loan', to: { to: 'loanCreate', state: { user_id } } },
  ],
  loans: (loan_id, user_id) => [
    { label: 'Repay', to: { to: 'loanRepayment', state: { loan_id } } },
    ...(user_id === null ? [] : [customerAct(user_id)]),
  ],
  savings: (savings_id, user_id) => [
    { label: 'Deposit', to: { to: 'savingDeposit', state: { savings_id } } },
    ...(user_id === null ? [] : [customerAct(user_id)]),
  ],
  agents: (agent_id) => [
    { label: 'Collection Sheet', to: { to: 'collectionSheet', state: { agent_id } } },
    { label: 'Late Loans', to: { to: 'arrears', filters: { agent_id: String(agent_id) } } },
    { label: 'Remittance', to: { to: 'remittanceCreate', state: { agent_id } } },
    { label: 'Cash', to: { to: 'agentCashMovements', state: { agent_id } } },
  ],
}

const customerAct = (user_id: number): Act => ({
  label: 'Customer',
  to: { to: 'customerDetails', state: { user_id } },
})
