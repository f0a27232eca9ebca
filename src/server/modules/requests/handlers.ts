import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { walletText } from '#contract/calls/requests'
import { formatNaira } from '#domain/money/kobo'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { Queries } from '../../db/database'
import { fundRequests } from '../../db/tables/money'
import { admins } from '../../db/tables/schema'
import { isSameActor, assertDifferentActor } from '../../auth/separationOfDuties'
import type { Context, HandlersFor } from '../../handler'
import { businessBalances, cashAccount, lockAccounts } from '../../ledger/accounts'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { transfer } from '../../ledger/transfer'
import { newReference } from '../../ledger/references'
import { lagosStamp, newestFirst } from '../../lists/conditions'
import { reject } from '../../errors/refusals'
import { waitingApprovals } from '../dashboard/waiting'

const requester = alias(admins, 'requester')
const first = alias(admins, 'first_decider')
const second = alias(admins, 'second_decider')

type State = 0 | 1 | 2 | 3
const awaitsFirst: State = 0
const awaitsSecond: State = 1
const approved: State = 2
const rejected: State = 3
const stateTexts: Record<State, string> = {
  0: 'awaits its first decision',
  1: 'awaits its second decision',
  2: 'is approved already',
  3: 'is rejected already',
}

export const requestHandlers: HandlersFor<Calls['requests']> = {
  getRequestList: async ({ waiting }, context) => ({
    data: await rowsOf(context.queries)
      .where(waitingApprovals(context, waiting, ['requests_first', 'requests_second']))
      .orderBy(...newestFirst(fundRequests)),
  }),

  getRequestCase: async ({ id }, context) => {
    const { queries, actor } = context
    const [request] = await rowsOf(queries).where(eq(fundRequests.id, id))
    if (!request) return reject(notFound(id))
    const decides = decidingPermissions.some((permission) => actor.permissions.has(permission))
    const balance = (await businessBalances(queries))[request.flag]
    return {
      data: [
        {
          ...request,
          wallet_balance: canSeeBusinessBalances(actor) ? balance : null,
          is_short: decides ? request.type === 'debit' && balance < request.amount : null,
          against: decisionBlocker(request, context),
        },
      ],
    }
  },

  createRequest: async (input, { queries, actor, now, setAuditSubject }) => {
    const reference = await newReference(queries, documentPrefixes.fundRequest, now)
    const [created] = await queries
      .insert(fundRequests)
      .values({
        ...input,
        description: input.description.trim(),
        reference,
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: fundRequests.id })
    await setAuditSubject('fund request', created?.id ?? 0)
    const what = `to ${input.type} the ${walletText(input.flag)} with ${formatNaira(input.amount)}`
    return {
      message: `Request ${reference} ${what} was created. It awaits its first approval.`,
      data: { reference },
    }
  },

  firstApprovalOrDisapproval: async (input, context) => {
    const { queries, actor, now } = context
    const request = await lockRequest(input, context, awaitsFirst)
    const accepted = input.status === 'accept'
    await queries
      .update(fundRequests)
      .set({
        initialStatus: accepted ? awaitsSecond : rejected,
        firstDecidedBy: actor.adminId,
        firstDecidedAt: now,
      })
      .where(eq(fundRequests.id, request.id))
    if (!accepted) return { message: rejection(request) }
    return { message: `Request ${titleOf(request)} has its first approval. It awaits the second.` }
  },

  secondApprovalOrDisapproval: async (input, context) => {
    const { queries, actor, now } = context
    const request = await lockRequest(input, context, awaitsSecond)
    assertDifferentActor(context, request.firstDecidedBy, ownFirstDecisionMessage(request.reference))
    const paid = input.status === 'accept' ? await pay(request, context) : undefined
    await queries
      .update(fundRequests)
      .set({
        initialStatus: paid ? approved : rejected,
        secondDecidedBy: actor.adminId,
        secondDecidedAt: now,
        entryId: paid?.entryId ?? null,
      })
      .where(eq(fundRequests.id, request.id))
    return { message: paid?.message ?? rejection(request) }
  },
}

type FundRequest = typeof fundRequests.$inferSelect
type Decision = InputOf<Calls['requests']['firstApprovalOrDisapproval']>

/** Admins with these permissions see whether the wallet covers a debit. */
const decidingPermissions: readonly Permission[] = ['can-do-first-approval', 'can-do-second-approval']

