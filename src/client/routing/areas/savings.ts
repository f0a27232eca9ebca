import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { SavingHistory } from '#contract/calls/savings'
import { Id } from '#contract/values'
import { area } from '../route'

const { dashboard, savings } = calls

/** The wallet of a history row. */
const OneWallet = v.pick(SavingHistory, [
  'savings_id',
  'savings_reference',
  'customer_firstname',
  'customer_lastname',
])

export const savingRoutes = area({
  savingsPortfolio: {
    path: '/savings/portfolio',
    title: 'Savings Portfolio',
    access: anyOf('can-view-saving-portfolio'),
    under: 'dashboard',
    menu: { section: 'Savings', label: 'Savings Portfolio' },
    calls: [savings.getSavingPortfolio],
  },
  savingTypes: {
    path: '/savings/type',
    title: 'Savings Type',
    access: anyOf('can-view-saving'),
    under: 'dashboard',
    menu: { section: 'Savings', label: 'Savings Type' },
    calls: [savings.getSavingType],
  },
  savingTypeUpdate: {
    path: '/savings/type/update',
    title: 'Update Savings Type',
    access: anyOf('can-edit-saving-type'),
    under: 'savingTypes',
    state: v.object({ saving_type_id: Id }),
    missing: 'Savings type details not available',
    calls: [savings.getSavingType, savings.updateSavingType],
  },
  savingsHistory: {
    path: '/savings/history',
    title: 'Savings History',
    access: anyOf('can-view-saving'),
    under: 'dashboard',
    menu: { section: 'Savings', label: 'Savings History' },
    calls: [savings.savingHistory, dashboard.getSumOfSavings],
  },
  savingDetails: {
    path: '/savings/details',
    title: 'Savings Details',
    access: anyOf('can-view-saving-details'),
    under: 'savingsHistory',
    state: v.object({ saving_history_id: Id }),
    missing: 'Savings details not available',
    calls: [savings.savingDetails],
  },
  customerSavingHistory: {
    path: '/customer/saving/history',
    title: 'Customer Saving History',
    access: anyOf('can-view-saving-history'),
    under: 'savingsHistory',
    state: OneWallet,
    missing: 'Customer saving history not available',
    calls: [savings.customerSavingHistory],
  },
})
