import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importNouns } from '#contract/calls/imports'
import { importFileNames } from '#domain/import/nouns'
import { ConfigError } from '../config'
import { makeFolder, syncFolder } from '../durable'
import { databaseTime } from '../clock/databaseTime'
import { fileOf } from '../import/exportAll'
import { runCommand } from './command'

const usage = 'Usage: npm run export-all -- FOLDER'

/** Writes all that an import reads into a new or empty place in a folder: one CSV a noun, as of one moment. */
await runCommand(async (database) => {
  const [folder, ...more] = process.argv.slice(2).filter((word) => word !== 'export-all')
  if (!folder || more.length > 0) throw new ConfigError(usage)
  await makeFolder(folder)
  const now = await databaseTime(database)
  await database.transaction(
    async (tx) => {
      for (const noun of importNouns) {
        const file = path.join(folder, `${importFileNames[noun]}.csv`)
        if (await stat(file).catch(() => undefined))
          throw new ConfigError(`${file} is there already. Name another folder.`)
        await pipeline(
          fileOf(tx, noun, now),
          createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
        )
        process.stdout.write(`${file}\n`)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await syncFolder(folder)
})
