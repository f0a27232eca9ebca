import { kobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { reversals } from '../../db/tables/reversals'
import { cashAccount, mainWalletOf } from '../../ledger/accounts'
import type { NewEntry } from '../../ledger/post'
import { reversalEntry } from '../../ledger/reversal'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'

type Reversal = typeof reversals.$inferInsert

/** Generates credits of customers that were recorded wrongly: two are reversed, one is not to be, and two are undecided; and a credit of the main business wallet that is reversed. */
export function inventReversals({ at, books, customers, staff }: DemoBusiness) {
  const requested: Reversal[] = []

  mistakes.forEach(({ reason, naira, status, comment, isOfBusiness }, index) => {
    const age = (index + 2) * workingDay + 45
    const customer = customers.filter((one) => one.age > age + workingDay)[40 + index * 7]
    if (!customer) return
    const customerId = isOfBusiness ? null : customer.id
    const amount = kobo(naira * 100)
    const adminId = isOfBusiness ? staff.superadmin : staff.admin
    at(age, (madeAt) => {
      const facts = { from: cashAccount, amount, madeAt, adminId }
      const credit = isOfBusiness
        ? transferEntry({ kind: 'Main wallet credit', to: 'MBW', ...facts })
        : transferEntry({
            kind: 'Customer credit',
            to: mainWalletOf(customer.id),
            customerId: customer.id,
            ...facts,
          })
      const entry = books.enter(credit)
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
          recordedBy: adminId,
          decidedBy: null,
          decidedAt: null,
          comment: null,
          entryId: null,
          createdAt,
        }
        requested.push(reversal)
        if (status !== 'pending')
          at(age - 75, (decidedAt) => decide(reversal, credit, decidedAt, status, comment))
      })
    })
  })

  function decide(
    reversal: Reversal,
    { moves }: NewEntry,
    madeAt: Date,
    status: 'approved' | 'rejected',
    comment: string | null,
  ) {
    const { originalId: id, customerId = null, reference: reason } = reversal
    const adminId = staff.main
    const decision = { decidedBy: adminId, decidedAt: madeAt, comment }
    if (status === 'rejected') return void Object.assign(reversal, decision, { status })
    const entry = books.enter(
      reversalEntry({ id, customerId, agentId: null, moves }, { madeAt, adminId, reason }),
    )
    if (entry) Object.assign(reversal, decision, { status, entryId: entry.entryId })
  }

  return { write: (tx: Transaction) => insertAll(tx, reversals, requested) }
}

const mistakes: readonly {
  reason: string
  naira: number
  status: Reversal['status'] & string
  comment: string | null
  isOfBusiness?: boolean
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
  { reason: 'Credited twice', naira: 250_000, status: 'approved', comment: null, isOfBusiness: true },
]
