/** What columns of money mean where a newcomer could misread them: by field. */
export type ColumnNotes = Readonly<Partial<Record<string, string>>>

const lent = {
  interest_amount: 'Interest for the whole term, flat: of the amount lent.',
  total_payable: 'The amount lent with its interest, without penalties.',
  instalment_amount: 'What each installment asks for; the last one has the remainder.',
}
const wallet = {
  amount: 'Below zero: it left the wallet.',
  balance_before: 'What the wallet held just before this movement.',
  balance: 'What the wallet held just after this movement.',
}
const broughtInMonth = {
  commissions: 'Commissions and charges of savings in the month, less what was reversed in it.',
  savings: 'Savings that the agent collected in the month, less what was reversed in it.',
  repayments: 'Repayments that the agent collected in the month, less what was reversed in it.',
}
const owedNow = 'All that is still owed now: open installments, interest and penalties.'
const applied = {
  amount: 'What was applied for: the customer gets it less the fees that are kept back.',
  ...lent,
}

const inFile = { approved_amount: 'What the second approval paid out; empty before it.' }
const whatWasLent = 'What was lent, without interest.'

const bookEntries = {
  debit: 'What an asset or an expense gains by it, or what is owed or earned loses.',
  credit: 'What is owed, earned or the owner’s gains by it, or what an asset or an expense loses.',
}

