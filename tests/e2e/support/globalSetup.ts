import { demoData } from './demoData'
import { ensureBuilt, Server } from './server'

/** Builds the app and makes the demo data, if they are not current: each worker's server gets a copy. */
export default async function globalSetup() {
  await ensureBuilt()
  await demoData((folder) => Server.makeDemo(folder))
}
