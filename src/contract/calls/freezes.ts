import * as v from 'valibot'
import { read, write } from '../call'
import { anyOf } from '../permissions'
import { Flag, Id, optionalText, Stamp, Text } from '../values'
import { Reason } from './approvals'

/** Why nothing went out of a customer, from when until when. */
const Freeze = v.object({
  id: Id,
  created_at: Stamp,
  reason: Text,
  frozen_by_name: Text,
  /** Null while it stands. */
  lifted_at: v.nullable(Stamp),
  lifted_by_name: optionalText,
  lift_reason: optionalText,
})
export type Freeze = v.InferOutput<typeof Freeze>

/** The newest that are sent. */
export const shownFreezes = 5

const input = v.object({ customer_id: Id, reason: Reason })

/** Part of the customers group: freezing, after which nothing goes out of a customer until another admin lifts it. */
export const freezeCalls = {
  getCustomerFreezes: read({
    reads: ['admins', 'customers', 'freezes'],
    path: 'getcustomerfreezes',
    access: anyOf('can-view-customer-details', 'can-freeze-customer'),
    input: v.object({ customer_id: Id }),
    output: v.object({
      data: v.object({
        frozen: Flag,
        /** Newest first. */
        freezes: v.array(Freeze),
        /** Why the caller may not lift the one that stands; null if they may, or if none stands. */
        against: optionalText,
      }),
    }),
  }),
  freezeCustomer: write({
    path: 'freezecustomer',
    access: anyOf('can-freeze-customer'),
    input,
    subject: ['customer_id'],
    writes: ['customers', 'freezes'],
  }),
  unfreezeCustomer: write({
    path: 'unfreezecustomer',
    access: anyOf('can-freeze-customer'),
    input,
    subject: ['customer_id'],
    writes: ['customers', 'freezes'],
  }),
}
