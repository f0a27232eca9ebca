import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, inject } from 'vitest'
import { childProcesses } from './childProcesses'
import { bodyKeys, longWaits } from './harness'

const root = fileURLToPath(new URL('../../..', import.meta.url))

type Program =
  | 'main'
  | 'backup'
  | 'closeDay'
  | 'createSuperadmin'
  | 'importBooks'
  | 'restore'
  | 'rotateIdentityKey'
  | 'rotateLinkKey'
  | 'anonymise'
  | 'signInToken'
  | 'verifyAudit'
  | 'verifyLedger'

/** Runs a program of the built server, or of the one in `folder`, in a child process, with this environment only. */
export function startProcess(
  program: Program,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  folder = inject('builtServer'),
) {
  const { PATH, HOME } = process.env
  return watch(
    spawn(process.execPath, [path.join(folder, `${program}.js`), ...args], {
      cwd: root,
      env: { PATH, HOME, NODE_ENV: 'development', ...bodyKeys, ...longWaits, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** Collects the output and exit code of a process, which ends with its test file at the latest. */
export function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  childProcesses.add(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  // 'close' comes after all output was read; 'exit' may come before.
  const ended = once(child, 'close').then(([code]) => {
    childProcesses.delete(child)
    return code as number | null
  })

  /** The first match in its output. Throws when the process ends without one. */
  async function waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    let hasEnded = false
    void ended.then(() => {
      hasEnded = true
    })
    for (;;) {
      const match = pattern.exec(output.out)
      if (match) return match
      if (hasEnded) throw new Error(`It ended without printing ${pattern}:\n${output.out}\n${output.err}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }
  return { output, ended, waitFor, pid: child.pid, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

/** The settings of a production server, without a database. */
export const production = {
  NODE_ENV: 'production',
  VITE_BODY_KEY: 'a key of thirty-two bytes, right',
  VITE_BODY_IV: 'of sixteen bytes',
  PUBLIC_URL: 'https://alajo.test',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'no-reply@alajo.example',
  ALLOW_EMBEDDED: 'true',
}

export const startServer = (env: NodeJS.ProcessEnv) => startProcess('main', { DEMO: 'off', ...env })
/** The address it prints once it is ready. */
export const addressOf = async (server: Pick<ReturnType<typeof watch>, 'waitFor'>) =>
  (await server.waitFor(/Alajo is ready: (http:\S+)/))[1] ?? ''

/** It has printed its address and replies that it is ready; the reply of a busy machine may be late at first. */
export async function expectReady(server: Parameters<typeof addressOf>[0]) {
  const url = await addressOf(server)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
}
