import { and, sql } from 'drizzle-orm'
import { maxFound, type FoundGroup, type FoundKind } from '#contract/calls/search'
import { type Calls, calls } from '#contract/index'
import { can } from '#contract/permissions'
import { koboOf } from '#domain/money/kobo'
import type { SignedIn } from '../../auth/sessions'
import type { Transaction } from '../../db/database'
import { customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { findUpToLimit } from '../../lists/pageOfIds'
import { indexMatches } from '../../lists/searchText'
import { notDeleted } from '../../people/customerColumns'
import {
  agentsFound,
  customersFound,
  type Finder,
  loansFound,
  requestsFound,
  savingsFound,
  withdrawalsFound,
} from './finders'
import { movementsFound } from './movements'

export const searchHandlers: HandlersFor<Calls['search']> = {
  searchEverything: async ({ search }, { actor, services }) => {
    const data = await services.database.transaction(
      async (tx) => {
        // Each condition has an index. For a text of which it expects many matches the planner would read whole tables.
        await tx.execute(sql`set local enable_seqscan = off`)
        const owners = await ownersOf(tx, search)
        const asked = { text: search, owners, amount: koboOf(search.replace(/^₦\s*/, '')) }
        const groups: FoundGroup[] = []
        for (const [kind, find] of finders)
          if (isAllowed(actor, kind)) groups.push({ kind, ...(await find(tx, asked, actor)) })
        return groups.filter(({ total }) => total > 0)
      },
      { accessMode: 'read only' },
    )
    return { data }
  },
}

/** In the order of `foundKinds`. */
const finders: readonly [FoundKind, Finder][] = [
  ['customers', customersFound],
  ['loans', loansFound],
  ['savings', savingsFound],
  ['agents', agentsFound],
  ['withdrawals', withdrawalsFound],
  ['requests', requestsFound],
  ['movements', movementsFound],
]

/** The calls whose rows are searched. */
const listed = {
  customers: calls.customers.getCustomers,
  loans: calls.loans.getLoanAccount,
  savings: calls.savings.customerSavingHistory,
  agents: calls.agents.getAgents,
  withdrawals: calls.withdrawals.getWithDrawList,
  requests: calls.requests.getRequestList,
}
/** Movements are checked one kind of entry by the other. */
const isAllowed = (actor: SignedIn, kind: FoundKind) =>
  kind === 'movements' || can(actor, listed[kind].access, 'read')

/** Customers with this name, phone number or reference: their loans and wallets are found with them, from one search. */
const ownersOf = (tx: Transaction, text: string) =>
  findUpToLimit(
    tx,
    { table: customers, at: customers.createdAt },
    { from: sql`${customers}`, where: and(notDeleted, indexMatches(customers, text)) },
    {
      order: { key: customers.createdAt, descending: true },
      perPage: maxFound + 1,
      offset: 0,
      most: maxFound + 1,
    },
  )
