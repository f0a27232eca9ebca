import { inArray, ne } from 'drizzle-orm'
import { isViewing } from '#contract/permissions'
import { entries } from '../db/tables/ledger'
import { rightsGrants } from '../db/tables/limits'
import { admins } from '../db/tables/schema'
import type { Context } from '../handler'

/**
 * Records that rights of admins grew (rules.md, "New rights"): by whom, and with them those who gave that admin rights, so that no
 * chain of admins decides on what its first one requested. Rights given before the first movement of money count at once.
 */
export async function recordGrant(
  { queries, actor, reference, now }: Pick<Context, 'queries' | 'actor' | 'reference' | 'now'>,
  adminIds: readonly number[],
) {
  const others = adminIds.filter((id) => id !== actor.adminId)
  if (others.length === 0 || !(await hasMoved(queries))) return
  const makers = [actor.adminId, ...actor.makers.filter((id) => id !== actor.adminId)]
  const rows = others.flatMap((adminId) =>
    makers
      .filter((maker) => maker !== adminId)
      .map((grantedBy) => ({ adminId, grantedBy, reference: reference ?? '', createdAt: now })),
  )
  await queries.insert(rightsGrants).values(rows)
}

/** Opening balances come before the business starts. */
async function hasMoved(queries: Context['queries']) {
  const [entry] = await queries
    .select({ id: entries.id })
    .from(entries)
    .where(ne(entries.kind, 'Opening balance'))
    .limit(1)
  return entry !== undefined
}

/** Of a role's change: all who hold the role, also inactive ones, who can be reactivated. */
export async function recordGrantToRoles(context: Context, roleIds: readonly number[]) {
  const holders = await context.queries
    .select({ id: admins.id })
    .from(admins)
    .where(inArray(admins.roleId, [...roleIds]))
  await recordGrant(
    context,
    holders.map(({ id }) => id),
  )
}

/** Whether permissions let an admin do more than before; to see more is no power over money. */
export const growsRights = (added: readonly { name: string }[]) => added.some(({ name }) => !isViewing(name))
