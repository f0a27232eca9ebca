import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { withdrawals } from '../../db/tables/money'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import type { Context } from '../../handler'
import { newReference } from '../../ledger/references'
import { assertSpendable } from '../../ledger/spendable'
import { lockPaidCustomer } from '../../people/lockCustomer'

type Asked = {
  customerId: number
  amount: Kobo
  description: string
  requestedBy: number
  /** The agent whose device asks: then `requestedBy` approved the device. */
  requestedByAgentId?: number
}

/** Requests a withdrawal, and holds its amount until the decision (rules.md, "Withdrawal"): at the counter or on an agent's device. */
export async function requestWithdrawal({ queries, now }: Pick<Context, 'queries' | 'now'>, asked: Asked) {
  const { customerId, amount } = asked
  await lockPaidCustomer(queries, customerId)
  await assertSpendable(queries, customerId, amount)
  const reference = await newReference(queries, documentPrefixes.withdrawal, now)
  const [created] = await queries
    .insert(withdrawals)
    .values({ ...asked, reference, description: asked.description.trim(), createdAt: now })
    .returning({ id: withdrawals.id })
  if (!created) throw new Error(`Withdrawal ${reference} was not stored.`)
  const message = `Withdrawal ${reference} of ${formatNaira(amount)} was created. The amount is held until it is decided.`
  return { id: created.id, reference, message }
}
