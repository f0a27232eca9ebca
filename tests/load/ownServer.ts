import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The server in a process of its own, with the heap that `npm start` gives it; `disconnect()` ends it. */
export async function startServer(): Promise<{ server: ChildProcess; port: number }> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const heap = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
    execArgv: [...process.execArgv, ...heap],
  })
  const [port] = (await once(server, 'message')) as [number]
  return { server, port }
}
