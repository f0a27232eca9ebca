import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { TermChangeCase } from '#contract/calls/terms'
import { type Calls, calls } from '#contract/index'
import { changesText } from '#domain/termWords'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import type { Queries, Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { loanTypes } from '../../db/tables/loans'
import { savingTypes } from '../../db/tables/money'
import { termChanges } from '../../db/tables/terms'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { openTermChange } from '../../ledger/productTerms'
import { newReference } from '../../ledger/references'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { loanType, type Product, productOf, savingType } from './products'

const changeRow = {
  ...oneDecisionRow(termChanges),
  kind: sql<
    TermChangeCase['kind']
  >`case when ${termChanges.loanTypeId} is null then 'saving type' else 'loan type' end`,
  product: sql<string>`coalesce(${savingTypes.name}, ${loanTypes.name})`,
  changes: termChanges.changes,
}

const rowsOf = (queries: Selects, row = changeRow) =>
  queries
    .select(row)
    .from(termChanges)
    .innerJoin(requester, eq(requester.id, termChanges.requestedBy))
    .leftJoin(savingTypes, eq(savingTypes.id, termChanges.savingTypeId))
    .leftJoin(loanTypes, eq(loanTypes.id, termChanges.loanTypeId))
    .leftJoin(decider, eq(decider.id, termChanges.decidedBy))

const changeList = defineList({
  call: calls.terms.getTermChanges,
  table: termChanges,
  sorted: { created_at: termChanges.createdAt },
  row: changeRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

/** Requests of the calls that the specification's groups have. */
export const termRequestHandlers: {
  savings: HandlersFor<Pick<Calls['savings'], 'updateSavingTypeTerms'>>
  loans: HandlersFor<Pick<Calls['loans'], 'updateLoanTypeTerms'>>
} = {
  savings: {
    updateSavingTypeTerms: ({ id, reason, ...terms }, context) =>
      requestChange(savingType, id, terms, reason, context),
  },
  loans: {
    updateLoanTypeTerms: ({ id, reason, ...terms }, context) =>
      requestChange(loanType, id, terms, reason, context),
  },
}

export const termHandlers: HandlersFor<Calls['terms']> = {
  getTermChanges: (input, context) =>
    pageOf(context, input, changeList, { where: input.waiting && waitingRows(context, 'term_changes') }),

  getTermChangeCase: async ({ id }, context) => {
    const { queries } = context
    const [row] = await rowsOf(queries).where(eq(termChanges.id, id))
    const stored = await changeWith(queries, id)
    if (!row || !stored) return reject(requestNotFound('term_changes', id))
    const [product, productId] = productOf(stored)
    const found = stored.status === 'pending' ? await product.find(queries, productId, false) : undefined
    return {
      data: [
        {
          ...row,
          terms: product.rows(stored.before, stored.terms),
          obstacle: found ? obstacleOf(stored, found) : null,
          against: decisionBlocker('term_changes', stored, context),
        },
      ],
    }
  },

  /** Locks the product before the change, as everything that is opened under it does. */
  termChangeDecision: async ({ id, status, comment }, context) => {
    const { queries, actorNow, setAuditSubject } = context
    const text = commentOf({ status, comment })
    await setAuditSubject('term change', id)
    const stored = await changeWith(queries, id)
    if (!stored) return reject(requestNotFound('term_changes', id))
    const [product, productId] = productOf(stored)
    const found = await product.find(queries, productId, true)
    const change = await lockRequest('term_changes', id, context)
    if (!found) return reject(product.notFound(productId))
    // Waiting for the locks takes time, in which rights may go.
    await actorNow()
    const { reference, changes } = change
    const isApproved = status === 'accept'
    if (isApproved) {
      const obstacle = obstacleOf(change, found)
      if (obstacle) reject(`${obstacle} Change ${reference} can only be rejected, and requested again.`)
      await product.set(queries, productId, change.terms)
    }
    await queries
      .update(termChanges)
      .set(onlyDecision(isApproved, text, context))
      .where(eq(termChanges.id, id))
    await setAuditSubject('term change', id, isApproved ? logged(changes) : 'Rejected.')
    return {
      message: isApproved
        ? `Change ${reference} of ${found.name} approved. ${changes}`
        : `Change ${reference} of ${found.name} was rejected. Its terms stay as they are.`,
      data: { reference },
    }
  },
}

type Change = typeof termChanges.$inferSelect
type Found = { name: string; current: object }

async function requestChange<Terms extends Change['terms'], Copied extends Terms, Entered extends object>(
  product: Product<Terms, Copied, Entered>,
  id: number,
  entered: Entered,
  reason: string,
  { queries, actor, now, setAuditSubject }: Context,
) {
  await setAuditSubject(product.noun, id)
  const found = await product.find(queries, id, true)
  if (!found) return reject(product.notFound(id))
  const { name, current: before } = found
  const terms = product.entered(entered, before)
  const open = await openTermChange(queries, termChanges[product.key], id)
  if (open) reject(`Change ${open} of ${name} awaits its decision already. Nothing was requested.`)
  const changes = changesText(product.rows(before, terms))
  if (!changes) reject(`${name} has these terms already. Nothing was requested.`)
  const reference = await newReference(queries, documentPrefixes.termChange, now)
  await queries.insert(termChanges).values({
    reference,
    [product.key]: id,
    terms,
    before,
    changes,
    reason: reason.trim(),
    requestedBy: actor.adminId,
    createdAt: now,
  })
  await setAuditSubject(product.noun, id, `${reference}. ${logged(changes)}`)
  return { message: `Change ${reference} of ${name} was requested. It awaits its approval. ${changes}` }
}

async function changeWith(queries: Queries, id: number): Promise<Change | undefined> {
  const [change] = await queries.select().from(termChanges).where(eq(termChanges.id, id))
  return change
}

/** Why a change can't be carried out: the admin decides on what the request showed. */
const obstacleOf = ({ before }: Change, { name, current }: Found): string | null =>
  isDeepStrictEqual(current, before) ? null : `${name} changed since the request.`

/** Without the currency's sign: the log masks amounts, for those of customers. A charge is a price and no secret. */
const logged = (changes: string) => changes.replaceAll('₦', '')
