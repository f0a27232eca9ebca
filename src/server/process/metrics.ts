import { createServer } from 'node:http'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Connections, Database } from '../db/database'
import { extents, lastChecks } from '../ledger/checks'
import { type TimeFault, timeFaults as allTimeFaults } from '../runs/catchUp'
import type { Replica } from '../services'

type Sources = {
  database: Database
  connections: Connections
  /** When the books were read for the last proven backup. */
  backupTakenAt: () => Date | undefined
  replica?: Replica | undefined
  /** Whether the last mails could not be sent. */
  mail?: { isFailing: () => boolean }
  /** Whether a disk refuses changes, the server's or the database's. */
  isDiskFull?: (() => Promise<boolean>) | undefined
  /** Folders whose disks are watched, by what they are for. */
  folders?: Record<string, string | undefined>
  timeFaults?: (() => readonly TimeFault[]) | undefined
  aheadMs?: () => number
  now: () => Date
}

/** A call that was replied to; its outcome is 'ok' or the code of its problem. */
type CallFacts = { call: string; outcome: string; ms: number }
export type Metrics = ReturnType<typeof makeMetrics>

/** The figures of this server for Prometheus. They name calls, kinds and states, never a person. */
export function makeMetrics({
  database,
  connections,
  backupTakenAt,
  replica,
  mail,
  isDiskFull = async () => false,
  folders = {},
  timeFaults = () => [],
  aheadMs = () => 0,
  now,
}: Sources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'alajo_calls_total',
    help: 'Calls by name and outcome: ok, or the code of the problem.',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'alajo_call_seconds',
    help: 'How long calls took, by name.',
    labelNames: ['call'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60],
    registers,
  })
  const unlocks = new Counter({
    name: 'alajo_offline_unlocks_total',
    help: 'Unlocks of devices without a connection, which they report with their next call.',
    registers,
  })
  const changedBodies = new Counter({
    name: 'alajo_changed_bodies_total',
    help: 'Requests that were refused because their body is not the one that the portal sent: a fault of the proxy.',
    registers,
  })
  const pools = {
    reads: database,
    ...connections,
    ...(replica && { 'replica reads': replica.reads, 'replica exports': replica.exports }),
  }
  new Gauge({
    name: 'alajo_database_connections',
    help: 'Connections of each pool: open, idle, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { $client }] of Object.entries(pools)) {
        this.set({ pool, state: 'open' }, $client.totalCount)
        this.set({ pool, state: 'idle' }, $client.idleCount)
        this.set({ pool, state: 'waiting' }, $client.waitingCount)
      }
    },
  })
  new Gauge({
    name: 'alajo_backup_age_seconds',
    help: 'The age of the last proven backup; without one, +Inf.',
    registers,
    collect() {
      const takenAt = backupTakenAt()
      this.set(takenAt ? (now().getTime() - takenAt.getTime()) / 1000 : Infinity)
    },
  })
  new Gauge({
    name: 'alajo_clock_ahead_seconds',
    help: 'How far the clock of this server is ahead of that of the database, which counts; below zero: behind.',
    registers,
    collect() {
      this.set(aheadMs() / 1000)
    },
  })
  new Gauge({
    name: 'alajo_time_fault',
    help: '1 for what is wrong with the time: see the runbook, AlajoTimeWrong.',
    labelNames: ['fault'],
    registers,
    collect() {
      for (const fault of allTimeFaults) this.set({ fault }, timeFaults().includes(fault) ? 1 : 0)
    },
  })
  if (mail)
    new Gauge({
      name: 'alajo_mail_failing',
      help: '1 if mails can not be sent: nobody can sign in.',
      registers,
      collect() {
        this.set(mail.isFailing() ? 1 : 0)
      },
    })
  new Gauge({
    name: 'alajo_disk_full',
    help: '1 if changes are refused because the disk of the server or of the database is full.',
    registers,
    async collect() {
      this.set((await isDiskFull()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'alajo_disk_free_ratio',
    help: 'What is free of the disk of each folder, 0 to 1.',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const [folder, place] of Object.entries(folders)) {
        const disk = place === undefined ? undefined : await statfs(place).catch(() => undefined)
        if (disk) this.set({ folder }, disk.bavail / disk.blocks)
      }
    },
  })
  if (replica) {
    new Gauge({
      name: 'alajo_replica_serving',
      help: '1 if the read replica answers lists and reports, 0 if the database itself does.',
      registers,
      collect() {
        this.set(replica.state() === 'serving' ? 1 : 0)
      },
    })
    new Gauge({
      name: 'alajo_replica_lag_seconds',
      help: 'How far the read replica is behind, at most; +Inf if it is not known.',
      registers,
      collect() {
        this.set(replica.lag())
      },
    })
  }
  const books = booksFigures(database, registers)
  return {
    observeCall: ({ call, outcome, ms }: CallFacts) => {
      calls.inc({ call, outcome })
      seconds.observe({ call }, ms / 1000)
    },
    observeUnlocks: (count: number) => unlocks.inc(count),
    observeChangedBody: () => changedBodies.inc(),
    contentType: registry.contentType,
    async text() {
      await books.read()
      return registry.metrics()
    },
  }
}

