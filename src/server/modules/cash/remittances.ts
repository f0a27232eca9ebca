import { eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import { remittances } from '../../db/tables/cash'
import type { Selects } from '../../db/database'
import { admins, agents } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { agentCashOf, cashAccount } from '../../ledger/accounts'
import { balanceOf, type NewEntry, post, type Posted } from '../../ledger/post'
import { madeBy, transferEntry } from '../../ledger/transfer'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../agents/columns'
import { canSeeAgentCash, lockCashAgent } from './agents'

type RemittanceCalls = Pick<Calls['cash'], 'recordRemittance' | 'getRemittances'>

const remittanceRow = {
  id: remittances.id,
  created_at: lagosStamp(remittances.createdAt),
  reference: remittances.reference,
  agent_id: openAgent,
  agent: agents.name,
  expected: remittances.expected,
  counted: remittances.counted,
  left: sql<Kobo>`(${remittances.expected} - ${remittances.counted})`.mapWith(remittances.expected),
  admin: admins.name,
  note: remittances.note,
}

const rowsOf = (queries: Selects, row = remittanceRow) =>
  queries
    .select(row)
    .from(remittances)
    .innerJoin(agents, eq(agents.id, remittances.agentId))
    .innerJoin(admins, eq(admins.id, remittances.adminId))

const remittanceList = defineList({
  call: calls.cash.getRemittances,
  table: remittances,
  sorted: { created_at: remittances.createdAt, counted: remittances.counted },
  row: remittanceRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const remittanceHandlers: HandlersFor<RemittanceCalls> = {
  getRemittances: (input, context) => {
    const within = betweenBothDays(remittances.createdAt, input)
    return pageOf(context, input, remittanceList, searchQuery(remittances, input.search, within))
  },

  /** The count comes first: what was expected is in the reply and in no call before (rules.md, "Blind count"). */
  recordRemittance: async ({ agent_id, counted, counted_again, note }, context) => {
    const { queries } = context
    const isShown = showsOutcome({ counted, counted_again }, context)
    await context.setAuditSubject('agent', agent_id)
    await lockCashAgent(queries, agent_id)
    const { id, entryId, reference, expected } = await handIn(context, { agentId: agent_id, counted, note })
    await context.setAuditSubject('remittance', id)
    const [remittance] = await rowsOf(queries).where(eq(remittances.entryId, entryId))
    if (!remittance) throw new Error(`Remittance ${reference} was not stored.`)
    const { id: _id, agent_id: _agent, ...data } = remittance
    return {
      message: `Remittance ${reference}: ${formatNaira(counted)} counted. ${isShown ? outcomeOf(expected, counted) : blindText}`,
      data: isShown ? data : { ...data, expected: null, left: null },
    }
  },
}

type Count = { agentId: number; counted: Kobo; note?: string | null | undefined }

/** Moves counted cash from an agent, who is locked, to CASH; the rest stays in the agent's account. */
async function handIn(context: Context, count: Count) {
  return recordHandIn(context, count, await post(context.queries, handInEntry(context, count)))
}

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
