import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../config/build.mjs'
import { openRoundRobin } from '../../roundRobin'
import { demoData } from './demoData'
import { createDatabase, drop, hasPostgres, startDatabases } from './postgres'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The business of the test servers; prints and files begin with it. */
export const businessName = 'Ayo & Sons "Ajo", Ibadan'
const startLimitMs = 180_000

/** Builds the app if its sources changed; in a child process, because a build sets NODE_ENV, which servers would inherit. */
export async function ensureBuilt() {
  if (await isBuilt()) return
  const { status } = spawnSync(process.execPath, ['config/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
}

/** The files that belong to the demo on the run's PostgreSQL server, for the workers. */
const demoFiles = 'E2E_DEMO_FILES'

/**
 * The built server as a child process, with its own copy of `dist` and its own database: a concurrent build does not
 * affect it, and it can be stopped and restarted with its data.
 */
export class Server {
  readonly #folder: string
  readonly data: string
  /** Of its database on PostgreSQL; undefined with an embedded one. */
  #database: string | undefined
  readonly #processes: ChildProcess[] = []
  #proxy: Awaited<ReturnType<typeof openRoundRobin>> | undefined
  #port = '0'
  #demo = 'on'
  url = ''

  private constructor(folder: string, data: string) {
    this.#folder = folder
    this.data = data
  }

  /** A started server with the demo data, on the run's PostgreSQL server if it has one. */
  static async open(): Promise<Server> {
    const server = await Server.#prepare()
    if (hasPostgres()) server.#database = await createDatabase('demo')
    const files = hasPostgres() ? process.env[demoFiles] : undefined
    cpSync(files ?? (await demoData((folder) => Server.#makeDemo(folder))), server.data, { recursive: true })
    await server.start()
    return server
  }

  /** A started server without data and accounts. */
  static async openEmpty(): Promise<Server> {
    const server = await Server.#prepare()
    if (hasPostgres()) server.#database = await createDatabase('empty')
    server.#demo = 'off'
    await server.start()
    return server
  }

  /** Starts a PostgreSQL server for all servers of the run, with the demo for those that have it. Returns how to stop it. */
  static async startDatabases() {
    const files = await mkdtemp(path.join(tmpdir(), 'alajo-demo-'))
    process.env[demoFiles] = files
    const stop = await startDatabases((url) => Server.#makeDemo(files, url))
    return async () => {
      await stop()
      await rm(files, { recursive: true, force: true })
    }
  }

  /** Makes the demo data in an empty folder, and in an empty database of PostgreSQL if one is given. */
  static async #makeDemo(data: string, database?: string) {
    const server = await Server.#prepare(data)
    server.#database = database
    await server.start()
    await server.stop()
    await rm(server.#folder, { recursive: true, force: true })
  }

  static async #prepare(data?: string) {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-e2e-'))
    cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    return new Server(folder, data ?? path.join(folder, 'data'))
  }

  /** The folder of the portal's files, for tests that deploy a new release. */
  get portal() {
    return path.join(this.#folder, 'dist/client')
  }

  #place() {
    return { DATA_DIR: this.data, ...(this.#database && { DATABASE_URL: this.#database }) }
  }

  /** One server, or as many as NODES says on one PostgreSQL database, behind a proxy that gives each its turn. */
  async start() {
    if (this.#processes.length > 0) return
    const count = this.#database ? Number(process.env.NODES ?? 1) : 1
    if (count === 1) this.url = await this.#startOne(this.#port)
    else {
      const urls: string[] = []
      for (let one = 0; one < count; one += 1) urls.push(await this.#startOne('0'))
      this.#proxy = await openRoundRobin(() => urls, Number(this.#port))
      this.url = this.#proxy.url
    }
    this.#port = new URL(this.url).port
  }

  async #startOne(port: string): Promise<string> {
    const { NODE_ENV: _mode, DATABASE_URL: _database, SMTP_URL: _mail, ...env } = process.env
    const own = {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: port,
      BUSINESS_NAME: businessName,
      // A busy machine is no busy database.
      DATABASE_WAIT_SECONDS: '60',
    }
    const child = spawn(process.execPath, [path.join(this.#folder, 'dist/server/main.js')], {
      // The server reads the development values of .env from here.
      cwd: root,
      env: { ...env, ...own, ...this.#place(), DEMO: this.#demo, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#processes.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString()
      })
    const deadline = Date.now() + startLimitMs
    for (;;) {
      const [, address] = /Alajo is ready: (\S+)/.exec(output) ?? []
      if (address) return address
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server did not start:\n${output}`)
      await wait(20)
    }
  }

  async stop() {
    const running = this.#processes.splice(0)
    await this.#proxy?.close()
    this.#proxy = undefined
    await Promise.all(
      running.map(async (child) => {
        if (child.exitCode !== null) return
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }),
    )
  }

  /** Needed after changing the portal's files, which the server reads at start. */
  async restart() {
    await this.stop()
    await this.start()
  }

  /** The output of `npm run verify-ledger` for its database; stops and restarts the server. */
  verifyLedger = () => this.#run('verifyLedger')

  /** What `npm run create-superadmin` prints for these answers; stops and restarts the server. */
  createSuperadmin = (answers: { NAME: string; EMAIL: string; PHONE: string }) =>
    this.#run('createSuperadmin', answers)

  /** Runs a command of the server on its database, which only one program at a time can open. */
  async #run(program: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    await this.stop()
    const file = path.join(this.#folder, `dist/server/${program}.js`)
    const env = { ...process.env, NODE_ENV: 'development', ...this.#place(), ...more }
    const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, env, encoding: 'utf8' })
    await this.start()
    return stdout + stderr
  }

  async close() {
    await this.stop()
    if (this.#database) await drop(this.#database)
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** The mails that the server sent to an address, oldest first. */
  async mailsTo(email: string): Promise<string[]> {
    const outbox = path.join(this.data, 'outbox')
    const names = (await readdir(outbox).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
    const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')))
    return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`))
  }

  /** Runs an action that makes the server mail a sign-in token, and reads the token from the mail. */
  tokenFor(email: string, action: () => Promise<unknown>): Promise<string> {
    return this.#readFromMail(email, /sign-in token is (\d{6})/, action)
  }

  /** Runs an action that makes the server mail a one-time password, and reads the password from the mail. */
  oneTimePasswordFor(email: string, action: () => Promise<unknown>): Promise<string> {
    return this.#readFromMail(email, /one-time password is (\S+)/, action)
  }

  /** Polls: the mail may be written after the reply. */
  async #readFromMail(email: string, pattern: RegExp, action: () => Promise<unknown>): Promise<string> {
    const before = (await this.mailsTo(email)).length
    await action()
    for (let triesLeft = 200; triesLeft > 0; triesLeft--) {
      const mail = (await this.mailsTo(email))[before]
      const [, match] = pattern.exec(mail ?? '') ?? []
      if (match) return match
      await wait(25)
    }
    throw new Error(`Nothing like ${pattern} was mailed to ${email}.`)
  }
}
