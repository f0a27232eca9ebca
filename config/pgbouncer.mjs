import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installDebianPackage } from './debian.mjs'
import { freePort, ownerOfPostgres, remove, temporaryFolder, waitUntilReady } from './postgres.mjs'

/** What Alajo sets on connections of its own (src/server/db/pools.ts), and PgBouncer sets here (docs/run/configuration.md). */
const connectQuery = [
  'set client_encoding=UTF8',
  'set datestyle=ISO,MDY',
  'set intervalstyle=postgres',
  'set timezone=UTC',
  'set bytea_output=hex',
  'set extra_float_digits=1',
  'set standard_conforming_strings=on',
  'set array_nulls=on',
  'set transform_null_equals=off',
  'set search_path=public',
  "set default_transaction_isolation=''read committed''",
  'set default_transaction_read_only=off',
  'set default_transaction_deferrable=off',
  'set idle_session_timeout=0',
  'set jit=off',
  'set parallel_setup_cost=50000',
  'set hash_mem_multiplier=8',
  'set lock_timeout=5000',
  'set statement_timeout=30000',
  'set idle_in_transaction_session_timeout=900000',
].join('; ')

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL server of `startPostgres`, for all of its databases.
 * @param {string} url
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPgBouncer(url) {
  const program = findProgram() ?? install()
  if (!program) throw new Error('No PgBouncer was found. Install one, or put it in PATH.')
  const owner = ownerOfPostgres()
  const folder = temporaryFolder(owner)
  const port = await freePort()
  const { port: serverPort } = new URL(url)
  writeFileSync(path.join(folder, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
`,
  )
  const child = spawn(program, [path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-20_000)
  })
  const ended = once(child, 'exit')
  const onExit = () => {
    child.kill('SIGKILL')
    remove(folder)
  }
  process.once('exit', onExit)
  const stop = async () => {
    process.off('exit', onExit)
    child.kill('SIGTERM')
    await ended
    remove(folder)
  }
  const own = `postgres://postgres@127.0.0.1:${port}/postgres`
  if (!(await waitUntilReady(own, () => child.exitCode !== null))) {
    await stop()
    throw new Error(`PgBouncer did not start:\n${log}`)
  }
  return { url: own, stop }
}

const findProgram = () =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

function install() {
  installDebianPackage('PgBouncer', 'pgbouncer')
  return findProgram()
}
