import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { children } from './children'
import { bodyKeys } from './harness'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A program of src/server in a process of its own, with this environment and no other. */
export function startProcess(program: string, env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const { PATH, HOME } = process.env
  return watch(
    spawn(process.execPath, ['--import', 'tsx', path.join(root, 'src/server', program), ...args], {
      cwd: root,
      env: { PATH, HOME, ...bodyKeys, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** What a process says and how it ends; a test that fails leaves none behind. */
export function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  children.add(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  // 'close' comes when its words have all been read, 'exit' may come before.
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child)
    return code as number | null
  })

  /** The first match in what it says. Throws when it ends without saying it. */
  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    let over = false
    void ended.then(() => {
      over = true
    })
    for (;;) {
      const found = pattern.exec(said.out)
      if (found) return found
      if (over) throw new Error(`It ended without saying ${pattern}:\n${said.out}\n${said.err}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }
  return { said, ended, says, pid: child.pid, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

export const startServer = (env: NodeJS.ProcessEnv) => startProcess('main.ts', { DEMO: 'off', ...env })
/** The address it prints once it is ready. */
export const addressOf = async (server: Pick<ReturnType<typeof watch>, 'says'>) =>
  (await server.says(/Alajo is ready: (http:\S+)/))[1] ?? ''
