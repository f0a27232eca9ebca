import { sql } from 'drizzle-orm'
import { kobo } from '#domain/money/kobo'
import { planChangeDay } from '#domain/savings/planChange'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { savings } from '../../db/tables/money'
import { planChanges } from '../../db/tables/planChanges'
import { cycleWallet } from '../../ledger/cycles'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'

/** Makes two changes of plans: one that was made with this month, and one that waits for the next. After the wallets were written. */
export async function insertPlanChanges(
  tx: Transaction,
  { ageOf, clock, now, staff }: Pick<DemoBusiness, 'ageOf' | 'clock' | 'now' | 'staff'>,
) {
  const today = lagosDay(now)
  const month = `${today.slice(0, 8)}01`
  const oldest = (kind: 'amount' | 'contribution') =>
    tx
      .select({ ...cycleWallet, depositType: savings.depositType })
      .from(savings)
      .where(
        sql`${savings.commissionKind} = ${kind} and ${savings.status} = 'active' and ${savings.marketId} is null`,
      )
      .orderBy(savings.id)
      .limit(1)
  const [[monthly], [card]] = [await oldest('amount'), await oldest('contribution')]
  if (!monthly || !card) throw new Error('The demo lacks savings wallets.')
  await insertAll(tx, planChanges, [
    {
      savingsId: monthly.id,
      fromDay: month,
      fixedAmount: monthly.fixedAmount,
      depositType: monthly.depositType,
      wasFixedAmount: kobo(monthly.fixedAmount / 2),
      wasDepositType: monthly.depositType,
      adminId: staff.admin,
      createdAt: clock(ageOf(addDays(month, -12), 200)),
    },
    {
      savingsId: card.id,
      fromDay: planChangeDay(card, card.openedOn, today),
      fixedAmount: kobo(card.fixedAmount * 2),
      depositType: card.depositType,
      wasFixedAmount: card.fixedAmount,
      wasDepositType: card.depositType,
      adminId: staff.main,
      createdAt: clock(1),
    },
  ])
}
