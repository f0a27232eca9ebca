import { and, eq, sql } from 'drizzle-orm'
import { expenseSourceLabels } from '#contract/calls/expenses'
import { type Calls, calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { formatNaira } from '#domain/money/kobo'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import {
  awaitsFirst,
  awaitsSecond,
  commentOf,
  decisionBlocker,
  firstDecision,
  lockRequest,
  requestNotFound,
  secondDecision,
} from '../../approvals/decisions'
import { decidedBy, decidedRow, firstDecider, requester, secondDecider } from '../../approvals/decidedColumns'
import { waitingApprovals } from '../../approvals/waiting'
import type { Selects } from '../../db/database'
import { expenseCategories, expenses } from '../../db/tables/expenses'
import { entries } from '../../db/tables/ledger'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { reject } from '../../errors/refusals'
import { takeUpload } from '../../files/uploads'
import type { Context, HandlersFor } from '../../handler'
import { businessBalances, lockAccounts } from '../../ledger/accounts'
import { expenseEntry, expenseSources, expenseWallet } from '../../ledger/expenses'
import { balanceOf, post } from '../../ledger/post'
import { newReference } from '../../ledger/references'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { counterCash } from '../../ledger/tills'
import { madeBy } from '../../ledger/transfer'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { linkIfThere } from '../../people/fileLinks'
import { categoryHandlers } from './categories'

const sourceText = sql.join(
  Object.entries(expenseSourceLabels).map(([source, label]) =>
    sql.raw(`when '${source}' then '${label.replaceAll("'", "''")}'`),
  ),
  sql` `,
)

const expenseRow = {
  id: expenses.id,
  created_at: lagosStamp(expenses.createdAt),
  reference: expenses.reference,
  category: expenseCategories.name,
  amount: expenses.amount,
  reason: expenses.reason,
  paid_from: sql<string>`(case ${expenses.paidFrom} ${sourceText} end)`,
  has_slip: sql<boolean>`${expenses.slipFile} is not null`,
  ...decidedRow(expenses),
  entry: entries.reference,
  reversed_by: reversedByEntry(expenses.entryId),
}

const rowsOf = (queries: Selects, row = expenseRow) =>
  queries
    .select(row)
    .from(expenses)
    .innerJoin(expenseCategories, eq(expenseCategories.id, expenses.categoryId))
    .innerJoin(requester, eq(requester.id, expenses.requestedBy))
    .leftJoin(firstDecider, eq(firstDecider.id, expenses.firstDecidedBy))
    .leftJoin(secondDecider, eq(secondDecider.id, expenses.secondDecidedBy))
    .leftJoin(entries, eq(entries.id, expenses.entryId))

const expenseList = defineList({
  call: calls.expenses.getExpenses,
  table: expenses,
  sorted: { created_at: expenses.createdAt, amount: expenses.amount },
  row: expenseRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const expenseHandlers: HandlersFor<Calls['expenses']> = {
  ...categoryHandlers,

  getExpenses: ({ category_id, ...input }, context) =>
    pageOf(context, input, expenseList, {
      where: and(
        waitingApprovals(context, input.waiting, ['expenses_first', 'expenses_second']),
        category_id === undefined ? undefined : eq(expenses.categoryId, category_id),
        equals(expenseRow.status, input.status),
        betweenAmounts(expenses.amount, input),
        decidedByAdmin(input.decided_by, expenses.firstDecidedBy, expenses.secondDecidedBy),
        betweenBothDays(expenses.createdAt, input),
      ),
    }),

  getExpenseCase: async ({ id }, context) => {
    const { queries, actor } = context
    const [expense] = await rowsOf(queries).where(eq(expenses.id, id))
    if (!expense) return reject(requestNotFound('expenses', id))
    const balance = (await businessBalances(queries))[expenseWallet]
    const decides = decidingPermissions.some((permission) => actor.permissions.has(permission))
    return {
      data: [
        {
          ...expense,
          wallet_balance: canSeeBusinessBalances(actor) ? balance : null,
          is_short: decides ? balance < expense.amount : null,
          against: decisionBlocker('expenses', decidedBy(expense), context),
        },
      ],
    }
  },

  getExpenseSlip: async ({ id }, context) => {
    const [expense] = await context.queries
      .select({ id: expenses.id })
      .from(expenses)
      .where(eq(expenses.id, id))
    if (!expense) return reject(requestNotFound('expenses', id))
    return { data: { slip: await linkIfThere(context, 'expenseSlip', id) } }
  },

  requestExpense: async (input, context) => {
    const { queries, actor, now } = context
    const { category_id: categoryId, amount, paid_from: paidFrom, slip } = input
    const [category] = await queries
      .select()
      .from(expenseCategories)
      .where(eq(expenseCategories.id, categoryId))
      .for('share')
    if (!category) return reject(`Category with ID ${categoryId} not found`)
    if (category.status !== 'active') reject(`${category.name} is switched off. Choose another category.`)
    const reference = await newReference(queries, documentPrefixes.expense, now)
    const [created] = await queries
      .insert(expenses)
      .values({
        reference,
        categoryId,
        amount,
        reason: input.reason.trim(),
        paidFrom,
        slipFile: slip ? await takeUpload(queries, slip, actor.adminId, 'slip') : null,
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: expenses.id })
    await context.setAuditSubject('expense', created?.id ?? 0)
    return {
      message: `Expense ${reference}, ${formatNaira(amount)} for ${category.name}, was requested. It awaits its first approval.`,
      data: { reference },
    }
  },

  firstExpenseDecision: async (input, context) => {
    const comment = commentOf(input)
    const expense = await lockRequest('expenses', input.id, context, awaitsFirst)
    const accepted = input.status === 'accept'
    await context.queries
      .update(expenses)
      .set(firstDecision(accepted, comment, context))
      .where(eq(expenses.id, expense.id))
    if (!accepted) return { message: rejection(expense) }
    return { message: `Expense ${titleOf(expense)} has its first approval. It awaits the second.` }
  },

  secondExpenseDecision: async (input, context) => {
    const comment = commentOf(input)
    const expense = await lockRequest('expenses', input.id, context, awaitsSecond)
    const paid = input.status === 'accept' ? await pay(expense, context) : undefined
    await context.queries
      .update(expenses)
      .set({ ...secondDecision(paid !== undefined, comment, context), entryId: paid?.entryId ?? null })
      .where(eq(expenses.id, expense.id))
    return { message: paid?.message ?? rejection(expense) }
  },
}

type Expense = typeof expenses.$inferSelect

/** Admins with these permissions see whether the wallet covers an expense. */
const decidingPermissions: readonly Permission[] = ['can-do-first-approval', 'can-do-second-approval']

const titleOf = ({ reference, amount }: Expense) => `${reference} (${formatNaira(amount)})`
const rejection = (expense: Expense) => `Expense ${titleOf(expense)} was rejected. Nothing is paid.`

/** Pays the expense, if the profit wallet covers it. */
async function pay(expense: Expense, context: Context) {
  const { queries, actor, now } = context
  const { categoryId, amount, paidFrom, reference } = expense
  const { account, isCounter } = expenseSources[paidFrom]
  // As `post` locks them: the session of a till before accounts, and its account before the wallet.
  const place = isCounter ? await counterCash(queries, actor.adminId, now) : account
  const wallets = await lockAccounts(queries, [expenseWallet, place])
  const balance = wallets.get(expenseWallet)?.balance
  if (balance === undefined) throw new Error('There is no profit wallet.')
  const seesBalance = canSeeBusinessBalances(actor)
  if (balance < amount) {
    const holds = seesBalance ? ` holds ${formatNaira(balance)}, which` : ''
    reject(`The profit wallet (${expenseWallet})${holds} does not cover expense ${titleOf(expense)}.`)
  }
  const posted = await post(
    queries,
    expenseEntry({ categoryId, amount, paidFrom, reason: reference }, madeBy(context)),
  )
  const after = seesBalance
    ? ` New balance of the profit wallet: ${formatNaira(balanceOf(posted, expenseWallet).after)}.`
    : ''
  return {
    entryId: posted.entryId,
    message: `Expense ${reference} approved: ${formatNaira(amount)} was paid (${posted.reference}).${after}`,
  }
}
