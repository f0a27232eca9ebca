import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { expenses } = calls

const OneExpense = v.object({ expense_id: Id })
const noExpense = 'Expense details not available'

export const expenseRoutes = area({
  expenses: {
    path: '/expense/list',
    title: 'Expenses',
    access: anyOf('can-view-expense'),
    parent: 'dashboard',
    menu: {
      section: 'Books',
      label: 'Expenses',
      key: 'X',
      waiting: ['expenses_first', 'expenses_second'],
    },
    calls: [expenses.getExpenses, expenses.getExpenseCategories, expenses.getExpenseSlip],
  },
  expenseCreate: {
    path: '/expense/create',
    title: 'Request Expense',
    access: anyOf('can-request-expense'),
    parent: 'expenses',
    menu: { section: 'Books', label: 'Request Expense' },
    calls: [expenses.getExpenseCategories, expenses.requestExpense],
  },
  expenseFirst: {
    path: '/expense/first/approval',
    title: 'Expense First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'expenses',
    state: OneExpense,
    missing: noExpense,
    calls: [expenses.getExpenseCase, expenses.getExpenseSlip, expenses.firstExpenseDecision],
  },
  expenseSecond: {
    path: '/expense/second/approval',
    title: 'Expense Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'expenses',
    state: OneExpense,
    missing: noExpense,
    calls: [expenses.getExpenseCase, expenses.getExpenseSlip, expenses.secondExpenseDecision],
  },
  expenseCategories: {
    path: '/expense/categories',
    title: 'Categories of Expenses',
    access: anyOf('can-view-expense', 'can-request-expense', 'can-edit-books'),
    parent: 'dashboard',
    menu: { section: 'Books', label: 'Categories of Expenses' },
    calls: [expenses.getExpenseCategories],
  },
  expenseCategoryCreate: {
    path: '/expense/categories/create',
    title: 'Create Category',
    access: anyOf('can-edit-books'),
    parent: 'expenseCategories',
    calls: [expenses.createExpenseCategory],
  },
  expenseCategorySwitch: {
    path: '/expense/categories/switch',
    title: 'Switch Category',
    access: anyOf('can-edit-books'),
    parent: 'expenseCategories',
    state: v.object({ category_id: Id }),
    missing: 'Category details not available',
    calls: [expenses.getExpenseCategories, expenses.switchExpenseCategory],
  },
})
