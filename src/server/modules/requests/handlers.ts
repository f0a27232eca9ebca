import { and, eq, sql } from 'drizzle-orm'
import { approvalStates } from '#contract/calls/approvals'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { walletText } from '#contract/calls/requests'
import { formatNaira } from '#domain/money/kobo'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { Queries } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { fundRequests } from '../../db/tables/money'
import type { Context, HandlersFor } from '../../handler'
import { businessBalances, cashAccount, lockAccounts } from '../../ledger/accounts'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { transfer } from '../../ledger/transfer'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { newReference } from '../../ledger/references'
import { betweenAmounts, decidedByAdmin, equals, lagosStamp, newestFirst } from '../../lists/conditions'
import { reject } from '../../errors/refusals'
import { decidedBy, firstDecider, requester, secondDecider } from '../../approvals/decidedColumns'
import {
  type ApprovalState,
  approved,
  awaitsFirst,
  awaitsSecond,
  decisionBlocker,
  lockRequest,
  rejected,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingApprovals } from '../../approvals/waiting'

export const requestHandlers: HandlersFor<Calls['requests']> = {
  getRequestList: async ({ waiting, status, ...input }, context) => ({
    data: await rowsOf(context.queries)
      .where(
        and(
          waitingApprovals(context, waiting, ['requests_first', 'requests_second']),
          equals(fundRequests.flag, input.flag),
          equals(fundRequests.type, input.type),
          equals(fundRequests.initialStatus, status && approvalStates.indexOf(status)),
          betweenAmounts(fundRequests.amount, input),
          decidedByAdmin(input.decided_by, fundRequests.firstDecidedBy, fundRequests.secondDecidedBy),
        ),
      )
      .orderBy(...newestFirst(fundRequests)),
  }),

  getRequestCase: async ({ id }, context) => {
    const { queries, actor } = context
    const [request] = await rowsOf(queries).where(eq(fundRequests.id, id))
    if (!request) return reject(requestNotFound('requests', id))
    const decides = decidingPermissions.some((permission) => actor.permissions.has(permission))
    const balance = (await businessBalances(queries))[request.flag]
    return {
      data: [
        {
          ...request,
          wallet_balance: canSeeBusinessBalances(actor) ? balance : null,
          is_short: decides ? request.type === 'debit' && balance < request.amount : null,
          against: decisionBlocker(
            'requests',
            decidedBy({ ...request, state: request.initial_status }),
            context,
          ),
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
    const request = await lockFor(input, context, awaitsFirst)
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
    const request = await lockFor(input, context, awaitsSecond)
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
      initial_status: sql<ApprovalState>`${fundRequests.initialStatus}`,
      created_at: lagosStamp(fundRequests.createdAt),
      requested_by_id: fundRequests.requestedBy,
      requested_by_name: requester.name,
      first_decision_id: fundRequests.firstDecidedBy,
      first_decision_name: firstDecider.name,
      first_decision_at: sql<string | null>`${lagosStamp(fundRequests.firstDecidedAt)}`,
      second_decision_name: secondDecider.name,
      second_decision_at: sql<string | null>`${lagosStamp(fundRequests.secondDecidedAt)}`,
      entry: entries.reference,
      reversed_by: reversedByEntry(fundRequests.entryId),
    })
    .from(fundRequests)
    .innerJoin(requester, eq(requester.id, fundRequests.requestedBy))
    .leftJoin(firstDecider, eq(firstDecider.id, fundRequests.firstDecidedBy))
    .leftJoin(secondDecider, eq(secondDecider.id, fundRequests.secondDecidedBy))
    .leftJoin(entries, eq(entries.id, fundRequests.entryId))

const titleOf = ({ reference, amount }: FundRequest) => `${reference} (${formatNaira(amount)})`
const rejection = (request: FundRequest) => `Request ${titleOf(request)} was rejected.`

/** Locks the request; rejects also a decision for another wallet than it is for. */
async function lockFor({ id, flag }: Decision, context: Context, awaited: ApprovalState) {
  const request = await lockRequest('requests', id, context, awaited)
  if (flag !== request.flag)
    reject(
      `Request ${request.reference} is for the ${walletText(request.flag)}, not the ${walletText(flag)}.`,
    )
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
