import { and, eq } from 'drizzle-orm'
import { customerCalls } from '#contract/calls/customers'
import { guarantorCalls } from '#contract/calls/guarantors'
import type { Access } from '#contract/permissions'
import type { Queries } from '../db/database'
import { guarantors } from '../db/loanTables'
import { customers } from '../db/schema'

export type FileKind = 'customerIdCard' | 'guarantorIdCard' | 'guarantorUtility'

type Kind = {
  /** Whose it is, for the activity log. */
  noun: 'customer' | 'guarantor'
  /** What the file is called in the browser, before its ending. */
  title: string
  /** Said where there is none. */
  missing: string
  /** That of the call which gives links to it: who could not ask now does not open what was asked for before. */
  access: Access
  /** The name of the stored file of that customer or guarantor. */
  storedName: (queries: Queries, id: number) => Promise<string | null>
}

const noIdCard = 'ID card file data not available.'
const ofGuarantor = async (queries: Queries, id: number) =>
  (await queries.select().from(guarantors).where(eq(guarantors.id, id)))[0]

/** Every file that is shown. */
export const fileKinds: Record<FileKind, Kind> = {
  customerIdCard: {
    noun: 'customer',
    title: 'id-card',
    missing: noIdCard,
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
}
