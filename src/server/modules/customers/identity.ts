import { and, eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { readIdentity } from '../../identity/identities'
import { UnknownIdentityKey } from '../../identity/seal'
import { notDeleted, notFound } from './columns'

type IdentityCalls = Pick<Calls['customers'], 'getCustomerIdentity' | 'viewCustomerIdentity'>

export const identityHandlers: HandlersFor<IdentityCalls> = {
  getCustomerIdentity: async ({ customer_id }, context) => {
    const { bvn, nin } = await identityOf(context, customer_id)
    return { data: { bvn: masked(bvn), nin: masked(nin) } }
  },

  viewCustomerIdentity: async ({ customer_id }, context) => ({
    data: await identityOf(context, customer_id),
  }),
}

async function identityOf({ queries, services }: Context, id: number) {
  const isThere = await queries.$count(customers, and(eq(customers.id, id), notDeleted))
  if (isThere === 0) reject(notFound(id))
  return readIdentity(queries, services.identityKeys, id).catch((error: unknown) => {
    if (!(error instanceof UnknownIdentityKey)) throw error
    services.log.error({ error: error.message }, 'a BVN or NIN can not be opened')
    return reject('These numbers can’t be opened: this server lacks their key. Tell who runs the server.')
  })
}

const masked = (number: string | null) => number && `•••••••${number.slice(-4)}`
