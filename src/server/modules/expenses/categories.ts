import { asc, eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { tidyName } from '#domain/text/tidyName'
import { bookAccounts } from '../../db/tables/books'
import { expenseCategories } from '../../db/tables/expenses'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { expenseLine, firstExpenseCode } from '../../ledger/chart'
import { lagosStamp } from '../../lists/conditions'

type CategoryCalls = Pick<
  Calls['expenses'],
  'getExpenseCategories' | 'createExpenseCategory' | 'switchExpenseCategory'
>

export const categoryHandlers: HandlersFor<CategoryCalls> = {
  getExpenseCategories: async (_input, { queries }) => ({
    data: await queries
      .select({
        id: expenseCategories.id,
        created_at: lagosStamp(expenseCategories.createdAt),
        name: expenseCategories.name,
        code: bookAccounts.code,
        status: expenseCategories.status,
      })
      .from(expenseCategories)
      .innerJoin(bookAccounts, eq(bookAccounts.line, sql`'expense ' || ${expenseCategories.id}`))
      .orderBy(asc(bookAccounts.code)),
  }),

  createExpenseCategory: async (input, { queries, now, setAuditSubject }) => {
    const name = tidyName(input.name)
    const [category] = await queries
      .insert(expenseCategories)
      .values({ name, createdAt: now })
      .returning({ id: expenseCategories.id })
    if (!category) throw new Error('No category was made.')
    await queries.insert(bookAccounts).values({
      line: expenseLine(category.id),
      // The next code that the business gave to no other line.
      code: sql`(select n::text from generate_series(${firstExpenseCode + category.id}::int, 99999) n
        where not exists (select from ${bookAccounts} a where a.code = n::text) limit 1)`,
      name,
    })
    await setAuditSubject('expense category', category.id)
    return { message: `Category ${name} was created.` }
  },

  switchExpenseCategory: async ({ id, status }, { queries, setAuditSubject }) => {
    await setAuditSubject('expense category', id)
    const [category] = await queries
      .select()
      .from(expenseCategories)
      .where(eq(expenseCategories.id, id))
      .for('update')
    if (!category) return reject(`Category with ID ${id} not found`)
    const isOn = status === 'active'
    if (category.status === status) reject(`${category.name} is switched ${isOn ? 'on' : 'off'} already.`)
    await queries.update(expenseCategories).set({ status }).where(eq(expenseCategories.id, id))
    await setAuditSubject('expense category', id, isOn ? 'Switched on' : 'Switched off')
    return {
      message: `${category.name} is switched ${isOn ? 'on' : 'off'}.${isOn ? '' : ' Its expenses stay.'}`,
    }
  },
}
