import { type customerExportCalls, customerFileType } from '#contract/calls/customerExport'
import { customerCalls } from '#contract/calls/customers'
import { can } from '#contract/permissions'
import type { HandlersFor } from '../../../handler'
import { FileParts } from '../../../wire/fileParts'
import { expectCustomer } from '../../../people/customerColumns'
import { identityOf } from '../identity'
import { customerFile } from './customerFile'
import { mask } from '../../../people/identity'

export const customerExportHandlers: HandlersFor<typeof customerExportCalls> = {
  exportCustomer: async ({ customer_id: id }, { queries, services, actor, now, setAuditSubject }) => {
    await expectCustomer(queries, id)
    const isWhole = can(actor, customerCalls.viewCustomerIdentity.access, 'read')
    await setAuditSubject('customer', id, isWhole ? 'With BVN and NIN' : 'Without BVN and NIN')
    return new FileParts(customerFileType, () =>
      customerFile({
        customerId: id,
        services,
        now,
        identityIn: async (tx) => {
          const numbers = await identityOf(tx, services, id)
          return isWhole ? numbers : mask(numbers)
        },
      }),
    )
  },
}
