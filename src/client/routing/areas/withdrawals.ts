import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area, withAmount } from '../route'

const { customers, withdrawals } = calls

export const withdrawalRoutes = area({
  withdrawals: {
    path: '/withdrawal/list',
    title: 'Withdrawals',
    access: anyOf('can-view-withdrawal'),
    parent: 'dashboard',
    menu: { section: 'Withdrawal', label: 'Withdrawals', key: 'W', waiting: ['withdrawals', 'payments'] },
    calls: [withdrawals.getWithDrawList],
  },
  withdrawalApproval: {
    path: '/withdrawal/approval',
    title: 'Withdrawal Approval',
    access: anyOf('can-approve-withdrawal'),
    parent: 'withdrawals',
    state: v.object({ withdrawal_id: Id }),
    missing: 'Withdrawal details not available',
    calls: [
      withdrawals.getWithDrawal,
      withdrawals.WithDrawalRequestApproval,
      withdrawals.approveWithdrawalForAgent,
    ],
  },
  withdrawalPayment: {
    path: '/withdrawal/payment',
    title: 'Withdrawal Payment',
    access: anyOf('can-approve-withdrawal'),
    parent: 'withdrawals',
    state: v.object({ to_pay_id: Id }),
    missing: 'Withdrawal details not available',
    calls: [withdrawals.getWithDrawal, withdrawals.withdrawalPayment],
  },
  withdrawalCreate: {
    path: '/withdrawal/create',
    title: 'Create Withdrawal',
    access: anyOf('can-create-withdrawal'),
    parent: 'customers',
    state: withAmount,
    missing: 'No records available to create withdrawal for customer',
    calls: [customers.getCustomer, customers.getCustomersBalance, withdrawals.createWithDrawalRequest],
  },
})
