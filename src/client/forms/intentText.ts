import { allCalls } from '#contract/index'
import { type WalletFlag, walletText } from '#contract/calls/requests'
import type { Kobo } from '#contract/values'
import { callOf, type Intent } from '#api/changes/intents'
import { formatNaira } from '#domain/money/kobo'
import { wireFormOf } from '#domain/wire'
import { shownClock } from '#ui/text/shownClock'
import { routes } from '#routing/routes'
import type { Route } from '#routing/route'

/** Descriptions of money changes; any other change is named after its screen. */
const descriptions: Record<string, (amount: string, name: string) => string> = {
  'customers.creditUser': (amount, name) => `Credit of ${amount} to ${name}`,
  'customers.savingWalletToMainWallets': (amount, name) => `Transfer of ${amount} out of savings of ${name}`,
  'savings.recordDeposit': (amount, name) => `Deposit of ${amount} for ${name}`,
  'savings.depositSaving': (amount, name) => `Deposit of ${amount} for ${name}`,
  'loans.createLoan': (amount, name) => `Application for ${amount}, ${name}`,
  'loans.repayLoan': (amount, name) => `Repayment of ${amount} by ${name}`,
  'loans.settleLoan': (amount, name) => `Settlement of ${amount} by ${name}`,
  'loans.recordRepayment': (amount, name) => `Repayment of ${amount} by ${name}`,
  'loans.recordRecovery': (amount, name) => `Recovery of ${amount} from ${name}`,
  'fees.payFee': (amount, name) => `Fee of ${amount} from ${name}`,
  'dashboard.creditMainWalletsBalance': (amount) => `Credit of ${amount} to the main business wallet`,
  'requests.createRequest': (amount, name) => `Request for ${amount}, ${name}`,
  'collections.recordSheet': (amount, name) => `Collection of ${amount} from ${name}`,
  'collections.requestSheet': (amount, name) => `Request to record ${amount} from ${name}`,
  'collections.recordCollection': (amount, name) => `Collection of ${amount} from ${name}`,
  'cash.recordRemittance': (amount, name) => `Remittance of ${amount} from ${name}`,
  'cash.requestCashDifference': (amount, name) => `Cash difference of ${amount} of ${name}`,
  'agentPay.payAgent': (amount, name) => `Payment of ${amount} to ${name}`,
  'payouts.requestPayout': (amount, name) => `Payout of ${amount}, ${name}`,
  'reversals.requestReversal': (amount, name) => `Request to reverse ${amount} of ${name}`,
  'withdrawals.approveWithdrawalForAgent': (amount, name) => `Approval of ${amount} by the agent, ${name}`,
  'withdrawals.withdrawalPayment': (amount, name) => `Payment of ${amount}, ${name}`,
  'withdrawals.createWithDrawalRequest': (amount, name) => `Withdrawal of ${amount} for ${name}`,
}

/** 'Credit of ₦777.00 to Oreva Odibo' */
export function changeText(intent: Intent): string {
  const amount = amountOf(intent)
  const name = nameIn(intent)
  const describe = descriptions[intent.call]
  if (describe && amount !== undefined && name !== undefined) return describe(formatNaira(amount), name)
  const facts = [amount === undefined ? undefined : formatNaira(amount), name].filter(Boolean)
  return facts.length > 0 ? `${titleOf(intent)}: ${facts.join(', ')}` : titleOf(intent)
}

/** 'Credit of ₦777.00 to Oreva Odibo, 20:45' */
export const intentText = (intent: Intent) => `${changeText(intent)}, ${shownClock(intent.at)}`

function amountOf({ call: name, body, about }: Intent): Kobo | undefined {
  const entries = allCalls.find((call) => call.name === name)?.input.entries ?? {}
  const field = Object.keys(entries).find((key) => wireFormOf(entries[key]) === 'naira')
  return about?.amount ?? (field ? (body as Record<string, Kobo>)[field] : undefined)
}

/** The name that the screen passed, or the entered subject, such as the e-mail of a new admin. */
function nameIn(intent: Intent): string | undefined {
  const { about, body, call } = intent
  if (about?.name) return about.name
  if (call === 'dashboard.creditMainWalletsBalance') return ''
  const entered = (callOf(intent)?.subject ?? []).map((field) => (body as Record<string, unknown>)[field])
  const text = entered.filter((value) => typeof value === 'string').join(', ')
  if (call === 'requests.createRequest') return walletText(text as WalletFlag)
  return text === '' ? undefined : text
}

/** The title of the change's screen. */
function titleOf({ call }: Intent): string {
  const all: Route[] = Object.values(routes)
  return all.find(({ calls }) => calls.some(({ name }) => name === call))?.title ?? 'A change'
}
