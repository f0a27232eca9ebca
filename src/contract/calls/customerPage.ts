import * as v from 'valibot'
import { columnsOf, read } from '../call'
import { anyOf } from '../permissions'
import { Balance, BasisPoints, Day, Flag, Id, Kobo, optionalText, Stamp, Text, TextFlag } from '../values'
import { customerFees } from './feeRows'
import { LoanGuarantor, LoanInstalment } from './loanRows'

const noBalance = { balance: 0 as Kobo, held: 0 as Kobo }
export const MainWallet = v.optional(
  v.nullable(v.object({ balance: Balance, held: Balance }), noBalance),
  noBalance,
)

const Profile = v.object({
  id: Id,
  reference: Text,
  first_name: Text,
  last_name: Text,
  phone_number: Text,
  /** '1' is active. */
  status: TextFlag,
  state: optionalText,
  lga: optionalText,
  home_address: optionalText,
  office_address: optionalText,
  /** The agent who recruited the customer. */
  agentName: Text,
  /** The agent who collects now; the id is null for a deleted one. */
  assignedAgentName: Text,
  assigned_agent_id: v.nullable(Id),
  created_at: Stamp,
  /** Nothing goes out. Absent in what was saved by an older release. */
  frozen: v.optional(Flag),
})
export type CustomerProfile = v.InferOutput<typeof Profile>

/** The terms of a savings wallet. */
const SavingPlan = v.object({
  fixed_amount: Kobo,
  deposit_type: v.picklist(['daily', 'weekly', 'monthly']),
  /** The market on whose days deposits are due. */
  market: optionalText,
  interest: BasisPoints,
  due_date: Day,
  /** What it costs and when it ends, in words; absent for a charge a month. */
  terms: v.optional(Text),
  /** What all deposits from its opening to its due date add up to; 0 if none falls in it. */
  target: Kobo,
  /** What was paid in: the balance with all that left it, without interest. Absent in what was saved by an older release. */
  paid: v.optional(Kobo),
})

const SavingPart = v.object({
  id: Id,
  /** The reference of the saving. */
  code: Text,
  type: Text,
  balance: Kobo,
  /** How much of it secures loans; absent for nothing. */
  held: v.optional(Kobo),
  /** Null for callers who may not see the savings portfolio. */
  plan: v.nullable(SavingPlan),
})
export type CustomerSaving = v.InferOutput<typeof SavingPart>

/** An active loan, with its schedule. */
const ActiveLoan = v.object({
  id: Id,
  reference: Text,
  loan_type_name: Text,
  total_payable: Kobo,
  balance: Kobo,
  instalment_amount: Kobo,
  instalment_period: Text,
  maturity_date: v.nullable(Day),
  schedule: v.array(LoanInstalment),
})
export type CustomerLoan = v.InferOutput<typeof ActiveLoan>

/** An ended loan. */
const EndedLoan = v.object({
  id: Id,
  reference: Text,
  amount: Kobo,
  loan_status: Text,
  /** Instalments, without those that a rescheduling moved; how many were paid, and how many of them late. */
  instalments: v.number(),
  paid: v.number(),
  paid_late: v.number(),
})
export type EndedLoan = v.InferOutput<typeof EndedLoan>
/** The newest ended loans that are sent. */
export const shownEndedLoans = 5

/** What is owed on all active loans: in all, late, and due today. */
const Debt = v.object({
  owed: Kobo,
  late: Kobo,
  days_late: v.number(),
  late_count: v.number(),
  due_today: Kobo,
})

export const pendingKinds = ['withdrawal', 'loan', 'loan change', 'reversal'] as const
/** A request of the customer's that is not decided. `step` is the decision that it waits for. */
const Pending = v.object({
  kind: v.picklist(pendingKinds),
  id: Id,
  reference: Text,
  created_at: Stamp,
  amount: Kobo,
  /** What is requested: the reason, the loan's type, the movement that is to be reversed. */
  detail: optionalText,
  step: v.picklist([1, 2]),
})
export type PendingRequest = v.InferOutput<typeof Pending>

/** A withdrawal that the customer's agent is to pay. */
const ToPay = v.object({ id: Id, reference: Text, amount: Kobo, agent: Text, pay_on: Day })
export type ToPay = v.InferOutput<typeof ToPay>

const PageGuarantor = v.object({
  ...LoanGuarantor.entries,
  loan_id: v.nullable(Id),
  loan_reference: optionalText,
})
export type PageGuarantor = v.InferOutput<typeof PageGuarantor>
/** The newest guarantors that are sent, those of open loans first. */
export const shownGuarantors = 6

export const walletKinds = ['customer', 'savings', 'loan'] as const
/** An account of the customer's: the main wallet, a savings wallet, or what is owed on a loan. */
const accountFields = {
  account_kind: v.picklist(walletKinds),
  /** The saving's or the loan's reference; null for the main wallet. */
  account_reference: optionalText,
  /** 'Main Wallet', or the type of the saving or the loan. */
  account_name: Text,
}

