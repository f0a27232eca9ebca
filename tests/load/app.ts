import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '#server/http/app'
import { openBackground } from '#server/process/background'
import { loadDotEnv, readConfig } from '#server/config'
import { type OpenDatabase, openDatabase } from '#server/db/database'
import type { FileStore } from '#server/files/fileStore'
import { identityKeysOf } from '#server/identity/keys'

/** The server as in production; rate limits are off, for one account makes all calls. Mails and files go nowhere. */
export async function openApp(where: { url?: string | undefined; dataDir: string; files?: FileStore }) {
  loadDotEnv()
  const { VITE_BODY_KEY, VITE_BODY_IV } = process.env
  const config = { ...readConfig({ VITE_BODY_KEY, VITE_BODY_IV, NODE_ENV: 'test' }), production: true }
  const opened: OpenDatabase = await openDatabase({ ...where, limits: config.databaseLimits })
  const log = pino({ level: 'silent' }) as FastifyBaseLogger
  const linkKey = randomBytes(32)
  const app = await buildApp(
    {
      config,
      database: opened.database,
      connections: opened.connections,
      singleConnection: opened.singleConnection,
      mail: { send: async () => {}, settled: async () => {}, isFailing: () => false },
      files: where.files ?? { read: async () => undefined, put: async () => {}, remove: async () => {} },
      linkKeys: { signing: () => linkKey, all: () => [linkKey], reload: async () => {} },
      identityKeys: identityKeysOf([randomBytes(32)], 'environment'),
      background: openBackground(log),
      log,
      now: () => new Date(),
    },
    { limits: { account: 1e9, address: 1e9, signInsOfAddress: 1e9 } },
  )
  return { app, opened }
}
