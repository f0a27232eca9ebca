import { and, eq } from 'drizzle-orm'
import { fieldCalls } from '#contract/field/calls'
import type { Queries } from '../db/database'
import { loans } from '../db/tables/loans'
import { customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { takeFieldUpload } from '../files/fieldUploads'
import { addGuarantorTo } from '../modules/guarantors/handlers'
import { insertApplication, offeredFees, offeredTypes } from '../modules/loans/applications'
import { notDeleted } from '../people/customerColumns'
import { lockCustomer } from '../people/lockCustomer'
import type { FieldHandlers } from './context'
import { once } from './once'

const notYours = 'This is no customer of yours.'
const noLoanOfYours = 'This is no loan of your customers.'

export const loanHandlers: Pick<FieldHandlers, 'getLoanTypes' | 'applyForLoan' | 'addGuarantor'> = {
  getLoanTypes: async (_input, { queries }) => ({
    types: await offeredTypes(queries),
    fees: await offeredFees(queries),
  }),

  applyForLoan: async (input, context) =>
    once(context, {
      call: fieldCalls.applyForLoan,
      action: 'appliedForLoan',
      input,
      make: async (tx, { agentId }) => {
        const customer = await lockOwn(tx, agentId, input.customer_id)
        const { id, reference } = await insertApplication(
          { queries: tx, now: context.now },
          input,
          customer,
          null,
        )
        return { reply: { loan_id: id, reference }, reference }
      },
    }),

  addGuarantor: async (input, context) => {
    const { now, services } = context
    const { id_card: idcard, utility_bill: utitity, loan_id, ...facts } = input
    return once(context, {
      call: fieldCalls.addGuarantor,
      action: 'addedGuarantor',
      input,
      make: async (tx, { agentId }, stillPrimary) => {
        const customerId = await borrowerOf(tx, agentId, loan_id)
        const { loan, count } = await addGuarantorTo(
          { queries: tx, now, services, actorNow: stillPrimary },
          loan_id,
          { ...facts, idcard, utitity },
          (upload, what) => takeFieldUpload(tx, { agentId, key: upload }, what, now),
        )
        await lockOwn(tx, agentId, customerId)
        return { reply: { loan_id, guarantors: count }, reference: loan.reference }
      },
    })
  },
}

/** Locks a customer whom the agent collects from. What is another agent's is as unknown as what there is not. */
async function lockOwn(tx: Queries, agentId: number, customerId: number) {
  const own = and(eq(customers.id, customerId), eq(customers.assignedAgentId, agentId), notDeleted)
  if ((await tx.$count(customers, own)) === 0) reject(notYours)
  const customer = await lockCustomer(tx, customerId)
  // Reassigned meanwhile.
  return customer.assignedAgentId === agentId ? customer : reject(notYours)
}

/** The borrower of a loan, who must be the agent's customer, before the loan is locked and described. */
async function borrowerOf(tx: Queries, agentId: number, loanId: number): Promise<number> {
  const [row] = await tx
    .select({ id: customers.id })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(and(eq(loans.id, loanId), eq(customers.assignedAgentId, agentId), notDeleted))
  return row ? row.id : reject(noLoanOfYours)
}
