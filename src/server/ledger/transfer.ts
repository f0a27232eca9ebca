import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import type { Context } from '../handler'
import type { EntryKind } from '../db/ledgerKinds'
import { post } from './post'

type Transfer = {
  kind: EntryKind
  amount: Kobo
  from: string
  to: string
  customerId?: number
  /** A text, such as the reference of the approved request. */
  reason?: string
}

/** Moves an amount between two accounts on behalf of the actor. Returns both balances, before and after. */
export async function transfer(
  { queries, actor, now, reference: activityReference }: Context,
  { amount, from, to, ...facts }: Transfer,
) {
  const { entryId, reference, balances } = await post(queries, {
    ...facts,
    madeAt: now,
    adminId: actor.adminId,
    activityReference,
    moves: [
      { account: from, amount: negateKobo(amount) },
      { account: to, amount },
    ],
  })
  const balanceOf = (account: string) => {
    const balance = balances[account]
    if (!balance) throw new Error(`There is no account ${account}.`)
    return balance
  }
  return { entryId, reference, from: balanceOf(from), to: balanceOf(to) }
}
