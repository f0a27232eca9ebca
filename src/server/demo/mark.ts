import { eq, like } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database'
import { admins, settings } from '../db/schema'

/** Stays when the demo accounts are deleted: the people and the money are invented all the same. */
export const markAsDemo = (tx: Transaction) => tx.insert(settings).values({ name: 'demo', value: 'true' })

/** By its mark, or by the demo accounts of a database that is older than the mark. The domain belongs to nobody. */
export async function isDemo(database: Database): Promise<boolean> {
  const mark = await database.$count(settings, eq(settings.name, 'demo'))
  return mark > 0 || (await database.$count(admins, like(admins.email, '%@alajo.test'))) > 0
}
