import { databaseTime, machineClock } from '../clock/databaseTime'
import { openDatabase } from '../db/database'
import { runProgram } from './command'
import { rotateLinkKeys } from '../files/linkKeys'

/** Adds a key for links to stored files. Running servers read it, and sign with it ten minutes later. */
await runProgram(async ({ dataDir, databaseUrl: url }) => {
  const from = await rotateLinkKeys(dataDir, url ? await timeOf({ url, dataDir }) : machineClock.now())
  process.stdout.write(
    `Servers sign links with the new key from ${from.toISOString()}. Give file-links.key to every server before; none is restarted.\n`,
  )
})

/** Not for the embedded database: it is open in the server, and its clock is that of this machine. */
async function timeOf(place: { url: string; dataDir: string }): Promise<Date> {
  const { database, close } = await openDatabase(place)
  try {
    return await databaseTime(database)
  } finally {
    await close()
  }
}
