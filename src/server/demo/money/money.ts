import { eq, sql } from 'drizzle-orm'
import { insertAgentPay } from './agentPay'
import { type DemoBusiness, openBusiness, openDiary } from '../business'
import { inventCash } from './cash'
import { inventCollections } from './collections'
import { openBusinessAccounts } from '../../ledger/accounts'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import type { Transaction } from '../../db/database'
import { insertAll } from '../books'
import { inventExpenses } from './expenses'
import { inventFees } from './fees'
import { insertLimits } from './limits'
import { inventLoans } from './loans'
import { inventNewest } from './newest'
import { workingDay } from '../demoPeople'
import { insertLateBatches } from './lateBatches'
import { inventPayoutBatches } from './payoutBatches'
import { inventPayouts } from './payouts'
import { insertPlanChanges } from './planChanges'
import { inventReversals } from './reversals'
import { insertRuns } from './runs'
import { inventSavings } from './savings'
import { insertSheetRequests } from './sheetRequests'
import { insertSettingChanges } from './settingChanges'
import { inventTills } from './tills'
import { insertTermChanges } from './termChanges'
import { inventWallets } from './wallets'
import { customerReassignments } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'

/** Generates 18 months of money movements through the ledger, which must be empty. */
export async function makeDemoMoney(tx: Transaction, now: Date) {
  await openBusinessAccounts(tx)
  const business = await openBusiness(tx, now)
  const { books } = business
  const diary = openDiary(business.clock)
  const planned = { ...business, at: diary.at }
  const tills = inventTills(planned)
  const wallets = inventWallets(planned)
  const savings = inventSavings(planned)
  const fees = inventFees(planned)
  const loans = inventLoans(planned, fees)
  const cash = inventCash(planned)
  const reversals = inventReversals(planned)
  const expenses = inventExpenses(planned)
  const payouts = inventPayouts(planned, { wallets })
  const collections = inventCollections(planned, { savings, cash, payouts })
  const batches = inventPayoutBatches(planned, { savings, wallets, payouts })
  inventNewest(planned, { wallets, savings, loans, fees })
  diary.live()
  await books.write(tx)
  for (const { write } of [
    wallets,
    savings,
    loans,
    fees,
    cash,
    reversals,
    expenses,
    collections,
    payouts,
    batches,
    tills,
  ])
    await write(tx)
  await insertAll(tx, customerReassignments, reassignments(business))
  await tx.update(customerReassignments).set({ late: lateNow })
  await insertSheetRequests(tx, business)
  await insertTermChanges(tx, business)
  await insertSettingChanges(tx, business)
  await insertPlanChanges(tx, business)
  await insertLimits(tx, business)
  await insertLateBatches(tx, business)
  await books.keepReferences(tx)
  await insertAgentPay(tx, business)
  await tx
    .update(customers)
    .set({ updatedAt: sql`${customerReassignments.createdAt}` })
    .from(customerReassignments)
    .where(eq(customerReassignments.customerId, customers.id))
  await insertRuns(tx, now, savings.charges)
}

/** As if it had been so at the move. */
const lateNow = sql`coalesce((select sum(o.late) from open_loans o
  where o.customer_id = ${customerReassignments.customerId}), 0)`

/** Reassignments for customers whose collecting agent is not the recruiting one. */
function reassignments({
  customers: all,
  books,
  clock,
  staff,
  dice: { random, pick },
}: Omit<DemoBusiness, 'at'>) {
  return all
    .filter(({ agentId, assignedAgentId }) => agentId !== assignedAgentId)
    .map((one) => ({ one, age: 5 + random() * Math.min(one.age - 5, 200 * workingDay) }))
    .sort((a, b) => b.age - a.age)
    .map(({ one, age }) => ({
      reference: books.newReference(documentPrefixes.reassignment, clock(age)),
      customerId: one.id,
      fromAgentId: one.agentId,
      toAgentId: one.assignedAgentId,
      adminId: pick([staff.admin, staff.main]),
      createdAt: clock(age),
    }))
}
