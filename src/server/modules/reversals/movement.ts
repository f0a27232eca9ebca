import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { reversedBalanceAccess, type Reversible } from '#contract/calls/reversals'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { SignedIn } from '../../auth/sessions'
import { collectionLines, collections } from '../../db/tables/collections'
import type { Queries } from '../../db/database'
import type { EntryKind } from '../../db/tables/ledgerKinds'
import { accounts, entries, postings } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { bankAccount, isCounter, isTill, lockAccounts } from '../../ledger/accounts'
import { feePaidBy, feeWallet } from '../../ledger/fees'
import { loanRecoveredBy } from '../../ledger/recoveries'
import type { Reversed } from '../../ledger/reversal'
import { asReversed, lockTills } from '../../ledger/tills'
import { lagosStamp } from '../../lists/conditions'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { canSeeAgentCash } from '../../people/agentCash'
import { type Beside, type Reversing, wayOf, ways } from './ways'

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
      line: postings.line,
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
  const fee = entry.kind === 'Fee' ? await feePaidBy(queries, entry.id) : undefined
  const own: Reversing = {
    ...entry,
    saving: saving?.savingsId ? { id: saving.savingsId, account: saving.account } : undefined,
    loanId: loan?.loanId ?? recovered?.id ?? fee?.loanId,
  }
  const way = wayOf(entry.kind)
  const isOpen = entry.reversedBy === null
  const beside = isOpen && way.beside ? await way.beside(queries, own) : []
  const mirrored = isOpen ? await asReversed(queries, { ...entry, moves }) : moves
  return {
    ...entry,
    ...own,
    moves,
    /** The moves that a reversal mirrors. */
    mirrored,
    amount: amountOf(entry.kind, moves),
    /** What the reversal takes from each account. */
    taken: takenFrom(mirrored, beside, await walletsNamed(queries, beside)),
    savingsWallet: saving?.account,
    savingStatus: saving?.savingStatus,
    loanAccount: loan?.account,
    recoveredLoan: recovered?.reference,
    /** The fees that a disbursement kept back. */
    keptBack:
      entry.kind === 'Loan disbursement'
        ? (moves.find(({ account }) => account === feeWallet)?.amount ?? kobo(0))
        : kobo(0),
    feePaidFrom: fee?.paidFrom,
    /** Why its kind does not let it be reversed now. */
    obstacle: isOpen && way.obstacle ? await way.obstacle(queries, own) : null,
  }
}

/**
 * What a movement is of: a disbursement what left the main business wallet, a settlement its cash; interest that they make owed or take off
 * moves no money.
 */
function amountOf(kind: string, moves: readonly { account: string; amount: Kobo }[]): Kobo {
  const isCounted = (account: string) =>
    kind === 'Loan disbursement' ? account === 'MBW' : kind === 'Loan settlement' ? isCounter(account) : true
  const amounts = moves.flatMap(({ account, amount }) => (isCounted(account) ? [Math.abs(amount)] : []))
  return kobo(Math.max(...amounts))
}

type Wallet = Pick<typeof accounts.$inferSelect, 'kind' | 'balance' | 'held'> & { account: string }

const walletsNamed = async (queries: Queries, beside: readonly Beside[]): Promise<Wallet[]> =>
  beside.length === 0
    ? []
    : queries
        .select({
          account: accounts.name,
          kind: accounts.kind,
          balance: accounts.balance,
          held: accounts.held,
        })
        .from(accounts)
        .where(
          inArray(
            accounts.name,
            beside.map(({ account }) => account),
          ),
        )

/** What a reversal takes from each account: what the movement gave it, and what follows the reversal. */
function takenFrom(
  moves: readonly (Wallet & { amount: Kobo })[],
  beside: readonly Beside[],
  wallets: readonly Wallet[],
): (Wallet & { amount: Kobo })[] {
  const more = (name: string) =>
    sumKobo(beside.flatMap(({ account, amount }) => (account === name ? [amount] : [])))
  const changed = wallets.filter(({ account }) => !moves.some((move) => move.account === account))
  // A movement may have an account twice: interest and penalties come apart.
  const given = new Map<string, Wallet & { amount: Kobo }>()
  for (const move of moves)
    given.set(move.account, {
      ...move,
      amount: addKobo(given.get(move.account)?.amount ?? kobo(0), move.amount),
    })
  return [
    ...[...given.values()].map((move) => ({ ...move, amount: addKobo(move.amount, more(move.account)) })),
    ...changed.map((wallet) => ({ ...wallet, amount: more(wallet.account) })),
  ]
}

export const movementNamed = (queries: Queries, reference: string) =>
  movementOf(queries, eq(entries.reference, reference), `Movement ${reference} not found`)
export const movementWith = (queries: Queries, entryId: number) =>
  movementOf(queries, eq(entries.id, entryId), `Movement with ID ${entryId} not found`)

