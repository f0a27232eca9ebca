import type { Customer } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { RowOf } from '#api/paging/usePagedList'
import type { Loadable } from '#ui/feedback/Ready'

export type CustomerRow = RowOf<typeof calls.customers.getCustomers>

/** One customer, selected from the reply by id. */
export const useCustomer = (id: number, options: { enabled?: boolean } = {}): Loadable<Customer> =>
  selectById(useCall(calls.customers.getCustomer, { customer_id: id }, options), id)

export const nameOf = ({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`
