import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDotEnv } from '#server/config'
import { freePort } from '../../config/postgres.mjs'
import { childProcesses } from '../server/support/childProcesses'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the books are: a PostgreSQL, or a folder with an embedded database. */
export type Place = { url?: string | undefined; dataDir: string }

/** The programs of a server that was built into `folder`, on these books. */
export function programsOf(folder: string, { url, dataDir }: Place) {
  loadDotEnv()
  const { PATH, HOME, VITE_BODY_KEY, VITE_BODY_IV } = process.env
  const run = (program: string, env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [path.join(folder, `${program}.js`)], {
      cwd: root,
      env: {
        PATH,
        HOME,
        VITE_BODY_KEY,
        VITE_BODY_IV,
        NODE_ENV: 'development',
        DEMO: 'off',
        LOG_LEVEL: 'error',
        NEW_RIGHTS_WAIT_HOURS: '0',
        RATE_LIMIT_ACCOUNT: '1000000',
        RATE_LIMIT_ADDRESS: '1000000',
        RATE_LIMIT_SIGN_IN: '1000000',
        DATA_DIR: dataDir,
        ...(url && { DATABASE_URL: url }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    childProcesses.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000)
      })
    const ended = once(child, 'close').then(([code]) => {
      childProcesses.delete(child)
      return code as number | null
    })
    return { child, ended, output: () => output }
  }

  /** A server that keeps its address when it is started again. */
  async function startServer() {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    let running = run('main', { PORT: String(port) })
    const ready = async () => {
      let hasEnded = false
      void running.ended.then(() => {
        hasEnded = true
      })
      while (!(await isReady(url))) {
        if (hasEnded) throw new Error(`The server ended:\n${running.output()}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await ready()
    return {
      url,
      /** As in a power cut of the server, and started again. */
      kill: async () => {
        running.child.kill('SIGKILL')
        await running.ended
        running = run('main', { PORT: String(port) })
        await ready()
      },
      stop: async () => {
        running.child.kill('SIGTERM')
        const code = await running.ended
        if (code !== 0) throw new Error(`The server ended with ${code}:\n${running.output()}`)
      },
    }
  }

  /** Runs a command to its end. */
  async function command(program: 'verifyLedger' | 'verifyAudit') {
    const running = run(program)
    return { code: await running.ended, text: running.output().trim() }
  }
  return { startServer, command }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
