import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { isSuperadmin } from '#contract/permissions'
import { formatCount, pluralize } from '#domain/money/figures'
import { lagosDay, showDate } from '#domain/time/lagos'
import { databaseTime } from '../clock/databaseTime'
import { ConfigError } from '../config'
import type { Database } from '../db/database'
import { admins, roles } from '../db/tables/schema'
import { openFileStore } from '../files/fileStore'
import { sweepUploads } from '../files/uploads'
import { anonymise, eraseOldReplies, dueCustomers, keptSince } from '../process/anonymise'
import { runCommand } from './command'

const usage = `Usage:
  npm run anonymise -- --dry-run          says how many customers would be anonymised
  npm run anonymise -- --admin EMAIL      anonymises them, in the name of a superadmin`

/** Erases what is personal of customers whose relationship ended longer ago than KEEP_YEARS. Interrupted, it can be run again. */
await runCommand(async (database, config) => {
  const { isDry, email } = readArguments()
  const now = await databaseTime(database)
  const before = keptSince(now, config.keepYears)
  const since = `since ${showDate(lagosDay(before))} (KEEP_YEARS=${config.keepYears})`
  if (isDry) {
    let due = 0
    for await (const ids of dueCustomers(database, before)) due += ids.length
    print(
      `${pluralize(due, 'customer')} with nothing open and nothing new ${since}. Nothing was changed: this was a dry run.`,
    )
    return
  }
  const facts = { before, now, adminId: await superadminOf(database, email) }
  let done = 0
  for await (const ids of dueCustomers(database, before))
    for (const id of ids) if (await anonymise(database, id, facts)) done += 1
  await eraseOldReplies(database, before)
  await sweepUploads({ database, files: openFileStore(config) }, now)
  print(`${formatCount(done)} anonymised, with nothing open and nothing new ${since}.`)
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean' }, admin: { type: 'string' } },
      allowPositionals: true,
    })
    const isDry = values['dry-run'] === true
    const words = positionals.filter((word) => word !== 'anonymise')
    if (words.length > 0 || isDry === (values.admin !== undefined)) throw new TypeError('one of both')
    return { isDry, email: values.admin ?? '' }
  } catch (error) {
    throw new ConfigError(usage, { cause: error })
  }
}

async function superadminOf(database: Database, email: string): Promise<number> {
  const [admin] = await database
    .select({ id: admins.id, role: roles.name, status: admins.status, deleted: admins.deleted })
    .from(admins)
    .innerJoin(roles, eq(roles.id, admins.roleId))
    .where(eq(admins.email, email.toLowerCase()))
  if (admin?.status === 'active' && !admin.deleted && isSuperadmin(admin.role)) return admin.id
  throw new ConfigError('Name an active superadmin with --admin EMAIL: the activity log records who did it.')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
