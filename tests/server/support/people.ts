import { eq, inArray } from 'drizzle-orm'
import type { Permission } from '#contract/permissionCatalogue'
import type { BasisPoints, Kobo } from '#contract/values'
import type { Database } from '#server/db/database'
import { guarantors } from '#server/db/tables/loans'
import {
  adminPermissions,
  admins,
  agentActivity,
  agentDevices,
  agents,
  customers,
  permissions,
  rolePermissions,
  roles,
} from '#server/db/tables/schema'
import { hashPassword } from '#server/auth/passwords'
import { openSession } from '#server/auth/sessions'

/** Every admin that a test makes has this password. */
export const password = 'Ajo-and-esusu-2026'
/** Hashed once, for hashing is slow on purpose. */
const passwordHash = hashPassword(password)

export type AdminOptions = {
  permissions?: readonly Permission[]
  role?: 'SuperAdmin' | 'Main Admin' | 'Admin' | 'Supervisor'
  roleId?: number
  mustChangePassword?: boolean
  createdAt?: Date
  name?: string
  deleted?: boolean
}

/** Inserts rows straight into the database, each with a unique e-mail and phone number. */
export function peopleOf(database: Database, now: () => Date) {
  let made = 0
  const next = () => {
    made += 1
    return { email: `person${made}@alajo.test`, phoneNumber: `0803${String(made).padStart(7, '0')}` }
  }

  async function makeAdmin(options: AdminOptions = {}) {
    const [role] = options.role ? await database.select().from(roles).where(eq(roles.name, options.role)) : []
    const [admin] = await database
      .insert(admins)
      .values({
        name: options.name ?? 'Test Admin',
        ...next(),
        passwordHash: await passwordHash,
        mustChangePassword: options.mustChangePassword ?? false,
        roleId: options.roleId ?? role?.id ?? null,
        createdAt: options.createdAt ?? now(),
        ...(options.deleted && { deleted: true, status: 'inactive' as const }),
      })
      .returning()
    if (!admin) throw new Error('No admin was made.')
    await grant(admin.id, options.permissions ?? [])
    return admin
  }

  const idsOf = (names: readonly string[]) =>
    database
      .select({ permissionId: permissions.id })
      .from(permissions)
      .where(inArray(permissions.name, [...names]))

  async function grant(adminId: number, names: readonly string[]) {
    if (names.length === 0) return
    const ids = await idsOf(names)
    await database.insert(adminPermissions).values(ids.map((one) => ({ ...one, adminId })))
  }

  /** An admin with an open session. */
  async function enterAs(options: AdminOptions) {
    const admin = await makeAdmin(options)
    return { ...admin, token: await openSession(database, admin.id, now()) }
  }

  return {
    enterAs,
    async makeRole(name: string, ...held: string[]) {
      const [role] = await database.insert(roles).values({ name, createdAt: now() }).returning()
      if (!role) throw new Error('No role was made.')
      const ids = await idsOf(held)
      if (ids.length > 0)
        await database.insert(rolePermissions).values(ids.map((one) => ({ ...one, roleId: role.id })))
      return role
    },
    makeAdmin,
    grant,
    revokeAll: (adminId: number) =>
      database.delete(adminPermissions).where(eq(adminPermissions.adminId, adminId)),
    openSession: (adminId: number) => openSession(database, adminId, now()),
    enter: (...held: Permission[]) => enterAs({ permissions: held }),

    async makeAgent(fields: Partial<typeof agents.$inferInsert> = {}) {
      const [agent] = await database
        .insert(agents)
        .values({
          name: 'Bola Ige',
          firstName: 'Bola',
          lastName: 'Ige',
          ...next(),
          state: 'Lagos',
          lga: 'Ikeja',
          createdAt: now(),
          ...fields,
        })
        .returning()
      if (!agent) throw new Error('No agent was made.')
      return agent
    },
    async makeDevice(agentId: number, fields: Partial<typeof agentDevices.$inferInsert> = {}) {
      const [device] = await database
        .insert(agentDevices)
        .values({ agentId, deviceName: 'Tecno Spark', createdAt: now(), ...fields })
        .returning()
      if (!device) throw new Error('No device was made.')
      return device
    },
    async makeCustomer(agentId: number, fields: Partial<typeof customers.$inferInsert> = {}) {
      const { phoneNumber } = next()
      const values = { firstName: 'Sade', lastName: 'Ojo', phoneNumber, agentId, assignedAgentId: agentId }
      const [customer] = await database
        .insert(customers)
        .values({ ...values, createdAt: now(), ...fields })
        .returning()
      if (!customer) throw new Error('No customer was made.')
      return customer
    },
    async makeGuarantor(
      customer: { id: number; agentId: number },
      fields: Partial<typeof guarantors.$inferInsert> = {},
    ) {
      const { phoneNumber: phone } = next()
      const values = { firstName: 'Tobi', lastName: 'Alade', phone, address: '3 Broad Street, Ikeja' }
      const [guarantor] = await database
        .insert(guarantors)
        .values({
          ...values,
          customerId: customer.id,
          agentId: customer.agentId,
          createdAt: now(),
          ...fields,
        })
        .returning()
      if (!guarantor) throw new Error('No guarantor was made.')
      return guarantor
    },
    async reportActivity(agentId: number, action: string, createdAt: Date) {
      await database.insert(agentActivity).values({ agentId, action, status: 'success', createdAt })
    },
  }
}

let bodies = 0
/** A valid body for addAgent, with a unique e-mail and phone number. */
export function personBody() {
  bodies += 1
  const number = String(bodies).padStart(7, '0')
  return {
    name: 'Kemi Bello',
    email: `kemi${bodies}@alajo.test`,
    phone_number: `0901${number}`,
    state: 'Ogun',
    lga: 'Ifo',
  }
}

export const naira = (amount: number) => (amount * 100) as Kobo
export const rate = (percent: number) => (percent * 100) as BasisPoints
