import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { reversedBalanceAccess, type Reversible } from '#contract/calls/reversals'
import { can } from '#contract/permissions'
import { formatNaira, kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { SignedIn } from '../../auth/sessions'
import { collectionLines, collections } from '../../db/tables/collections'
import type { Queries } from '../../db/database'
import { type EntryKind, reversibleKinds } from '../../db/tables/ledgerKinds'
import { accounts, entries, postings } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { cashAccount, lockAccounts } from '../../ledger/accounts'
import { loanRecoveredBy } from '../../ledger/recoveries'
import type { Reversed } from '../../ledger/reversal'
import { lagosStamp } from '../../lists/conditions'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { loanObstacleOf } from './loanObstacle'
import { canSeeAgentCash } from '../../people/agentCash'

const recorder = alias(admins, 'recorder')
const reversing = alias(entries, 'reversing')

/** An entry with all that decides whether it can be reversed. */
export type Movement = Awaited<ReturnType<typeof movementOf>>

async function movementOf(queries: Queries, where: SQL, notFound: string) {
  const [entry] = await queries
    .select({
      id: entries.id,
      reference: entries.reference,
      kind: sql<EntryKind>`${entries.kind}`,
      made_at: lagosStamp(entries.madeAt),
      collected_on: sql<string | null>`${entries.collectedOn}::text`,
      adminId: entries.adminId,
      customerId: entries.customerId,
      agentId: entries.agentId,
      customer: sql<string | null>`${customerName}`,
      isCustomerDeleted: customers.isDeleted,
      agent_id: openAgent,
      agent: agents.name,
      agentStatus: agents.status,
      recorded_by_name: recorder.name,
      reversedBy: reversing.reference,
      receipt: collections.reference,
    })
    .from(entries)
    .leftJoin(customers, eq(customers.id, entries.customerId))
    .leftJoin(agents, eq(agents.id, entries.agentId))
    .leftJoin(recorder, eq(recorder.id, entries.adminId))
    .leftJoin(reversing, eq(reversing.reversesId, entries.id))
    .leftJoin(collectionLines, eq(collectionLines.entryId, entries.id))
    .leftJoin(collections, eq(collections.id, collectionLines.collectionId))
    .where(where)
  if (!entry) return reject(notFound)
  const moves = await queries
    .select({
      account: accounts.name,
      amount: postings.amount,
      kind: accounts.kind,
      balance: accounts.balance,
      held: accounts.held,
      agentId: accounts.agentId,
      savingsId: savings.id,
      savingStatus: savings.status,
      loanId: loans.id,
    })
    .from(postings)
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .leftJoin(savings, eq(savings.accountId, accounts.id))
    .leftJoin(loans, eq(loans.accountId, accounts.id))
    .where(eq(postings.entryId, entry.id))
    .orderBy(asc(postings.id))
  const saving = moves.find(({ savingsId }) => savingsId !== null)
  const loan = moves.find(({ loanId }) => loanId !== null)
  const recovered = entry.kind === 'Loan recovery' ? await loanRecoveredBy(queries, entry.id) : undefined
  const loanId = loan?.loanId ?? recovered?.id
  // A disbursement also makes the interest owed, and a settlement takes some of it off, which moves no money.
  const counted =
    entry.kind === 'Loan disbursement'
      ? moves.filter(({ kind }) => kind === 'customer')
      : moves.filter(({ account }) => entry.kind !== 'Loan settlement' || account === cashAccount)
  const amount = kobo(Math.max(...counted.map((move) => Math.abs(move.amount))))
  return {
    ...entry,
    moves,
    amount,
    savingsWallet: saving?.account,
    savingStatus: saving?.savingStatus,
    loanAccount: loan?.account,
    /** The loan that it changed, also where it posted nothing to its account. */
    loanId,
    recoveredLoan: recovered?.reference,
    loanObstacle: loanId ? await loanObstacleOf(queries, loanId, entry) : null,
  }
}

export const movementNamed = (queries: Queries, reference: string) =>
  movementOf(queries, eq(entries.reference, reference), `Movement ${reference} not found`)
export const movementWith = (queries: Queries, entryId: number) =>
  movementOf(queries, eq(entries.id, entryId), `Movement with ID ${entryId} not found`)

/** Locks what a movement's reversal changes or depends on, until the commit: agent, customer, savings wallet, loan, accounts. */
export async function lockMovement(queries: Queries, entryId: number): Promise<Movement> {
  const { agentId, customerId, moves, loanId } = await movementWith(queries, entryId)
  if (agentId !== null)
    await queries.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for('share')
  if (customerId !== null)
    await queries
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('share')
  const savingIds = moves.flatMap(({ savingsId }) => savingsId ?? [])
  if (savingIds.length > 0)
    await queries.select({ id: savings.id }).from(savings).where(inArray(savings.id, savingIds)).for('share')
  if (loanId)
    await queries.select({ id: loans.id }).from(loans).where(eq(loans.id, loanId)).for('no key update')
  const names = moves.map(({ account }) => account)
  await lockAccounts(queries, names)
  return movementWith(queries, entryId)
}

/** The customer of a movement that can be reversed; rejects for any other movement. */
export function customerOf({ reference, kind, reversedBy, customerId, customer }: Movement) {
  if (kind === 'Reversal') reject(`${reference} is a reversal, which can’t be reversed.`)
  if (!isReversibleKind(kind) || customerId === null || customer === null)
    return reject(
      `${reference} is of the kind ${kind}. Only deposits into savings, credits of customers, transfers from savings, and repayments, settlements, set-offs, penalties, write-offs, recoveries and disbursements of loans can be reversed.`,
    )
  if (reversedBy !== null) reject(`Movement ${reference} was reversed by ${reversedBy} already.`)
  return { id: customerId, name: customer }
}
const isReversibleKind = (kind: EntryKind) => (reversibleKinds as readonly EntryKind[]).includes(kind)

type Move = Movement['moves'][number]
const businessWalletNames: Record<string, string> = {
  MBW: 'Main business wallet',
  PW: 'Profit wallet',
}
const walletName = ({ account, kind }: Move) => {
  switch (kind) {
    case 'customer':
      return 'Main wallet'
    case 'loan':
      return `Loan ${account}`
    case 'business':
      return businessWalletNames[account] ?? account
    default:
      return `Savings wallet ${account}`
  }
}
const spendable = ({ balance, held }: Move) => subtractKobo(balance, held)
const isUncovered = (move: Move) => move.kind !== 'outside' && move.amount > spendable(move)

const seesBalance = ({ kind }: Move, actor: SignedIn) =>
  can(actor, reversedBalanceAccess, 'read') && (kind !== 'business' || canSeeBusinessBalances(actor))

/** Why a movement can't be reversed now; null if it can. Names balances only to those who may see them. */
export function obstacleOf(movement: Movement, actor: SignedIn): string | null {
  const { savingStatus, savingsWallet, loanObstacle, isCustomerDeleted, agent, agentStatus, moves } = movement
  if (isCustomerDeleted) return 'The customer was deleted. The movement can’t be reversed.'
  if (savingStatus === 'closed')
    return `Savings wallet ${savingsWallet} is closed. A movement of a closed wallet can’t be reversed.`
  if (agentStatus === 'DELETED' && moves.some((move) => move.agentId !== null))
    return `${agent}, who collected it, was deleted. No cash can be taken off the account of a deleted agent.`
  if (loanObstacle) return loanObstacle
  const short = moves.find(isUncovered)
  if (!short) return null
  if (!seesBalance(short, actor)) return `${walletName(short)} no longer covers the reversal.`
  const ofIt =
    short.held > 0
      ? ` (${formatNaira(short.balance)} less ${formatNaira(short.held)} ${short.kind === 'savings' ? 'held as security of loans' : 'held by pending withdrawals'})`
      : ''
  return `${walletName(short)} has ${formatNaira(spendable(short))}${ofIt}, which does not cover the ${formatNaira(short.amount)} that the reversal takes back.`
}

/** The effect of a reversal now, as this admin may see it. */
export function effectOf(movement: Movement, actor: SignedIn) {
  const { moves, receipt } = movement
  const purse = moves.find(({ agentId }) => agentId !== null)
  return {
    receipt,
    obstacle: obstacleOf(movement, actor),
    wallets: can(actor, reversedBalanceAccess, 'read')
      ? moves
          .filter((move) => move.kind !== 'outside' && seesBalance(move, actor))
          .map((move) => ({
            name: walletName(move),
            balance: move.balance,
            held: move.held,
            change: negateKobo(move.amount),
          }))
      : null,
    agent_holds: purse && canSeeAgentCash(actor) ? negateKobo(purse.balance) : null,
  } satisfies Partial<Reversible>
}

/** What the ledger needs to reverse it. */
export const reversedOf = (movement: Movement): Reversed => {
  const { id, customerId, agentId, moves, savingsWallet, loanAccount } = movement
  return { id, customerId, agentId, moves, savingsWallet, loanAccount }
}

/** The account of the customer that a reversal changes: the wallet that gives money back, or the loan that is owed again. */
export function changedAccountOf({ reference, kind: entryKind, moves, loanAccount }: Movement): {
  account: string
  name: string
} {
  const move = moves.find(({ account, kind, amount }) =>
    loanAccount && entryKind !== 'Loan disbursement'
      ? account === loanAccount
      : kind === 'customer' || kind === 'savings'
        ? amount > 0
        : false,
  )
  if (!move) throw new Error(`${reference} changed no account of a customer.`)
  return { account: move.account, name: walletName(move) }
}

/** The agent whose cash a movement changed. */
export const collectedBy = ({ agent, moves }: Movement): string | null =>
  moves.some(({ agentId }) => agentId !== null) ? agent : null
