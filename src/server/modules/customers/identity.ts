import type { Identity } from '#contract/calls/customers'
import type { Calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { readIdentity } from '../../identity/identities'
import { UnknownIdentityKey } from '../../identity/seal'
import type { Services } from '../../services'
import { expectCustomer } from './columns'

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

/** Numbers that are being opened; rejects where this server lacks their key. */
export const openedOrReject = <Opened>(services: Pick<Services, 'log'>, opened: Promise<Opened>) =>
  opened.catch((error: unknown) => {
    if (!(error instanceof UnknownIdentityKey)) throw error
    services.log.error({ key: error.id }, 'a BVN or NIN can not be opened')
    return reject('These numbers can’t be opened: this server lacks their key. Tell who runs the server.')
  })

/** Their last four digits. */
export const mask = ({ bvn, nin }: Identity): Identity => ({ bvn: masked(bvn), nin: masked(nin) })
export const masked = (number: string | null) => number && `•••••••${number.slice(-4)}`
