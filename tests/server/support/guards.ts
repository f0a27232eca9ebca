import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { calls } from '#contract/index'
import { adminPermissions, admins, rolePermissions, roles } from '#server/db/tables/schema'
import { isActive } from '#server/auth/sessions'
import { type Answer, openServer } from './harness'

/** The Main Admin holds every permission but this one. */
export const lackedPermission = 'can-credit-main-wallet'

/** A server with a Main Admin and a superadmin in open sessions, and checks that nobody gained rights. */
export async function openGuardedServer() {
  const server = await openServer()
  const main = await server.enterAs({ role: 'Main Admin' })
  const superadmin = await server.enterAs({ role: 'SuperAdmin' })
  const roleIdOf = async (name: string) => {
    const [role] = await server.database.select().from(roles).where(eq(roles.name, name))
    return role?.id ?? 0
  }
  const superadminRole = await roleIdOf('SuperAdmin')
  const superadmins = () => server.database.$count(admins, and(isActive, eq(admins.roleId, superadminRole)))
  const currentRights = async () => ({
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
  let before = await currentRights()
  let names = 0
  return {
    server,
    main,
    superadmin,
    superadminRole,
    superadmins,
    roleIdOf,
    newName: () => {
      names += 1
      return `Role ${names}`
    },
    permissionsOf: async (adminId: number) => {
      const { data } = (
        await server.ask(calls.session.getSingleAdminPermission, { admin_id: adminId }, superadmin)
      ).output()
      return [...data.roles.flatMap((role) => role.permissions), ...data.permissions].map(({ name }) => name)
    },
    rememberRights: async () => {
      before = await currentRights()
    },
    /** No permission, role or superadmin was gained or lost since `rememberRights`. */
    expectRightsUnchanged: async () => expect(await currentRights()).toEqual(before),
  }
}

export function expectRefused(reply: Answer, message: string) {
  expect(reply).toMatchObject({ http: 200, json: { status: '400', message } })
}

export const grantRefusal = (...names: string[]) =>
  `You can only grant permissions that you hold yourself. You do not hold ${names.join(', ')}.`
