import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config'
import type { Connections, Database } from './db/database'
import type { FileStore } from './files/fileStore'
import type { LinkKeys } from './files/linkKeys'
import type { IdentityKeys } from './identity/keys'
import type { Mail } from './mail/mail'
import type { TimeFault } from './runs/catchUp'

/** Runs work that no reply waits for, but a stop (process/background.ts). */
export type Background = {
  run: (what: string, work: () => Promise<void>) => void
  settled: () => Promise<void>
}

/** A copy of the database that answers lists and reports (process/replica.ts). */
export type Replica = {
  reads: Database
  exports: Database
  /** `foreign`: it is no replica of this database, or no replica any more. */
  state: () => 'serving' | 'late' | 'down' | 'foreign'
  /** In seconds; Infinity if it is not known. */
  lag: () => number
  /** The same promise, but rejected as soon as the replica is down. */
  whileUp: <T>(work: Promise<T>) => Promise<T>
  /**
   * For a session whose last change is at this position of the log: the age in whole seconds, rounded up, of what the replica has;
   * undefined if the replica must not answer.
   */
  ageFor: (changeLsn: string | null | undefined) => Promise<number | undefined>
}

/** The services that handlers and the request pipeline use. Tests replace the clock and the outbox. */
export type Services = {
  config: Config
  /** For reads. */
  database: Database
  connections: Connections
  /** The database has one connection, so a slow client must not hold it. */
  singleConnection: boolean
  mail: Mail
  background: Background
  /** The sign-in address for e-mails: PUBLIC_URL, or else the address the server listens on. */
  signInUrl?: string | undefined
  files: FileStore
  /** Sign links to files. */
  linkKeys: LinkKeys
  /** Seal and open BVN and NIN. */
  identityKeys: IdentityKeys
  log: FastifyBaseLogger
  /** Counts a call that was replied to: its outcome is 'ok' or the code of its problem (process/metrics.ts). */
  observeCall?: (facts: { call: string; outcome: string; ms: number }) => void
  /** Counts unlocks without a connection, which devices report when they are back. */
  observeUnlocks?: (count: number) => void
  /** Whether the disk of the server or of the database refuses changes (http/disk.ts). */
  isDiskFull?: () => Promise<boolean>
  /** Counts a body that is not the one that was sent (http/bodyDigest.ts). */
  observeChangedBody?: () => void
  /** When no backup was proven in the last day: when the last one was taken (process/workers/backupWorker.ts). */
  lateBackup?: () => { takenAt: Date | undefined } | undefined
  /** What is wrong with the time, by the last look at it (runs/catchUp.ts). */
  timeFaults?: () => readonly TimeFault[]
  /** Answers lists and reports, if DATABASE_READ_URL names one. */
  replica?: Replica | undefined
  /** How many servers run on this database, this one among them; 1 if it is not given (process/liveServers.ts). */
  liveServers?: () => number
  /** The database's clock. */
  now: () => Date
  /** Called with each sign-in token in demo mode, so that no mailbox is needed. */
  onDemoCode?: (email: string, code: string) => void
}
