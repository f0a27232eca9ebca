import { kobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { bookAccounts } from '../../db/tables/books'
import { expenseCategories, expenses } from '../../db/tables/expenses'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { expenseCode, expenseLine } from '../../ledger/chart'
import { expenseEntry } from '../../ledger/expenses'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { oldest, workingDay } from '../demoPeople'

type Expense = typeof expenses.$inferInsert

const categories = ['Rent', 'Transport', 'Stationery', 'Bank charges']
const wishes = [
  { category: 1, naira: 18_000, reason: 'Rent of the office' },
  { category: 2, naira: 2_500, reason: 'Fuel for the agents’ round' },
  { category: 3, naira: 1_200, reason: 'Savings cards and receipts' },
]

/** Generates what the business spent each month, and requests that wait. */
export function inventExpenses({ at, books, staff }: DemoBusiness) {
  const requested: Expense[] = []

  for (let age = 20 * workingDay; age < oldest; age += 22 * workingDay)
    wishes.forEach((wish, index) => {
      ask(age + index * 700, wish, 2)
    })
  ask(600, { category: 2, naira: 4_000, reason: 'Repair of a motorcycle' }, 1)
  ask(300, { category: 4, naira: 750, reason: 'Charges of the bank for October' }, 0)

  function ask(age: number, { category, naira, reason }: (typeof wishes)[number], decided: number) {
    const expense: Expense = {
      id: requested.length + 1,
      reference: '',
      categoryId: category,
      amount: kobo(naira * 100),
      reason,
      paidFrom: category === 4 ? 'bank' : 'cash',
      slipFile: null,
      state: 0,
      requestedBy: staff.admin,
      firstDecidedBy: null,
      firstDecidedAt: null,
      secondDecidedBy: null,
      secondDecidedAt: null,
      entryId: null,
    }
    at(age, (createdAt) => {
      requested.push(expense)
      const reference = books.newReference(documentPrefixes.expense, createdAt)
      Object.assign(expense, { reference, createdAt, id: requested.length })
    })
    if (decided > 0)
      at(age - 120, (firstDecidedAt) =>
        Object.assign(expense, { firstDecidedBy: staff.main, firstDecidedAt, state: 1 }),
      )
    if (decided > 1) at(age - 240, (madeAt) => pay(expense, madeAt))
  }

  /** A request that the profit wallet does not cover is rejected. */
  function pay(expense: Expense, madeAt: Date) {
    const { categoryId, amount, paidFrom, reference } = expense
    const adminId = staff.superadmin
    const decision = { secondDecidedBy: adminId, secondDecidedAt: madeAt }
    const entry = books.enter(
      expenseEntry({ categoryId, amount: kobo(amount), paidFrom, reason: reference }, { madeAt, adminId }),
    )
    if (entry) Object.assign(expense, decision, { state: 2, entryId: entry.entryId })
    else
      Object.assign(expense, decision, {
        state: 3,
        secondComment: 'The profit wallet does not cover it yet',
      })
  }

  return {
    async write(tx: Transaction) {
      await insertAll(
        tx,
        expenseCategories,
        categories.map((name, at) => ({ id: at + 1, name })),
      )
      await tx.insert(bookAccounts).values(
        categories.map((name, index) => ({
          line: expenseLine(index + 1),
          code: expenseCode(index + 1),
          name,
        })),
      )
      await insertAll(tx, expenses, requested)
    },
  }
}
