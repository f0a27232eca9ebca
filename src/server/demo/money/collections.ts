import type { Kobo } from '#contract/values'
import { kobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { collectionLines, collections } from '../../db/tables/collections'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import type { inventCash } from './cash'
import { dice, workingDay } from '../demoPeople'
import type { inventPayouts } from './payouts'
import type { DemoWallet, inventSavings } from './savings'

type Sheet = typeof collections.$inferInsert
type Line = typeof collectionLines.$inferInsert
type Parts = {
  savings: Pick<ReturnType<typeof inventSavings>, 'due' | 'collect'>
  cash: Pick<ReturnType<typeof inventCash>, 'handIn'>
  payouts: Pick<ReturnType<typeof inventPayouts>, 'letPay' | 'payWith'>
}

const howMany = 30
const mostLines = 12
const reasons = ['not seen', 'not seen', 'paid nothing', 'travelled', 'refused'] as const

/** Generates collection sheets of the last weeks, none of today: what is due today can be tried. */
export function inventCollections(
  { at, books, clock, collectors, staff }: DemoBusiness,
  { savings, cash, payouts }: Parts,
) {
  // Its own dice, so that the rest of the demo does not depend on it.
  const { between, chance, pick } = dice(2031)
  const sheets: Sheet[] = []
  const lines: Line[] = []

  for (let n = 0; n < howMany; n++) {
    const agentId = collectors[(n * 7) % collectors.length] ?? 0
    const age = 1 + workingDay * (1 + n / 2) + between(0, 200)
    if (n % 4 === 1) payouts.letPay(agentId, age, lagosDay(clock(age)))
    at(age, (createdAt) => record(agentId, createdAt, n % 3 === 0))
  }

  function record(agentId: number, createdAt: Date, isCounted: boolean) {
    const day = lagosDay(createdAt)
    const due = savings
      .due(agentId, day)
      .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
      .slice(0, mostLines)
    if (due.length === 0) return
    const collectionId = sheets.length + 1
    const made = due.map((wallet, index) => {
      const { id: savingsId, fixedAmount: expected, customerId } = wallet.plan
      const reason = chance(0.15) ? pick(reasons) : null
      const amount = reason ? kobo(0) : kobo(expected * (chance(0.1) ? 2 : 1))
      const entryId = amount > 0 ? (savings.collect(wallet, amount, createdAt)?.entryId ?? null) : null
      return { collectionId, place: index + 1, savingsId, customerId, expected, amount, reason, entryId }
    })
    lines.push(...made.map((line, index) => ({ id: lines.length + index + 1, ...line })))
    payouts.payWith(agentId, day, { collectionId, madeAt: createdAt, adminId: staff.admin })
    const remittance = isCounted ? cash.handIn(agentId, createdAt, 0, staff.admin) : undefined
    const reference = books.newReference(documentPrefixes.collection, createdAt)
    sheets.push({
      id: collectionId,
      reference,
      agentId,
      adminId: staff.admin,
      day,
      lines: made.length,
      collectedLines: made.filter(({ entryId }) => entryId !== null).length,
      total: sumKobo(made.map(({ amount }): Kobo => amount)),
      counted: remittance?.counted ?? null,
      expected: remittance?.expected ?? null,
      remittanceId: remittance?.id ?? null,
      activityReference: reference,
      createdAt,
    })
  }

  const write = async (tx: Transaction) => {
    await insertAll(tx, collections, sheets)
    await insertAll(tx, collectionLines, lines)
  }
  return { write }
}

const nameOf = ({ customer }: DemoWallet) => `${customer.firstName} ${customer.lastName}`