/** By the call of the list. Loaded with the first list: no other screen needs them. */
export const columnNotes: Readonly<Partial<Record<string, ColumnNotes>>> = {
  'arrears.getArrears': {
    late: 'Unpaid of the installments after their due date, with penalties.',
    owed: 'All that is still owed on the loan: late installments, those to come, and penalties.',
  },
  'agentPay.getAgentStatements': {
    ...broughtInMonth,
    commission_pay: 'The rate of commissions.',
    savings_pay: 'The rate of savings.',
    repayment_pay: 'The rate of repayments.',
    total: 'What the agent gets for the month. Below zero: what the agent owes.',
    paid: 'Paid so far, in cash or set off against the cash held.',
  },
  'agentPay.getAgentStatementRows': broughtInMonth,
  'agents.agentTarget': {
    savings: 'Savings that the agent collected in the month, less what was reversed in it.',
    savings_target: 'What was to come; empty without a target for the month.',
    repaid: 'Repayments that the agent collected in the month, less what was reversed in it.',
    repaid_target: 'What was to come; empty without a target for the month.',
  },
  'admins.getAdminActivityLog': { amount: 'The sum that the act was about; empty if it was about none.' },
  'customers.getCustomers': {
    savings: 'What all savings wallets of the customer hold now.',
    loan_owed: 'All that is still owed now on open loans: installments, interest and penalties.',
    days_late: 'Days since the oldest unpaid installment of an open loan was due, as in Arrears.',
    last_paid: 'The day of collection of the last deposit into savings or repayment that was not reversed.',
  },
  'customers.customerRescheduled': {
    late: 'Unpaid of overdue instalments when the customer was moved; empty for moves of earlier releases.',
  },
  'cash.getAgentsCash': {
    holds: 'Collected and not handed in yet. Below zero: handed in more than was collected.',
  },
  'cash.getAgentCashMovements': {
    amount: 'Collections are above zero; remittances and reversals, which lower the cash, below.',
    held_after: 'Cash that the agent held just after this movement.',
  },
  'cash.getRemittances': {
    counted: 'Cash that was received and counted, whatever was expected.',
    expected: 'What the agent held just before handing in.',
    left: 'Expected less counted: what stays on the agent’s account. Below zero: a surplus.',
  },
  'cash.getCashDifferences': {
    amount: 'Missing cash to write off, or surplus cash to keep. Nothing is posted before both approvals.',
  },
  'expenses.getExpenses': {
    amount: 'Paid in cash and taken off the profit wallet by the second approval; nothing before it.',
  },
  'books.getBookEntries': {
    ...bookEntries,
    amount: 'What the figure gains by it; the amounts of all rows add up to the figure.',
  },
  'closing.getDayMovements': { amount: 'The part of the figure; below zero what was taken back.' },
  'books.getJournal': bookEntries,
  'tills.getTills': {
    holds: 'What the till should hold now. Of a closed one: differences that are not settled.',
  },
  'tills.getTillSessions': {
    float: 'Cash from the vault with which the till was opened.',
    expected: 'What the till held in the books when it was counted.',
    counted: 'Cash that was counted twice and handed over to the vault.',
    difference: 'Counted less expected. Below zero: what was missing.',
  },
  'tills.getCashPlaces': {
    holds: 'What the place should hold by the books. A till below zero had a count of too much.',
    came_in: 'What came in today.',
    went_out: 'What went out today.',
  },
  'tills.getPlaceMovements': {
    amount: 'Above zero what came in, below zero what went out.',
    held_after: 'What the place held just after this movement.',
  },
  'tills.getBankMovements': {
    amount: 'What moved from the vault to the bank, or from the bank to the vault.',
  },
  'closing.getRuns': {
    amount: 'What the run posted in all; reversed where Taken Back By names a reopening.',
  },
  'closing.getReopenings': {
    penalties: 'What was reversed at the approval; 0 before it.',
    interest: 'What was reversed at the approval; 0 before it.',
    charges: 'What was reversed at the approval; 0 before it.',
    commissions: 'What was reversed at the approval; 0 before it.',
    paid_out: 'Payouts of ended plans that were reversed at the approval; 0 before it.',
  },
  'closing.getRunItems': {
    amount: 'What the run posted.',
    open: 'What it could not post, and tries again.',
  },
  'collections.getCollections': {
    total: 'Deposits and repayments of the sheet, reversed ones among them.',
    counted: 'Cash that was counted and handed in with the sheet; empty if it stayed with the agent.',
    repayments: 'Of the total: repayments of loans.',
    expected: 'What the agent held with this sheet, before the cash was handed in.',
    reversed: 'What of the total was taken back since.',
    paid_out: 'Withdrawals that the agent paid with the sheet, from the cash collected.',
  },
  'cash.getCashTonight': {
    tonight: 'What is held and still due today, less what is to be paid out today.',
    holds: 'Collected and not handed in yet. Below zero: handed in more than was collected.',
    due: 'Deposits and installments due today that have not come; nothing once a sheet of today is typed.',
    to_pay: 'Withdrawals that the agent is to pay today.',
  },
  'collections.getSheetRequests': {
    total: 'Deposits and repayments that the sheet records once it is approved.',
  },
  'collections.getLateBatches': {
    total: 'Deposits and repayments that the batch records once it is approved.',
  },
  'loanChanges.getLoanChanges': {
    amount: 'What was owed on the loan when the change was requested.',
    security: 'What the savings that secure the loan held when a set-off or a release was requested.',
  },
  'loans.getLoanType': {
    penalty_amount: 'For each day late after the days of grace, up to a part of the installment.',
    least_amount: 'Applications for less are refused; 0 is no bound.',
    most_amount: 'Applications for more are refused; 0 is no bound.',
  },
  'loans.getDueInstalments': {
    amount: 'The installment: its part of the loan and of the interest.',
    penalty: 'For the days that it is late.',
    paid: 'Paid so far, of the installment and of its penalty.',
    open: 'What is unpaid of the installment, with its penalty.',
  },
  'loans.customerLoanHistory': {
    amount: 'Below zero: taken back by a reversal.',
    balance: 'What was owed on the loan just after this movement.',
  },
  'loans.loanHistory': {
    amount: 'Below zero: taken back by a reversal.',
    balance: 'What was owed on the loan just after this movement.',
    repayment: 'What was paid of the installment.',
    penalty: 'Added once to what was open when the days of grace had ended.',
  },
  'loans.loanHistoryRepayment': { amount: 'Below zero: a repayment that was reversed.' },
  'loans.loanDisbursementHistory': {
    amount: 'What was lent: paid into the main wallet of the customer, less the fees that are kept back.',
    ...lent,
    kept_back: 'Fees that the customer did not receive; the reversal of the disbursement gives them back.',
  },
  'loans.approvedLoan': { ...applied, ...inFile },
  'loans.getPendingLoan': { ...applied, ...inFile },
  'loans.loanApplications': applied,
  'loans.rejectedLoan': { ...applied, ...inFile },
  'loans.paidLoan': { ...lent, ...inFile, amount: whatWasLent },
  'loans.getOverdueLoan': {
    ...lent,
    ...inFile,
    amount: whatWasLent,
    balance: owedNow,
    overdue_amount: 'Of the balance: what is unpaid of installments after their due date, with penalties.',
  },
  'loans.loanPortfolio': { ...lent, ...inFile, amount: whatWasLent, balance: owedNow },
  'loans.loansEnding': {
    amount: whatWasLent,
    balance: owedNow,
    overdue_amount: 'Of the balance: what is unpaid of installments after their due date, with penalties.',
  },
  'loans.loanInterest': {
    amount: whatWasLent,
    interest: 'Interest that was paid in these days, less what was reversed in them.',
    penalties: 'Penalties that were paid in these days, less what was reversed in them.',
    repaid: 'All that was paid in these days: principal, interest and penalties.',
  },
  'imports.getImports': {
    saved: 'The balances of savings wallets in its files, on the cut-over day.',
    owed: 'What is open of the installments in its files, penalties among it, on the cut-over day.',
  },
  'payouts.getPayouts': {
    total: 'What the wallets of the batch had when it was requested, after the commission.',
  },
  'requests.getRequestList': {
    amount: 'What was asked for. It moves when the second approval is given.',
  },
  'reversals.getReversals': {
    amount: 'What the movement was about; its reversal moves the same amount back.',
  },
  'savings.customerSavingHistory': {
    amount: 'Below zero: it left the savings wallet, as charges, commissions and transfers do.',
  },
  'savings.savingHistory': {
    amount: 'Below zero: it left the savings wallet, as charges, commissions and transfers do.',
  },
  'savings.getSavingType': {
    charge: 'What a cycle costs where the commission is an amount; never more than the wallet has.',
  },
  'savings.getSavingPortfolio': {
    balance: 'What the customer has in the savings wallet now.',
    fixed_amount: 'What the customer saves each time: the expected deposit.',
    charge: 'What a cycle costs the wallet; of a percentage, what is due of this cycle so far.',
  },
  'savings.savingsByMarket': {
    customers: 'With an active savings wallet of the market; one of two markets counts once in the total.',
    balance: 'What the active savings wallets of the market hold now.',
  },
  'savings.getNotSaving': {
    fixed_amount: 'What the customer saves each time.',
    last_day: 'The day of the last deposit that stands; empty without one.',
    days: 'Since then; without a deposit since the opening, or the cut-over day of the import.',
  },
  'transactions.businessHistory': wallet,
  'transactions.transactionFlowHistory': {
    ...wallet,
    amount: 'Below zero: it left the wallet; for a loan, it was repaid.',
  },
  'transactions.userTransactionHistory': {
    ...wallet,
    amount: 'Below zero: it left the wallet; for a loan, it was repaid.',
    balance: 'What the wallet held, or what was owed on the loan, just after this movement.',
    balance_before: 'What the wallet held, or what was owed on the loan, just before this movement.',
  },
  'credits.getCreditRequests': {
    amount: 'Credited when approved; nothing before.',
  },
  'withdrawals.getWithDrawList': {
    amount: 'Held in the main wallet until the decision; paid out when approved.',
  },
}
