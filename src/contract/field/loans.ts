import * as v from 'valibot'
import { OfferedFee } from '#contract/calls/feeRows'
import { guarantorFields, loanApplicationCalls } from '#contract/calls/loanApplications'
import { LoanType } from '#contract/calls/loanTypes'
import { Id, Text } from '../values'
import { fieldCall } from './call'
import { OwnId, onceText, said } from './values'

const { guarantors: _later, ...application } = loanApplicationCalls.createLoan.input.entries
const { idcard: _idCard, utitity: _bill, ...guarantor } = guarantorFields

export const loanCalls = {
  getLoanTypes: fieldCall({
    name: 'getLoanTypes',
    method: 'GET',
    path: '/loan-types',
    access: 'device',
    summary: 'The types of loans on offer, and their fees',
    input: v.object({}),
    output: v.object({
      types: v.array(v.omit(LoanType, ['status', 'created_at'])),
      /** Of all loans, or of those of one type. */
      fees: v.array(OfferedFee),
    }),
  }),
  applyForLoan: fieldCall({
    name: 'applyForLoan',
    method: 'POST',
    path: '/loans',
    access: 'primary',
    summary: 'Applies for a loan of a customer',
    description: `It waits for two approvals of the office; the customer’s \`applications\` show how far it is. ${onceText}`,
    input: v.object({ ...said, ...application }),
    output: v.object({ id: Text, loan_id: Id, reference: Text }),
    example: {
      id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      customer_id: 12,
      loan_type_id: 1,
      amount: '50000.00',
      instalment_period: 'weekly',
      instalment_times: 10,
      description: 'More stock for the stall',
      recorded_at: '2026-11-30T09:40:00+01:00',
    },
  }),
  addGuarantor: fieldCall({
    name: 'addGuarantor',
    method: 'POST',
    path: '/guarantors',
    access: 'primary',
    summary: 'Adds a guarantor to an application',
    description: `Until it is decided. \`id_card\` and \`utility_bill\` are the ids of two complete uploads, which it uses. ${onceText}`,
    input: v.object({
      ...said,
      loan_id: Id,
      ...guarantor,
      id_card: v.message(OwnId, 'Upload the ID card first.'),
      utility_bill: v.message(OwnId, 'Upload the utility bill first.'),
    }),
    output: v.object({ id: Text, loan_id: Id, guarantors: v.number() }),
    example: {
      id: '16fd2706-8baf-433b-82eb-8c7fada847da',
      loan_id: 12,
      first_name: 'Kunle',
      last_name: 'Bello',
      phone: '08037654321',
      address: '4 Mokola Street',
      id_card: '9b2e1c36-7f5a-4d3e-8c1b-2a6f4e8d7c59',
      utility_bill: '3d7a9f14-2c8b-4e6d-9f0a-5b1c7e3d8a26',
      recorded_at: '2026-11-30T09:45:00+01:00',
    },
  }),
}
