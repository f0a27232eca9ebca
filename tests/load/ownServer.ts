import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { buildServer } from '../../config/build.mjs'

const folder = 'dist/load'

/** Builds the server and runs it in a child process with the heap options of `npm start`; `disconnect()` ends it. */
export async function startServer(
  env: Record<string, string> = {},
): Promise<{ server: ChildProcess; port: number }> {
  await buildServer(folder, { server: 'tests/load/server.ts' })
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const heap = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const server = fork(`${folder}/server.js`, { execArgv: heap, env: { ...process.env, ...env } })
  const [port] = (await once(server, 'message')) as [number]
  return { server, port }
}
