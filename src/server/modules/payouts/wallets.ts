import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { maxPayouts, type PayoutWay } from '#contract/calls/payouts'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { endedCycle, payableOf } from '#domain/savings/payout'
import { formatNaira, kobo } from '#domain/money/kobo'
import type { paidAboveLimit } from '../../approvals/dayLimits'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { marketDays, savings, savingTypes } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { countedDay, isStandingDeposit } from '../../ledger/cardCycles'
import { cycleWallet, numberOfCycle, owedCommissions } from '../../ledger/cycles'
import { reject } from '../../errors/refusals'
import { customerName } from '../../people/customerColumns'
import { againstAgent } from '../../people/payingAgent'

type Filters = InputOf<Calls['payouts']['getEndedCycles']>

/** The reference of the undecided batch that a wallet is in. */
const undecidedBatch = (id: SQL) => sql<string | null>`(select b.reference from payout_items i
  join payout_batches b on b.id = i.batch_id where i.savings_id = ${id} and i.is_undecided)`

/** The active wallets with money whose cycle ended and that were not paid out since, nor are about to be. One more than a batch has. */
export async function endedWalletIds(queries: Queries, filters: Filters, day: string): Promise<number[]> {
  const { agent_id, market_id, saving_type_id } = filters
  const { rows } = await queries.execute<{ id: string }>(sql`select s.id from savings s
    join customers c on c.id = s.customer_id join ledger_accounts a on a.id = s.account_id
    where s.status = 'active' and not c.is_deleted and a.balance > a.held and ${numberOfCycle(sql`${day}::date`)} > 1
      ${agent_id === undefined ? sql`` : sql`and c.assigned_agent_id = ${agent_id}`}
      ${market_id === undefined ? sql`` : sql`and s.market_id = ${market_id}`}
      ${saving_type_id === undefined ? sql`` : sql`and s.saving_type_id = ${saving_type_id}`}
      and (s.paid_out_through is null or s.paid_out_through < ${day}::date)
      and not exists (select from payout_items i where i.savings_id = s.id and i.is_undecided)
    order by s.id limit ${maxPayouts + 1}`)
  return rows.map(({ id }) => Number(id))
}

/** What is known of wallets that are paid out, as of a day, by customer. */
export async function payoutWallets(queries: Queries, ids: readonly number[], day: string) {
  if (ids.length === 0) return []
  const found = await queries
    .select({
      ...cycleWallet,
      status: savings.status,
      type: savingTypes.name,
      customer: customerName,
      customerReference: sql<string>`${customers.reference}`,
      isDeleted: customers.isDeleted,
      isFrozen: customers.isFrozen,
      agent: agents.name,
      agentStatus: agents.status,
      market: marketDays.name,
      balance: accounts.balance,
      held: accounts.held,
      undecided: undecidedBatch(sql`${savings}.id`),
      isPaidOut: sql<boolean>`coalesce(${savings.paidOutThrough} >= ${day}::date, false)`,
      awaitsCash: sql<boolean>`exists (select from withdrawals w where w.customer_id = ${customers}.id and w.status = 'pending')`,
    })
    .from(savings)
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .innerJoin(agents, eq(agents.id, customers.assignedAgentId))
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .leftJoin(marketDays, eq(marketDays.id, savings.marketId))
    .where(inArray(savings.id, [...ids]))
  const owed = await owedCommissions(queries, found)
  const ended = found.map((wallet) => {
    const commission = owed.get(wallet.id) ?? kobo(0)
    const { balance, held } = wallet
    const payable = payableOf({ balance, held, owed: commission })
    return { ...wallet, commission, payable, cycle: endedCycle(wallet, wallet.openedOn, day) }
  })
  const sums = await sumsOf(queries, ended)
  return ended
    .map((wallet) => ({ ...wallet, ...(sums.get(wallet.id) ?? { saved: kobo(0), kept: kobo(0) }) }))
    .toSorted((a, b) => a.customer.localeCompare(b.customer) || a.customerId - b.customerId || a.id - b.id)
}
export type PayoutWallet = Awaited<ReturnType<typeof payoutWallets>>[number]

