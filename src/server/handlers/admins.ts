import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Context, HandlersFor } from '../handler'
import { admins, roles } from '../db/schema'
import { openAccount } from '../guards'
import { issuePassword } from '../issuePassword'
import { lagosStamp, newestFirst } from '../conditions'
import { refuse } from '../refusals'
import { isActive } from '../sessions'
import { lockedAmong } from '../throttle'
import { accountHandlers } from './adminAccounts'
import { activityHandlers } from './adminActivity'
import { adminRightsHandlers } from './adminRights'
import { rightsOf } from './rights'

export const adminHandlers: HandlersFor<Calls['admins']> = {
  ...accountHandlers,
  ...adminRightsHandlers,
  ...activityHandlers,

  getAdmin: async ({ id }, context) => {
    const [admin] = await listAdmins(context, and(isActive, eq(admins.id, id)))
    if (!admin) return refuse(`Admin with ID ${id} not found`)
    return { data: [{ ...admin, ...(await rightsOf(context.queries, id)) }] }
  },

  getAdmins: async (_input, context) => ({ data: await listAdmins(context, isActive) }),

  inActiveAdmin: async ({ id }, context) => {
    const found = await listAdmins(context, and(isInactive, id ? eq(admins.id, id) : undefined))
    if (id && found.length === 0) return refuse(`Admin with ID ${id} not found`)
    return { data: found }
  },

  addAdmin: async ({ name, email, phone_number }, context) => {
    const [admin] = await context.queries
      .insert(admins)
      .values({
        name: name.trim(),
        email: email.toLowerCase(),
        phoneNumber: phone_number,
        passwordHash: await issuePassword(context, 'admin', email),
        mustChangePassword: true,
        createdAt: context.now,
      })
      .returning({ id: admins.id })
    context.about('admin', admin?.id ?? 0)
    return { message: 'Admin created. A one-time password was sent by email.' }
  },

  updateAdmin: async ({ admin_id, phone_number }, context) => {
    await openAccount(context, admin_id, { state: 'active' })
    await context.queries.update(admins).set({ phoneNumber: phone_number }).where(eq(admins.id, admin_id))
    return { message: 'Admin updated successfully.' }
  },
}

const isInactive = sql`not (${isActive})`

/** Newest first; never one who is permanently deleted. */
async function listAdmins({ queries, now }: Context, where: SQL | undefined) {
  const found = await queries
    .select({
      id: admins.id,
      name: admins.name,
      email: admins.email,
      phone_number: admins.phoneNumber,
      created_at: lagosStamp(admins.createdAt),
      status: admins.status,
      delete: admins.deleted,
      roleName: roles.name,
    })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(isNull(admins.anonymisedAt), where))
    .orderBy(...newestFirst(admins))
  const emails = found.map(({ email }) => email)
  const locked = await lockedAmong(queries, emails, now)
  return found.map((admin) => ({ ...admin, locked: locked.has(admin.email) }))
}
