import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { Day } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showInstant } from '#domain/time/lagos'
import { databaseTime, machineClock } from '../clock/databaseTime'
import { ConfigError } from '../config'
import type { Database } from '../db/database'
import { standingOf } from '../runs/catchUp'
import { lastEndedDay, type Period, planRuns, postRuns } from '../runs/run'
import { runCommand } from './command'

const usage = 'Usage: npm run close-day -- [yyyy-mm-dd | --through yyyy-mm-dd] [--dry-run]'
const shownReasons = 20

/**
 * Posts the runs of a day, by default yesterday, and of the days before it that are open; or prints what they would post. More than
 * ten days are a sign of a wrong clock: they are posted only up to a day that is named with --through.
 */
await runCommand(async (database, config) => {
  const now = await databaseTime(database)
  const { day, isDry, isMany } = readArguments()
  const through = day ?? lastEndedDay(now)
  if (through > lastEndedDay(now)) throw new ConfigError(`${through} has not ended. ${usage}`)
  const machine = machineClock.now()
  const aheadMs = machine.getTime() - now.getTime()
  const { faults, openDays, firstOpen } = await standingOf(database, { now, through, aheadMs })
  if (faults.includes('clocks differ'))
    throw new ConfigError(
      `The clock of this machine says ${showInstant(machine)}, that of the database ${showInstant(now)}. Nothing is posted until both are right.`,
    )
  if (faults.includes('too many open days') && !isMany && !isDry)
    throw new ConfigError(
      `${pluralize(openDays, 'day')} are open, from ${firstOpen} to ${through}. If the clock is right, it is ${showInstant(now)}, post them with npm run close-day -- --through ${through}`,
    )
  for (const fault of faults) if (fault !== 'too many open days') print(`Look at the clock: ${fault}.`)
  const due = { now, through, retry: true }
  await (isDry ? printPlan(database, due) : post(database, { ...due, services: { config } }))
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean' }, through: { type: 'string' } },
      allowPositionals: true,
    })
    const [day, ...more] = positionals.filter((word) => word !== 'close-day')
    const { through } = values
    if (more.length > 0 || (day !== undefined && through !== undefined))
      throw new TypeError('more than one day')
    const last = through ?? day
    return {
      day: last === undefined ? undefined : v.parse(Day, last),
      isDry: values['dry-run'] === true,
      isMany: through !== undefined,
    }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}

type Due = Parameters<typeof planRuns>[1]

async function post(database: Database, due: Parameters<typeof postRuns>[1]) {
  const onFinished = ({ kind, day }: Period) => print(`${day} ${kind}: posted.`)
  const finished = await postRuns(database, { ...due, onFinished })
  if (finished.length === 0) print(`Nothing was open up to ${due.through}.`)
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
