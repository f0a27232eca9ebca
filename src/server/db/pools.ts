import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long anything may wait for the database, and how many connections it may have; in milliseconds. */
export type DatabaseLimits = {
  connections: number
  /** For a free connection. */
  waitMs: number
  lockMs: number
  statementMs: number
}

/** Each kind of work has connections of its own: what uses up one kind leaves the others alone. */
export type Pools = { reads: pg.Pool; changes: pg.Pool; exports: pg.Pool; access: pg.Pool }

/** A file may travel over a slow link for as long as this; between its rows the transaction is idle. */
const longestExportMs = 15 * 60_000
/** Sessions, sign-in and health: short statements, which fail soon when they don't come through. */
const accessMs = { waitMs: 2_000, lockMs: 2_000, statementMs: 5_000 }

/**
 * Statements here are short: to compile one, or to start processes for it, takes longer than to answer it; and a set of a
 * hundred thousand owners is to be looked up in memory (docs/performance.md).
 */
export const plannerOptions = '-c jit=off -c parallel_setup_cost=50000 -c hash_mem_multiplier=8'

/** The pools of one server on the PostgreSQL at `url`. They open connections when they need them. */
export function openPools(url: string, limits: DatabaseLimits): Pools {
  const { connections } = limits
  const few = Math.max(2, Math.floor(connections / 6))
  const changes = Math.max(2, Math.floor(connections / 4))
  const pool = (max: number, { waitMs, lockMs, statementMs }: typeof accessMs, transactionMs = statementMs) =>
    limitedPool(
      {
        max,
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: waitMs,
        options: `${plannerOptions} -c lock_timeout=${lockMs} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${transactionMs}`,
      },
      transactionMs + answerMs,
    )
  return {
    reads: pool(connections - changes - 2 * few, limits),
    changes: pool(changes, limits),
    exports: pool(few, limits, longestExportMs),
    access: pool(few, accessMs),
  }
}

export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new RetryingPool(options)
  // Without a listener a connection that breaks, idle or in a transaction, would end the process; the next query reports it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** What the database may need to say that a limit is reached, before its connection is given up. */
const answerMs = 3_000

/** A connection that is not given back in time is closed: the database behind it does not answer at all. */
function limitedPool(options: pg.PoolConfig, leaseMs: number): pg.Pool {
  const pool = createPool(options)
  const leases = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    leases.set(client, setTimeout(() => void client.end().catch(() => {}), leaseMs).unref())
  })
  pool.on('release', (_error, client) => clearTimeout(leases.get(client)))
  return pool
}

/** PostgreSQL has no connection to spare, or is still starting: it is asked again while there is time. */
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
    const deadline = Date.now() + (this.options.connectionTimeoutMillis ?? 0)
    for (;;)
      try {
        return await super.connect()
      } catch (error) {
        const { code = '' } = error as { code?: string }
        if (!retryableCodes.has(code) || Date.now() > deadline) throw error
        await sleep(pauseMs)
      }
  }
}
