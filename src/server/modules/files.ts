import type { Calls } from '#contract/index'
import type { Context, HandlersFor } from '../handler'
import { type FileKind, fileKinds } from '../files/fileKinds'
import { reject } from '../errors/refusals'

/** Part of the customer handlers. */
export const customerFileHandlers: HandlersFor<Pick<Calls['customers'], 'getCustomerIdForLoan'>> = {
  getCustomerIdForLoan: async ({ customer_id }, context) => ({
    data:
      (await linkIfThere(context, 'customerIdCard', customer_id)) ?? reject(fileKinds.customerIdCard.missing),
  }),
}

/** Part of the guarantor handlers. */
export const guarantorFileHandlers: HandlersFor<Pick<Calls['guarantors'], 'getGuarantorFileUpload'>> = {
  getGuarantorFileUpload: async ({ id }, context) => {
    const idcard = await linkIfThere(context, 'guarantorIdCard', id)
    const utitity = await linkIfThere(context, 'guarantorUtility', id)
    if (idcard === null && utitity === null) reject('Gaurantor file  not available')
    return { data: { idcard, utitity } }
  },
}

const linkIfThere = async ({ queries, linkTo }: Context, kind: FileKind, id: number) =>
  (await fileKinds[kind].storedName(queries, id)) === null ? null : linkTo(kind, id)
