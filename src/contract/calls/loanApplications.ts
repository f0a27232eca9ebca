import * as v from 'valibot'
import { borrowerFields } from './borrowers'
import { OfferedFee } from './feeRows'
import { InstalmentPeriod, LoanType, maxGuarantors, maxInstalments } from './loanTypes'
import { read, write } from '../call'
import { anyOf } from '../permissions'
import {
  amountUpTo,
  Email,
  Id,
  identityNumber,
  maxCustomerAmount,
  namePart,
  Phone,
  requiredText,
  Text,
} from '../values'

export const InstalmentTimes = v.message(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxInstalments), v.metadata({ wire: 'id' })),
  `The number of installments must be from 1 to ${maxInstalments}.`,
)

/** A guarantor with the ids of two uploaded files (contract/uploads.ts). */
export const guarantorFields = {
  first_name: namePart('First Name'),
  last_name: namePart('Last Name'),
  phone: Phone,
  address: v.pipe(
    requiredText('Address field cannot be empty.'),
    v.maxLength(200, 'Address may have at most 200 characters.'),
  ),
  /** May be empty. */
  email: v.optional(v.union([v.literal(''), Email], 'Enter valid email address')),
  /** May be empty. */
  bvn: identityNumber('BVN'),
  idcard: v.message(Id, 'Please upload the ID card.'),
  utitity: v.message(Id, 'Please upload the utility bill.'),
}
const NewGuarantor = v.object(guarantorFields)
export type NewGuarantor = v.InferOutput<typeof NewGuarantor>

/** A customer who applies for a loan, and the loan types that are offered. */
export const LoanApplicant = v.object({
  user_id: Id,
  customer_name: Text,
  customer_reference: Text,
  phone: Text,
  agentName: Text,
  /** Whether the customer is active. */
  is_active: v.boolean(),
  ...borrowerFields,
  types: v.array(v.omit(LoanType, ['status', 'created_at'])),
  /** Of all loans, or of loans of one type. Absent in what was saved by an older release. */
  fees: v.optional(v.array(OfferedFee)),
})
export type LoanApplicant = v.InferOutput<typeof LoanApplicant>

/** Part of the loans group: the application for a loan. */
export const loanApplicationCalls = {
  getLoanApplicant: read({
    reads: ['agents', 'customers', 'fees', 'ledger', 'loanTypes', 'loans', 'savingTypes', 'savings'],
    path: 'getloanapplicant',
    access: anyOf('can-create-loan'),
    input: v.object({ customer_id: Id }),
    output: v.object({ data: LoanApplicant }),
  }),
  /** The loan keeps the terms that its type has now. The uploaded files must be the caller's own. */
  createLoan: write({
    path: 'createloan',
    access: anyOf('can-create-loan'),
    encoding: 'encrypted',
    input: v.object({
      customer_id: Id,
      loan_type_id: v.message(Id, 'Please select a loan type.'),
      amount: amountUpTo(maxCustomerAmount, 'One loan may be at most ₦100,000,000.00.'),
      instalment_period: v.message(InstalmentPeriod, 'Please select the installment period.'),
      instalment_times: InstalmentTimes,
      description: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Purpose field cannot be empty.'),
        v.maxLength(500, 'Purpose may have at most 500 characters.'),
      ),
      /** The savings wallet that secures it, of a type that wants one. */
      security_savings_id: v.optional(
        v.message(Id, 'Please select the savings wallet that secures the loan.'),
      ),
      guarantors: v.pipe(
        v.array(NewGuarantor),
        v.maxLength(maxGuarantors, `A loan may have at most ${maxGuarantors} guarantors.`),
      ),
    }),
    output: v.object({ data: v.object({ id: Id, reference: Text }) }),
    subject: ['customer_id'],
    writes: ['guarantors', 'identities', 'loans'],
    secret: ['bvn'],
  }),
}
