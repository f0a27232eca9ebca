import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { BasisPoints, Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { CsvRows } from '../../wire/csvRows'
import type { Selects } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { marketDays, savings, savingsHistory, savingTypes } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import {
  betweenAmounts,
  betweenBothDays,
  equals,
  lagosStamp,
  newestFirst,
  ofCollector,
} from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { reject } from '../../errors/refusals'
import { openAgent } from '../../people/agentColumns'
import { customerName, customerParts } from '../../people/customerColumns'
import { reversalOfHistory } from '../../ledger/reversalColumns'
import { savingTypeHandlers } from './types'
import { searchByReference } from '../../lists/entryReferences'
import { savingCardHandlers } from './cards'
import { savingChangeHandlers } from './changes'
import { savingPlanHandlers } from './plans'
import { maxCounted } from '../../lists/pageOfIds'
import { sumOfBalances } from '../../ledger/portfolioSums'
import { inWeek } from '../../ledger/weekFigures'
import { savingsByMarketHandlers } from './byMarket'

/** Negative for money that leaves the wallet. */
const signedAmount =
  sql`case when ${savingsHistory.kind} in ('deposit', 'interest') then ${savingsHistory.amount} else -${savingsHistory.amount} end`.mapWith(
    savingsHistory.amount,
  )

const nothing = sql<null>`null::text`
const movement = sql<
  string | null
>`(select e.kind from ledger_entries e where e.id = ${savingsHistory.entryId})`

const historyRow = {
  id: savingsHistory.id,
  savings_id: savingsHistory.savingsId,
  user_id: savings.customerId,
  savings_reference: savings.reference,
  reference: savingsHistory.reference,
  amount: signedAmount,
  status: savingsHistory.status,
  saving_type_name: savingTypes.name,
  agent_name: agents.name,
  agent_id: openAgent,
  ...customerParts,
  created_at: lagosStamp(savingsHistory.createdAt),
  customer: customerName,
  savings_type_id: savings.savingTypeId,
  printed: nothing,
  notes: nothing,
  customer_middlename: nothing,
  movement,
  ...reversalOfHistory,
}

/** What a cycle costs a wallet: of the kind percent, what is due of the present one so far. */
const cycleCost = (today: SQL) =>
  sql<Kobo>`case ${savings.commissionKind} when 'none' then 0 when 'amount' then ${savings.charge}
    when 'contribution' then ${savings.fixedAmount} else coalesce((select c.due from savings_cycles c
      where c.savings_id = ${savings.id} and ${today} between c.from_day and c.through_day), 0) end`.mapWith(
    savings.charge,
  )

const portfolioRow = (today: SQL) => ({
  id: savings.id,
  user_id: savings.customerId,
  created_at: lagosStamp(savings.createdAt),
  reference: savings.reference,
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  saving_types_name: savingTypes.name,
  market: marketDays.name,
  balance: accounts.balance,
  fixed_amount: savings.fixedAmount,
  interest: sql<BasisPoints>`${savings.interestBasisPoints}`,
  status: savings.status,
  market_day: sql<string | null>`${savings.marketDay}::text`,
  duration: savings.duration,
  due_date: sql<string>`${savings.dueDate}::text`,
  deposit_type: savings.depositType,
  charge: cycleCost(today),
  agent_id: openAgent,
  agentName: agents.name,
  savings_type_id: savings.savingTypeId,
  market_id: savings.marketId,
  assigned_agent_id: customers.assignedAgentId,
  penalty_rate: sql<null>`null::integer`,
  customer: customerName,
})

const historyOf = (queries: Selects, row = historyRow) =>
  queries
    .select(row)
    .from(savingsHistory)
    .innerJoin(savings, eq(savings.id, savingsHistory.savingsId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .leftJoin(agents, eq(agents.id, savingsHistory.agentId))

const historyList = defineList({
  call: calls.savings.savingHistory,
  table: savingsHistory,
  sorted: { created_at: savingsHistory.createdAt, amount: signedAmount },
  row: historyRow,
  rows: (queries, row) => historyOf(queries, row).$dynamic(),
})
const portfolioOf = (day: string) =>
  defineList({
    call: calls.savings.getSavingPortfolio,
    table: savings,
    sorted: {
      created_at: savings.createdAt,
      fixed_amount: savings.fixedAmount,
      due_date: savings.dueDate,
    },
    row: portfolioRow(sql`${day}::date`),
    rows: (queries, row) =>
      queries
        .select(row)
        .from(savings)
        .innerJoin(accounts, eq(accounts.id, savings.accountId))
        .innerJoin(customers, eq(customers.id, savings.customerId))
        .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
        .innerJoin(agents, eq(agents.id, savings.agentId))
        .leftJoin(marketDays, eq(marketDays.id, savings.marketId))
        .$dynamic(),
  })

/** The list of today, built once. */
let built: { day: string; list: ReturnType<typeof portfolioOf> } | undefined
function portfolioFor(day: string) {
  if (built?.day !== day) built = { day, list: portfolioOf(day) }
  return built.list
}

export const savingHandlers: HandlersFor<Omit<Calls['savings'], 'updateSavingTypeTerms'>> = {
  ...savingTypeHandlers,
  ...savingChangeHandlers,
  ...savingPlanHandlers,
  ...savingCardHandlers,
  ...savingsByMarketHandlers,

  savingHistory: async (input, context) => {
    const { search } = input
    const within = and(
      betweenBothDays(savingsHistory.createdAt, input),
      inWeek('saved', context.now, input.week),
      equals(savingsHistory.agentId, input.agent_id),
      input.savings_type_id === undefined
        ? undefined
        : sql`${savingsHistory.savingsId} in (select s.id from savings s where s.saving_type_id = ${input.savings_type_id})`,
      betweenAmounts(savingsHistory.amount, input),
    )
    const query = search ? searchByReference(history, search, within) : { where: within, uncounted: true }
    return pageOf(context, input, historyList, query)
  },

  savingDetails: async ({ saving_history_id }, { queries }) => {
    const [detail] = await queries
      .select({
        id: savingsHistory.id,
        reference: savingsHistory.reference,
        amount: signedAmount,
        status: savingsHistory.status,
        created_at: lagosStamp(savingsHistory.createdAt),
        ...customerParts,
        amount_before: savingsHistory.amountBefore,
        amount_After: savingsHistory.amountAfter,
        agent_name: agents.name,
        movement,
        ...reversalOfHistory,
      })
      .from(savingsHistory)
      .innerJoin(savings, eq(savings.id, savingsHistory.savingsId))
      .innerJoin(customers, eq(customers.id, savings.customerId))
      .leftJoin(agents, eq(agents.id, savingsHistory.agentId))
      .where(eq(savingsHistory.id, saving_history_id))
    return { data: detail ?? reject(`Saving history with ID ${saving_history_id} not found`) }
  },

  getSavingPortfolio: async (input, context) => {
    const filter = and(
      ofCollector(savings.customerId, input.agent_id),
      equals(savings.marketId, input.market_id),
      equals(savings.savingTypeId, input.savings_type_id),
    )
    const query = searchQuery(savings, input.search, and(eq(savings.status, 'active'), filter))
    const [page, activeSave] = await Promise.all([
      pageOf(context, input, portfolioFor(lagosDay(context.now)), query),
      input.download
        ? null
        : sumOfBalances(context.queries, 'savings', {
            matches: input.search || filter ? query.where : undefined,
            most: maxCounted,
          }),
    ])
    return page instanceof CsvRows
      ? page
      : { message: page.message, data: { activeSave, getActive: page.data } }
  },

  customerSavingHistory: async ({ savings_id }, { queries }) => {
    const rows = await historyOf(queries)
      .where(eq(savingsHistory.savingsId, savings_id))
      .orderBy(...newestFirst(savingsHistory))
    return {
      data: rows.map(({ savings_reference: _wallet, savings_id: _id, ...row }) => row),
    }
  },
}

const history = {
  table: savingsHistory,
  ownerId: savingsHistory.savingsId,
  owner: savings,
  movement: {
    reference: savingsHistory.reference,
    entryId: savingsHistory.entryId,
    madeAt: savingsHistory.createdAt,
  },
}
