import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import type { Context } from '../handler'
import type { EntryKind } from '../db/tables/ledgerKinds'
import { balanceOf, type NewEntry, post } from './post'

type Transfer = {
  kind: EntryKind
  amount: Kobo
  from: string
  to: string
  customerId?: number
  agentId?: number
  /** A text, such as the reference of the approved request. */
  reason?: string
  /** Who took the cash, if another admin (ledger/post.ts). */
  cashOf?: number
}

/** Who makes an entry, and when: the actor of a change, which its activity log row refers to. */
export const madeBy = ({ actor, now, reference }: Context) => ({
  madeAt: now,
  adminId: actor.adminId,
  activityReference: reference,
})

/** Builds the entry that moves an amount from one account to another, for changes and the demo. */
export const transferEntry = ({
  amount,
  from,
  to,
  ...facts
}: Transfer & Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>): NewEntry => ({
  ...facts,
  moves: [
    { account: from, amount: negateKobo(amount) },
    { account: to, amount },
  ],
})

/** Moves an amount between two accounts on behalf of the actor. Returns both balances, before and after. */
export async function transfer(context: Context, facts: Transfer) {
  const posted = await post(context.queries, transferEntry({ ...facts, ...madeBy(context) }))
  const { entryId, reference } = posted
  return { entryId, reference, from: balanceOf(posted, facts.from), to: balanceOf(posted, facts.to) }
}
