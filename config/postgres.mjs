import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installDebianPackage, isRoot } from './debian.mjs'

const exe = process.platform === 'win32' ? '.exe' : ''
const secondsToStart = 60

/**
 * Starts a private PostgreSQL in a temporary folder, on loopback only; it stops with this process.
 * `durable` leaves fsync on, for tests that kill it, with the memory of deploy/compose.yml. `large` sizes its memory for millions of
 * rows and, if LOAD_DATA is set, keeps the data in that folder.
 * With `replicaOf`, the address of another one, it is its streaming replica. `settings` are further ones, such as 'wal_level=minimal'.
 * @param {{ durable?: boolean, large?: boolean, replicaOf?: string, settings?: string[] }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres({ durable = false, large = false, replicaOf, settings = [] } = {}) {
  const binaries = findBinaries() ?? installFromDebian()
  if (!binaries) {
    throw new Error('No PostgreSQL server was found (initdb and postgres). Install one, or put it in PATH.')
  }
  const owner = ownerOfPostgres()
  const dataFolder = large ? process.env.LOAD_DATA : undefined
  const folder = dataFolder ? persistentFolder(dataFolder, owner) : temporaryFolder(owner)
  const clear = dataFolder ? () => {} : () => remove(folder)
  try {
    if (replicaOf) copyFrom(replicaOf, binaries, folder, owner)
    else if (!existsSync(path.join(folder, 'PG_VERSION'))) initialise(binaries, folder, owner)
    // Another program may take the port before PostgreSQL opens it.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await serve(binaries, folder, owner, { durable, large, settings, clear })
      } catch (error) {
        if (attempt === 3 || !/address already in use/i.test(String(error))) throw error
      }
    }
  } catch (error) {
    clear()
    throw error
  }
}

async function serve(binaries, folder, owner, { durable, large, settings: more, clear }) {
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    // Several workers with several servers each.
    'max_connections=500',
    ...(durable
      ? ['shared_buffers=512MB', 'max_wal_size=4GB']
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(large ? ['shared_buffers=11GB', 'work_mem=32MB', 'max_wal_size=16GB', 'random_page_cost=1.1'] : []),
    ...more,
  ]
  const server = spawn(
    path.join(binaries, `postgres${exe}`),
    ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...owner },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-20_000)
  })
  const ended = once(server, 'exit').catch((error) => {
    log += String(error)
  })

  // An exit handler must be synchronous: pg_ctl stops the server and waits.
  const onExit = () => {
    const stopArgs = ['stop', '-D', folder, '-m', 'immediate', '-w', '-t', '10']
    spawnSync(path.join(binaries, `pg_ctl${exe}`), stopArgs, { cwd: folder, stdio: 'ignore', ...owner })
    clear()
  }
  const onSignal = (signal) => {
    void stop().finally(() => process.kill(process.pid, signal))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const unhook = () => {
    process.off('exit', onExit)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.once('exit', onExit)
  for (const signal of signals) process.once(signal, onSignal)

  let stopping
  const stop = () => {
    stopping ??= (async () => {
      if (server.exitCode === null && server.signalCode === null) {
        // PostgreSQL's "fast" shutdown: open transactions are rolled back.
        server.kill('SIGINT')
        const killTimer = setTimeout(() => server.kill('SIGKILL'), 10_000)
        await ended
        clearTimeout(killTimer)
      }
      unhook()
      clear()
    })()
    return stopping
  }

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const hasExited = () => server.pid === undefined || server.exitCode !== null || server.signalCode !== null
  if (!(await waitUntilReady(url, hasExited))) {
    unhook()
    if (!hasExited()) server.kill('SIGKILL')
    await ended
    throw new Error(`PostgreSQL did not start:\n${log}`)
  }
  return { url, stop }
}

/** Whether a server answers there within a minute; false at once if it has exited. */
export async function waitUntilReady(url, hasExited) {
  const deadline = Date.now() + secondsToStart * 1000
  while (!(await isReady(url))) {
    if (hasExited() || Date.now() > deadline) return false
    await sleep(100)
  }
  return true
}

