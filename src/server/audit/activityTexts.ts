import type { Write } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Noun } from './activitySubjects'
import type { FileKind } from '../files/fileKinds'

type WritesOf<G extends keyof Calls> = {
  [K in keyof Calls[G] & string]: Calls[G][K] extends Write ? `${G}.${K}` : never
}[keyof Calls[G] & string]
/** The names of all changes. */
export type WriteName = { [G in keyof Calls]: WritesOf<G> }[keyof Calls]
/** The names of all file views, and of the reads that are recorded. */
export type ViewName =
  | `files.${FileKind}`
  | 'customers.viewCustomerIdentity'
  | 'guarantors.viewGuarantorIdentity'
  | 'customers.exportCustomer'
  | 'imports.exportBooks'
/** Actions on the server's console. */
type CommandName =
  | 'commands.signInToken'
  | 'commands.readImport'
  | 'commands.enterImportTotals'
  | 'commands.releaseImport'
  | 'commands.undoImport'
  | 'commands.cancelImport'
  | 'commands.anonymiseCustomer'
/** The two steps of sign-in, and the consequences of failures (signInLog.ts). */
type SignInName = 'session.adminLogin' | 'session.loginToken' | 'signIns.lock' | 'signIns.limit'
export type ActivityName = WriteName | ViewName | CommandName | SignInName

/** Texts for a success, an attempt, and an unknown subject. A change without texts does not compile. */
type Words = readonly [did: string, tried: string, what: `${'a' | 'an'} ${Noun}`]

