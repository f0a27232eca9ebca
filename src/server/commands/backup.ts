import { parseArgs } from 'node:util'
import { formatCount, pluralize } from '#domain/money/figures'
import { keepNewest } from '../backup/folder'
import { ConfigError } from '../config'
import { backUp } from '../process/backUp'
import { runProgram } from './command'

const usage = 'Usage: npm run backup -- FOLDER [--keep NUMBER]'

/** Makes an encrypted backup in a folder and proves it by restoring it. With --keep it deletes all but the newest ones. */
await runProgram(async (config) => {
  const { folder, keep } = readArguments()
  const { file, bytes, rows, files, missing } = await backUp(config, folder)
  if (keep !== undefined) await keepNewest(folder, keep)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`${file}: ${formatCount(Math.ceil(bytes / 1024))} KiB, encrypted.`)
  print(
    `Restored as a test: ${pluralize(rows, 'row')} and ${pluralize(files, 'file')} are the same, the ledger and the activity log are right.`,
  )
  if (missing.length > 0) print(`Not in it, because they are not stored any more: ${missing.join(', ')}`)
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals.filter((word) => word !== 'backup')
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (!folder || more.length > 0 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0)))
      throw new ConfigError(usage)
    return { folder, keep }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}
