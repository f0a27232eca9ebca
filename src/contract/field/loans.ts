import * as v from 'valibot'
import { OfferedFee } from '#contract/calls/feeRows'
import { guarantorFields, loanApplicationCalls } from '#contract/calls/loanApplications'
import { LoanType } from '#contract/calls/loanTypes'
import { Id, Text } from '../values'
import { fieldCall } from './call'
import { Count, described, OwnId, onceText, said } from './values'

const { guarantors: _later, ...application } = loanApplicationCalls.createLoan.input.entries
const { idcard: _idCard, utitity: _bill, ...guarantor } = guarantorFields

export const loanCalls = {
  getLoanTypes: fieldCall({
    name: 'getLoanTypes',
    method: 'GET',
    path: '/loan-types',
    access: 'device',
    summary: 'The types of loans on offer, and their fees',
    description:
      'Of a type: `interest_rate` is of the amount where `interest_kind` is flat, of a year where it is reducing. `settlement` before the end costs all interest (whole) or what is accrued. After `grace_days` a late installment costs `penalty_rate` once, or by `penalty_kind` daily `penalty_amount` a day up to `penalty_ceiling`. `security_rate` of the amount is held in a savings wallet, `savings_wanted` of it must be saved before. `periods` are those offered. `least_amount` to `most_amount`, `least_times` to `most_times` installments, and at least `least_guarantors`; 0 is no limit. A fee is an amount or a percentage (`kind`), paid at the `moment`; it is of all types where `loan_type_id` is null.',
    input: v.object({}),
    output: v.object({
      types: v.array(v.omit(LoanType, ['status', 'created_at'])),
      fees: v.array(OfferedFee),
    }),
  }),
  applyForLoan: fieldCall({
    name: 'applyForLoan',
    method: 'POST',
    path: '/loans',
    access: 'primary',
    summary: 'Applies for a loan of a customer',
    description: `\`instalment_times\` installments, one each \`instalment_period\`; \`security_savings_id\` is the wallet that secures it, where the type asks for security. It waits for two approvals of the office; the customer’s \`applications\` show how far it is. ${onceText}`,
    input: v.object({ ...said, ...application }),
    output: v.object({ id: OwnId, loan_id: Id, reference: Text }),
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
    output: v.object({ id: OwnId, loan_id: Id, guarantors: described(Count, 'Of the application by now.') }),
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
