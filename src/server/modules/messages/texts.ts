import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'

/**
 * What a customer reads: amount, new balance, reference and the agent's name, nothing else. Plain letters without ₦ and
 * diacritics, which would double the price of an SMS, and 160 characters at most, which is one SMS.
 */
export const messageTexts = {
  deposit: ({ amount, balance, reference, agent }: Movement & { agent?: string }) =>
    `Deposit of ${plain(amount)} received ${agent ? `by ${shortName(agent)}` : 'at the office'}. Savings balance: ${plain(balance)}. Receipt ${reference}.`,
  credit: ({ amount, balance, reference }: Movement) =>
    `${plain(amount)} paid into your main wallet. Balance: ${plain(balance)}. Receipt ${reference}.`,
  withdrawal: ({ amount, balance, reference }: Movement) =>
    `Withdrawal of ${plain(amount)} paid out. Main wallet balance: ${plain(balance)}. Ref. ${reference}.`,
  transfer: ({ amount, balance, reference, savings }: Movement & { savings: Kobo }) =>
    `${plain(amount)} moved from savings to your main wallet. Savings: ${plain(savings)}. Main wallet: ${plain(balance)}. Ref. ${reference}.`,
  closing: ({ amount, balance, reference }: Movement) =>
    `Savings wallet closed. ${amount > 0 ? `${plain(amount)} moved to your main wallet. ` : ''}Main wallet balance: ${plain(balance)}. Ref. ${reference}.`,
  reversal: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Receipt ${reversed} of ${plain(amount)} was reversed. New balance: ${plain(balance)}. Ref. ${reference}.`,
  repayment: ({ amount, balance, reference, agent }: Movement & { agent?: string }) =>
    `Loan repayment of ${plain(amount)} received ${agent ? `by ${shortName(agent)}` : 'at the office'}. ${balance > 0 ? `You still owe ${plain(balance)}` : 'Your loan is paid'}. Receipt ${reference}.`,
  reversedRepayment: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Repayment ${reversed} of ${plain(amount)} was reversed. You owe ${plain(balance)}. Ref. ${reference}.`,
  reversedPenalty: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan penalty ${reversed} of ${plain(amount)} was reversed. You owe ${plain(balance)}. Ref. ${reference}.`,
  reversedDisbursement: ({ amount, balance, reference, reversed }: Movement & { reversed: string }) =>
    `Loan ${reversed} of ${plain(amount)} was taken back from your main wallet. Balance: ${plain(balance)}. Ref. ${reference}.`,
  disbursement: ({ amount, balance, reference }: Movement) =>
    `Loan of ${plain(amount)} paid into your main wallet. Balance: ${plain(balance)}. Ref. ${reference}.`,
}

type Movement = {
  amount: Kobo
  /** The new balance of the wallet. */
  balance: Kobo
  reference: string
}

const plain = (amount: Kobo) => formatNaira(amount).replace('₦', 'NGN ')

/** The longest name that leaves room for the largest amounts. */
const nameLength = 40
const shortName = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().slice(0, nameLength)
