import { and, inArray, notInArray, sql } from 'drizzle-orm'
import { type Permission, permissionCatalogue } from '#contract/permissionCatalogue'
import { openBusinessAccounts } from './ledger/accounts'
import type { Database } from './db/database'
import { nameKey, permissions, rolePermissions, roles } from './db/tables/schema'

/** A read-only role: sees every screen and changes nothing. */
const supervisor: Permission[] = ['can-view-all', 'can-download-csv-file']

/** Day-to-day work, without second approvals, roles, permissions, customers' identity numbers, and all of a customer or all books in one file. */
const admin = permissionCatalogue.filter(
  (name) =>
    !/-(role|roles|permission)$/.test(name) &&
    ![
      'can-do-second-approval',
      'can-credit-main-wallet',
      'can-delete-admin',
      'can-view-customer-identity',
      'can-export-customer',
      'can-export-all',
    ].includes(name),
)
const mainAdmin = permissionCatalogue.filter((name) => name !== 'can-credit-main-wallet')

const firstRoles: Record<string, readonly Permission[]> = {
  SuperAdmin: permissionCatalogue,
  'Main Admin': mainAdmin,
  Admin: admin,
  Supervisor: supervisor,
}

/**
 * Runs at every start. Adds permissions that are new in this version and grants them to SuperAdmin, opens the business
 * accounts, and creates the first roles in an empty database; the owner may change those afterwards.
 */
export async function seedBaseData(database: Database) {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4300)`)
    const looksBuiltIn = inArray(
      nameKey(permissions.name),
      permissionCatalogue.map((name) => nameKey(sql`${name}`)),
    )
    // Renames a custom permission whose name looks like a built-in one, so that the built-in one can be inserted.
    await tx
      .update(permissions)
      .set({ name: sql`${permissions.name} || ' (' || ${permissions.id} || ')'` })
      .where(and(looksBuiltIn, notInArray(permissions.name, [...permissionCatalogue])))
    const added = await tx
      .insert(permissions)
      .values(permissionCatalogue.map((name) => ({ name })))
      .onConflictDoNothing()
      .returning()
    const isNew = (await tx.$count(roles)) === 0
    if (isNew) await tx.insert(roles).values(Object.keys(firstRoles).map((name) => ({ name })))
    const toGive = isNew ? firstRoles : { SuperAdmin: added.map(({ name }) => name) }
    for (const [role, names] of Object.entries(toGive)) {
      if (names.length === 0) continue
      await tx.insert(rolePermissions).select(
        tx
          .select({ roleId: roles.id, permissionId: permissions.id })
          .from(roles)
          .innerJoin(permissions, inArray(permissions.name, [...names]))
          .where(sql`${roles.name} = ${role}`),
      )
    }
    await openBusinessAccounts(tx)
  })
}
