import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { transactions } = calls
const access = anyOf('can-view-withdrawal')

/** In menu order. */
export const transactionRoutes = area({
  mainTransactions: {
    path: '/transaction/main/business/history',
    title: 'Main Business Transaction History',
    counts: 'Every movement of the main business wallet. Debits are below zero.',
    access,
    under: 'dashboard',
    menu: { section: 'Wallets', label: 'Main Business History' },
    calls: [transactions.businessHistory, transactions.businessTotals],
  },
  businessTransactions: {
    path: '/transaction/business/history',
    title: 'Business Transaction History',
    counts: 'Every movement of the chosen business wallet. Debits are below zero.',
    access,
    under: 'dashboard',
    menu: { section: 'Wallets', label: 'Business History' },
    calls: [transactions.businessHistory, transactions.businessTotals],
  },
  flowTransactions: {
    path: '/transaction/flow/history',
    title: 'Transaction Flow History',
    counts:
      'Movements of what the business owes its customers (payable) and of what they owe it (receivable).',
    access,
    under: 'dashboard',
    menu: { section: 'Wallets', label: 'Transaction Flow' },
    calls: [transactions.transactionFlowHistory, transactions.transactionFlowTotals],
  },
  customerTransactions: {
    path: '/transaction/user/history',
    title: 'Customer Transaction History',
    counts:
      "Every movement of this customer's wallets, savings and loans. Debits are below zero; for a loan, that is repaid.",
    access,
    under: 'customers',
    /** The name is optional: not every link has it. */
    state: v.object({ user_id: Id, name: v.optional(Text) }),
    missing: 'No records available  this customer',
    calls: [transactions.userTransactionHistory, transactions.userTransactionTotals],
  },
})
