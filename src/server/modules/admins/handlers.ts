import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { type SharedPhone, sharedPhoneText } from '#domain/sharedPhone'
import type { Context, HandlersFor } from '../../handler'
import { admins, roles } from '../../db/tables/schema'
import { guardAccount } from '../../auth/guards'
import { issuePassword } from '../../auth/issuePassword'
import { lagosStamp, newestFirst } from '../../lists/conditions'
import { reject } from '../../errors/refusals'
import { recordGrant } from '../../auth/rightsGrants'
import { isActive } from '../../auth/sessions'
import { findLocked } from '../../auth/throttle'
import { accountHandlers } from './accounts'
import { activityHandlers } from './activityLog'
import { adminRightsHandlers } from './rights'
import { rightsOf } from '../../people/roleRights'

export const adminHandlers: HandlersFor<Calls['admins']> = {
  ...accountHandlers,
  ...adminRightsHandlers,
  ...activityHandlers,

  getAdmin: ({ id }, context) => oneAdmin(context, id),
  getAdminById: ({ admin_id }, context) => oneAdmin(context, admin_id),

  getAdmins: async (_input, context) => ({ data: await listAdmins(context, isActive) }),

  getAdminsWithPhone: async (input, context) => ({
    data: await othersWithPhone(context, input.with_phone, input.admin_id),
  }),

  inActiveAdmin: async ({ id }, context) => {
    const rows = await listAdmins(context, and(isInactive, id ? eq(admins.id, id) : undefined))
    if (id && rows.length === 0) return reject(`Admin with ID ${id} not found`)
    return { data: rows }
  },

  addAdmin: async ({ name, email, phone_number }, context) => {
    const warning = phoneWarning(await othersWithPhone(context, phone_number))
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
    if (!admin) throw new Error('No admin was made.')
    await recordGrant(context, [admin.id])
    await context.setAuditSubject('admin', admin.id)
    return { message: `Admin created. A one-time password was sent by email.${warning}` }
  },

  updateAdmin: async ({ admin_id, phone_number }, context) => {
    await guardAccount(context, admin_id, { state: 'active' })
    await context.queries.update(admins).set({ phoneNumber: phone_number }).where(eq(admins.id, admin_id))
    const warning = phoneWarning(await othersWithPhone(context, phone_number, admin_id))
    return { message: `Admin updated successfully.${warning}` }
  },
}

async function oneAdmin(context: Context, id: number) {
  const [admin] = await listAdmins(context, and(isActive, eq(admins.id, id)))
  if (!admin) return reject(`Admin with ID ${id} not found`)
  return { data: [{ ...admin, ...(await rightsOf(context.queries, id)) }] }
}

const canSeeNames: readonly Permission[] = ['can-view-admin', 'can-view-all']

/** The other admins with this phone number, including deleted ones, which can be reactivated. */
async function othersWithPhone({ queries, actor }: Context, phone: string, adminId?: number) {
  const others = await queries
    .select({ name: admins.name })
    .from(admins)
    .where(
      and(
        eq(admins.phoneNumber, phone),
        isNull(admins.anonymisedAt),
        adminId === undefined ? undefined : ne(admins.id, adminId),
      ),
    )
    .orderBy(admins.id)
  const names = canSeeNames.some((one) => actor.permissions.has(one)) ? others.map(({ name }) => name) : []
  return { count: others.length, names }
}

const phoneWarning = (others: SharedPhone) => {
  const text = sharedPhoneText(others, 'admin')
  return text ? ` ${text}` : ''
}

const isInactive = sql`not (${isActive})`

/** Newest first, without permanently deleted admins. */
async function listAdmins({ queries, now }: Context, where: SQL | undefined) {
  const rows = await queries
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
  const emails = rows.map(({ email }) => email)
  const locked = await findLocked(queries, emails, now)
  return rows.map((admin) => ({ ...admin, locked: locked.has(admin.email) }))
}
