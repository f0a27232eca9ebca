import { and, eq } from 'drizzle-orm'
import { oneStepKinds, type RoleLimit } from '#contract/calls/limits'
import type { Calls } from '#contract/index'
import { limitText } from '#domain/limitTexts'
import { openGuards } from '../../auth/guards'
import { recordGrantToRoles } from '../../auth/rightsGrants'
import { roleLimits } from '../../db/tables/limits'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { areRaised, limitsOf, requireRole } from '../../people/roleRights'

export const limitHandlers: HandlersFor<Pick<Calls['roles'], 'getRoleLimits' | 'setRoleLimits'>> = {
  getRoleLimits: async ({ role_id }, { queries }) => {
    const { name } = await requireRole(queries, role_id)
    return { data: { role_id, role: name, limits: await limitsOf(queries, role_id) } }
  },

  /** Only changed rows are written, so that the role's history has nothing else. */
  setRoleLimits: async ({ role_id, limits }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('role', role_id)
    const guards = await openGuards(context)
    const role = await requireRole(queries, role_id)
    await guards.assertCanEditRole(role)
    assertLimits(limits)
    const before = await limitsOf(queries, role_id)
    const changes: string[] = []
    for (const { kind, step } of [...before, ...limits.filter((one) => !sameIn(before, one))]) {
      const was = sameIn(before, { kind, step })
      const next = sameIn(limits, { kind, step })
      if (was?.amount === next?.amount) continue
      const row = { roleId: role_id, kind, step }
      if (next)
        await queries
          .insert(roleLimits)
          .values({ ...row, amount: next.amount })
          .onConflictDoUpdate({
            target: [roleLimits.roleId, roleLimits.kind, roleLimits.step],
            set: { amount: next.amount },
          })
      else
        await queries
          .delete(roleLimits)
          .where(and(eq(roleLimits.roleId, role_id), eq(roleLimits.kind, kind), eq(roleLimits.step, step)))
      changes.push(next ? limitText(next) : `No limit: ${limitText({ kind, step })}`)
    }
    if (changes.length === 0) reject('The role has these limits already.')
    if (areRaised(before, limits)) await recordGrantToRoles(context, [role_id])
    // Without the currency's sign: the log masks amounts, for those of customers.
    await setAuditSubject('role', role_id, changes.join('; ').replaceAll('₦', ''))
    return { message: `Limits of ${role.name} set. They hold at once.` }
  },
}

type Place = Pick<RoleLimit, 'kind' | 'step'>
const sameIn = (some: readonly RoleLimit[], { kind, step }: Place) =>
  some.find((one) => one.kind === kind && one.step === step)

function assertLimits(limits: readonly RoleLimit[]) {
  const places = new Set(limits.map(({ kind, step }) => `${kind} ${step}`))
  if (places.size < limits.length) invalid('A limit is there twice.')
  if (limits.some(({ amount }) => amount < 0)) invalid('A limit can’t be below zero.')
  if (limits.some(({ kind, step }) => step === 2 && oneStepKinds.includes(kind)))
    invalid('This kind has no second decision.')
}
