import { and, inArray, notInArray, sql } from 'drizzle-orm'
import { type Permission, permissionCatalogue } from '#contract/permissionCatalogue'
import { openBusinessAccounts } from './ledger/accounts'
import type { Database } from './db/database'
import { nameKey, permissions, rolePermissions, roles } from './db/schema'

/** What a read-only role sees: every screen, no change (can-view-all grants viewing alone). */
const supervisor: Permission[] = ['can-view-all', 'can-download-csv-file']

/** Day-to-day work; not the second approval, not roles and permissions. */
const admin = permissionCatalogue.filter(
  (name) =>
    !/-(role|roles|permission)$/.test(name) &&
    !['can-do-second-approval', 'can-credit-main-wallet', 'can-delete-admin'].includes(name),
)
const mainAdmin = permissionCatalogue.filter((name) => name !== 'can-credit-main-wallet')

const firstRoles: Record<string, readonly Permission[]> = {
  SuperAdmin: permissionCatalogue,
  'Main Admin': mainAdmin,
  Admin: admin,
  Supervisor: supervisor,
}

/**
 * Run at every start. Permissions that a new version brings are added and given to SuperAdmin;
 * the first roles are made once, in an empty database, and are the owner's to change after that. The business's
 * own accounts are opened in the ledger.
 */
export async function seedBaseData(database: Database) {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4300)`)
    const taken = inArray(
      nameKey(permissions.name),
      permissionCatalogue.map((name) => nameKey(sql`${name}`)),
    )
    // A look-alike that the business made must not keep out a permission that a new version brings.
    await tx
      .update(permissions)
      .set({ name: sql`${permissions.name} || ' (' || ${permissions.id} || ')'` })
      .where(and(taken, notInArray(permissions.name, [...permissionCatalogue])))
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
