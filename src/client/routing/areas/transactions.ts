import * as v from 'valibot'
import { businessHistoryAccess } from '#contract/calls/transactions'
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
    access: businessHistoryAccess,
    parent: 'dashboard',
    menu: { section: 'Wallets', label: 'Main Business History' },
    calls: [transactions.businessHistory, transactions.businessTotals],
  },
  businessTransactions: {
    path: '/transaction/business/history',
    title: 'Business Transaction History',
    access: businessHistoryAccess,
    parent: 'dashboard',
    menu: { section: 'Wallets', label: 'Business History' },
    calls: [transactions.businessHistory, transactions.businessTotals],
  },
  flowTransactions: {
    path: '/transaction/flow/history',
    title: 'Transaction Flow History',
    access,
    parent: 'dashboard',
    menu: { section: 'Wallets', label: 'Transaction Flow' },
    calls: [transactions.transactionFlowHistory, transactions.transactionFlowTotals],
  },
  customerTransactions: {
    path: '/transaction/user/history',
    title: 'Customer Transaction History',
    access,
    parent: 'customers',
    /** The name is optional: not every link has it. */
    state: v.object({ user_id: Id, name: v.optional(Text) }),
    missing: 'No records available to view  customer',
    calls: [transactions.userTransactionHistory, transactions.userTransactionTotals],
  },
})
