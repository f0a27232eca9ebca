import { and, eq } from 'drizzle-orm'
import { customerCalls, noIdCard as noCustomerIdCard } from '#contract/calls/customers'
import { expenseCalls } from '#contract/calls/expenses'
import { guarantorCalls } from '#contract/calls/guarantors'
import { tillCalls } from '#contract/calls/tills'
import type { Access } from '#contract/permissions'
import type { Queries } from '../db/database'
import { expenses } from '../db/tables/expenses'
import { guarantors } from '../db/tables/loans'
import { customers } from '../db/tables/schema'
import { bankMovements } from '../db/tables/tills'

export type FileKind = 'customerIdCard' | 'guarantorIdCard' | 'guarantorUtility' | 'expenseSlip' | 'bankSlip'

type Kind = {
  /** The owner's noun, for the activity log. */
  noun: 'customer' | 'guarantor' | 'expense' | 'bank movement'
  /** The file's name in the browser, without extension. */
  title: string
  /** The message when there is no file. */
  missing: string
  /** The access of the call that issues links, checked again when a link is opened. */
  access: Access
  /** The name of the stored file of that customer or guarantor. */
  storedName: (queries: Queries, id: number) => Promise<string | null>
}

const noIdCard = 'ID card file data not available.'
const ofGuarantor = async (queries: Queries, id: number) =>
  (await queries.select().from(guarantors).where(eq(guarantors.id, id)))[0]

/** Every kind of file that the portal shows. */
export const fileKinds: Record<FileKind, Kind> = {
  customerIdCard: {
    noun: 'customer',
    title: 'id-card',
    missing: noCustomerIdCard,
    access: customerCalls.getCustomerIdForLoan.access,
    storedName: async (queries, id) => {
      const [customer] = await queries
        .select({ file: customers.idCardFile })
        .from(customers)
        .where(and(eq(customers.id, id), eq(customers.isDeleted, false)))
      return customer?.file ?? null
    },
  },
  guarantorIdCard: {
    noun: 'guarantor',
    title: 'id-card',
    missing: noIdCard,
    access: guarantorCalls.getGuarantorFileUpload.access,
    storedName: async (queries, id) => (await ofGuarantor(queries, id))?.idCardFile ?? null,
  },
  guarantorUtility: {
    noun: 'guarantor',
    title: 'utility-bill',
    missing: 'Utility file data not available.',
    access: guarantorCalls.getGuarantorFileUpload.access,
    storedName: async (queries, id) => (await ofGuarantor(queries, id))?.utilityFile ?? null,
  },
  expenseSlip: {
    noun: 'expense',
    title: 'slip',
    missing: 'This expense has no slip.',
    access: expenseCalls.getExpenseSlip.access,
    storedName: async (queries, id) =>
      (await queries.select({ file: expenses.slipFile }).from(expenses).where(eq(expenses.id, id)))[0]
        ?.file ?? null,
  },
  bankSlip: {
    noun: 'bank movement',
    title: 'slip',
    missing: 'This movement has no slip.',
    access: tillCalls.getBankSlip.access,
    storedName: async (queries, id) =>
      (
        await queries
          .select({ file: bankMovements.slipFile })
          .from(bankMovements)
          .where(eq(bankMovements.id, id))
      )[0]?.file ?? null,
  },
}
