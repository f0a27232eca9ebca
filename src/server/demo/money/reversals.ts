import { kobo, negateKobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { reversals } from '../../db/tables/reversals'
import { cashAccount, mainWalletOf } from '../../ledger/accounts'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../people'

type Reversal = typeof reversals.$inferInsert

/** Generates credits of customers that were recorded wrongly: two are reversed, one is not to be, and two are undecided. */
export function inventReversals({ at, books, customers, staff }: DemoBusiness) {
  const requested: Reversal[] = []

  mistakes.forEach(({ reason, naira, status, comment }, index) => {
    const age = (index + 2) * workingDay + 45
    const customer = customers.filter((one) => one.age > age + workingDay)[40 + index * 7]
    if (!customer) return
    const customerId = customer.id
    const amount = kobo(naira * 100)
    const moves = [
      { account: cashAccount, amount: negateKobo(amount) },
      { account: mainWalletOf(customerId), amount },
    ]
    at(age, (madeAt) => {
      const entry = books.enter({ kind: 'Customer credit', madeAt, adminId: staff.admin, customerId, moves })
      if (!entry) return
      at(age - 30, (createdAt) => {
        const reversal: Reversal = {
          id: requested.length + 1,
          reference: books.newReference(documentPrefixes.reversal, createdAt),
          originalId: entry.entryId,
          customerId,
          amount,
          reason,
          status: 'pending',
          requestedBy: staff.admin,
          recordedBy: staff.admin,
          decidedBy: null,
          decidedAt: null,
          comment: null,
          entryId: null,
          createdAt,
        }
        requested.push(reversal)
        if (status !== 'pending') at(age - 75, (decidedAt) => decide(reversal, decidedAt, status, comment))
      })
    })
  })

  function decide(reversal: Reversal, madeAt: Date, status: 'approved' | 'rejected', comment: string | null) {
    const { originalId, customerId, amount, reference: reason } = reversal
    const decision = { decidedBy: staff.main, decidedAt: madeAt, comment }
    if (status === 'rejected') return void Object.assign(reversal, decision, { status })
    const entry = books.enter({
      kind: 'Reversal',
      madeAt,
      adminId: staff.main,
      customerId,
      reason,
      reversesId: originalId,
      moves: [
        { account: cashAccount, amount },
        { account: mainWalletOf(customerId), amount: negateKobo(amount) },
      ],
    })
    if (entry) Object.assign(reversal, decision, { status, entryId: entry.entryId })
  }

  return { write: (tx: Transaction) => insertAll(tx, reversals, requested) }
}

const mistakes: readonly {
  reason: string
  naira: number
  status: Reversal['status'] & string
  comment: string | null
}[] = [
  { reason: 'One zero too many was typed', naira: 50_000, status: 'pending', comment: null },
  { reason: 'Credited to a customer of the same name', naira: 12_500, status: 'approved', comment: null },
  { reason: 'Credited twice', naira: 4000, status: 'pending', comment: null },
  {
    reason: 'The customer says it was ₦3,000',
    naira: 3500,
    status: 'rejected',
    comment: 'The receipt has ₦3,500, signed',
  },
  { reason: 'Credited twice', naira: 7500, status: 'approved', comment: 'Seen in the cash book' },
]
