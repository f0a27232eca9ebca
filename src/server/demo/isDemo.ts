import { eq, like } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database'
import { admins, settings } from '../db/tables/schema'

/** Marks a database as demo; the mark stays if the demo accounts are deleted. */
export const markAsDemo = (tx: Transaction) => tx.insert(settings).values({ name: 'demo', value: 'true' })

/** Checks the mark, or for older databases the demo accounts, whose domain is reserved. */
export async function isDemo(database: Database): Promise<boolean> {
  const marked = await database.$count(settings, eq(settings.name, 'demo'))
  return marked > 0 || (await database.$count(admins, like(admins.email, '%@alajo.test'))) > 0
}
