import { runProgram } from './command'
import { rotateLinkKeys } from '../files/linkKeys'

/** Adds a key for links to stored files. Running servers read it, and sign with it ten minutes later. */
await runProgram(async ({ dataDir }) => {
  const from = await rotateLinkKeys(dataDir, new Date())
  process.stdout.write(
    `Servers sign links with the new key from ${from.toISOString()}. Give file-links.key to every server before; none is restarted.\n`,
  )
})
