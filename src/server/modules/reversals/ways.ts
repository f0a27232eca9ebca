import { eq } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import type { EntryKind } from '../../db/tables/ledgerKinds'
import { withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { businessBalances } from '../../ledger/accounts'
import { commissionGivenBack, cycleOfCommission, uncountDeposit, waiveCommission } from '../../ledger/cycles'
import {
  correctInterest,
  correctionOf,
  isOfEarlierMonth,
  reverseCorrections,
} from '../../ledger/interestCorrections'
import { keepPaidOut, reopenPayout } from '../../ledger/payouts'
import { postSavingsMovements } from '../../ledger/savings'
import { differenceObstacle } from '../../ledger/tills'
import { messageTexts } from '../../messages/texts'
import { loanObstacleOf } from './loanObstacle'

/** What decides how a movement is reversed. */
export type Reversing = {
  id: number
  reference: string
  kind: EntryKind
  made_at: string
  collected_on: string | null
  /** The savings wallet that it changed. */
  saving: { id: number; account: string } | undefined
  /** The loan that it changed, also where it posted nothing to its account. */
  loanId: number | null | undefined
}
/** What a reversal takes from an account besides what the movement gave it; below zero: what it pays in. */
export type Beside = { account: string; amount: Kobo }
type Facts = { madeAt: Date; adminId: number }
/** What was done besides, for the reply; and what it changed of the wallet. */
type Done = { change: Kobo; text: string }

type WriteText = (facts: Parameters<typeof messageTexts.reversedDisbursement>[0]) => string

/** How movements of a kind are reversed, beside the mirror of their postings and of their rows in histories and fees (ledger/reversal.ts). */
type Way = {
  /** Why one of them can't be reversed now, besides a wallet that does not cover it; null if it can. */
  obstacle?: (queries: Queries, movement: Reversing) => Promise<string | null>
  beside?: (queries: Queries, movement: Reversing) => Promise<Beside[]>
  /** What follows it in its documents, before or after the mirror is posted, by the entry `causeId`. */
  before?: (tx: Queries, movement: Reversing, facts: Facts) => Promise<Done | undefined>
  after?: (tx: Queries, movement: Reversing, facts: Facts & { causeId: number }) => Promise<Done | undefined>
  /** The message to its customer, if it has its own; null for none. */
  write?: WriteText | null
}

const ofLoan = (write?: WriteText | null): Way => ({
  obstacle: async (queries, { loanId, ...entry }) => (loanId ? loanObstacleOf(queries, loanId, entry) : null),
  ...(write !== undefined && { write }),
})

const deposit: Way = {
  beside: async (queries, { id, saving }) =>
    besideOf(saving, negateKobo(await commissionGivenBack(queries, id)), 'TW'),
  // Before the mirror, which takes the whole deposit back from the wallet.
  async before(tx, { id }, facts) {
    const back = await uncountDeposit(tx, id, facts)
    await postSavingsMovements(tx, back)
    return done(sumKobo(back.map(({ movement }) => movement.amount)), 'of commission was given back.')
  },
  async after(tx, { saving, collected_on, made_at }, { causeId, ...facts }) {
    const since = collected_on ?? made_at.slice(0, 10)
    if (!saving || !isOfEarlierMonth(since, lagosDay(facts.madeAt))) return undefined
    const change = await correctInterest(tx, { savingsId: saving.id, since, causeId, ...facts })
    return done(change, 'of interest was taken back with it.')
  },
}

const interest: Way = {
  async obstacle(queries, { id }) {
    const corrected = await correctionOf(queries, id)
    return corrected < 0 && (await businessBalances(queries)).SW < negateKobo(corrected)
      ? 'Saving wallet does not cover what a correction took back of it, which is paid again first.'
      : null
  },
  beside: async (queries, { id, saving }) => besideOf(saving, await correctionOf(queries, id), 'SW'),
  // First what pays in, so that the wallet covers the mirror.
  before: async (tx, { id }, facts) =>
    done(
      await reverseCorrections(tx, id, facts, 'taken back'),
      'that a correction had taken back was paid again.',
    ),
  after: async (tx, { id }, { causeId: _reversal, ...facts }) =>
    done(
      await reverseCorrections(tx, id, facts, 'added'),
      'that corrections had added was taken back with it.',
    ),
}

const commission: Way = {
  async obstacle(queries, { id, reference }) {
    const { amount, stands } = await cycleOfCommission(queries, id)
    if (amount < 0) return `${reference} gave commission back, which is part of a reversal.`
    return amount > stands
      ? `Only ${formatNaira(stands)} of the commission of its cycle stands; the rest was given back when deposits were reversed.`
      : null
  },
  async before(tx, { id }) {
    await waiveCommission(tx, id)
    return undefined
  },
}

const withdrawal: Way = {
  async obstacle(queries, { id }) {
    const [toAgent] = await queries
      .select({ withdrawal: withdrawals.reference, state: agentPayouts.state, settledBy: entries.reference })
      .from(withdrawals)
      .innerJoin(agentPayouts, eq(agentPayouts.withdrawalId, withdrawals.id))
      .leftJoin(entries, eq(entries.id, agentPayouts.entryId))
      .where(eq(withdrawals.entryId, id))
    if (!toAgent) return null
    const { withdrawal: reference, state, settledBy } = toAgent
    if (state === 'cancelled')
      return `Withdrawal ${reference} was cancelled by ${settledBy}: the main wallet has it again.`
    return state === 'paid'
      ? `Withdrawal ${reference} was paid by ${settledBy}. That must be reversed first; then it is cancelled.`
      : `Withdrawal ${reference} is to be paid by an agent. It is cancelled instead, once its day is over.`
  },
}

const payout = (write: WriteText): Way => ({
  async after(tx, { id }) {
    await reopenPayout(tx, id)
    return undefined
  },
  write,
})

const transfer: Way = {
  async after(tx, { saving }) {
    await keepPaidOut(tx, saving ? [saving.id] : [])
    return undefined
  },
}

/** The reversal of movements that have no more than their postings. */
const mirrored: Way = {}

/**
 * How each kind of movement is reversed, or the end of the message that refuses it (rules.md, "Reversal"). A new kind is a row here, with its
 * prefix in `reversiblePrefixes`.
 */
export const ways: Record<EntryKind, Way | string> = {
  'Main wallet credit': mirrored,
  'Fund request': mirrored,
  'Customer credit': mirrored,
  'Savings deposit': deposit,
  'Savings to main wallet': transfer,
  'Savings interest': interest,
  'Savings charge': mirrored,
  'Savings commission': commission,
  'Interest correction':
    'corrects interest. It is reversed with its deposit, or with the interest that it corrects.',
  'Loan disbursement': ofLoan(messageTexts.reversedDisbursement),
  'Loan repayment': ofLoan(messageTexts.reversedRepayment),
  'Loan settlement': ofLoan(messageTexts.reversedRepayment),
  'Loan set-off': ofLoan(messageTexts.reversedRepayment),
  'Loan penalty': ofLoan(messageTexts.reversedPenalty),
  'Loan correction': 'corrects penalties. It is reversed with the repayment that it follows.',
  // A write-off sends no message, and neither does its reversal.
  'Loan write-off': ofLoan(null),
  'Loan recovery': ofLoan(messageTexts.reversedRecovery),
  Fee: ofLoan(),
  Withdrawal: withdrawal,
  'Withdrawal payment': payout(messageTexts.reversedPayment),
  'Withdrawal cancellation': payout(messageTexts.reversedCancellation),
  Remittance: mirrored,
  'Cash difference': { obstacle: (queries, { id }) => differenceObstacle(queries, id) },
  'Agent commission': mirrored,
  Expense: mirrored,
  'Till float': 'is the float of a till, which goes back to the vault when the till is closed.',
  'Till handover':
    'hands the counted cash of a till to the vault. A wrong count is settled as a cash difference.',
  'Bank deposit': mirrored,
  'Bank withdrawal': mirrored,
  'Opening balance': 'is an opening balance. Its import is undone as a whole.',
  Reversal: 'is a reversal, which can’t be reversed.',
}

/** The way of a kind that can be reversed. */
export function wayOf(kind: EntryKind): Way {
  const way = ways[kind]
  return typeof way === 'string' ? mirrored : way
}

const done = (change: Kobo, what: string): Done => ({
  change,
  text: change === 0 ? '' : ` ${formatNaira(kobo(Math.abs(change)))} ${what}`,
})

const besideOf = (saving: Reversing['saving'], amount: Kobo, business: string): Beside[] =>
  saving && amount !== 0
    ? [
        { account: saving.account, amount },
        { account: business, amount: negateKobo(amount) },
      ]
    : []