/** A movement, with the accounts of the customer that it changed. */
const Movement = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** The entry's kind. */
  source: Text,
  /** The agent who collected it, else the admin who recorded or approved it; null for what a run posted. */
  by: optionalText,
  reversed_by: optionalText,
  reverses: optionalText,
  /** Its day of collection, where it was recorded later. Absent in what was saved by an older release. */
  collected_on: v.optional(v.nullable(Day)),
  /** `amount` is negative for a debit; of a loan, for what was repaid. */
  parts: v.array(v.object({ ...accountFields, id: Id, amount: Kobo, balance: Kobo })),
})
export type CustomerMovement = v.InferOutput<typeof Movement>
/** The newest movements that are sent. */
export const shownCustomerMovements = 8

/** Everything about a customer. A part is null for callers who may not make the call that lists its rows. */
export const CustomerPage = v.object({
  profile: v.nullable(Profile),
  /** `held` is the amount of pending withdrawals. */
  main_wallet: MainWallet,
  savings: v.array(SavingPart),
  debt: v.nullable(Debt),
  loans: v.nullable(v.array(ActiveLoan)),
  ended_loans: v.nullable(v.array(EndedLoan)),
  /** The number of all ended loans. */
  ended_count: v.number(),
  /** The requests of the kinds that the caller may see, oldest first. */
  pending: v.array(Pending),
  /** Null for callers who may not see them. Absent in what was saved by an older release. */
  fees: v.optional(v.nullable(v.object(customerFees))),
  /** Absent in what was saved by an older release. */
  to_pay: v.optional(v.array(ToPay)),
  guarantors: v.nullable(v.array(PageGuarantor)),
  guarantor_count: v.number(),
  movements: v.nullable(v.array(Movement)),
  /** The number of all movements in the customer's transaction history. */
  movement_count: v.number(),
})
export type CustomerPage = v.InferOutput<typeof CustomerPage>

const StatementRow = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** The entry's kind. */
  source: Text,
  by: optionalText,
  /** The reference of the entry that it reverses. */
  reverses: optionalText,
  /** Its day of collection, where it was recorded later. Absent in what was saved by an older release. */
  collected_on: v.optional(v.nullable(Day)),
  amount: Kobo,
  /** The account's balance after it. */
  balance: Kobo,
})
export type StatementRow = v.InferOutput<typeof StatementRow>

/** One account in a statement. `opening` and all rows' amounts add up to `closing`. */
const StatementAccount = v.object({
  ...accountFields,
  opening: Kobo,
  credits: Kobo,
  debits: Kobo,
  closing: Kobo,
  rows: v.array(StatementRow),
})
export type StatementAccount = v.InferOutput<typeof StatementAccount>

export const Statement = v.object({
  customer: v.object({ name: Text, reference: Text, phone_number: Text }),
  /** From the beginning of the first day to the end of the last one, or to now if that is today. */
  start_date: Day,
  end_date: Day,
  /** All savings wallets, all loans, and each account that the customer has, for `account`; the main wallet's value is 'main'. */
  choices: v.array(v.object({ value: Text, name: Text })),
  /** Those with a balance or a movement in the period: the main wallet, savings, loans. */
  accounts: v.array(StatementAccount),
  /** What all wallets held, without what was owed on loans. */
  saved: v.object({ opening: Kobo, closing: Kobo }),
  /** What was owed on all loans. */
  owed: v.object({ opening: Kobo, closing: Kobo }),
})
export type Statement = v.InferOutput<typeof Statement>

/** The most movements of a statement. */
export const maxStatementRows = 5_000

/** A statement's line in a file; the opening and closing balances are lines of their own. */
const StatementLine = v.object({
  account: Text,
  account_reference: optionalText,
  created_at: Stamp,
  source: Text,
  reference: optionalText,
  by: optionalText,
  reverses: optionalText,
  amount: v.nullable(Kobo),
  balance: Kobo,
})
export type StatementLine = v.InferOutput<typeof StatementLine>
export const statementColumns = columnsOf(StatementLine, [
  { field: 'account', header: 'Account', kind: 'text' },
  { field: 'account_reference', header: 'Account Reference', kind: 'text' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'source', header: 'Movement', kind: 'text' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'by', header: 'By', kind: 'text' },
  { field: 'reverses', header: 'Reverses', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance', header: 'Balance', kind: 'money' },
])

/** Part of the customers group: all about one customer, and the statement of a period. */
export const customerPageCalls = {
  getCustomerPage: read({
    reads: [
      'admins',
      'agents',
      'calendar',
      'customers',
      'fees',
      'guarantors',
      'imports',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'markets',
      'reversals',
      'savingTypes',
      'savings',
      'withdrawals',
    ],
    path: 'getcustomerpage',
    access: anyOf('can-view-customer-details'),
    input: v.object({ customer_id: Id }),
    output: v.object({ data: CustomerPage }),
  }),
  /** Without days: from the first day of the month before last to today. */
  getCustomerStatement: read({
    report: true,
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans', 'savingTypes', 'savings'],
    path: 'getcustomerstatement',
    access: anyOf('can-view-withdrawal'),
    input: v.object({
      customer_id: Id,
      start_date: v.optional(Day),
      end_date: v.optional(Day),
      /** One account alone: 'main', or the saving's or the loan's reference; or 'savings' or 'loans', all of the kind. */
      account: v.optional(Text),
    }),
    output: v.object({ data: Statement }),
  }),
}