/** Figures of the database. Each server that is asked reads the same ones. */
function booksFigures(database: Database, registers: Registry[]) {
  const answers = new Gauge({
    name: 'alajo_database_up',
    help: 'Whether the database answered these figures.',
    registers,
  })
  const entries = new Counter({
    name: 'alajo_ledger_entries_total',
    help: 'Entries of the ledger by kind, of all servers, since this one was first asked; a scrape late.',
    labelNames: ['kind'],
    registers,
  })
  const waiting = new Gauge({
    name: 'alajo_messages_waiting',
    help: 'Messages to customers that are not sent yet.',
    registers,
  })
  const overdue = new Gauge({
    name: 'alajo_messages_overdue_seconds',
    help: 'How long ago the oldest message that is not sent yet was written: each attempt moves when it is due.',
    registers,
  })
  const closed = new Gauge({
    name: 'alajo_run_closed_through_timestamp_seconds',
    help: 'The last day that each kind of run has closed, at its start in UTC.',
    labelNames: ['kind'],
    registers,
  })
  const checkedAt = new Gauge({
    name: 'alajo_ledger_check_timestamp_seconds',
    help: 'When the ledger was verified last, whole or what was recent; 0 if never.',
    labelNames: ['extent'],
    registers,
  })
  const ledgerFaults = new Gauge({
    name: 'alajo_ledger_faults',
    help: 'Kinds of faults that the last check of the ledger found.',
    labelNames: ['extent'],
    registers,
  })
  /** Entries up to the first id are counted, those up to the second at the next scrape: a transaction may still be open. */
  let counted: string | undefined
  let seen = '0'

  async function read() {
    try {
      const { rows: ends } = await database.execute<{ last: string }>(
        sql`select coalesce(max(id), 0)::text as last from ledger_entries`,
      )
      const { rows: kinds } =
        counted === undefined
          ? { rows: [] }
          : await database.execute<{ kind: string; count: string }>(
              sql`select kind, count(*)::text as count from ledger_entries where id > ${counted}::bigint and id <= ${seen}::bigint group by kind`,
            )
      for (const { kind, count } of kinds) entries.inc({ kind }, Number(count))
      const last = ends[0]?.last ?? '0'
      counted = counted === undefined ? last : seen
      seen = last
      const { rows: outbox } = await database.execute<{ waiting: string; overdue: string }>(
        sql`select count(*)::text as waiting, coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::text as overdue
          from customer_messages where state = 'waiting'`,
      )
      waiting.set(Number(outbox[0]?.waiting))
      overdue.set(Number(outbox[0]?.overdue))
      const { rows: runs } = await database.execute<{ kind: string; day: string }>(
        sql`select kind, extract(epoch from max(day)::timestamp)::text as day from runs where state <> 'running' group by kind`,
      )
      for (const { kind, day } of runs) closed.set({ kind }, Number(day))
      const checks = await lastChecks(database)
      for (const extent of extents) {
        checkedAt.set({ extent }, (checks[extent]?.at.getTime() ?? 0) / 1000)
        ledgerFaults.set({ extent }, checks[extent]?.faults ?? 0)
      }
      answers.set(1)
    } catch {
      answers.set(0)
    }
  }
  return { read }
}

/** Serves GET /metrics on an address of its own, which no proxy shows to the world. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }) {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => reply.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
