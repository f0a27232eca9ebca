import { kobo } from '#domain/money/kobo'
import { cashDifferences, remittances } from '../../db/tables/cash'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { agentCashOf, cashAccount, overShortAccount } from '../../ledger/accounts'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { dice, oldest, workingDay } from '../demoPeople'

type Remittance = typeof remittances.$inferInsert
type Difference = typeof cashDifferences.$inferInsert & { agentId: number; amount: Remittance['counted'] }

/** Generates remittances of agents and differences of their cash. */
export function inventCash({ at, books, customers, staff }: DemoBusiness) {
  // Its own dice, so that the rest of the demo does not depend on it.
  const { between, chance, pick } = dice(1848)
  const handedIn: Remittance[] = []
  const differences: Difference[] = []
  const collectors = [...new Set(customers.map(({ assignedAgentId }) => assignedAgentId))]

  collectors.forEach((agentId, index) => {
    // Agents come on different days of the week; one in four has not come for some days.
    const last = (index % 4 === 3 ? 4 : 1) * workingDay + between(0, 2 * workingDay)
    at(last, (madeAt) => {
      const isShort = differences.length < reasons.length && heldBy(agentId) > 400_000
      const missing = kobo(isShort ? between(2, 30) * 5000 : 0)
      handIn(agentId, madeAt, missing)
      if (isShort) askToSettle(last - 60, agentId, missing)
    })
    for (let age = last + week(); age < oldest; age += week())
      at(age, (madeAt) => handIn(agentId, madeAt, chance(0.06) ? between(1, 10) * 5000 : 0))
  })

  function heldBy(agentId: number) {
    return kobo(-books.balanceOf(agentCashOf(agentId)))
  }
  function week() {
    return 5 * workingDay + between(0, 2 * workingDay)
  }

  /** Hands in what the agent holds, but for what is missing, with a sheet or to any admin. */
  function handIn(agentId: number, madeAt: Date, missing: number, sheetBy?: number) {
    const expected = heldBy(agentId)
    const counted = kobo(Math.max(expected - missing, 0))
    if (counted === 0) return undefined
    const anyone = pick([staff.admin, staff.admin, staff.main])
    const adminId = sheetBy ?? anyone
    const transfer = { from: cashAccount, to: agentCashOf(agentId), amount: counted }
    const entry = books.enter(transferEntry({ kind: 'Remittance', madeAt, adminId, agentId, ...transfer }))
    if (!entry) return undefined
    const remittance = {
      id: handedIn.length + 1,
      reference: entry.reference,
      agentId,
      adminId,
      entryId: entry.entryId,
      expected,
      counted,
      note: missing > 0 ? 'The rest is not there today' : null,
      createdAt: madeAt,
    }
    handedIn.push(remittance)
    return remittance
  }

  /** The first difference is approved, the second awaits its second approval, the third its first. */
  function askToSettle(age: number, agentId: number, amount: Difference['amount']) {
    const decided = 2 - differences.length
    const difference: Difference = {
      id: differences.length + 1,
      reference: '',
      agentId,
      amount,
      reason: reasons[differences.length] ?? '',
      state: 0,
      requestedBy: staff.admin,
      firstDecidedBy: null,
      firstDecidedAt: null,
      firstComment: null,
      secondDecidedBy: null,
      secondDecidedAt: null,
      secondComment: null,
      entryId: null,
    }
    differences.push(difference)
    at(age, (createdAt) => {
      const reference = books.newReference(documentPrefixes.cashDifference, createdAt)
      Object.assign(difference, { reference, createdAt })
    })
    if (decided > 0)
      at(age - 120, (firstDecidedAt) => {
        const decision = {
          firstDecidedBy: staff.main,
          firstDecidedAt,
          firstComment: 'Report of the agent is on file',
        }
        Object.assign(difference, decision, { state: 1 })
      })
    if (decided > 1) at(age - 300, (madeAt) => settle(difference, madeAt))
  }

  function settle(difference: Difference, madeAt: Date) {
    const { agentId, amount, reference } = difference
    const adminId = staff.superadmin
    const entry = books.enter(
      transferEntry({
        kind: 'Cash difference',
        amount,
        from: overShortAccount,
        to: agentCashOf(agentId),
        agentId,
        reason: reference,
        adminId,
        madeAt,
      }),
    )
    if (!entry) return
    const decision = { secondDecidedBy: adminId, secondDecidedAt: madeAt }
    Object.assign(difference, decision, { state: 2, entryId: entry.entryId })
  }

  const write = async (tx: Transaction) => {
    await insertAll(tx, remittances, handedIn)
    await insertAll(tx, cashDifferences, differences)
  }
  return { write, handIn }
}

const reasons = [
  'A bag was stolen in the market; the police have a report',
  'A customer was given too much change',
  'Two torn notes that the bank does not take',
]
