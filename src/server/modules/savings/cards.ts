import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { SavingsCard } from '#contract/calls/savingCards'
import { usualNotSavingDays } from '#contract/calls/savingCards'
import type { Kobo } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { unitOf } from '#domain/savings/card'
import { isMonthlyCharge } from '#domain/savings/commission'
import { cycleOf, cycleOfNumber } from '#domain/savings/cycles'
import { kobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { lastDeposits, marketDays, savings, savingTypes } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { calendarOf } from '../../ledger/calendar'
import { type AskedCycle, cardCycles, depositsOf } from '../../ledger/cardCycles'
import { takenOverOn } from '../../ledger/collectedOn'
import { cycleWallet } from '../../ledger/cycles'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { openAgentOf } from '../../people/agentColumns'
import { collector, customerName, notDeleted } from '../../people/customerColumns'
import { notFound } from './changes'

export const savingCardHandlers: HandlersFor<Pick<Calls['savings'], 'savingsCards' | 'getNotSaving'>> = {
  savingsCards: async (input, { queries, now }) => ({ data: await cardsOf(queries, input, lagosDay(now)) }),

  getNotSaving: ({ agent_id, market_id, days = usualNotSavingDays, ...page }, context) => {
    const today = lagosDay(context.now)
    // A wallet whose customer is inactive or deleted is on no sheet.
    const isCollected = sql`${lastDeposits.id} in (select s.id from savings s join customers c on c.id = s.customer_id
      where c.is_active and not c.is_deleted ${agent_id === undefined ? sql`` : sql`and c.assigned_agent_id = ${agent_id}`})`
    const where = and(
      sql`${lastDeposits.since} <= ${addDays(today, -days)}`,
      isCollected,
      market_id === undefined
        ? undefined
        : sql`${lastDeposits.id} in (select s.id from savings s where s.market_id = ${market_id})`,
    )
    return pageOf(context, page, notSavingFor(today), { where, uncounted: true })
  },
}

type Input = { customer_ids: readonly number[]; savings_id?: number | undefined; number?: number | undefined }

/** The cards of customers' open wallets, by customer and wallet; five statements for any number of them. */
export async function cardsOf(queries: Queries, input: Input, today: string): Promise<SavingsCard[]> {
  const { customer_ids, savings_id, number } = input
  const wallets = await queries
    .select({
      wallet: cycleWallet,
      saving_type_name: savingTypes.name,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
      home_address: customers.homeAddress,
      agent: collector.name,
      over: takenOverOn(sql`${savings.accountId}`),
    })
    .from(savings)
    .innerJoin(customers, and(eq(customers.id, savings.customerId), notDeleted))
    .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .where(
      and(
        inArray(savings.customerId, [...customer_ids]),
        eq(savings.status, 'active'),
        savings_id === undefined ? undefined : eq(savings.id, savings_id),
      ),
    )
    .orderBy(asc(customerName), asc(customers.id), asc(savings.id))
  if (savings_id !== undefined && wallets.length === 0) reject(notFound(savings_id))
  const calendar = await calendarOf(queries)
  const asked = wallets.map(({ wallet }): AskedCycle & { present: number } => {
    const present = cycleOf(wallet, wallet.openedOn, today)
    const cycle =
      number === undefined || number >= present.number
        ? present
        : cycleOfNumber(wallet, wallet.openedOn, number)
    return { wallet, cycle, day: today < cycle.through ? today : cycle.through, present: present.number }
  })
  const cycles = await cardCycles(queries, asked, calendar)
  const payments = await paymentsOf(queries, asked)
  const taken = await takenOn(queries, asked)
  return wallets.flatMap(({ wallet, over, ...row }, at): SavingsCard[] => {
    const [one, found] = [asked[at], cycles.get(wallet.id)]
    if (!one || !found) return []
    const { cycle, day, present } = one
    const { plan, market, span, takenOver } = found
    const before = { id: null, reference: null, day: over ?? cycle.from, created_at: null, amount: takenOver }
    return [
      {
        savings_id: wallet.id,
        reference: wallet.reference,
        user_id: wallet.customerId,
        ...row,
        number: cycle.number,
        present,
        from_day: cycle.from,
        through_day: cycle.through,
        day,
        deposit_type: plan.depositType,
        market,
        unit: unitOf(plan),
        boxes: span.boxes,
        due_boxes: span.dueBoxes,
        fixed_amount: span.fixedAmount,
        // The month of the opening is no whole one: nothing is charged for it.
        charge: isMonthlyCharge(wallet) && cycle.number === 1 ? kobo(0) : wallet.charge,
        commission: wallet.commissionKind,
        commission_rate: wallet.commissionBasisPoints,
        is_monthly: isMonthlyCharge(wallet),
        taken: found.taken,
        waived: found.waived,
        taken_on: taken.get(wallet.id) ?? null,
        payments: [
          ...(takenOver > 0 ? [before] : []),
          ...(payments.get(wallet.id) ?? []).map(({ savings_id: _wallet, id, amount, ...rest }) => ({
            ...rest,
            id: Number(id),
            amount: kobo(Number(amount)),
          })),
        ],
      },
    ]
  })
}

type PaymentRow = {
  savings_id: string
  id: string
  day: string
  reference: string
  created_at: string
  amount: string
}

async function paymentsOf(queries: Queries, asked: readonly AskedCycle[]) {
  if (asked.length === 0) return new Map<number, PaymentRow[]>()
  const { rows } = await depositsOf<PaymentRow>(
    queries,
    asked,
    sql`h.reference, ${lagosStamp(sql`h.created_at`)} as created_at, h.amount`,
  )
  return groupedBy(rows, ({ savings_id }) => Number(savings_id))
}

/** When commission was taken of cycles, the last time. */
async function takenOn(queries: Queries, asked: readonly AskedCycle[]): Promise<ReadonlyMap<number, string>> {
  if (asked.length === 0) return new Map()
  const { rows } = await queries.execute<{ id: string; day: string }>(sql`
    select w.id, max(timezone('Africa/Lagos', h.created_at)::date)::text as day
    from unnest(${sql.param(asked.map(({ wallet }) => wallet.id))}::bigint[],
      ${sql.param(asked.map(({ cycle }) => cycle.number))}::int[]) w (id, number)
    join savings_cycles c on c.savings_id = w.id and c.number = w.number
    join savings_history h on h.cycle_id = c.id and h.kind = 'commission' and h.amount > 0 group by w.id`)
  return new Map(rows.map(({ id, day }) => [Number(id), day]))
}

const notSavingOf = (day: string) =>
  defineList({
    call: calls.savings.getNotSaving,
    table: lastDeposits,
    at: lastDeposits.since,
    sorted: { since: lastDeposits.since },
    row: {
      id: lastDeposits.id,
      user_id: sql<number>`${customers.id}`.mapWith(customers.id),
      customer: customerName,
      customer_phone: customers.phoneNumber,
      agent_id: openAgentOf(collector),
      agent: collector.name,
      reference: savings.reference,
      saving_type_name: savingTypes.name,
      fixed_amount: sql<Kobo>`${savings.fixedAmount}`.mapWith(savings.fixedAmount),
      deposit_type: savings.depositType,
      market: marketDays.name,
      last_day: sql<string | null>`${lastDeposits.day}::text`,
      since: sql<string>`${lastDeposits.since}::text`,
      days: sql<number>`${sql.raw(`date '${day}'`)} - ${lastDeposits.since}`,
    },
    rows: (queries, row) =>
      queries
        .select(row)
        .from(lastDeposits)
        .innerJoin(savings, eq(savings.id, lastDeposits.id))
        .innerJoin(customers, eq(customers.id, savings.customerId))
        .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
        .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
        .leftJoin(marketDays, eq(marketDays.id, savings.marketId))
        .$dynamic(),
  })

/** The list of today, built once. */
let built: { day: string; list: ReturnType<typeof notSavingOf> } | undefined
function notSavingFor(day: string) {
  if (built?.day !== day) built = { day, list: notSavingOf(day) }
  return built.list
}