async function isReady(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function findBinaries() {
  const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
  const installed = homes
    .filter((home) => existsSync(home))
    .flatMap((home) =>
      readdirSync(home)
        .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map((name) => path.join(home, name, 'bin')),
    )
  return [...(process.env.PATH ?? '').split(path.delimiter), ...installed].find(
    (place) =>
      path.isAbsolute(place) &&
      ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(path.join(place, name + exe))),
  )
}

function installFromDebian() {
  installDebianPackage('PostgreSQL server', 'postgresql')
  return findBinaries()
}

/** The user to run it as; undefined for one's own. */
export const ownerOfPostgres = () => (isRoot ? postgresUser() : undefined)

/** PostgreSQL does not run as root. */
function postgresUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    return result.status === 0 ? Number(result.stdout) : undefined
  })
  if (uid === undefined || gid === undefined) {
    throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" to run it as.')
  }
  return { uid, gid }
}

export function temporaryFolder(owner) {
  // TMPDIR of root may be in a folder that the user postgres can't access.
  const place = owner
    ? [tmpdir(), '/tmp', '/var/tmp'].find((one) => spawnSync('test', ['-x', one], owner).status === 0)
    : tmpdir()
  if (!place) throw new Error('Found no temporary folder that the user postgres can access.')
  const folder = mkdtempSync(path.join(place, 'alajo-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Readable by its owner alone, which PostgreSQL requires. */
function persistentFolder(folder, owner) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

function initialise(binaries, folder, owner) {
  // The locale of the embedded database, so that both sort and change case alike; macOS lacks C.UTF-8.
  const settings = ['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']
  const failures = []
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const result = spawnSync(
      path.join(binaries, `initdb${exe}`),
      ['-D', folder, ...settings, `--lc-ctype=${ctype}`],
      {
        cwd: folder,
        encoding: 'utf8',
        ...owner,
      },
    )
    if (result.status === 0) {
      // Allows connections from this machine only, and none through a socket file.
      writeFileSync(path.join(folder, 'pg_hba.conf'), 'host all,replication all 127.0.0.1/32 trust\n')
      return
    }
    failures.push(result.error ?? result.stderr)
  }
  throw new Error(`initdb failed:\n${failures.join('\n')}`)
}

/** Copies a running server, whose changes the copy then follows. */
function copyFrom(url, binaries, folder, owner) {
  const args = ['-d', url, '-D', folder, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  // A folder of links may have the server's programs alone.
  const all = path.dirname(realpathSync(path.join(binaries, `postgres${exe}`)))
  const result = spawnSync(path.join(all, `pg_basebackup${exe}`), args, {
    cwd: folder,
    encoding: 'utf8',
    ...owner,
  })
  if (result.status !== 0) throw new Error(`pg_basebackup failed:\n${result.error ?? result.stderr}`)
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

export function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** node config/postgres.mjs [--durable] [--large] -- command args: runs the command with TEST_DATABASE_URL and returns its exit code. */
async function main(args) {
  const split = args.indexOf('--')
  const [command, ...rest] = split === -1 ? [] : args.slice(split + 1)
  const options = args.slice(0, Math.max(split, 0))
  if (!command || options.some((option) => !['--durable', '--large'].includes(option))) {
    process.stderr.write('Usage: node config/postgres.mjs [--durable] [--large] -- command [arguments]\n')
    return 2
  }
  const { url, stop } = await startPostgres({
    durable: options.includes('--durable'),
    large: options.includes('--large'),
  })
  try {
    const child = spawn(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
      shell: process.platform === 'win32',
    })
    process.once('SIGTERM', () => child.kill('SIGTERM'))
    const [code, signal] = await once(child, 'exit')
    return code ?? 128 + (constants.signals[signal] ?? 0)
  } finally {
    await stop()
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2))
}