const rowsOf = (queries: Queries) =>
  queries
    .select({
      id: fundRequests.id,
      reference: fundRequests.reference,
      amount: fundRequests.amount,
      type: fundRequests.type,
      description: fundRequests.description,
      flag: fundRequests.flag,
      initial_status: sql<State>`${fundRequests.initialStatus}`,
      created_at: lagosStamp(fundRequests.createdAt),
      requested_by_id: fundRequests.requestedBy,
      requested_by_name: requester.name,
      first_decision_id: fundRequests.firstDecidedBy,
      first_decision_name: first.name,
      first_decision_at: sql<string | null>`${lagosStamp(fundRequests.firstDecidedAt)}`,
      second_decision_name: second.name,
      second_decision_at: sql<string | null>`${lagosStamp(fundRequests.secondDecidedAt)}`,
    })
    .from(fundRequests)
    .innerJoin(requester, eq(requester.id, fundRequests.requestedBy))
    .leftJoin(first, eq(first.id, fundRequests.firstDecidedBy))
    .leftJoin(second, eq(second.id, fundRequests.secondDecidedBy))

const notFound = (id: number) => `Request with ID ${id} not found`
const ownRequestMessage = (reference: string) =>
  `You created request ${reference} yourself. Another admin must decide on it.`
const ownFirstDecisionMessage = (reference: string) =>
  `You made the first decision on request ${reference}. Another admin must make the second.`

type Listed = Pick<
  Awaited<ReturnType<typeof rowsOf>>[number],
  'reference' | 'initial_status' | 'requested_by_id' | 'first_decision_id'
>
/** Why this admin can't make the next decision, shown on the screen in advance; null if they can. */
function decisionBlocker(request: Listed, context: Context): string | null {
  const { reference, initial_status, requested_by_id, first_decision_id } = request
  if (initial_status === approved || initial_status === rejected) return null
  if (isSameActor(context, requested_by_id)) return ownRequestMessage(reference)
  return isSameActor(context, first_decision_id) ? ownFirstDecisionMessage(reference) : null
}

const titleOf = ({ reference, amount }: FundRequest) => `${reference} (${formatNaira(amount)})`
const rejection = (request: FundRequest) => `Request ${titleOf(request)} was rejected.`

/** Locks the request; rejects unless it awaits this decision and the actor may make it. */
async function lockRequest({ id, flag }: Decision, context: Context, state: State): Promise<FundRequest> {
  await context.setAuditSubject('fund request', id)
  const [request] = await context.queries
    .select()
    .from(fundRequests)
    .where(eq(fundRequests.id, id))
    .for('update')
  if (!request) return reject(notFound(id))
  const { reference } = request
  if (request.initialStatus !== state)
    reject(`Request ${reference} ${stateTexts[request.initialStatus as State]}. Reload the list.`)
  if (flag !== request.flag)
    reject(`Request ${reference} is for the ${walletText(request.flag)}, not the ${walletText(flag)}.`)
  assertDifferentActor(context, request.requestedBy, ownRequestMessage(reference))
  return request
}

/** Posts the request's credit or debit to the wallet. */
async function pay(request: FundRequest, context: Context) {
  const { flag, type, amount, reference } = request
  const isCredit = type === 'credit'
  const wallets = await lockAccounts(context.queries, [flag, cashAccount])
  const balance = wallets.get(flag)?.balance
  if (balance === undefined) throw new Error(`There is no account ${flag}.`)
  const seesBalance = canSeeBusinessBalances(context.actor)
  if (!isCredit && balance < amount) {
    const holds = seesBalance ? ` holds ${formatNaira(balance)}, which` : ''
    reject(`The ${walletText(flag)}${holds} does not cover request ${titleOf(request)}.`)
  }
  const { entryId, from, to } = await transfer(context, {
    kind: 'Fund request',
    amount,
    from: isCredit ? cashAccount : flag,
    to: isCredit ? flag : cashAccount,
    reason: reference,
  })
  const after = seesBalance ? ` New balance: ${formatNaira((isCredit ? to : from).after)}.` : ''
  const done = `${isCredit ? 'credited to' : 'debited from'} the ${walletText(flag)}`
  return {
    entryId,
    message: `Request ${reference} approved: ${formatNaira(amount)} ${done}.${after}`,
  }
}
