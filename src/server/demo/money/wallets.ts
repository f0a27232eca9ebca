import type { Kobo } from '#contract/values'
import { kobo, negateKobo } from '#domain/money/kobo'
import { cashAccount, mainWalletOf } from '../../ledger/accounts'
import { withdrawalEntry } from '../../ledger/payouts'
import { documentPrefixes, type WalletCode } from '../../db/tables/ledgerKinds'
import type { Transaction } from '../../db/database'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { oldest, sooner, workingDay } from '../demoPeople'
import { fundRequests, withdrawals } from '../../db/tables/money'

type Request = typeof fundRequests.$inferInsert
type Withdrawal = typeof withdrawals.$inferInsert

/** Generates movements and requests of business wallets and main wallets. */
export function inventWallets(business: DemoBusiness) {
  const { at, books, customers, staff, dice } = business
  const requests: Request[] = []
  const paidOut: Withdrawal[] = []
  const naira = (amount: number) => kobo(amount * 100)

  const capital = (age: number, amount: number) =>
    at(age, (madeAt) => {
      const transfer = { from: cashAccount, to: 'MBW', amount: naira(amount) }
      const adminId = staff.superadmin
      books.enter(transferEntry({ kind: 'Main wallet credit', madeAt, adminId, ...transfer }))
    })
  for (let month = 0; month < 18; month++)
    capital(oldest - 30 * workingDay * month - 1, month === 0 ? 25_000_000 : 4_000_000)

  for (let number = 0; number < 42; number++) {
    const isNew = number >= 31
    const flag = number === 0 ? 'SW' : dice.pick(['MBW', 'PW', 'TW', 'SW'] as const)
    const type = number === 0 || isNew || dice.chance(0.7) ? 'credit' : 'debit'
    const age = isNew ? 40 + (41 - number) * 190 : (oldest - 700) * (1 - number / 31) + 5000
    const amount = naira(number === 0 ? 5_000_000 : dice.between(10, 400) * 5000)
    askForFunds(age, { flag, type, amount, decided: isNew ? number % 2 : 2, approved: dice.chance(0.8) })
  }

  for (const customer of customers) {
    if (!dice.chance(0.16)) continue
    const amount = naira(dice.between(4, 160) * 500)
    const age = 900 + (customer.age - 900) * sooner(dice.random())
    if (age >= customer.age || age < 900) continue
    credit(customer.id, age, amount)
    at(age, () => {
      if (dice.chance(0.5)) askForCash(age * dice.random(), customer.id)
    })
  }

  /** Credits the main wallet of a customer in cash. */
  function credit(customerId: number, age: number, amount: Kobo) {
    at(age, (madeAt) => {
      const transfer = { from: cashAccount, to: mainWalletOf(customerId), amount }
      const adminId = staff.admin
      books.enter(transferEntry({ kind: 'Customer credit', madeAt, adminId, customerId, ...transfer }))
    })
  }

  type Wish = {
    flag: WalletCode
    type: 'credit' | 'debit'
    amount: Request['amount']
    decided: number
    approved: boolean
  }
  function askForFunds(age: number, { flag, type, amount, decided, approved }: Wish) {
    at(age, (createdAt) => {
      const request: Request = {
        id: requests.length + 1,
        reference: books.newReference(documentPrefixes.fundRequest, createdAt),
        amount,
        type,
        description: purposes[flag],
        flag,
        initialStatus: 0,
        requestedBy: staff.admin,
        firstDecidedBy: null,
        firstDecidedAt: null,
        secondDecidedBy: null,
        secondDecidedAt: null,
        entryId: null,
        createdAt,
      }
      requests.push(request)
      if (decided > 0)
        at(age * 0.999 - 9, (first) => {
          Object.assign(request, { initialStatus: 1, firstDecidedBy: staff.main, firstDecidedAt: first })
        })
      if (decided > 1) at(age * 0.998 - 30, (madeAt) => decideFunds(request, approved, madeAt))
    })
  }

  function decideFunds(request: Request, approved: boolean, madeAt: Date) {
    const decision = { secondDecidedBy: staff.superadmin, secondDecidedAt: madeAt }
    const { flag, type, amount, reference: reason } = request
    const [from, to] = type === 'credit' ? [cashAccount, flag] : [flag, cashAccount]
    const facts = { madeAt, adminId: staff.superadmin, reason }
    const entry = approved
      ? books.enter(transferEntry({ kind: 'Fund request', amount, from, to, ...facts }))
      : undefined
    Object.assign(
      request,
      decision,
      entry ? { initialStatus: 2, entryId: entry.entryId } : { initialStatus: 3 },
    )
  }

  /** A withdrawal of most of a main wallet, decided the next day; recent ones are pending. */
  function askForCash(age: number, customerId: number) {
    at(age, (createdAt) => {
      const wallet = mainWalletOf(customerId)
      const amount = kobo(Math.floor((books.balanceOf(wallet) * 0.7) / 50_000) * 50_000)
      if (amount <= 0) return
      books.hold(wallet, amount)
      const wish = { customerId, amount, description: dice.pick(wishes), createdAt }
      const request = ask({ ...wish, requestedBy: dice.pick([staff.admin, staff.admin, staff.main]) })
      if (age > 3 * workingDay) at(age - dice.between(60, 700), (when) => decideCash(request, wallet, when))
    })
  }

  function ask(
    wish: Pick<Withdrawal, 'customerId' | 'amount' | 'description' | 'requestedBy'> & { createdAt: Date },
  ) {
    const request: Withdrawal & { id: number } = {
      id: paidOut.length + 1,
      reference: books.newReference(documentPrefixes.withdrawal, wish.createdAt),
      status: 'pending',
      decidedBy: null,
      decidedAt: null,
      rejectionReason: null,
      entryId: null,
      ...wish,
    }
    paidOut.push(request)
    return request
  }

  function decideCash(request: Withdrawal, wallet: string, madeAt: Date) {
    const adminId = staff.superadmin
    const decision = { decidedBy: adminId, decidedAt: madeAt }
    books.hold(wallet, negateKobo(request.amount))
    if (dice.chance(0.12))
      return Object.assign(request, decision, { status: 'rejected', rejectionReason: dice.pick(doubts) })
    const made = books.enter(withdrawalEntry(request, 'counter', { madeAt, adminId }))
    return Object.assign(request, decision, { status: 'approved', entryId: made?.entryId })
  }

  const write = async (tx: Transaction) => {
    await insertAll(tx, fundRequests, requests)
    await insertAll(tx, withdrawals, paidOut)
  }
  return { write, credit, ask }
}

const purposes: Record<WalletCode, string> = {
  MBW: 'Float for new loans',
  PW: 'Profit of the quarter',
  TW: 'Transaction charges settled',
  SW: 'Interest on savings',
}
const wishes = ['School fees', 'New stock', 'Rent', 'Hospital bill', 'Funeral', 'Own contribution paid out']
const doubts = ['Signature does not match', 'Asked for twice', 'Customer could not be reached']
