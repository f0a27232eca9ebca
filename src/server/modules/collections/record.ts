import { asc, eq, inArray } from 'drizzle-orm'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { Calls } from '#contract/index'
import type { InputOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { collectionLines, collections } from '../../db/tables/collections'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { savings } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { balanceOf } from '../../ledger/post'
import { newReference } from '../../ledger/references'
import { postSavingsMovements } from '../../ledger/savings'
import { handIn, outcomeOf } from '../cash/remittances'
import { customerName } from '../customers/columns'
import { writeMessages } from '../messages/outbox'
import { messageTexts } from '../messages/texts'

type Input = InputOf<Calls['collections']['recordCollection']>
type Line = Input['lines'][number]

/** How many days after its day a sheet can be recorded. */
export const daysToRecord = 7

/**
 * Records a sheet, all lines or none: posts a deposit for each amount, hands in the counted cash, and keeps the lines.
 * Locks the agent, then customers, savings and accounts, each in one order, so that sheets do not block each other.
 */
export async function recordSheet(context: Context, { agent_id, day, lines, counted }: Input) {
  const { queries, actor, now, reference: activityReference } = context
  checkDay(day, lagosDay(now))
  const agent = await lockCollector(queries, agent_id)
  const wallets = await lockWallets(queries, agent_id, lines)
  const collected = lines.filter(({ amount }) => amount > 0)
  const posted = await postSavingsMovements(
    queries,
    collected.map(({ savings_id, amount }) => ({
      savingsId: savings_id,
      movement: {
        kind: 'deposit' as const,
        amount,
        customerId: walletOf(wallets, savings_id).customerId,
        wallet: walletOf(wallets, savings_id).reference,
        agentId: agent_id,
        adminId: actor.adminId,
        madeAt: now,
      },
    })),
  )
  await writeMessages(
    context,
    collected.flatMap(({ savings_id, amount }, at) => {
      const made = posted[at]
      if (!made) return []
      const { customerId, reference: wallet } = walletOf(wallets, savings_id)
      const { entryId, reference } = made
      const balance = balanceOf(made, wallet).after
      const text = messageTexts.deposit({ amount, balance, reference, agent: agent.name })
      return [{ customerId, entryId, text }]
    }),
  )
  const entryIds = new Map(collected.map(({ savings_id }, at) => [savings_id, posted[at]?.entryId ?? null]))
  const total = collected.reduce((sum, { amount }) => addKobo(sum, amount), zeroKobo)
  const remittance = counted ? await handIn(context, { agentId: agent_id, counted }) : undefined
  const reference = await newReference(queries, documentPrefixes.collection, now)
  const [made] = await queries
    .insert(collections)
    .values({
      reference,
      agentId: agent_id,
      adminId: actor.adminId,
      day,
      lines: lines.length,
      collectedLines: collected.length,
      total,
      counted: counted ?? null,
      expected: remittance?.expected ?? null,
      remittanceId: remittance?.id ?? null,
      activityReference: activityReference ?? reference,
      createdAt: now,
    })
    .returning({ id: collections.id })
  if (!made) throw new Error(`Collection ${reference} was not stored.`)
  await queries.insert(collectionLines).values(
    lines.map(({ savings_id, amount, reason }, at) => ({
      collectionId: made.id,
      place: at + 1,
      savingsId: savings_id,
      customerId: walletOf(wallets, savings_id).customerId,
      expected: walletOf(wallets, savings_id).fixedAmount,
      amount,
      reason: amount > 0 ? null : (reason ?? 'not seen'),
      entryId: entryIds.get(savings_id) ?? null,
    })),
  )
  const booked = `Receipt ${reference}: ${pluralize(collected.length, 'line')} of ${agent.name}, ${formatNaira(total)}.`
  const outcome =
    counted && remittance
      ? ` ${formatNaira(counted)} counted. ${outcomeOf(remittance.expected, counted)}`
      : ' No cash was counted: it stays with the agent.'
  return { id: made.id, message: booked + (total > 0 || counted ? outcome : '') }
}

function checkDay(day: string, today: string) {
  if (day > today) reject('A sheet can’t be recorded for a day to come.')
  if (day < addDays(today, -daysToRecord))
    reject(`A sheet can be recorded until ${daysToRecord} days after its day.`)
}

/** A share lock: no suspension or deletion until the commit. */
async function lockCollector(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, id))
    .for('share')
  if (!agent || agent.status === 'DELETED') return reject(`Agent with ID ${id} not found`)
  if (agent.status !== 'ACTIVE') reject(`${agent.name} is ${agent.status.toLowerCase()} and can’t collect.`)
  return agent
}

type Wallet = { reference: string; customerId: number; fixedAmount: Kobo }
function walletOf(wallets: ReadonlyMap<number, Wallet>, id: number): Wallet {
  const wallet = wallets.get(id)
  if (!wallet) throw new Error(`Savings wallet ${id} was not locked.`)
  return wallet
}

/** The most faulty lines that a refusal names. */
const namedFaults = 5

/** Locks the lines' customers and savings. Rejects the sheet with the lines that can't be recorded, and why. */
async function lockWallets(queries: Queries, agentId: number, lines: readonly Line[]) {
  const ids = lines.map(({ savings_id }) => savings_id)
  if (new Set(ids).size < ids.length) reject('A savings wallet is on this sheet twice. Nothing was recorded.')
  const owners = queries.select({ id: savings.customerId }).from(savings).where(inArray(savings.id, ids))
  const people = await queries
    .select({
      id: customers.id,
      name: customerName,
      isActive: customers.isActive,
      isDeleted: customers.isDeleted,
      agentId: customers.assignedAgentId,
    })
    .from(customers)
    .where(inArray(customers.id, owners))
    .orderBy(asc(customers.id))
    .for('share')
  const found = await queries
    .select({
      id: savings.id,
      reference: savings.reference,
      status: savings.status,
      customerId: savings.customerId,
      fixedAmount: savings.fixedAmount,
    })
    .from(savings)
    .where(inArray(savings.id, ids))
    .orderBy(asc(savings.id))
    .for('share')
  const customersById = new Map(people.map((one) => [one.id, one]))
  const wallets = new Map(found.map((one) => [one.id, one]))
  const faults = lines.flatMap((line) => {
    const wallet = wallets.get(line.savings_id)
    const owner = wallet && customersById.get(wallet.customerId)
    if (!wallet || !owner || owner.isDeleted) return [`savings wallet ${line.savings_id} was not found`]
    const name = `${owner.name}, ${wallet.reference}`
    if (wallet.status !== 'active') return [`${name}: the savings wallet is closed`]
    if (owner.agentId !== agentId) return [`${name}: another agent collects from this customer now`]
    if (!owner.isActive) return [`${name}: ${inactiveCustomerMessage}`]
    return []
  })
  if (faults.length > 0) {
    const more = faults.length > namedFaults ? `; and ${faults.length - namedFaults} more` : ''
    reject(
      `Nothing was recorded. ${pluralize(faults.length, 'line')} of ${lines.length} can’t be: ${faults.slice(0, namedFaults).join('; ')}${more}`,
    )
  }
  return wallets
}
