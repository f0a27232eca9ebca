import { installFonts } from '../../../config/fonts.mjs'
import { ensureBuilt, Server } from './server'

/** Installs fonts that are missing, builds the app if it is not current, and makes the demo on a PostgreSQL server: each worker's server gets a copy. */
export default async function globalSetup() {
  installFonts()
  await ensureBuilt()
  return await Server.startDatabases()
}
