import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { and, eq, gt, lt, or } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { isLate, lastProven, lateHours } from '../../backup/state'
import { isAhead, slackMs } from '../../clock/stored'
import type { Config } from '../../config'
import type { Database } from '../../db/database'
import { settings } from '../../db/tables/schema'
import { traceWork } from '../../db/traceWork'
import { openPoll } from './poll'

const pollMs = 60_000
/** An alarm is repeated this often. */
const alarmMs = 3_600_000
/** A backup that failed is tried again after this time. */
const retryMs = 3_600_000
const settingName = 'backup begun'
const ownProgram = fileURLToPath(new URL('./backup.js', import.meta.url))

type Options = {
  config: Config
  database: Database
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
  /** What makes a backup: `npm run backup`. Not there before a build. */
  program?: string
}

/**
 * Makes a backup every BACKUP_HOURS if BACKUP_FOLDER is set, in a process of its own, and raises an alarm when none was proven
 * for a day. Of several servers one makes it.
 */
export function openBackupWorker({ config, database, log, now, program = ownProgram }: Options) {
  const { folder, everyHours } = config.backup
  /** Development raises no alarm without a backup. */
  const isExpected = config.production || folder !== undefined
  let proven: Date | undefined
  let isKnown = false
  let alarmedAt = -Infinity
  let child: ReturnType<typeof spawn> | undefined
  let isStopped = false

  async function run() {
    try {
      proven = await lastProven(database)
      isKnown = true
      const at = now()
      const isDue =
        proven === undefined ||
        isAhead(proven, at) ||
        at.getTime() - proven.getTime() >= everyHours * 3_600_000
      if (folder !== undefined && isDue && !isStopped && (await claim(at))) await makeBackup(folder)
      alarm()
    } catch (error) {
      log.error({ error }, 'looking for the last backup failed')
    }
  }

  /** Whether this server makes the backup: no other began one in the last hour. */
  async function claim(at: Date) {
    const begun = { name: settingName, value: at.toISOString() }
    const added = await database.insert(settings).values(begun).onConflictDoNothing().returning()
    if (added.length > 0) return true
    const before = new Date(at.getTime() - retryMs).toISOString()
    const later = new Date(at.getTime() + slackMs).toISOString()
    const taken = await database
      .update(settings)
      .set(begun)
      .where(and(eq(settings.name, settingName), or(lt(settings.value, before), gt(settings.value, later))))
      .returning()
    return taken.length > 0
  }

  async function makeBackup(into: string) {
    if (!existsSync(program)) return
    const reason = await traceWork('backup', () => runProgram(into)).catch((error: Error) => error.message)
    if (reason === undefined) {
      proven = await lastProven(database)
      log.info('a backup is made and proven')
    } else if (!isStopped) log.error({ reason }, 'a backup failed')
  }

  /** Throws with what the program wrote to stderr. */
  async function runProgram(into: string) {
    const arguments_ = [program, into, '--keep', String(config.backup.keep)]
    child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'ignore', 'pipe'] })
    let reason = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      reason = (reason + text).slice(-1_000)
    })
    const [code] = await once(child, 'close')
    child = undefined
    if (code !== 0) throw new Error(reason.trim())
  }

  function alarm() {
    const at = now().getTime()
    if (!lateBackup() || Math.abs(at - alarmedAt) < alarmMs) return
    alarmedAt = at
    log.error({ provenAt: proven?.toISOString() }, `no backup was proven in the last ${lateHours} hours`)
  }

  const lateBackup = () => (isExpected && isKnown && isLate(proven, now()) ? { takenAt: proven } : undefined)
  const poll = openPoll(pollMs, run)
  return {
    ...poll,
    lateBackup,
    /** When the books were read for the last proven backup. */
    provenAt: () => proven,
    /** Ends a backup that is being made; the last good one stays. */
    stop: async () => {
      isStopped = true
      child?.kill('SIGTERM')
      await poll.stop()
    },
  }
}