const wordsOf: Record<ActivityName, Words> = {
  'session.adminLogin': ['Gave the password of', 'sign in as', 'an admin'],
  'session.loginToken': ['Signed in as', 'sign in as', 'an admin'],
  'signIns.lock': ['Locked the account of', 'lock the account of', 'an admin'],
  'signIns.limit': ['Stopped recording failed sign-ins as', 'record failed sign-ins as', 'an admin'],
  'session.changePassword': ['Changed the password of', 'change the password of', 'an admin'],
  'session.logout': ['Ended the session of', 'end the session of', 'an admin'],
  'admins.addAdmin': ['Created', 'create', 'an admin'],
  'admins.updateAdmin': ['Changed the phone number of', 'change the phone number of', 'an admin'],
  'admins.deleteAdmin': ['Deleted', 'delete', 'an admin'],
  'admins.activateDeletedAdmins': ['Reactivated', 'reactivate', 'an admin'],
  'admins.permanentlyDeleteAdmins': ['Permanently deleted', 'permanently delete', 'an admin'],
  'admins.reactivateAdminAccount': ['Lifted the lock of', 'lift the lock of', 'an admin'],
  'admins.resetPassword': ['Reset the password of', 'reset the password of', 'an admin'],
  'admins.assignRoletoAdmin': ['Assigned a role to', 'assign a role to', 'an admin'],
  'admins.removeRole': ['Removed the role of', 'remove the role of', 'an admin'],
  'admins.assignPermissionToAdmin': ['Granted permissions to', 'grant permissions to', 'an admin'],
  'admins.removePermissionFromAdmin': ['Removed permissions from', 'remove permissions from', 'an admin'],
  'roles.addRoles': ['Created', 'create', 'a role'],
  'roles.editRoles': ['Changed the permissions of', 'change the permissions of', 'a role'],
  'roles.setRoleLimits': ['Set the limits of', 'set the limits of', 'a role'],
  'roles.deleteRoles': ['Deleted', 'delete', 'a role'],
  'roles.createPermission': ['Created', 'create', 'a permission'],
  'roles.editPermission': ['Renamed', 'rename', 'a permission'],
  'roles.deletePermission': ['Deleted', 'delete', 'a permission'],
  'dashboard.creditMainWalletsBalance': ['Credited', 'credit', 'a wallet'],
  'loans.createLoan': ['Applied for a loan for', 'apply for a loan for', 'a customer'],
  'loans.createLoanType': ['Created', 'create', 'a loan type'],
  'loans.updateLoanType': ['Changed', 'change', 'a loan type'],
  'loans.updateLoanTypeTerms': ['Requested other terms of', 'request other terms of', 'a loan type'],
  'loans.switchOffLoanType': ['Switched off', 'switch off', 'a loan type'],
  'loans.switchOnLoanType': ['Switched on', 'switch on', 'a loan type'],
  'loans.firstLoanApproval': ['Gave the first decision on', 'give the first decision on', 'a loan'],
  'loans.secondLoanApproval': ['Gave the second decision on', 'give the second decision on', 'a loan'],
  'loans.updateInterestLoan': ['Changed the interest of', 'change the interest of', 'a loan'],
  'loans.settleLoan': ['Settled', 'settle', 'a loan'],
  'loanChanges.requestSetOff': ['Requested the set-off of', 'request the set-off of', 'a loan'],
  'loanChanges.requestRelease': [
    'Requested the release of the security of',
    'request the release of the security of',
    'a loan',
  ],
  'loans.repayLoan': ['Recorded a repayment of', 'record a repayment of', 'a loan'],
  'loans.recordRepayment': ['Recorded a repayment of', 'record a repayment of', 'a loan'],
  'loans.recordRecovery': ['Recorded a recovery of', 'record a recovery of', 'a loan'],
  'loanChanges.requestWriteOff': ['Requested the write-off of', 'request the write-off of', 'a loan'],
  'loanChanges.requestRescheduling': [
    'Requested the rescheduling of',
    'request the rescheduling of',
    'a loan',
  ],
  'loanChanges.firstLoanChangeDecision': [
    'Made the first decision on',
    'make the first decision on',
    'a loan change',
  ],
  'loanChanges.secondLoanChangeDecision': [
    'Made the second decision on',
    'make the second decision on',
    'a loan change',
  ],
  'arrears.setArrearsTerms': ['Set', 'set', 'a set of arrears terms'],
  'expenses.requestExpense': ['Requested', 'request', 'an expense'],
  'expenses.firstExpenseDecision': ['Made the first decision on', 'make the first decision on', 'an expense'],
  'expenses.secondExpenseDecision': [
    'Made the second decision on',
    'make the second decision on',
    'an expense',
  ],
  'expenses.createExpenseCategory': ['Created', 'create', 'an expense category'],
  'expenses.switchExpenseCategory': ['Switched off or on', 'switch off or on', 'an expense category'],
  'books.setBookAccount': ['Named', 'name', 'a book account'],
  'fees.createFee': ['Created', 'create', 'a fee'],
  'fees.switchOffFee': ['Switched off', 'switch off', 'a fee'],
  'fees.switchOnFee': ['Switched on', 'switch on', 'a fee'],
  'fees.payFee': ['Took a fee from', 'take a fee from', 'a customer'],
  'views.saveView': ['Saved', 'save', 'a view'],
  'views.updateView': ['Changed', 'change', 'a view'],
  'views.renameView': ['Renamed', 'rename', 'a view'],
  'views.deleteView': ['Deleted', 'delete', 'a view'],
  'views.shareView': ['Shared', 'share', 'a view'],
  'views.setDefaultView': ['Changed whether a list opens with', 'change whether a list opens with', 'a view'],
  'guarantors.addGuarantor': ['Added a guarantor to', 'add a guarantor to', 'a loan'],
  'guarantors.addGuarantorFile': ['Added a file to', 'add a file to', 'a guarantor'],
  'agents.addAgent': ['Created', 'create', 'an agent'],
  'agents.updateAgent': ['Updated', 'update', 'an agent'],
  'agents.deleteAgent': ['Deleted', 'delete', 'an agent'],
  'agents.setDeviceToPrimary': ['Made primary', 'make primary', 'a device'],
  'agents.approveDevice': ['Approved', 'approve', 'a device'],
  'agents.dissApproveDevice': ['Disapproved', 'disapprove', 'a device'],
  'agents.deleteDevice': ['Deleted', 'delete', 'a device'],
  'agents.reactivateAgent': ['Reactivated', 'reactivate', 'an agent'],
  'agents.suspendAgent': ['Suspended', 'suspend', 'an agent'],
  'agents.resetAgentPassword': ['Reset the password of', 'reset the password of', 'an agent'],
  'customers.assignAgentToCustomer': ['Reassigned', 'reassign', 'a customer'],
  'customers.BatchassignAgentToCustomer': ['Moved customers to', 'move customers to', 'an agent'],
  'customers.registerCustomer': ['Registered', 'register', 'a customer'],
  'customers.updateCustomer': ['Updated', 'update', 'a customer'],
  'customers.activateCustomer': ['Activated', 'activate', 'a customer'],
  'customers.deactivateCustomer': ['Deactivated', 'deactivate', 'a customer'],
  'customers.freezeCustomer': ['Froze', 'freeze', 'a customer'],
  'customers.unfreezeCustomer': ['Unfroze', 'unfreeze', 'a customer'],
  'customers.viewCustomerIdentity': ['Viewed BVN and NIN of', 'view BVN and NIN of', 'a customer'],
  'guarantors.viewGuarantorIdentity': ['Viewed the BVN of', 'view the BVN of', 'a guarantor'],
  'customers.exportCustomer': ['Exported the data of', 'export the data of', 'a customer'],
  'markets.createMarket': ['Created', 'create', 'a market day'],
  'markets.createMarketByDays': ['Created', 'create', 'a market day'],
  'markets.updateMarketByDays': ['Changed', 'change', 'a market day'],
  'calendar.createHoliday': ['Created', 'create', 'a holiday'],
  'calendar.setClosedWeekdays': ['Set', 'set', 'a set of closed weekdays'],
  'calendar.removeHoliday': ['Removed', 'remove', 'a holiday'],
  'markets.updateMarket': ['Changed', 'change', 'a market day'],
  'markets.deleteMarket': ['Deleted', 'delete', 'a market day'],
  'imports.createImport': ['Created', 'create', 'an import'],
  'imports.checkImport': ['Started a dry run of', 'start a dry run of', 'an import'],
  'imports.answerImportDates': ['Said how dates are written in', 'say how dates are written in', 'an import'],
  'imports.enterImportTotals': ['Entered the control totals of', 'enter the control totals of', 'an import'],
  'imports.releaseImport': ['Started the release of', 'release', 'an import'],
  'imports.undoImport': ['Started the undoing of', 'undo', 'an import'],
  'imports.stopImport': ['Stopped the work on', 'stop the work on', 'an import'],
  'imports.cancelImport': ['Cancelled', 'cancel', 'an import'],
  'imports.exportBooks': ['Exported', 'export', 'an archive of all books'],
  'commands.readImport': ['Read files into', 'read files into', 'an import'],
  'commands.enterImportTotals': ['Entered the control totals of', 'enter the control totals of', 'an import'],
  'commands.releaseImport': ['Released', 'release', 'an import'],
  'commands.undoImport': ['Undid', 'undo', 'an import'],
  'commands.cancelImport': ['Cancelled', 'cancel', 'an import'],
  'commands.anonymiseCustomer': ['Anonymised', 'anonymise', 'a customer'],
  'commands.signInToken': ['Issued a sign-in token for', 'issue a sign-in token for', 'an admin'],
  'files.customerIdCard': ['Viewed the ID card of', 'view the ID card of', 'a customer'],
  'files.guarantorIdCard': ['Viewed the ID card of', 'view the ID card of', 'a guarantor'],
  'files.expenseSlip': ['Viewed the slip of', 'view the slip of', 'an expense'],
  'files.bankSlip': ['Viewed the slip of', 'view the slip of', 'a bank movement'],
  'files.guarantorUtility': ['Viewed the utility bill of', 'view the utility bill of', 'a guarantor'],
  'customers.creditUser': ['Credited', 'credit', 'a customer'],
  'customers.savingWalletToMainWallets': ['Moved savings of', 'move savings of', 'a customer'],
  'messages.switchOnMessages': ['Switched on messages to', 'switch on messages to', 'a customer'],
  'messages.switchOffMessages': ['Switched off messages to', 'switch off messages to', 'a customer'],
  'messages.requestMessagesOff': [
    'Requested to switch off messages to',
    'request to switch off messages to',
    'a customer',
  ],
  'messages.messagesOffDecision': ['Decided on', 'decide on', 'a messages off request'],
  'credits.requestCustomerCredit': ['Requested', 'request', 'a credit request'],
  'credits.requestMainWalletCredit': ['Requested', 'request', 'a credit request'],
  'credits.creditDecision': ['Decided on', 'decide on', 'a credit request'],
  'collections.requestSheet': ['Requested', 'request', 'a sheet request'],
  'collections.sheetRequestDecision': ['Decided on', 'decide on', 'a sheet request'],
  'collections.lateBatchDecision': ['Decided on', 'decide on', 'a late batch'],
  'collections.recordSheet': ['Recorded', 'record', 'a collection'],
  'collections.recordCollection': ['Recorded', 'record', 'a collection'],
  'savings.createSavingType': ['Created', 'create', 'a saving type'],
  'savings.openSaving': ['Opened a savings wallet for', 'open a savings wallet for', 'a customer'],
  'savings.recordDeposit': ['Deposited into', 'deposit into', 'a saving'],
  'savings.depositSaving': ['Deposited into', 'deposit into', 'a saving'],
  'savings.changeSavingPlan': ['Changed the plan of', 'change the plan of', 'a saving'],
  'savings.closeSaving': ['Closed', 'close', 'a saving'],
  'savings.updateSavingType': ['Renamed', 'rename', 'a saving type'],
  'savings.updateSavingTypeTerms': ['Requested other terms of', 'request other terms of', 'a saving type'],
  'savings.switchOffSavingType': ['Switched off', 'switch off', 'a saving type'],
  'savings.switchOnSavingType': ['Switched on', 'switch on', 'a saving type'],
  'tills.createTill': ['Created', 'create', 'a till'],
  'tills.switchTill': ['Switched', 'switch', 'a till'],
  'tills.openTill': ['Opened', 'open', 'a till'],
  'tills.closeTill': ['Closed', 'close', 'a till session'],
  'tills.receiveTillCash': ['Received the cash of', 'receive the cash of', 'a till session'],
  'tills.recordBankMovement': ['Recorded', 'record', 'a bank movement'],
  'cash.requestTillDifference': ['Requested', 'request', 'a cash difference'],
  'terms.termChangeDecision': ['Decided on', 'decide on', 'a term change'],
  'settings.requestSettingChange': ['Requested', 'request', 'a setting change'],
  'settings.settingChangeDecision': ['Decided on', 'decide on', 'a setting change'],
  'requests.createRequest': ['Created', 'create', 'a fund request'],
  'requests.firstApprovalOrDisapproval': [
    'Made the first decision on',
    'make the first decision on',
    'a fund request',
  ],
  'requests.secondApprovalOrDisapproval': [
    'Made the second decision on',
    'make the second decision on',
    'a fund request',
  ],
  'cash.recordRemittance': ['Recorded', 'record', 'a remittance'],
  'cash.requestCashDifference': ['Requested', 'request', 'a cash difference'],
  'cash.firstCashDifferenceDecision': [
    'Made the first decision on',
    'make the first decision on',
    'a cash difference',
  ],
  'cash.secondCashDifferenceDecision': [
    'Made the second decision on',
    'make the second decision on',
    'a cash difference',
  ],
  'agentPay.setAgentPayTerms': ['Set', 'set', 'a set of agent pay terms'],
  'agentPay.makeAgentStatements': ['Made', 'make', 'a month of statements'],
  'agentPay.firstAgentStatementDecision': [
    'Made the first decision on',
    'make the first decision on',
    'an agent statement',
  ],
  'agentPay.secondAgentStatementDecision': [
    'Made the second decision on',
    'make the second decision on',
    'an agent statement',
  ],
  'agentPay.payAgent': ['Paid', 'pay', 'an agent statement'],
  'agents.setAgentTarget': ['Set the target of', 'set the target of', 'an agent'],
  'closing.closeDay': ['Closed', 'close', 'a business day'],
  'closing.requestDayOpening': ['Requested', 'request', 'a day opening'],
  'closing.dayOpeningDecision': ['Decided on', 'decide on', 'a day opening'],
  'closing.requestReopening': ['Requested', 'request', 'a reopening'],
  'closing.reopeningDecision': ['Decided on', 'decide on', 'a reopening'],
  'reversals.requestReversal': ['Requested', 'request', 'a reversal'],
  'reversals.reversalDecision': ['Decided on', 'decide on', 'a reversal'],
  'payouts.requestPayout': ['Requested', 'request', 'a payout'],
  'payouts.payoutDecision': ['Decided on', 'decide on', 'a payout'],
  'withdrawals.createWithDrawalRequest': ['Created', 'create', 'a withdrawal'],
  'withdrawals.WithDrawalRequestApproval': ['Decided on', 'decide on', 'a withdrawal'],
  'withdrawals.approveWithdrawalForAgent': ['Let the agent pay', 'let the agent pay', 'a withdrawal'],
  'withdrawals.withdrawalPayment': ['Decided on the payment of', 'decide on the payment of', 'a withdrawal'],
}

/** The text of a row of the activity log: 'Deleted admin 12'; if refused, 'Tried to delete admin 12'. */
export function activityText(
  name: ActivityName,
  subject: string | null,
  status: 'success' | 'refused',
): string {
  const [did, tried, what] = wordsOf[name]
  return `${status === 'success' ? did : `Tried to ${tried}`} ${subject ?? what}`
}

/** What a change does, of any subject: 'Delete an agent'. */
export function activityAim(name: ActivityName): string {
  const [, tried, what] = wordsOf[name]
  return `${tried.charAt(0).toUpperCase()}${tried.slice(1)} ${what}`
}

/** The noun of the subject of a change or a recorded read. */
export const nounOf = (name: ActivityName) => wordsOf[name][2].replace(/^an? /, '') as Noun
