import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { Day } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { ConfigError } from '../config'
import type { Database } from '../db/database'
import { lastEndedDay, planRuns, postRuns } from '../runs/run'
import { runCommand } from './command'

const usage = 'Usage: npm run close-day -- [yyyy-mm-dd] [--dry-run]'
const shownReasons = 20

/** Posts the runs of a day, by default yesterday, and of the days before it that are open; or prints what they would post. */
await runCommand(async (database) => {
  const now = new Date()
  const { day, isDry } = readArguments()
  const through = day ?? lastEndedDay(now)
  if (through > lastEndedDay(now)) throw new ConfigError(`${through} has not ended. ${usage}`)
  await (isDry ? printPlan : post)(database, { now, through, retry: true })
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [day, ...more] = positionals.filter((word) => word !== 'close-day')
    if (more.length > 0) throw new TypeError('more than one day')
    return { day: day === undefined ? undefined : v.parse(Day, day), isDry: values['dry-run'] === true }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}

type Due = Parameters<typeof planRuns>[1]

async function post(database: Database, due: Due) {
  const finished = await postRuns(database, due)
  if (finished.length === 0) print(`Nothing was open up to ${due.through}.`)
  for (const { kind, day } of finished) print(`${day} ${kind}: posted.`)
}

async function printPlan(database: Database, due: Due) {
  const planned = await planRuns(database, due)
  if (planned.length === 0) print(`Nothing is open up to ${due.through}.`)
  for (const { kind, day, looked, posted, amount, open } of planned) {
    print(`${day} ${kind}: ${looked} looked at, ${pluralize(posted, 'posting')} of ${formatNaira(amount)}.`)
    if (open.length === 0) continue
    const sum = sumKobo(open.map((item) => item.open ?? amount))
    print(`  Not covered: ${pluralize(open.length, 'wallet')}, ${formatNaira(sum)}.`)
    for (const { savingsId, reason } of open.slice(0, shownReasons)) print(`  Saving ${savingsId}: ${reason}`)
  }
  print('Nothing was posted: this was a dry run.')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
