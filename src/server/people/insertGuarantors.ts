import { eq } from 'drizzle-orm'
import type { NewGuarantor } from '#contract/calls/loanApplications'
import { guarantors } from '../db/tables/loans'
import { customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import type { Context } from '../handler'
import { peopleWithBvn, saveGuarantorBvn } from '../identity/identities'

const ownGuarantorMessage = (name: string, what: 'phone number' | 'BVN') =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} has the ${what} of the borrower. Nobody guarantees their own loan.`

type LoanKey = { id: number; customerId: number; agentId: number }

/** A guarantor whose files are named by ids of the portal's uploads, or of a device's. */
export type EnteredGuarantor<Upload> = Omit<NewGuarantor, 'idcard' | 'utitity'> & {
  idcard: Upload
  utitity: Upload
}

export type GuarantorFiles<Upload> = {
  /** Uses an upload; returns the file's name in the store. */
  takeFile: (upload: Upload, what: string) => Promise<string>
  /** What refusals call a guarantor. */
  nameOf?: (guarantor: Pick<NewGuarantor, 'first_name' | 'last_name'>) => string
}
const fullName = ({ first_name, last_name }: Pick<NewGuarantor, 'first_name' | 'last_name'>) =>
  `${first_name.trim()} ${last_name.trim()}`

/** Adds guarantors of a loan with the files that were uploaded for them. */
export async function insertGuarantors<Upload>(
  { queries, now, services }: Pick<Context, 'queries' | 'now' | 'services'>,
  { id, customerId, agentId }: LoanKey,
  entered: readonly EnteredGuarantor<Upload>[],
  { takeFile, nameOf = fullName }: GuarantorFiles<Upload>,
) {
  const keys = services.identityKeys
  const [borrower] = await queries
    .select({ phone: customers.phoneNumber })
    .from(customers)
    .where(eq(customers.id, customerId))
  for (const one of entered) {
    const name = nameOf(one)
    if (one.phone === borrower?.phone) reject(ownGuarantorMessage(name, 'phone number'))
    if (one.bvn) {
      const same = await peopleWithBvn(queries, keys, one.bvn).customers
      if (same.some((customer) => customer.id === customerId)) reject(ownGuarantorMessage(name, 'BVN'))
    }
    const file = (upload: Upload, what: string) => takeFile(upload, `${what} of ${name}`)
    const [guarantor] = await queries
      .insert(guarantors)
      .values({
        loanId: id,
        customerId,
        agentId,
        firstName: one.first_name.trim(),
        lastName: one.last_name.trim(),
        phone: one.phone,
        address: one.address.trim(),
        email: one.email?.toLowerCase() || null,
        idCardFile: await file(one.idcard, 'ID card'),
        utilityFile: await file(one.utitity, 'utility bill'),
        createdAt: now,
      })
      .returning({ id: guarantors.id })
    if (guarantor && one.bvn) await saveGuarantorBvn(queries, keys, guarantor.id, one.bvn)
  }
}
