import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { books } = calls

export const bookRoutes = area({
  books: {
    path: '/books',
    title: 'Books',
    access: anyOf('can-view-books'),
    parent: 'dashboard',
    menu: { section: 'Books', label: 'Books', key: 'B' },
    calls: [books.getBooks, books.getTrialBalance, books.getBalanceSheet, books.getJournal],
  },
  bookEntries: {
    path: '/books/entries',
    title: 'Entries of a Line',
    access: anyOf('can-view-books'),
    parent: 'books',
    calls: [books.getBookEntries, books.getBookAccounts],
  },
  bookJournal: {
    path: '/books/journal',
    title: 'Journal',
    access: anyOf('can-view-books'),
    parent: 'books',
    menu: { section: 'Books', label: 'Journal' },
    calls: [books.getJournal],
  },
  bookAccounts: {
    path: '/books/accounts',
    title: 'Accounts',
    access: anyOf('can-view-books', 'can-edit-books'),
    parent: 'dashboard',
    menu: { section: 'Books', label: 'Accounts' },
    calls: [books.getBookAccounts],
  },
  bookAccountSet: {
    path: '/books/accounts/set',
    title: 'Name an Account',
    access: anyOf('can-edit-books'),
    parent: 'bookAccounts',
    state: v.object({ account_id: Id }),
    missing: 'Account details not available',
    calls: [books.getBookAccounts, books.setBookAccount],
  },
})
