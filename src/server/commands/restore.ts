import { parseArgs } from 'node:util'
import { pluralize } from '#domain/money/figures'
import { ConfigError } from '../config'
import { restoreBackup, testBackup } from '../process/backUp'
import { runProgram } from './command'

const usage = 'Usage: npm run restore -- FILE-OR-FOLDER [--test]'

/** Restores a backup into the configured, empty database. With --test it restores it aside, proves it and removes it again. */
await runProgram(async (config) => {
  const { place, isTest } = readArguments()
  const { file, takenAt, rows, files, missing } = await (isTest ? testBackup : restoreBackup)(config, place)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`${file}: the books as of ${takenAt.toISOString()}.`)
  print(
    `${pluralize(rows, 'row')} and ${pluralize(files, 'file')} are restored as they were, the ledger and the activity log are right.`,
  )
  if (missing.length > 0) print(`Files that the backup does not have: ${missing.join(', ')}`)
  print(
    isTest
      ? 'It was a test: nothing is changed.'
      : 'Start the server. Everybody signs in again. Then check the last movements with those who made them.',
  )
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { test: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [place, ...more] = positionals.filter((word) => word !== 'restore')
    if (!place || more.length > 0) throw new ConfigError(usage)
    return { place, isTest: values.test === true }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}
