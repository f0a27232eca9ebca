import { ensureBuilt, Server } from './server'

/** Builds the app if it is not current, and makes the demo on a PostgreSQL server: each worker's server gets a copy. */
export default async function globalSetup() {
  await ensureBuilt()
  return await Server.startDatabases()
}
