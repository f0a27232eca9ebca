import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { SavingHistory } from '#contract/calls/savings'
import { Id } from '#contract/values'
import { area, customerNames } from '../route'

const { customers, dashboard, payouts, savings } = calls

const OneType = v.object({ saving_type_id: Id })
const noType = 'Savings type details not available'

/** The wallet of a history row. */
const OneWallet = v.object({
  ...v.pick(SavingHistory, ['savings_id', 'savings_reference']).entries,
  ...customerNames,
})

const OneSaving = v.object({ savings_id: Id })
const noSaving = 'Savings wallet not available'

export const savingRoutes = area({
  savingsPortfolio: {
    path: '/savings/portfolio',
    title: 'Savings Portfolio',
    access: anyOf('can-view-saving-portfolio'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Savings Portfolio', key: 'V' },
    calls: [savings.getSavingPortfolio],
  },
  notSaving: {
    path: '/savings/not-saving',
    title: 'Not Saving',
    access: anyOf('can-view-saving-portfolio'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Not Saving' },
    calls: [savings.getNotSaving],
  },
  savingsByMarket: {
    path: '/savings/market',
    title: 'Savings by Market',
    access: anyOf('can-view-saving-portfolio'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Savings by Market' },
    calls: [savings.savingsByMarket],
  },
  savingTypes: {
    path: '/savings/type',
    title: 'Savings Type',
    access: anyOf('can-view-saving'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Savings Type' },
    calls: [savings.getSavingType],
  },
  savingTypeCreate: {
    path: '/savings/type/create',
    title: 'Create Savings Type',
    access: anyOf('can-create-saving-type'),
    parent: 'savingTypes',
    calls: [savings.createSavingType],
  },
  savingTypeUpdate: {
    path: '/savings/type/update',
    title: 'Update Savings Type',
    access: anyOf('can-edit-saving-type'),
    parent: 'savingTypes',
    state: OneType,
    missing: noType,
    calls: [savings.getSavingType, savings.updateSavingType],
  },
  savingTypeTerms: {
    path: '/savings/type/terms',
    title: 'Savings Type Terms',
    access: anyOf('can-edit-saving-type'),
    parent: 'savingTypes',
    state: OneType,
    missing: noType,
    calls: [savings.savingTypeUse, savings.updateSavingTypeTerms],
  },
  savingTypeOff: {
    path: '/savings/type/off',
    title: 'Switch Off Savings Type',
    access: anyOf('can-edit-saving-type'),
    parent: 'savingTypes',
    state: OneType,
    missing: noType,
    calls: [savings.savingTypeUse, savings.switchOffSavingType],
  },
  savingTypeOn: {
    path: '/savings/type/on',
    title: 'Switch On Savings Type',
    access: anyOf('can-edit-saving-type'),
    parent: 'savingTypes',
    state: OneType,
    missing: noType,
    calls: [savings.savingTypeUse, savings.switchOnSavingType],
  },
  savingsHistory: {
    path: '/savings/history',
    title: 'Savings History',
    access: anyOf('can-view-saving'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Savings History', key: 'H' },
    calls: [savings.savingHistory, dashboard.getSumOfSavings],
  },
  savingDetails: {
    path: '/savings/details',
    title: 'Savings Details',
    access: anyOf('can-view-saving-details'),
    parent: 'savingsHistory',
    state: v.object({ saving_history_id: Id }),
    missing: 'Savings details not available',
    calls: [savings.savingDetails],
  },
  customerSavingHistory: {
    path: '/customer/saving/history',
    title: 'Customer Saving History',
    access: anyOf('can-view-saving-history'),
    parent: 'savingsHistory',
    state: OneWallet,
    missing: 'Customer saving history not available',
    calls: [savings.customerSavingHistory],
  },
  savingOpen: {
    path: '/savings/open',
    title: 'Open Savings Wallet',
    access: anyOf('can-open-saving'),
    parent: 'customers',
    state: v.object({ user_id: Id }),
    missing: 'No customer is chosen for the savings wallet',
    calls: [customers.getCustomer, savings.getSavingChoices, savings.openSaving],
  },
  savingDeposit: {
    path: '/savings/deposit',
    title: 'Deposit',
    access: anyOf('can-record-collection'),
    parent: 'savingsPortfolio',
    state: OneSaving,
    missing: noSaving,
    calls: [savings.getSavingAccount, savings.recordDeposit],
  },
  savingPlanChange: {
    path: '/savings/plan/change',
    title: 'Change Savings Plan',
    access: anyOf('can-open-saving'),
    parent: 'savingsPortfolio',
    state: OneSaving,
    missing: noSaving,
    calls: [savings.getPlanChanges, savings.getSavingChoices, savings.changeSavingPlan],
  },
  savingClose: {
    path: '/savings/close',
    title: 'Close Savings Wallet',
    access: anyOf('can-close-saving'),
    parent: 'savingsPortfolio',
    state: OneSaving,
    missing: noSaving,
    calls: [savings.getSavingAccount, savings.closeSaving],
  },
  payouts: {
    path: '/savings/payout/list',
    title: 'Payouts',
    access: anyOf('can-request-payout', 'can-approve-payout'),
    parent: 'dashboard',
    menu: { section: 'Savings', label: 'Payouts', alone: true, waiting: ['payouts'] },
    calls: [payouts.getPayouts],
  },
  payoutCreate: {
    path: '/savings/payout',
    title: 'Pay Out Savings',
    access: anyOf('can-request-payout'),
    parent: 'payouts',
    calls: [payouts.getPayoutChoices, payouts.getEndedCycles, payouts.requestPayout],
  },
  payoutApproval: {
    path: '/savings/payout/approval',
    title: 'Payout Approval',
    access: anyOf('can-request-payout', 'can-approve-payout'),
    parent: 'payouts',
    state: v.object({ payout_id: Id }),
    missing: 'Payout details not available',
    calls: [payouts.getPayoutCase, payouts.payoutDecision],
  },
})
