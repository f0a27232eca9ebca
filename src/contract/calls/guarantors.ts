import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { guarantorFields } from './loanApplications'
import { caseGuarantorsAccess } from './loanRows'
import { anyOf, onlyWith } from '../permissions'
import { Id, optionalText, paged, SearchText, snakePageInput, Stamp, Text } from '../values'

export const Guarantor = v.object({
  id: Id,
  created_at: Stamp,
  /** The guarantor's name; the spec's row has only the customer's. */
  name: Text,
  phone: Text,
  address: Text,
  /** The borrower. */
  userFirstName: Text,
  userLastName: Text,
  agentName: Text,
  /** Labels of existing files, never URLs: `getGuarantorFileUpload` returns links. */
  idcard: optionalText,
  utitity: optionalText,
  /** The borrower's id, and the loan that is vouched for: null for a guarantor from before loans were recorded with them. */
  user_id: Id,
  userPhone: Text,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  /** The guarantor's. */
  email: optionalText,
  loan_reference: optionalText,
})
export type Guarantor = v.InferOutput<typeof Guarantor>

export const guarantorColumns = columnsOf(Guarantor, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'name', header: 'Guarantor', kind: 'text' },
  { field: 'phone', header: 'Phone', kind: 'phone' },
  { field: 'address', header: 'Address', kind: 'text' },
  { field: 'userFirstName', header: 'Customer First Name', kind: 'text' },
  { field: 'userLastName', header: 'Customer Last Name', kind: 'text' },
  { field: 'agentName', header: 'Agent Name', kind: 'text' },
  { field: 'loan_reference', header: 'Loan', kind: 'text' },
])

/** The files of a guarantor, by their fields. */
export const guarantorFileNames = { idcard: 'ID card', utitity: 'utility bill' } as const
export const noGuarantor = 'No records available for this guarantor'
export const GuarantorFile = v.picklist(['idcard', 'utitity'])
export type GuarantorFile = v.InferOutput<typeof GuarantorFile>

export const guarantorCalls = group('guarantors', {
  getGuarantor: read({
    reads: ['agents', 'customers', 'guarantors', 'loans'],
    path: 'getguarantor',
    access: anyOf('can-view-guarantor'),
    input: v.object({ ...snakePageInput, search: v.optional(SearchText) }),
    output: v.object({ data: paged(Guarantor) }),
    csv: guarantorColumns,
    sortable: ['created_at', 'name'],
    searchable: { by: ['name', 'phone', 'loan_reference', 'userFirstName userLastName'] },
  }),
  /** A guarantor of a loan that is not decided yet (not in the spec). */
  addGuarantor: write({
    path: 'addguarantor',
    access: anyOf('can-add-guarantor'),
    encoding: 'encrypted',
    input: v.object({ loan_id: Id, ...guarantorFields }),
    subject: ['loan_id', 'phone'],
    writes: ['guarantors', 'identities'],
    secret: ['bvn'],
  }),
  /** A file that a guarantor lacks; one that is there is never replaced (not in the spec). */
  addGuarantorFile: write({
    path: 'addguarantorfile',
    access: anyOf('can-add-guarantor'),
    input: v.object({
      guarantor_id: Id,
      file: GuarantorFile,
      upload: v.message(Id, 'Please upload the file.'),
    }),
    subject: ['guarantor_id', 'file'],
    writes: ['guarantors'],
  }),
  /** The last digits of the BVN (not in the spec). */
  getGuarantorIdentity: read({
    reads: ['guarantors', 'identities'],
    path: 'getguarantoridentity',
    access: caseGuarantorsAccess,
    input: v.object({ guarantor_id: Id }),
    output: v.object({ data: v.object({ bvn: optionalText }) }),
    unsaved: true,
  }),
  /** The whole BVN (not in the spec). */
  viewGuarantorIdentity: read({
    reads: ['guarantors', 'identities'],
    path: 'viewguarantoridentity',
    access: onlyWith('can-view-customer-identity'),
    input: v.object({ guarantor_id: Id }),
    output: v.object({ data: v.object({ bvn: optionalText }) }),
    unsaved: true,
    audited: true,
  }),
  /** Links valid for a minute in this session; null if there is no file. */
  getGuarantorFileUpload: read({
    reads: ['guarantors'],
    path: 'getguarantorfileupload',
    access: anyOf('can-view-customer-details'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ idcard: v.nullable(v.string()), utitity: v.nullable(v.string()) }) }),
  }),
})
