import * as v from 'valibot'
import { emptyOutput, read } from '../call'
import { onlyWith } from '../permissions'
import { Id } from '../values'

/** JSON of its own type, by which the portal knows it from a reply. */
export const customerFileType = 'application/vnd.alajo.customer+json'

export const customerExportCalls = {
  /** All that the business holds about a customer in one file (rules.md, "A customer's data"). */
  exportCustomer: read({
    reads: [
      'activity',
      'admins',
      'agentPay',
      'agents',
      'collections',
      'credits',
      'customers',
      'fees',
      'fieldBatches',
      'freezes',
      'guarantors',
      'identities',
      'imports',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'markets',
      'messages',
      'messagesOff',
      'payouts',
      'reassignments',
      'reversals',
      'runs',
      'savingTypes',
      'savings',
      'sheetRequests',
      'withdrawals',
    ],
    path: 'exportcustomer',
    access: onlyWith('can-export-customer'),
    input: v.object({ customer_id: Id }),
    output: emptyOutput,
    unsaved: true,
    audited: true,
  }),
}
