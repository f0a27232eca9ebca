import * as v from 'valibot'
import { group, read, write } from '../call'
import { insightCalls } from './insight'
import { ofWaiting } from './waiting'
import { amountUpTo, Kobo } from '../values'

/** An array of one sum. */
const oneSum = v.array(v.object({ sum: Kobo }))
const WeeklySums = v.object({ thisWeek: oneSum, lastWeek: oneSum })
export type WeeklySums = v.InferOutput<typeof WeeklySums>

/** Weeks start on Monday, 00:00 in Lagos. */
const weeklySums = (path: string, reads: 'loans' | 'savings') =>
  read({ report: true, reads: [reads], path, access: 'session', input: v.object({}), output: WeeklySums })

const MainWallets = v.object({
  main_balance: Kobo,
  profit_balance: Kobo,
  transaction_balance: Kobo,
  /** Main, profit and transaction together. */
  total_balance: Kobo,
})
export type MainWallets = v.InferOutput<typeof MainWallets>

/** A limit against typing errors (not in the spec). */
export const maxCredit = 100_000_000_000 as Kobo
const CreditAmount = amountUpTo(maxCredit, 'One credit may be at most ₦1,000,000,000.00.')

/** A list filter: rows that wait for the caller's first or second approval, or either (not in the spec). */
export const WaitingFilter = v.picklist(['first', 'second', 'mine'])
export type WaitingFilter = v.InferOutput<typeof WaitingFilter>

/** A list filter: the rows of a weekly figure of the dashboard (not in the spec). */
export const Week = v.picklist(['this', 'last'])
export type Week = v.InferOutput<typeof Week>

/** What a new business does first, in order, and whether it is done. */
const FirstSteps = v.object({
  saving_type: v.boolean(),
  loan_type: v.boolean(),
  /** Absent from older releases, as the others that may be. */
  fee: v.optional(v.boolean()),
  calendar: v.optional(v.boolean()),
  market_day: v.boolean(),
  agent: v.boolean(),
  agent_pay: v.optional(v.boolean()),
  target: v.optional(v.boolean()),
  customer: v.boolean(),
  saving: v.boolean(),
  deposit: v.boolean(),
})
export type FirstStep = keyof typeof FirstSteps.entries

export const dashboardCalls = group('dashboard', {
  ...insightCalls,
  getSumOfLoan: weeklySums('getsumofloan', 'loans'),
  getSumOfSavings: weeklySums('getsumofsavings', 'savings'),
  sumOfApprovedLoan: weeklySums('sumofapprovedloan', 'loans'),
  sumOfOverdueLoan: weeklySums('sumofoverdueloan', 'loans'),
  getMainWalletsBalance: read({
    reads: ['ledger'],
    path: 'getmainwalletsbalance',
    access: { role: 'superadmin' },
    input: v.object({}),
    output: v.object({ data: MainWallets }),
  }),
  creditMainWalletsBalance: write({
    path: 'creditmainwalletsbalance',
    access: { role: 'superadmin', and: 'can-credit-main-wallet' },
    input: v.object({ amount: CreditAmount }),
    output: v.object({ data: v.object({ reference: v.string(), main_balance: Kobo }) }),
    subject: [],
    writes: ['ledger'],
  }),
  /**
   * Pending decisions of the caller: a count for each kind that the caller may decide on, and no others (not in the
   * spec).
   */
  getWaitingDecisions: read({
    reads: [
      'agentPay',
      'agents',
      'cash',
      'credits',
      'devices',
      'expenses',
      'fieldBatches',
      'imports',
      'loanChanges',
      'loans',
      'messagesOff',
      'payouts',
      'businessDays',
      'reopenings',
      'requests',
      'reversals',
      'settingChanges',
      'sheetRequests',
      'termChanges',
      'withdrawals',
    ],
    path: 'getwaitingdecisions',
    access: 'session',
    input: v.object({}),
    output: v.object({ data: ofWaiting(v.number()) }),
  }),
  /**
   * What is done of the first steps, and, for a caller who may open savings, the newest active customer. Null for a caller
   * who may do none of the steps (not in the spec).
   */
  getFirstSteps: read({
    reads: [
      'agentPay',
      'agents',
      'agentTargets',
      'calendar',
      'customers',
      'fees',
      'loanTypes',
      'markets',
      'savings',
      'savingTypes',
    ],
    path: 'getfirststeps',
    access: 'session',
    input: v.object({}),
    output: v.object({
      data: v.nullable(v.object({ ...FirstSteps.entries, newest_customer: v.nullable(v.number()) })),
    }),
  }),
})
