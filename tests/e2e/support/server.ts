import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../config/build.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const startLimitMs = 60_000

/** The first worker builds what is not built; the others wait for it. */
export async function ensureBuilt(parallelIndex: number) {
  for (let triesLeft = 240; !(await isBuilt()); triesLeft--) {
    if (triesLeft === 0) throw new Error('The app was not built in two minutes.')
    if (parallelIndex > 0) await wait(500)
    // In a process of its own: a build sets NODE_ENV, which means something to the server.
    else if (spawnSync(process.execPath, ['config/build.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
      throw new Error('The build failed.')
  }
}

/**
 * The built server as a process of its own, on a copy of `dist` and a database of its own: a build that
 * runs meanwhile does not disturb it, and it can be stopped and started again where it was.
 */
export class Server {
  readonly #folder: string
  #process: ChildProcess | undefined
  #port = '0'
  #output = ''
  url = ''

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Server> {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-e2e-'))
    cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
    await mkdir(path.join(folder, 'data'))
    const server = new Server(folder)
    await server.start()
    return server
  }

  /** The portal's files, for a test that makes a new release of them. */
  get portal() {
    return path.join(this.#folder, 'dist/client')
  }

  async start() {
    if (this.#process) return
    const { NODE_ENV: _mode, DATABASE_URL: _database, SMTP_URL: _mail, ...env } = process.env
    const own = { HOST: '127.0.0.1', PORT: this.#port, DATA_DIR: path.join(this.#folder, 'data') }
    const child = spawn(process.execPath, [path.join(this.#folder, 'dist/server/main.js')], {
      // The development values of .env are read from here.
      cwd: root,
      env: { ...env, ...own, DEMO: 'on', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.#output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        this.#output += bytes.toString()
      })
    const deadline = Date.now() + startLimitMs
    for (;;) {
      const [, address] = /Alajo is ready: (\S+)/.exec(this.#output) ?? []
      if (address) {
        this.url = address
        this.#port = new URL(address).port
        return
      }
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server did not start:\n${this.#output}`)
      await wait(20)
    }
  }

  async stop() {
    const child = this.#process
    if (!child) return
    this.#process = undefined
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }

  /** The portal's files are read at the start. */
  async restart() {
    await this.stop()
    await this.start()
  }

  /** What `npm run verify-ledger` says of its database; the server is stopped for it and started again. */
  async verifyLedger(): Promise<string> {
    await this.stop()
    const program = path.join(this.#folder, 'dist/server/verifyLedger.js')
    const env = { ...process.env, DATA_DIR: path.join(this.#folder, 'data') }
    const { stdout, stderr } = spawnSync(process.execPath, [program], { cwd: root, env, encoding: 'utf8' })
    await this.start()
    return stdout + stderr
  }

  async close() {
    await this.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** What the server mailed to somebody, oldest first. */
  async lettersTo(email: string): Promise<string[]> {
    const outbox = path.join(this.#folder, 'data/outbox')
    const names = (await readdir(outbox).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
    const letters = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')))
    return letters.filter((letter) => letter.includes(`\nTo: ${email}\n`))
  }

  /** Runs what makes the server mail a sign-in token, and reads it from the letter. */
  tokenFor(email: string, ask: () => Promise<unknown>): Promise<string> {
    return this.#mailed(email, /sign-in token is (\d{6})/, ask)
  }

  /** Runs what makes the server mail a one-time password, and reads it from the letter. */
  oneTimePasswordFor(email: string, ask: () => Promise<unknown>): Promise<string> {
    return this.#mailed(email, /one-time password is (\S+)/, ask)
  }

  /** A letter may be written after the reply to what it was asked with. */
  async #mailed(email: string, pattern: RegExp, ask: () => Promise<unknown>): Promise<string> {
    const before = (await this.lettersTo(email)).length
    await ask()
    for (let triesLeft = 200; triesLeft > 0; triesLeft--) {
      const letter = (await this.lettersTo(email))[before]
      const [, found] = pattern.exec(letter ?? '') ?? []
      if (found) return found
      await wait(25)
    }
    throw new Error(`Nothing like ${pattern} was mailed to ${email}.`)
  }
}
