import { and, eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import type { Selects } from '../../db/database'
import { admins } from '../../db/tables/schema'
import { bankMovements } from '../../db/tables/tills'
import { reject } from '../../errors/refusals'
import { takeUpload } from '../../files/uploads'
import type { HandlersFor } from '../../handler'
import { bankAccount, cashAccount, lockAccounts } from '../../ledger/accounts'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { transfer } from '../../ledger/transfer'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { linkIfThere } from '../../people/fileLinks'

const bankRow = {
  id: bankMovements.id,
  created_at: lagosStamp(bankMovements.createdAt),
  reference: bankMovements.reference,
  direction: bankMovements.direction,
  amount: bankMovements.amount,
  slip_number: bankMovements.slipNumber,
  has_slip: sql<boolean>`${bankMovements.slipFile} is not null`,
  note: bankMovements.note,
  admin: admins.name,
  reversed_by: reversedByEntry(bankMovements.entryId),
}

const rowsOf = (queries: Selects, row = bankRow) =>
  queries.select(row).from(bankMovements).innerJoin(admins, eq(admins.id, bankMovements.adminId))

const bankList = defineList({
  call: calls.tills.getBankMovements,
  table: bankMovements,
  sorted: { created_at: bankMovements.createdAt },
  row: bankRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

type BankCalls = Pick<Calls['tills'], 'getBankMovements' | 'getBankSlip' | 'recordBankMovement'>

export const bankHandlers: HandlersFor<BankCalls> = {
  getBankMovements: (input, context) =>
    pageOf(context, input, bankList, { where: betweenBothDays(bankMovements.createdAt, input) }),

  getBankSlip: async ({ id }, context) => {
    const movement = { id: bankMovements.id }
    const [found] = await context.queries.select(movement).from(bankMovements).where(eq(bankMovements.id, id))
    if (!found) reject(`Bank movement with ID ${id} not found`)
    return { data: { slip: await linkIfThere(context, 'bankSlip', id) } }
  },

  recordBankMovement: async ({ direction, amount, slip_number, slip, note }, context) => {
    const { queries, actor, now } = context
    const slipNumber = slip_number.trim().toUpperCase()
    // Two with one slip are recorded one after the other.
    await lockAccounts(queries, [bankAccount, cashAccount])
    const recorded = await rowsOf(queries).where(
      and(eq(bankMovements.direction, direction), eq(bankMovements.slipNumber, slipNumber)),
    )
    const standing = recorded.find(({ reversed_by }) => reversed_by === null)
    if (standing) reject(`Slip ${slipNumber} is recorded already, by ${standing.reference}.`)
    const isDeposit = direction === 'deposit'
    const { entryId, reference } = await transfer(context, {
      kind: isDeposit ? 'Bank deposit' : 'Bank withdrawal',
      amount,
      from: isDeposit ? bankAccount : cashAccount,
      to: isDeposit ? cashAccount : bankAccount,
      reason: slipNumber,
    })
    const [movement] = await queries
      .insert(bankMovements)
      .values({
        reference,
        direction,
        amount,
        slipNumber,
        round: recorded.length,
        note: note?.trim() || null,
        slipFile: slip ? await takeUpload(queries, slip, actor.adminId, 'slip') : null,
        adminId: actor.adminId,
        entryId,
        createdAt: now,
      })
      .returning({ id: bankMovements.id })
    await context.setAuditSubject('bank movement', movement?.id ?? 0)
    const way = isDeposit ? 'from the vault to the bank' : 'from the bank to the vault'
    return { message: `${formatNaira(amount)} moved ${way} (${reference}).`, data: { reference } }
  },
}