type Ended = { id: number; cycle: ReturnType<typeof endedCycle> }

/**
 * What was deposited on the days of the wallets' ended cycles and not reversed, and what was kept of it as commission: kept with the
 * cycle, or from the history where there are no cycles.
 */
async function sumsOf(
  queries: Queries,
  wallets: readonly Ended[],
): Promise<ReadonlyMap<number, { saved: Kobo; kept: Kobo }>> {
  const asked = wallets.flatMap(({ id, cycle }) =>
    cycle ? [{ id, number: cycle.number, from_day: cycle.from, through_day: cycle.through }] : [],
  )
  if (asked.length === 0) return new Map()
  const { rows } = await queries.execute<{ id: string; saved: string; kept: string }>(sql`
    select w.id, coalesce(c.taken, 0) as kept, coalesce(c.paid, (select sum(h.amount) from savings_history h
      where h.savings_id = w.id and ${isStandingDeposit} and ${countedDay} between w.from_day and w.through_day), 0) as saved
    from json_to_recordset(${JSON.stringify(asked)}) as w (id bigint, number int, from_day date, through_day date)
    left join savings_cycles c on c.savings_id = w.id and c.number = w.number`)
  return new Map(
    rows.map(({ id, saved, kept }) => [Number(id), { saved: kobo(Number(saved)), kept: kobo(Number(kept)) }]),
  )
}

type Asked = {
  paid: PayoutWay
  amount?: Kobo
  batch?: string
  /** Whom it would pay too much for one approval, where it is paid in cash. */
  above?: Awaited<ReturnType<typeof paidAboveLimit>>
}

/** Why a wallet can't be paid out; false if it can. `amount` was requested, in the batch of that reference. */
export function payoutFault(wallet: PayoutWallet, { paid, amount, batch, above }: Asked): string | false {
  const { cycle, isPaidOut, undecided, payable } = wallet
  if (wallet.status !== 'active' || wallet.isDeleted) return 'the savings wallet is closed'
  if (!cycle) return 'its first cycle has not ended'
  if (undecided && undecided !== batch) return `it is in payout ${undecided} already`
  if (isPaidOut) return 'it was paid out since its cycle ended'
  if (payable === 0) return 'nothing is to be paid out'
  if (amount !== undefined && amount > payable) return `only ${formatNaira(payable)} can be paid out`
  if (wallet.isFrozen && paid !== 'main wallet') return 'the customer is frozen'
  if (wallet.awaitsCash) return 'a withdrawal of the customer is pending'
  if (above?.customerIds.has(wallet.customerId))
    return `cash above ${formatNaira(above.limit)} a day takes two approvals. Pay it to the main wallet, and request a withdrawal`
  return (paid === 'agent' && againstAgent({ name: wallet.agent, status: wallet.agentStatus })) || false
}

/** The most wallets that a refusal names. */
const namedFaults = 5

/** What a refusal says of wallets; undefined without a fault. */
export function faultsText(
  wallets: readonly PayoutWallet[],
  faultOf: (wallet: PayoutWallet) => string | false,
): string | undefined {
  const faults = wallets.flatMap((wallet) => {
    const fault = faultOf(wallet)
    return fault ? [`${wallet.customer}, ${wallet.reference}: ${fault.replace(/\.$/, '')}`] : []
  })
  if (faults.length === 0) return undefined
  const more = faults.length > namedFaults ? `; and ${faults.length - namedFaults} more` : ''
  return `${faults.length} of ${wallets.length} can’t be paid out: ${faults.slice(0, namedFaults).join('; ')}${more}`
}

/** Rejects unless all wallets are there. */
export function assertFound(wallets: readonly PayoutWallet[], ids: readonly number[]) {
  const found = new Set(wallets.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) reject(`Savings wallet with ID ${missing} not found`)
}
