import { eq } from 'drizzle-orm'
import { hashPassword } from '#server/auth/passwords'
import { openDatabase } from '#server/db/database'
import { admins, roles } from '#server/db/tables/schema'
import { demoPassword } from '#server/demo/demo'
import { markAsDemo } from '#server/demo/isDemo'
import { seedBaseData } from '#server/seedBaseData'
import { copyMigrated } from '../server/support/testDatabase'

/**
 * Prepares a data folder with the demo's superadmin and nothing else: the whole demo takes half a minute to make, and is made
 * at the first start of the servers in tests/e2e.
 */
export async function prepareData(dataDir: string) {
  await copyMigrated(dataDir)
  const { database, close } = await openDatabase({ dataDir })
  await seedBaseData(database)
  await database.transaction(markAsDemo)
  const [role] = await database.select().from(roles).where(eq(roles.name, 'SuperAdmin'))
  await database.insert(admins).values({
    name: 'Ngozi Afolabi',
    email: 'superadmin@alajo.test',
    phoneNumber: '08030000000',
    passwordHash: await hashPassword(demoPassword),
    roleId: role?.id ?? 0,
  })
  await close()
}
