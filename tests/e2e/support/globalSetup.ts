import { ensureBuilt, Server } from './server'

/** Builds the app, and makes the demo data, of which each worker's server gets a copy. */
export default async function globalSetup() {
  await ensureBuilt()
  const server = await Server.open()
  await server.stop()
  process.env.E2E_DATA = server.data
  return () => server.close()
}
