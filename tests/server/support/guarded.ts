import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { calls } from '#contract/index'
import { adminPermissions, admins, rolePermissions, roles } from '#server/db/schema'
import { isActive } from '#server/auth/sessions'
import { type Answer, openServer } from './harness'

/** Holds every permission but this one, and is no superadmin: who could climb, if anybody. */
export const lacked = 'can-credit-main-wallet'

/** A server with a Main Admin and a superadmin in open sessions, and what shows whether anybody became more. */
export async function openGuarded() {
  const server = await openServer()
  const main = await server.enterAs({ role: 'Main Admin' })
  const superadmin = await server.enterAs({ role: 'SuperAdmin' })
  const roleCalled = async (name: string) => {
    const [role] = await server.database.select().from(roles).where(eq(roles.name, name))
    return role?.id ?? 0
  }
  const superadminRole = await roleCalled('SuperAdmin')
  const superadmins = () => server.database.$count(admins, and(isActive, eq(admins.roleId, superadminRole)))
  const standing = async () => ({
    rights: [
      await server.database
        .select()
        .from(adminPermissions)
        .orderBy(adminPermissions.adminId, adminPermissions.permissionId),
      await server.database
        .select()
        .from(rolePermissions)
        .orderBy(rolePermissions.roleId, rolePermissions.permissionId),
    ],
    superadmins: await superadmins(),
  })
  let before = await standing()
  let names = 0
  return {
    server,
    main,
    superadmin,
    superadminRole,
    superadmins,
    roleCalled,
    newName: () => {
      names += 1
      return `Role ${names}`
    },
    heldBy: async (adminId: number) => {
      const { data } = (
        await server.ask(calls.session.getSingleAdminPermission, { admin_id: adminId }, superadmin)
      ).output()
      return [...data.roles.flatMap((role) => role.permissions), ...data.permissions].map(({ name }) => name)
    },
    remember: async () => {
      before = await standing()
    },
    /** Whatever was tried, nobody may have become what they were not. */
    expectNothingMoved: async () => expect(await standing()).toEqual(before),
  }
}

export function expectRefused(reply: Answer, message: string) {
  expect(reply).toMatchObject({ http: 200, json: { status: '400', message } })
}

export const doNotHold = (...names: string[]) =>
  `You can only grant permissions that you hold yourself. You do not hold ${names.join(', ')}.`
