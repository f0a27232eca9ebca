import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { traceStatements } from './traceStatements'

/** Timeouts in milliseconds, and the number of connections. */
export type DatabaseLimits = {
  connections: number
  /** For a free connection. */
  waitMs: number
  lockMs: number
  statementMs: number
}

/** Each kind of work has its own connections, so that one kind can't starve another. */
type Pools = { reads: pg.Pool; changes: pg.Pool; exports: pg.Pool; access: pg.Pool }

/** How long a slow export may take; its transaction is idle between rows. */
const longestExportMs = 15 * 60_000
/** Sessions, sign-in and health: short statements that fail early once they have a connection. */
const accessMs = { lockMs: 2_000, statementMs: 5_000 }

/**
 * What statements rely on, whatever the server, the database or the role has set: how times, numbers and bytes are written and read,
 * where tables are, what a transaction may do.
 */
const formSettings = {
  client_encoding: 'UTF8',
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  idle_session_timeout: '0',
} as const

/**
 * Of the planner, for short statements: no JIT, rarely parallel workers, and memory to hash a hundred thousand owners
 * (docs/change/performance.md).
 */
const plannerSettings = { jit: 'off', parallel_setup_cost: '50000', hash_mem_multiplier: '8' } as const

export const sessionSettings = { ...formSettings, ...plannerSettings }

/** As a connection begins with them: they win over those of the database and of the role. */
export const optionsOf = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ')

const noLimits = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** Options of the address come first, so that those of the server win. */
function connectionTo(url: string | undefined, settings: Record<string, string | number>): pg.PoolConfig {
  if (url === undefined || !URL.canParse(url)) return { connectionString: url, options: optionsOf(settings) }
  const address = new URL(url)
  const own = address.searchParams.get('options')
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [own, optionsOf(settings)].filter(Boolean).join(' ') }
}

/** A pool for work without limits, in seconds or rows: commands, preparation, imports. */
export const unlimitedPool = (url: string | undefined, options: pg.PoolConfig): pg.Pool =>
  createPool({ ...options, ...connectionTo(url, { ...sessionSettings, ...noLimits }) })

/**
 * The pools of one server. Connections are opened on demand. Through a PgBouncer in transaction mode (`pooled`) they share the
 * connections of others: it sets limits and settings itself (docs/run/configuration.md), and no statement is prepared by name.
 */
export function openPools(url: string, limits: DatabaseLimits, { pooled = false } = {}): Pools {
  const { connections } = limits
  const few = Math.max(2, Math.floor(connections / 6))
  const changes = Math.max(2, Math.floor(connections / 4))
  const pool = (
    max: number,
    { waitMs, lockMs, statementMs }: Omit<DatabaseLimits, 'connections'>,
    transactionMs = statementMs,
  ) =>
    limitedPool(
      {
        max,
        keepAlive: true,
        connectionTimeoutMillis: waitMs,
        ...(pooled
          ? { connectionString: url, Client: UnnamedClient }
          : connectionTo(url, {
              ...sessionSettings,
              lock_timeout: lockMs,
              statement_timeout: statementMs,
              idle_in_transaction_session_timeout: transactionMs,
            })),
      },
      transactionMs + answerMs,
    )
  return {
    reads: pool(connections - changes - 2 * few, limits),
    changes: pool(changes, limits),
    exports: pool(few, limits, longestExportMs),
    access: pool(few, { ...accessMs, waitMs: limits.waitMs }),
  }
}

/** A statement that is prepared by name stays on the connection that it was prepared on, which is another one at the next turn. */
class UnnamedClient extends pg.Client {
  override query = ((first: unknown, ...more: unknown[]) => {
    const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
    const isNamed = typeof first === 'object' && first !== null && Object.hasOwn(first, 'name')
    return query.call(this, isNamed ? { ...first, name: undefined } : first, ...more)
  }) as pg.Client['query']
}

export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new RetryingPool(options)
  // Without listeners a broken connection would end the process; the next query reports it.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    traceStatements(client)
  })
  return pool
}

/** Extra time for the database to report a timeout before its connection is closed. */
const answerMs = 3_000

/** Closes a connection that is not released in time: its database does not respond. */
function limitedPool(options: pg.PoolConfig, leaseMs: number): pg.Pool {
  const pool = createPool(options)
  const leases = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    leases.set(client, setTimeout(() => void client.end().catch(() => {}), leaseMs).unref())
  })
  pool.on('release', (_error, client) => clearTimeout(leases.get(client)))
  return pool
}

/** Retried until the timeout: PostgreSQL has no free connection, or is still starting. */
const retryableCodes = new Set(['53300', '57P03'])
const pauseMs = 200

type OnConnect = Parameters<pg.Pool['connect']>[0]

class RetryingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    void connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    const deadline = performance.now() + (this.options.connectionTimeoutMillis ?? 0)
    for (;;)
      try {
        return await super.connect()
      } catch (error) {
        const { code = '' } = error as { code?: string }
        if (!retryableCodes.has(code) || performance.now() > deadline) throw error
        await sleep(pauseMs)
      }
  }
}
