import type { Kobo } from '#contract/values'
import { signedNaira } from '#domain/money/change'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { smsText } from '#domain/text/sms'
import { showDate } from '#domain/time/lagos'

/**
 * What a customer reads: amount, new balance, reference and the agent's name, nothing else; 160 characters at most, which is
 * one SMS, once `writeMessages` has put them into plain letters (NGN for ₦).
 */
export const messageTexts = {
  deposit: ({ amount, balance, reference, agent, commission }: Movement & { agent?: string } & Kept) =>
    `Deposit of ${formatNaira(amount)} received ${agent ? `by ${shortName(agent, commission)}` : 'at the office'}. ${keptText(commission)}Savings balance: ${formatNaira(balance)}. Receipt ${reference}.`,
  credit: ({ amount, balance, reference }: Movement) =>
    `${formatNaira(amount)} paid into your main wallet. Balance: ${formatNaira(balance)}. Receipt ${reference}.`,
  withdrawal: ({ amount, balance, reference }: Movement) =>
    `Withdrawal of ${formatNaira(amount)} paid out. Main wallet balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  withdrawalForAgent: ({
    amount,
    balance,
    reference,
    agent,
    day,
  }: Movement & { agent: string; day: string }) =>
    `Withdrawal of ${formatNaira(amount)}: ${shortName(agent)} pays it on ${showDate(day)}. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  paidWithdrawal: ({ amount, reference, agent }: Omit<Movement, 'balance'> & { agent?: string }) =>
    `Withdrawal of ${formatNaira(amount)} paid to you ${agent ? `by ${shortName(agent)}` : 'at the office'}. Ref. ${reference}.`,
  reversedPayment: ({ amount, reference, reversed }: Omit<Movement, 'balance'> & { reversed: string }) =>
    `Payment ${reversed} of ${formatNaira(amount)} was reversed: it is still to be paid to you. Ref. ${reference}.`,
  reversedCancellation: ({ amount, balance, reference }: Movement) =>
    `Withdrawal of ${formatNaira(amount)} is not cancelled any more: it is still to be paid to you. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  cancelledWithdrawal: ({ amount, balance, reference }: Movement) =>
    `Withdrawal of ${formatNaira(amount)} cancelled: the money is back in your main wallet. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  transfer: ({ amount, balance, reference, savings, commission }: Movement & { savings: Kobo } & Kept) =>
    `${formatNaira(amount)} moved from savings${commission ? '' : ' to your main wallet'}. ${keptText(commission)}Savings: ${formatNaira(savings)}. Main wallet: ${formatNaira(balance)}. Ref. ${reference}.`,
  /** Paid out in cash at the end of a cycle: at the office, or by the agent on a day. */
  payout: ({
    amount,
    reference,
    savings,
    commission,
    agent,
    day,
  }: Omit<Movement, 'balance'> & { savings: Kobo } & Kept & { agent?: string; day?: string }) =>
    `Savings of ${formatNaira(amount)} paid out ${agent && day ? `by ${shortName(agent).slice(0, 24)} on ${showDate(day)}` : 'at the office'}. ${keptText(commission)}Savings: ${formatNaira(savings)}. Ref. ${reference}.`,
  /** A plan that ended and begins again. */
  planEnd: ({ amount, balance, reference }: Movement) =>
    `Your savings plan ended: ${formatNaira(amount)} moved to your main wallet. Main wallet balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  closing: ({ amount, balance, reference, commission }: Movement & Kept) =>
    `Savings wallet closed. ${keptText(commission)}${amount > 0 ? `${formatNaira(amount)} moved to your main wallet. ` : ''}Main wallet${commission ? '' : ' balance'}: ${formatNaira(balance)}. Ref. ${reference}.`,
  reversal: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Receipt ${reversed} of ${formatNaira(amount)} was reversed. New balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  repayment: ({ amount, balance, reference, agent }: Movement & { agent?: string }) =>
    `Loan repayment of ${formatNaira(amount)} received ${agent ? `by ${shortName(agent)}` : 'at the office'}. ${balance > 0 ? `You still owe ${formatNaira(balance)}` : 'Your loan is paid'}. Receipt ${reference}.`,
  settlement: ({ amount, reference }: Omit<Movement, 'balance'>) =>
    `${formatNaira(amount)} received at the office. Your loan is settled early and paid. Receipt ${reference}.`,
  setOff: ({ amount, balance, reference, savings }: Movement & { savings: Kobo }) =>
    `${formatNaira(amount)} of your savings repaid your loan. ${balance > 0 ? `You still owe ${formatNaira(balance)}` : 'It is paid'}. Savings: ${formatNaira(savings)}. Ref. ${reference}.`,
  reversedRepayment: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Repayment ${reversed} of ${formatNaira(amount)} was reversed. You owe ${formatNaira(balance)}. Ref. ${reference}.`,
  reversedPenalty: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan penalty ${reversed} of ${formatNaira(amount)} was reversed. You owe ${formatNaira(balance)}. Ref. ${reference}.`,
  reversedDisbursement: ({
    amount,
    keptBack,
    balance,
    reference,
    reversed,
  }: Movement & { reversed: string; keptBack?: Kobo }) =>
    `Loan ${reversed} of ${formatNaira(amount)} ${keptBack ? `less ${formatNaira(keptBack)} fees was taken back` : 'was taken back from your main wallet'}. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  recovery: ({ amount, balance, reference }: Movement) =>
    `Loan payment of ${formatNaira(amount)} received at the office. ${balance > 0 ? `${formatNaira(balance)} is still unpaid` : 'Nothing is unpaid any more'}. Receipt ${reference}.`,
  reversedRecovery: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan payment ${reversed} of ${formatNaira(amount)} was reversed. ${formatNaira(balance)} is unpaid. Ref. ${reference}.`,
  disbursement: ({ amount, keptBack, balance, reference }: Movement & { keptBack?: Kobo }) =>
    `Loan of ${formatNaira(amount)}${keptBack ? ` less ${formatNaira(keptBack)} fees` : ''} paid into your main wallet. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  fee: ({ amount, reference }: Omit<Movement, 'balance'>) =>
    `Fee of ${formatNaira(amount)} received at the office. Receipt ${reference}.`,
  feeFromWallet: ({ amount, balance, reference }: Movement) =>
    `Fee of ${formatNaira(amount)} taken from your main wallet. Balance: ${formatNaira(balance)}. Receipt ${reference}.`,
  /** Sent to the old number, so that the customer learns of a change that they did not ask for. */
  changedPhone: ({ phone, business }: { phone: string; business: string }) =>
    `Your number with ${shortName(business)} was changed to ...${phone.slice(-4)}. If you did not ask for it, call us or come to the office at once.`,
  /** To the owner of the business. */
  closedDay: ({ day, collected, expected, difference, unexplained, gaps }: ClosedDay) =>
    `${showDate(day)} is closed. Collected ${formatNaira(collected)} of ${formatNaira(expected)} due. Difference ${difference === 0 ? 'none' : signedNaira(difference)}${unexplained === 0 ? '' : `, unexplained ${signedNaira(unexplained)}`}. ${gaps === 0 ? 'It agrees' : pluralize(gaps, 'gap')}.`,
  reversedFee: ({ amount, reference, reversed }: Omit<Movement, 'balance'> & { reversed: string }) =>
    `Fee ${reversed} of ${formatNaira(amount)} was reversed. It is paid back at the office. Ref. ${reference}.`,
}

type ClosedDay = {
  day: string
  collected: Kobo
  expected: Kobo
  /** Below zero: missing. */
  difference: Kobo
  unexplained: Kobo
  gaps: number
}

type Movement = {
  amount: Kobo
  /** The new balance of the wallet. */
  balance: Kobo
  reference: string
}

/** What was kept as commission with the movement. */
type Kept = { commission?: Kobo | undefined }
const keptText = (commission: Kobo | undefined) =>
  commission ? `Commission ${formatNaira(commission)}. ` : ''

/** The longest name that leaves room for the largest amounts. */
const nameLength = 40
/** The same beside a commission. */
const nameLengthBeside = 12
const shortName = (name: string, commission?: Kobo) =>
  smsText(name)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, commission ? nameLengthBeside : nameLength)
