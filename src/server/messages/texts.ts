import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { smsText } from '#domain/text/sms'

/**
 * What a customer reads: amount, new balance, reference and the agent's name, nothing else; 160 characters at most, which is
 * one SMS, once `writeMessages` has put them into plain letters (NGN for ₦).
 */
export const messageTexts = {
  deposit: ({ amount, balance, reference, agent }: Movement & { agent?: string }) =>
    `Deposit of ${formatNaira(amount)} received ${agent ? `by ${shortName(agent)}` : 'at the office'}. Savings balance: ${formatNaira(balance)}. Receipt ${reference}.`,
  credit: ({ amount, balance, reference }: Movement) =>
    `${formatNaira(amount)} paid into your main wallet. Balance: ${formatNaira(balance)}. Receipt ${reference}.`,
  withdrawal: ({ amount, balance, reference }: Movement) =>
    `Withdrawal of ${formatNaira(amount)} paid out. Main wallet balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  transfer: ({ amount, balance, reference, savings }: Movement & { savings: Kobo }) =>
    `${formatNaira(amount)} moved from savings to your main wallet. Savings: ${formatNaira(savings)}. Main wallet: ${formatNaira(balance)}. Ref. ${reference}.`,
  closing: ({ amount, balance, reference }: Movement) =>
    `Savings wallet closed. ${amount > 0 ? `${formatNaira(amount)} moved to your main wallet. ` : ''}Main wallet balance: ${formatNaira(balance)}. Ref. ${reference}.`,
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
  reversedDisbursement: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan ${reversed} of ${formatNaira(amount)} was taken back from your main wallet. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
  recovery: ({ amount, balance, reference }: Movement) =>
    `Loan payment of ${formatNaira(amount)} received at the office. ${balance > 0 ? `${formatNaira(balance)} is still unpaid` : 'Nothing is unpaid any more'}. Receipt ${reference}.`,
  reversedRecovery: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan payment ${reversed} of ${formatNaira(amount)} was reversed. ${formatNaira(balance)} is unpaid. Ref. ${reference}.`,
  disbursement: ({ amount, balance, reference }: Movement) =>
    `Loan of ${formatNaira(amount)} paid into your main wallet. Balance: ${formatNaira(balance)}. Ref. ${reference}.`,
}

type Movement = {
  amount: Kobo
  /** The new balance of the wallet. */
  balance: Kobo
  reference: string
}

/** The longest name that leaves room for the largest amounts. */
const nameLength = 40
const shortName = (name: string) => smsText(name).replaceAll(/\s+/g, ' ').trim().slice(0, nameLength)
