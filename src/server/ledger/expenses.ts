import type { ExpenseSource } from '#contract/calls/expenses'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { cashAccount } from './accounts'
import { expenseLine } from './chart'
import type { NewEntry } from './post'

/** The account that each place of cash has. */
export const expenseSources: Record<ExpenseSource, string> = { cash: cashAccount }

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
  moves: [
    { account: expenseWallet, amount: negateKobo(amount), line: expenseLine(categoryId) },
    { account: expenseSources[paidFrom], amount },
  ],
})
