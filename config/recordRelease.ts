import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allCalls } from '../src/contract/index.ts'
import { shapeOfContract } from '../src/contract/lastRelease/shapes.ts'
import { migrationsFolder } from '../src/server/db/migrationsFolder.ts'
import { readMigrations } from '../src/server/db/upgrade/migrationFiles.ts'
import { isBefore, release, releases } from '../src/server/db/upgrade/releases.ts'

/**
 * `npm run record-release`: records the release that the current commit is (docs/change/reference.md, "Release"), with its last
 * migration and its contract, against which later changes are checked.
 */
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const write = (file: string, text: string) =>
  writeFileSync(fileURLToPath(new URL(file, import.meta.url)), `${text}\n`)
/** A line for each, so that a change of one is a line in a diff. */
const lines = (entries: string[]) => entries.join(',\n')

function problem() {
  if (git('status', '--porcelain') !== '') return 'Commit first: a release is a commit.'
  const last = releases.at(-1)
  if (last && !isBefore(last.version, release))
    return `package.json has version ${release}, and ${last.version} is recorded: set the version of the new release.`
  return undefined
}

const fault = problem()
if (fault) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
} else {
  const lastMigration = readMigrations(migrationsFolder).at(-1)?.name
  const all = [...releases, { version: release, commit: git('rev-parse', 'HEAD'), lastMigration }]
  const calls = Object.entries(shapeOfContract(allCalls))
  write('../src/server/db/upgrade/releases.json', `[\n${lines(all.map((one) => JSON.stringify(one)))}\n]`)
  write(
    '../src/contract/lastRelease/contract.json',
    `{\n${lines(calls.map(([name, shape]) => `"${name}":${JSON.stringify(shape)}`))}\n}`,
  )
  process.stdout.write(`Recorded release ${release}. Commit the two files that changed.\n`)
}
