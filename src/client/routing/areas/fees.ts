import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { fees, loans } = calls
const OneFee = v.object({ fee_id: Id })
const noFee = 'Fee details not available'

export const feeRoutes = area({
  fees: {
    path: '/fees',
    title: 'Fees',
    access: anyOf('can-view-fee', 'can-edit-fee'),
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Fees' },
    calls: [fees.getFees],
  },
  feeCreate: {
    path: '/fees/create',
    title: 'Create Fee',
    access: anyOf('can-edit-fee'),
    parent: 'fees',
    calls: [loans.getLoanType, fees.createFee],
  },
  feeOff: {
    path: '/fees/off',
    title: 'Switch Off Fee',
    access: anyOf('can-edit-fee'),
    parent: 'fees',
    state: OneFee,
    missing: noFee,
    calls: [fees.getFees, fees.switchOffFee],
  },
  feeOn: {
    path: '/fees/on',
    title: 'Switch On Fee',
    access: anyOf('can-edit-fee'),
    parent: 'fees',
    state: OneFee,
    missing: noFee,
    calls: [fees.getFees, fees.switchOnFee],
  },
  feePay: {
    path: '/fee/pay',
    title: 'Take Fee',
    access: anyOf('can-take-fee'),
    parent: 'customers',
    /** The fee that is chosen at first. */
    state: v.object({
      user_id: Id,
      fee_id: v.optional(Id),
      loan_id: v.optional(Id),
      savings_id: v.optional(Id),
    }),
    missing: 'No customer is chosen for the fee',
    calls: [fees.getCustomerFees, fees.payFee],
  },
})
