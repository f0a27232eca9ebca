import { eq } from 'drizzle-orm'
import { maxGuarantors } from '#contract/calls/loanTypes'
import { guarantorFileNames, noGuarantor } from '#contract/calls/guarantors'
import { type Calls, calls } from '#contract/index'
import { guarantors, loans } from '../../db/tables/loans'
import { agents, customers } from '../../db/tables/schema'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList, sortedName } from '../../lists/listRows'
import { storedTotal, pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { reject } from '../../errors/refusals'
import { takeUpload } from '../../files/uploads'
import { lockLoan, titleOf } from '../../ledger/loanDecisions'
import { linkIfThere } from '../../people/fileLinks'
import { openAgent } from '../../people/agentColumns'
import { guarantorColumns } from '../../people/guarantorColumns'
import { guarantorIdentityHandlers } from './identity'
import { type EnteredGuarantor, type GuarantorFiles, insertGuarantors } from '../../people/insertGuarantors'

const { id, name, phone, address, idcard, utitity } = guarantorColumns
const guarantorRow = {
  id,
  created_at: lagosStamp(guarantors.createdAt),
  name,
  phone,
  address,
  userFirstName: customers.firstName,
  userLastName: customers.lastName,
  agentName: agents.name,
  idcard,
  utitity,
  user_id: guarantors.customerId,
  userPhone: customers.phoneNumber,
  agent_id: openAgent,
  email: guarantors.email,
  loan_reference: loans.reference,
}

const guarantorList = defineList({
  call: calls.guarantors.getGuarantor,
  table: guarantors,
  sorted: { created_at: guarantors.createdAt, name: sortedName(guarantors) },
  row: guarantorRow,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(guarantors)
      .innerJoin(customers, eq(customers.id, guarantors.customerId))
      .innerJoin(agents, eq(agents.id, guarantors.agentId))
      .leftJoin(loans, eq(loans.id, guarantors.loanId))
      .$dynamic(),
})

export const guarantorHandlers: HandlersFor<Calls['guarantors']> = {
  ...guarantorIdentityHandlers,

  getGuarantorFileUpload: async ({ id }, context) => {
    const idcard = await linkIfThere(context, 'guarantorIdCard', id)
    const utitity = await linkIfThere(context, 'guarantorUtility', id)
    if (idcard === null && utitity === null) reject('Gaurantor file  not available')
    return { data: { idcard, utitity } }
  },

  getGuarantor: async (input, context) =>
    pageOf(
      context,
      input,
      guarantorList,
      input.search ? searchQuery(guarantors, input.search) : { total: storedTotal('guarantors') },
    ),

  /** While the loan is undecided: who decides on it sees all its guarantors. */
  addGuarantor: async ({ loan_id, ...guarantor }, context) => {
    await context.setAuditSubject('loan', loan_id)
    const { queries, actor } = context
    const { loan } = await addGuarantorTo(context, loan_id, guarantor, {
      takeFile: (upload, what) => takeUpload(queries, upload, actor.adminId, what),
    })
    const name = `${guarantor.first_name.trim()} ${guarantor.last_name.trim()}`
    return { message: `${name} is a guarantor of loan ${loan.reference} now.` }
  },

  addGuarantorFile: async ({ guarantor_id, file, upload }, context) => {
    const { queries, actor } = context
    const what = guarantorFileNames[file]
    await context.setAuditSubject('guarantor', guarantor_id, what)
    const [guarantor] = await queries
      .select({ idcard: guarantors.idCardFile, utitity: guarantors.utilityFile, name })
      .from(guarantors)
      .where(eq(guarantors.id, guarantor_id))
      .for('update')
    if (!guarantor) return reject(noGuarantor)
    if (guarantor[file] !== null) reject(`The ${what} of ${guarantor.name} is there already.`)
    const stored = await takeUpload(queries, upload, actor.adminId, `${what} of ${guarantor.name}`)
    await queries
      .update(guarantors)
      .set(file === 'idcard' ? { idCardFile: stored } : { utilityFile: stored })
      .where(eq(guarantors.id, guarantor_id))
    return { message: `The ${what} of ${guarantor.name} was added.` }
  },
}

/** Adds a guarantor to an undecided loan, by an admin or by the agent. Returns how many it has. */
export async function addGuarantorTo<Upload>(
  context: Pick<Context, 'queries' | 'now' | 'services'> & { actorNow: () => Promise<unknown> },
  loanId: number,
  guarantor: EnteredGuarantor<Upload>,
  files: GuarantorFiles<Upload>,
) {
  const loan = await lockLoan(context, loanId, 'pending', 'in-progress')
  const count = await context.queries.$count(guarantors, eq(guarantors.loanId, loanId))
  if (count >= maxGuarantors) reject(`${titleOf(loan)} has ${maxGuarantors} guarantors already.`)
  await insertGuarantors(context, loan, [guarantor], files)
  return { loan, count: count + 1 }
}
