import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { Kobo } from '#contract/values'
import { reject } from '../errors/refusals'
import type { Context } from '../handler'
import { cashAccount, mainWalletOf } from '../ledger/accounts'
import { transfer } from '../ledger/transfer'
import { writeMessages } from '../messages/outbox'
import { messageTexts } from '../messages/texts'
import { lockCustomer } from './lockCustomer'

/** Of an approved request, its reference, and who requested it: they took the cash. */
type Credit = { amount: Kobo; reason?: string; cashOf?: number }

/** Locks a customer who is credited; with a strength one credit at a time, so that those of a day can be counted together. */
export async function lockCredited(context: Context, customerId: number, strength?: 'no key update') {
  const customer = await lockCustomer(context.queries, customerId, strength)
  return customer.isActive ? customer : reject(inactiveCustomerMessage)
}

/** Credits the main wallet of a locked customer with cash, and tells the customer. */
export async function creditCustomer(context: Context, customerId: number, credit: Credit) {
  const { entryId, reference, to } = await transfer(context, {
    ...credit,
    kind: 'Customer credit',
    from: cashAccount,
    to: mainWalletOf(customerId),
    customerId,
  })
  const text = messageTexts.credit({ amount: credit.amount, balance: to.after, reference })
  await writeMessages(context, [{ customerId, entryId, text }])
  return { entryId, reference, balance: to.after }
}

/** Credits the main business wallet with cash. */
export async function creditMainWallet(context: Context, credit: Credit) {
  const { entryId, reference, to } = await transfer(context, {
    ...credit,
    kind: 'Main wallet credit',
    from: cashAccount,
    to: 'MBW',
  })
  return { entryId, reference, balance: to.after }
}
