import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { credits, customers } = calls

export const creditRoutes = area({
  creditRequests: {
    path: '/credit/request/list',
    title: 'Requested Credits',
    access: credits.getCreditRequests.access,
    parent: 'dashboard',
    menu: { section: 'Wallets', label: 'Requested Credits', alone: true, waiting: ['credits'] },
    calls: [credits.getCreditRequests],
  },
  creditRequestCreate: {
    path: '/credit/request/create',
    title: 'Request Credit',
    access: credits.requestCustomerCredit.access,
    parent: 'customers',
    state: v.object({ user_id: Id }),
    missing: 'No records available to credit this customer',
    calls: [customers.getCustomer, customers.getCustomersBalance, credits.requestCustomerCredit],
  },
  mainWalletCreditRequest: {
    path: '/credit/request/mainwallet',
    title: 'Request Main Wallet Credit',
    access: credits.requestMainWalletCredit.access,
    parent: 'creditRequests',
    calls: [credits.requestMainWalletCredit],
  },
  creditApproval: {
    path: '/credit/request/approval',
    title: 'Approval of Credit',
    access: anyOf('can-approve-credit'),
    parent: 'creditRequests',
    state: v.object({ credit_request_id: Id }),
    missing: 'Credit not available',
    calls: [credits.getCreditCase, credits.creditDecision],
  },
})
