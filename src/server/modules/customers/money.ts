import { and, eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { freeBalance } from '#domain/money/security'
import { transferFault } from '#domain/money/transferSteps'
import { creditFault, creditLimitOf } from '../../approvals/dayLimits'
import type { Queries } from '../../db/database'
import { savings, savingTypes } from '../../db/tables/money'
import type { HandlersFor } from '../../handler'
import { lockAccounts, mainWalletOf } from '../../ledger/accounts'
import { commissionMovements, cycleWallet, keptInAll, takeOwed } from '../../ledger/cycles'
import { balanceOf } from '../../ledger/post'
import { postSavingsMovement, postSavingsMovements } from '../../ledger/savings'
import { madeBy } from '../../ledger/transfer'
import { reject } from '../../errors/refusals'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { creditCustomer, lockCredited } from '../../people/credits'
import { lockCustomer } from '../../people/lockCustomer'

type MoneyCalls = Pick<Calls['customers'], 'creditUser' | 'savingWalletToMainWallets'>

export const customerMoneyHandlers: HandlersFor<MoneyCalls> = {
  creditUser: async ({ amount, customer_id }, context) => {
    await context.setAuditSubject('customer', customer_id)
    const limit = await creditLimitOf(context, 'customer credit')
    await lockCredited(context, customer_id, limit ? 'no key update' : undefined)
    const fault = await creditFault(context, limit, { customerId: customer_id, amount })
    if (fault) reject(fault)
    const { reference, balance } = await creditCustomer(context, customer_id, { amount })
    return {
      message: `${formatNaira(amount)} credited to the customer's main wallet (${reference}). New balance: ${formatNaira(balance)}.`,
      data: { reference, main_balance: balance },
    }
  },

  savingWalletToMainWallets: async ({ amount, customer_id, savings_type, savings_ref }, context) => {
    const { queries } = context
    await context.setAuditSubject('customer', customer_id)
    await lockCustomer(queries, customer_id)
    const saving = await lockSaving(queries, customer_id, savings_ref)
    if (savings_type !== undefined && !isOfType(saving, savings_type))
      reject(`Savings wallet ${saving.reference} is of another type. Reload the page.`)
    if (saving.status !== 'active') reject(`Savings wallet ${saving.reference} is closed.`)

    const mainWallet = mainWalletOf(customer_id)
    const wallets = await lockAccounts(queries, [saving.reference, mainWallet])
    const wallet = wallets.get(saving.reference)
    if (!wallet) throw new Error(`There is no account ${saving.reference}.`)
    const { fixedAmount } = saving
    const kept = (await takeOwed(queries, [saving], context.now)).get(saving.id) ?? []
    const commission = keptInAll(kept)
    const free = freeBalance(wallet.balance, wallet.held)
    const fault = transferFault(amount, { balance: free, fixedAmount, owed: commission })
    if (fault)
      reject(wallet.held > 0 ? `${fault} ${formatNaira(wallet.held)} more secures a loan and stays.` : fault)
    const facts = { madeAt: context.now, adminId: context.actor.adminId }
    await postSavingsMovements(queries, commissionMovements(saving, kept, facts))
    const posted = await postSavingsMovement(queries, saving.id, {
      kind: 'withdrawal',
      amount,
      customerId: customer_id,
      wallet: saving.reference,
      ...madeBy(context),
    })
    const { after } = balanceOf(posted, mainWallet)
    const { entryId, reference } = posted
    const { after: left } = balanceOf(posted, saving.reference)
    const text = messageTexts.transfer({ amount, balance: after, savings: left, reference, commission })
    await writeMessages(context, [{ customerId: customer_id, entryId, text }])
    return {
      message: `${formatNaira(amount)} moved from savings wallet ${saving.reference} to the main wallet (${reference}). ${commission > 0 ? `${formatNaira(commission)} of commission was taken first. ` : ''}New balance: ${formatNaira(after)}.`,
      data: { reference, main_balance: after },
    }
  },
}

/** Locks a savings wallet of this customer; rejects for another customer's. */
async function lockSaving(queries: Queries, customerId: number, reference: string) {
  const [saving] = await queries
    .select({
      ...cycleWallet,
      status: savings.status,
      name: savingTypes.name,
      category: savingTypes.category,
    })
    .from(savings)
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .where(and(eq(savings.reference, reference), eq(savings.customerId, customerId)))
    .for('no key update', { of: savings })
  return saving ?? reject(`This savings wallet was not found for customer ${customerId}.`)
}

/** The portal sends a type's name, reports its category. */
const isOfType = ({ name, category }: { name: string; category: string }, type: string) =>
  [name, category].some((one) => one.toLowerCase() === type.trim().toLowerCase())
