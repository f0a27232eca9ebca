import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBackupSettings } from '../backup/folder'
import { buildApp } from '../http/app'
import { openBackground } from './background'
import { type Config, ConfigError } from '../config'
import { databaseTime, machineClock } from '../clock/databaseTime'
import { openDatabaseClock } from './databaseClock'
import { openDatabase } from '../db/database'
import { makeDemo } from '../demo/demo'
import { isDemo } from '../demo/isDemo'
import { putSpecimens } from '../demo/files'
import { seedBaseData } from '../seedBaseData'
import { admins } from '../db/tables/schema'
import { openFileStore } from '../files/fileStore'
import { loadLinkKeys } from '../files/linkKeys'
import { checkIdentityKeys } from '../identity/checkKeys'
import { loadIdentityKeys } from '../identity/keys'
import { hashAll } from '../identity/reseal'
import { openLog } from '../errors/log'
import { openMail } from '../mail/mail'
import { openBackupChannel } from './backupChannel'
import { openBackupWorker } from './workers/backupWorker'
import { openEmbeddedVacuum } from './workers/embeddedVacuum'
import { openImportWorker } from './workers/importWorker'
import { watchLiveServers } from './liveServers'
import { openMessageWorker } from './workers/messageWorker'
import { openPoll } from './workers/poll'
import { makeMetrics, serveMetrics } from './metrics'
import { openRunWorker } from './workers/runWorker'
import { openReplica } from './replica'
import { openPurge } from './workers/retention'
import { listenFault } from './startErrors'
import type { Services } from '../services'
import { openSms } from '../sms/sms'

/** `drainMs`: how long a stop may wait before it closes connections. */
export type Running = { url: string; services: Services; drainMs: number; stop: () => Promise<void> }

type StartOptions = {
  portalFolder?: string | undefined
  /** What the start does, at each step. */
  onStep?: ((step: string) => void) | undefined
  onDemoCode?: ((email: string, code: string) => void) | undefined
  now?: () => Date
}

const demoInProduction =
  'This database has demo data, and this is production: a release without NODE_ENV is too. Name an empty database with DATABASE_URL (or DATA_DIR), or set NODE_ENV=development to look at it.'

/** How long a stop waits for open replies before it closes their connections, then the database. */
const replyMs = 8_000
/** How long a stop waits for the count of the other servers. */
const countMs = 1_000

