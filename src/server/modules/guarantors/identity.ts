import { eq } from 'drizzle-orm'
import { noGuarantor } from '#contract/calls/guarantors'
import type { Calls } from '#contract/index'
import { guarantors } from '../../db/tables/loans'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { type Reads, guarantorBvn, masked } from '../../people/identity'

type IdentityCalls = Pick<Calls['guarantors'], 'getGuarantorIdentity' | 'viewGuarantorIdentity'>

export const guarantorIdentityHandlers: HandlersFor<IdentityCalls> = {
  getGuarantorIdentity: async ({ guarantor_id }, context) => ({
    data: { bvn: masked(await expectedBvn(context, guarantor_id)) },
  }),

  viewGuarantorIdentity: async ({ guarantor_id }, context) => ({
    data: { bvn: await expectedBvn(context, guarantor_id) },
  }),
}

async function expectedBvn(context: Reads, id: number) {
  if ((await context.queries.$count(guarantors, eq(guarantors.id, id))) === 0) reject(noGuarantor)
  return guarantorBvn(context, id)
}
