import { remittances } from '../db/tables/cash'
import type { Kobo } from '#contract/values'
import { formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import { reject } from '../errors/refusals'
import type { Context } from '../handler'
import { agentCashOf, cashAccount } from '../ledger/accounts'
import { canSeeAgentCash } from './agentCash'
import { balanceOf, type NewEntry, type Posted } from '../ledger/post'
import { madeBy, transferEntry } from '../ledger/transfer'

export type Count = { agentId: number; counted: Kobo; note?: string | null | undefined }

/** Builds the entry of counted cash. */
export const handInEntry = (context: Context, { agentId, counted: amount }: Count): NewEntry =>
  transferEntry({
    kind: 'Remittance',
    amount,
    from: cashAccount,
    to: agentCashOf(agentId),
    agentId,
    ...madeBy(context),
  })

/** Records a remittance, whose entry is inserted. What was expected is what the agent held before it. */
export async function recordHandIn({ queries, actor, now }: Context, count: Count, made: Posted) {
  const { agentId, counted, note } = count
  const { entryId, reference } = made
  const expected = negateKobo(balanceOf(made, agentCashOf(agentId)).before)
  const [row] = await queries
    .insert(remittances)
    .values({
      reference,
      agentId,
      adminId: actor.adminId,
      entryId,
      expected,
      counted,
      note: note?.trim() || null,
      createdAt: now,
    })
    .returning({ id: remittances.id })
  if (!row) throw new Error(`Remittance ${reference} was not stored.`)
  return { id: row.id, entryId, reference, expected }
}

type TwoCounts = { counted?: Kobo | undefined; counted_again?: Kobo | undefined }

/**
 * Whether the reply may name what was expected: to who may see what agents hold, once the count was entered twice. Rejects two
 * counts that differ, before anything is looked at.
 */
export function showsOutcome(
  { counted, counted_again }: TwoCounts,
  { actor }: Pick<Context, 'actor'>,
): boolean {
  if (counted_again !== undefined && counted_again !== counted)
    reject('The two counts differ. Count the cash again.')
  return counted_again !== undefined && canSeeAgentCash(actor)
}

/** What stands in place of the outcome: one count of little would tell it. */
export const blindText = 'What was expected is shown to who may see what agents hold.'

/** What a count came to: 'Expected was ₦500.00. ₦20.00 stays with the agent.' */
export function outcomeOf(expected: Kobo, counted: Kobo): string {
  const left = subtractKobo(expected, counted)
  if (left === 0) return 'It is what was expected.'
  const was = `Expected was ${formatNaira(expected)}.`
  return left > 0
    ? `${was} ${formatNaira(left)} stays with the agent.`
    : `${was} ${formatNaira(negateKobo(left))} is too much.`
}
