import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '#server/http/app'
import { openBackground } from '#server/process/background'
import { pauseBetweenParts } from '#server/process/runWorker'
import { type Period, postNextPart } from '#server/runs/run'
import { loadDotEnv, readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { identityKeysOf } from '#server/identity/keys'

/** The server as in production, in a child process; rate limits are off, for one account makes all calls. */
loadDotEnv()
const { VITE_BODY_KEY, VITE_BODY_IV, TEST_DATABASE_URL: url, LOAD_DATA_DIR: dataDir = '' } = process.env
const config = { ...readConfig({ VITE_BODY_KEY, VITE_BODY_IV, NODE_ENV: 'test' }), production: true }
const opened = await openDatabase({ url, dataDir, limits: config.databaseLimits })
const log = pino({ level: 'silent' }) as FastifyBaseLogger
const linkKey = randomBytes(32)
const app = await buildApp(
  {
    config,
    database: opened.database,
    connections: opened.connections,
    singleConnection: opened.singleConnection,
    mail: { send: async () => {}, settled: async () => {}, isFailing: () => false },
    files: { read: async () => undefined, put: async () => {}, remove: async () => {} },
    linkKeys: { signing: () => linkKey, all: () => [linkKey], reload: async () => {} },
    identityKeys: identityKeysOf([randomBytes(32)], 'environment'),
    background: openBackground(log),
    log,
    now: () => new Date(),
  },
  { limits: { account: 1e9, address: 1e9 } },
)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
/**
 * Posts a run in parts, as the server does by itself, and reports each part, until it is stopped; or reports its usage: processor time of
 * all threads, and busy time of the main one.
 */
process.on('message', (message: 'usage' | 'stop' | { run: Period }) => {
  if (message === 'stop') isStopped = true
  else if (message !== 'usage') void postRun(message.run)
  else sendUsage()
})
let isStopped = false
function sendUsage() {
  const { user, system } = process.cpuUsage()
  const { active } = performance.eventLoopUtilization()
  process.send?.({ cpuMs: (user + system) / 1000, busyMs: active, memoryMB: process.memoryUsage.rss() / 1e6 })
}
async function postRun(period: Period) {
  isStopped = false
  let outcome: Awaited<ReturnType<typeof postNextPart>> = 'more'
  while (outcome === 'more' && !isStopped) {
    outcome = await postNextPart(opened.connections.changes, period, new Date())
    process.send?.({ outcome })
    await pauseBetweenParts()
  }
}
process.once('disconnect', () => void opened.close().finally(() => process.exit(0)))
