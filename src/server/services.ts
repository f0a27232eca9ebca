import type { FastifyBaseLogger } from 'fastify'
import type { Background } from './process/background'
import type { Config } from './config'
import type { Connections, Database } from './db/database'
import type { FileStore } from './files/fileStore'
import type { Mail } from './mail/mail'

/** What the handlers and the pipeline stand on; tests give their own clock and outbox. */
export type Services = {
  config: Config
  /** For reads. */
  database: Database
  connections: Connections
  /** The database has one connection: nothing may hold it while a client reads slowly. */
  singleConnection: boolean
  mail: Mail
  background: Background
  /** Where admins sign in: PUBLIC_URL, or without it the address that the server listens on. */
  signInUrl?: string | undefined
  files: FileStore
  /** Signs the links to them. */
  linkKey: Buffer
  log: FastifyBaseLogger
  now: () => Date
  /** Told each sign-in token while demo accounts are on, so that nobody needs a mailbox to try the product. */
  onDemoCode?: (email: string, code: string) => void
}
