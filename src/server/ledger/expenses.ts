import type { ExpenseSource } from '#contract/calls/expenses'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { bankAccount, cashAccount } from './accounts'
import { expenseLine } from './chart'
import type { NewEntry } from './post'

/** The account of each place; at the counter it is the open till of who pays, if there is one. */
export const expenseSources: Record<ExpenseSource, { account: string; isCounter: boolean }> = {
  cash: { account: cashAccount, isCounter: true },
  vault: { account: cashAccount, isCounter: false },
  bank: { account: bankAccount, isCounter: false },
}

/** The wallet that expenses are paid from: they come off what was earned. */
export const expenseWallet = 'PW'

type Paid = { categoryId: number; amount: Kobo; paidFrom: ExpenseSource; reason: string }

/** Builds the entry that pays an expense, for changes and the demo. */
export const expenseEntry = (
  { categoryId, amount, paidFrom, reason }: Paid,
  facts: Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>,
): NewEntry => ({
  ...facts,
  kind: 'Expense',
  reason,
  ...(!expenseSources[paidFrom].isCounter && { cashOf: null }),
  moves: [
    { account: expenseWallet, amount: negateKobo(amount), line: expenseLine(categoryId) },
    { account: expenseSources[paidFrom].account, amount },
  ],
})