/** Locks what a movement's reversal changes or depends on, until the commit: agent, customer, savings wallet, loan, accounts. */
export async function lockMovement(queries: Queries, entryId: number): Promise<Movement> {
  const movement = await movementWith(queries, entryId)
  const { agentId, customerId, moves, taken, loanId } = movement
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
    await queries
      .select({ id: savings.id })
      .from(savings)
      .where(inArray(savings.id, savingIds))
      .for('no key update')
  if (loanId)
    await queries.select({ id: loans.id }).from(loans).where(eq(loans.id, loanId)).for('no key update')
  await lockTills(queries, movement)
  await lockAccounts(
    queries,
    taken.map(({ account }) => account),
  )
  return movementWith(queries, entryId)
}

/** Rejects a movement of a kind that is not reversed, and one that was reversed. */
export function assertReversible({ reference, kind, reversedBy }: Movement) {
  const way = ways[kind]
  if (typeof way === 'string') reject(`${reference} ${way}`)
  if (reversedBy !== null) reject(`Movement ${reference} was reversed by ${reversedBy} already.`)
}

type Move = Pick<Movement['moves'][number], 'account' | 'kind' | 'balance' | 'held' | 'amount'>
const businessWalletNames: Record<string, string> = {
  MBW: 'Main business wallet',
  PW: 'Profit wallet',
  TW: 'Transaction wallet',
  SW: 'Saving wallet',
}
const walletName = ({ account, kind }: Move) => {
  switch (kind) {
    case 'customer':
      return 'Main wallet'
    case 'loan':
      return `Loan ${account}`
    case 'business':
      return businessWalletNames[account] ?? account
    case 'outside':
      return account === bankAccount ? 'The bank' : 'The till'
    default:
      return `Savings wallet ${account}`
  }
}
const spendable = ({ balance, held }: Move) => subtractKobo(balance, held)
/** Outside the business's wallets only what a till and the bank hold bounds a reversal. */
const isUncovered = (move: Move) =>
  move.kind === 'outside'
    ? (isTill(move.account) || move.account === bankAccount) && move.amount < Math.min(move.balance, 0)
    : move.amount > spendable(move)

const seesBalance = ({ kind }: Move, actor: SignedIn) =>
  kind !== 'outside' &&
  can(actor, reversedBalanceAccess, 'read') &&
  (kind !== 'business' || canSeeBusinessBalances(actor))

/** Why a movement can't be reversed now; null if it can. Names balances only to those who may see them. */
export function obstacleOf(movement: Movement, actor: SignedIn): string | null {
  const { savingStatus, savingsWallet, isCustomerDeleted, agent, agentStatus, moves } = movement
  if (isCustomerDeleted) return 'The customer was deleted. The movement can’t be reversed.'
  if (savingStatus === 'closed')
    return `Savings wallet ${savingsWallet} is closed. A movement of a closed wallet can’t be reversed.`
  if (agentStatus === 'DELETED' && moves.some((move) => move.agentId !== null))
    return `${agent}, whose cash it changed, was deleted. The account of a deleted agent stays as it is.`
  if (movement.obstacle) return movement.obstacle
  const short = movement.taken.find(isUncovered)
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
  const { moves, taken, receipt } = movement
  const purse = moves.find(({ agentId }) => agentId !== null)
  return {
    receipt,
    obstacle: obstacleOf(movement, actor),
    wallets: can(actor, reversedBalanceAccess, 'read')
      ? taken
          .filter((move) => move.kind !== 'outside' && seesBalance(move, actor))
          .map((move) => ({
            name: walletName(move),
            balance: move.balance,
            held: move.held,
            change: negateKobo(move.amount),
          }))
      : null,
    agent_holds: purse && canSeeAgentCash(actor) ? negateKobo(purse.balance) : null,
    agent_change: purse && canSeeAgentCash(actor) ? purse.amount : null,
  } satisfies Partial<Reversible>
}

/** What the ledger needs to reverse it. */
export const reversedOf = (movement: Movement): Reversed => {
  const { id, customerId, agentId, mirrored: moves, savingsWallet, loanAccount } = movement
  return { id, customerId, agentId, moves, savingsWallet, loanAccount }
}

/**
 * The account that a reversal changes, as the reply names it: the wallet that gives money back, the loan that is owed again, the
 * wallet that gets a fee back, or the wallet of the business, for who may see its balance.
 */
export function changedAccountOf({ kind: entryKind, moves, loanAccount }: Movement, actor: SignedIn) {
  const wallets = moves.filter(({ kind }) => kind === 'customer' || kind === 'savings')
  const move =
    loanAccount && entryKind !== 'Loan disbursement'
      ? moves.find(({ account }) => account === loanAccount)
      : (wallets.find(({ amount }) => amount > 0) ??
        wallets[0] ??
        moves.find(({ kind }) => kind === 'business' && canSeeBusinessBalances(actor)))
  return move && { account: move.account, name: walletName(move) }
}

/** The agent whose cash a movement changed. */
export const collectedBy = ({ agent, moves }: Movement): string | null =>
  moves.some(({ agentId }) => agentId !== null) ? agent : null
