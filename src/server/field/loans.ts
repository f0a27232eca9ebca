import { and, eq } from 'drizzle-orm'
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
import { notYours, once } from './once'
import { assertPrimary } from './primary'

const ofOwn = 'customer of yours'

export const loanHandlers: Pick<FieldHandlers, 'getLoanTypes' | 'applyForLoan' | 'addGuarantor'> = {
  getLoanTypes: async (_input, { queries }) => ({
    types: await offeredTypes(queries),
    fees: await offeredFees(queries),
  }),

  applyForLoan: async (input, context) =>
    once(context, { kind: 'loan application', action: 'appliedForLoan' }, input, async (tx, device) => {
      const { now } = context
      await assertPrimary(tx, device, now)
      const { id, customer_id: customerId } = input
      const customer = await lockOwn(tx, device.agentId, customerId)
      const made = await insertApplication({ queries: tx, now }, input, customer, null)
      const { reference } = made
      return { reply: { id, loan_id: made.id, reference }, reference, customerId }
    }),

  addGuarantor: async (input, context) => {
    const { now, services } = context
    const { id, id_card: idcard, utility_bill: utitity, loan_id: loanId, ...facts } = input
    return once(context, { kind: 'guarantor', action: 'addedGuarantor' }, input, async (tx, device) => {
      const { agentId } = device
      await lockOwnLoan(tx, agentId, loanId)
      const stillPrimary = () => assertPrimary(tx, device, now)
      const { loan, count } = await addGuarantorTo(
        { queries: tx, now, services, actorNow: stillPrimary },
        loanId,
        { ...facts, idcard, utitity },
        // No refusal names anybody: it is kept.
        {
          nameOf: () => 'the guarantor',
          takeFile: (key, what) => takeFieldUpload(tx, { agentId, key }, what, now),
        },
      )
      const { reference, customerId } = loan
      await lockOwn(tx, agentId, customerId)
      return { reply: { id, loan_id: loanId, guarantors: count }, reference, customerId }
    })
  },
}

/** Locks a customer whom the agent collects from. */
async function lockOwn(tx: Queries, agentId: number, customerId: number) {
  const own = and(eq(customers.id, customerId), eq(customers.assignedAgentId, agentId), notDeleted)
  if ((await tx.$count(customers, own)) === 0) notYours(ofOwn)
  const customer = await lockCustomer(tx, customerId)
  // Reassigned meanwhile.
  return customer.assignedAgentId === agentId ? customer : notYours(ofOwn)
}

/** Locks a loan of such a customer that is not decided, before anything is said of it. */
async function lockOwnLoan(tx: Queries, agentId: number, loanId: number) {
  const [loan] = await tx
    .select({ status: loans.applicationStatus })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(and(eq(loans.id, loanId), eq(customers.assignedAgentId, agentId), notDeleted))
    .for('update', { of: loans })
  if (!loan) return notYours('loan of your customers')
  if (loan.status !== 'pending' && loan.status !== 'in-progress') reject('This loan is decided already.')
}