/** Starts all services in order; `stop` ends them in reverse order. */
export async function start(config: Config, options: StartOptions = {}): Promise<Running> {
  // Only servers that send traces load the SDK.
  const tracing = config.tracing && (await import('./tracing')).openTracing(config.tracing)
  const log = openLog(config.logLevel)
  await checkBackupSettings(config)
  const { onStep = () => {} } = options
  onStep(
    config.databaseUrl ? 'Opening the database …' : `Opening the embedded database in ${config.dataDir} …`,
  )
  const files = openFileStore(config)
  const opened = await openDatabase(
    {
      url: config.databaseUrl,
      poolerUrl: config.poolerUrl,
      dataDir: config.dataDir,
      limits: config.databaseLimits,
    },
    {
      onWait: (seconds) => log.info({ seconds }, 'another server is preparing the database: waiting'),
      onNewer: (migrations) =>
        log.warn({ migrations }, 'the database is of a newer release, and this one still runs on it'),
      prepare: async (database) => {
        if (config.production && (await isDemo(database))) throw new ConfigError(demoInProduction)
        await seedBaseData(database)
        if (!config.demo || (await database.$count(admins)) > 0) return
        onStep('Making a business with customers, savings and loans to try, half a minute …')
        await putSpecimens(files)
        await makeDemo(database, options.now?.() ?? (await databaseTime(database)))
      },
    },
  )
  const clock = opened.singleConnection
    ? machineClock
    : await openDatabaseClock({ database: opened.connections.access, log })
  const now = options.now ?? clock.now
  const identityKeys = await loadIdentityKeys(config)
  await checkIdentityKeys(opened.database, identityKeys)
  await hashAll(opened.database, identityKeys)
  const outbox = path.join(config.dataDir, 'outbox')
  const mail = openMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox,
    log,
  })
  // Not awaited: the server runs without mail and reports it in readyz.
  void mail.check()
  const services: Services = {
    config,
    database: opened.database,
    connections: opened.connections,
    singleConnection: opened.singleConnection,
    mail,
    background: openBackground(log),
    files,
    linkKeys: await loadLinkKeys(config.dataDir),
    identityKeys,
    log,
    now,
    ...(options.onDemoCode && { onDemoCode: options.onDemoCode }),
  }
  const replica =
    config.replica &&
    openReplica(config.replica, { primary: opened.connections.access, limits: config.databaseLimits, log })
  await replica?.start()
  services.replica = replica
  const purging = openPurge(opened.connections.changes, services)
  purging.start()
  const linkKeys = openPoll(60_000, () =>
    services.linkKeys.reload().catch((error: unknown) => {
      log.error({ error }, 'the keys of links can not be read again')
    }),
  )
  linkKeys.start()
  const messages = openMessageWorker({
    database: opened.connections.changes,
    send: openSms({ gateway: config.sms.gateway, outbox }),
    log,
    now,
  })
  if (config.sms.isOn) messages.start()
  const closing = openRunWorker({
    database: opened.connections.changes,
    log,
    now,
    aheadMs: clock.aheadMs,
    services,
  })
  services.timeFaults = closing.faults
  closing.start()
  const closeChannel = services.singleConnection ? await openBackupChannel(services) : undefined
  const backups = openBackupWorker({ config, database: opened.connections.access, log, now })
  services.lateBackup = backups.lateBackup
  const metrics = makeMetrics({
    ...services,
    backupTakenAt: backups.provenAt,
    aheadMs: clock.aheadMs,
    isDiskFull: async () => (await services.isDiskFull?.()) ?? false,
    folders: { data: config.dataDir, backups: config.backup.folder },
  })
  services.observeCall = metrics.observeCall
  services.observeUnlocks = metrics.observeUnlocks
  services.observeChangedBody = metrics.observeChangedBody
  const metricsServer =
    config.metrics &&
    (await serveMetrics(metrics, config.metrics).catch((error: unknown) => {
      throw listenFault(error, config.metrics?.host ?? '', ['METRICS_HOST', 'METRICS_PORT'])
    }))
  backups.start()
  const importing = openImportWorker({ ...opened, files, dataDir: config.dataDir, log, now })
  importing.start()
  // The embedded database has one server.
  const servers = services.singleConnection
    ? undefined
    : await watchLiveServers({ database: opened.connections.access, log })
  if (servers) services.liveServers = servers.count
  let ready = true
  const app = await buildApp(services, {
    ...(options.portalFolder && { portalFolder: options.portalFolder }),
    isReady: () => ready,
  })
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenFault(error, config.host, ['HOST', 'PORT'])
  })
  // The first calls do not wait for it.
  const vacuum = services.singleConnection
    ? openEmbeddedVacuum({ database: opened.database, log })
    : undefined
  vacuum?.start()
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${port}`
  services.signInUrl = config.publicUrl ?? url
  return {
    url,
    services,
    drainMs: config.drainMs,
    stop: async () => {
      ready = false
      await linkKeys.stop()
      const sending = messages.stop()
      const closed = closing.stop()
      const backingUp = backups.stop()
      const imported = importing.stop()
      const vacuumed = vacuum?.stop()
      // Counted now, if the database answers: one that has just started takes the calls too.
      await Promise.race([servers?.beat(), sleep(countMs, undefined, { ref: false })])
      // Meanwhile calls are answered: a proxy closes its connections after their replies, sees that this server is not ready, and gives
      // the next calls to another one. A connection that is closed under a call loses it.
      if (servers && servers.count() > 1) await sleep(config.drainMs)
      const cut = setTimeout(() => app.server.closeAllConnections(), replyMs)
      await app.close()
      clearTimeout(cut)
      await mail.settled()
      await sending
      await closed
      await backingUp
      await closeChannel?.()
      await metricsServer?.close()
      await imported
      await vacuumed
      await servers?.stop()
      await services.background.settled()
      await purging.stop()
      await replica?.stop()
      await clock.stop()
      await opened.close()
      await tracing?.close()
    },
  }
}
