import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { pauseBetweenParts } from '#server/process/workers/runWorker'
import { type Period, postNextPart } from '#server/runs/run'
import { openApp } from './app'

/** The server as in production, in a child process. */
const { TEST_DATABASE_URL: url, LOAD_DATA_DIR: dataDir = '' } = process.env
const { app, opened } = await openApp({ url, dataDir })
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
/**
 * Posts a run in parts, as the server does by itself, and reports each part, until it is stopped; or reports its usage: processor time of
 * all threads, and busy time of the main one.
 */
process.on('message', (message: 'usage' | 'stop' | { run: Period }) => {
  if (message === 'stop') isStopped = true
  else if (message !== 'usage') void postRun(message.run)
  else sendUsage()
})
let isStopped = false
function sendUsage() {
  const { user, system } = process.cpuUsage()
  const { active } = performance.eventLoopUtilization()
  process.send?.({ cpuMs: (user + system) / 1000, busyMs: active, memoryMB: process.memoryUsage.rss() / 1e6 })
}
async function postRun(period: Period) {
  isStopped = false
  let outcome: Awaited<ReturnType<typeof postNextPart>> = 'more'
  while (outcome === 'more' && !isStopped) {
    outcome = await postNextPart(opened.connections.changes, period, new Date())
    process.send?.({ outcome })
    await pauseBetweenParts()
  }
}
process.once('disconnect', () => void opened.close().finally(() => process.exit(0)))
