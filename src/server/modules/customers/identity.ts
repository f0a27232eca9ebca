import type { Identity } from '#contract/calls/customers'
import type { Calls } from '#contract/index'
import type { Queries } from '../../db/database'
import type { HandlersFor } from '../../handler'
import { readIdentity } from '../../identity/identities'
import type { Services } from '../../services'
import { expectCustomer } from '../../people/customerColumns'
import { mask, openedOrReject } from '../../people/identity'

type IdentityCalls = Pick<Calls['customers'], 'getCustomerIdentity' | 'viewCustomerIdentity'>

export const identityHandlers: HandlersFor<IdentityCalls> = {
  getCustomerIdentity: async ({ customer_id }, { queries, services }) => ({
    data: mask(await identityOf(queries, services, customer_id)),
  }),

  viewCustomerIdentity: async ({ customer_id }, { queries, services }) => ({
    data: await identityOf(queries, services, customer_id),
  }),
}

/** The whole numbers of a customer. */
export async function identityOf(queries: Queries, services: Services, id: number): Promise<Identity> {
  await expectCustomer(queries, id)
  return openedOrReject(services, readIdentity(queries, services.identityKeys, id))
}
