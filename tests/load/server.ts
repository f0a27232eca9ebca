import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { folderStore } from '#server/files/folderStore'
import { openImportWorker } from '#server/process/workers/importWorker'
import { pauseBetweenParts } from '#server/process/workers/runWorker'
import { type Period, postNextPart } from '#server/runs/run'
import { openApp } from './app'

/** The server as in production, in a child process. */
const { TEST_DATABASE_URL: url, LOAD_DATA_DIR: dataDir = '', LOAD_FILES: folder } = process.env
const files = folder === undefined ? undefined : folderStore(folder)
const { app, opened } = await openApp({ url, dataDir, ...(files && { files }) })
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
/**
 * Posts a run in parts, as the server does by itself, and reports each part, until it is stopped; or reports its usage: processor time of
 * all threads, and busy time of the main one; or works on the imports that wait, and reports the end.
 */
process.on('message', (message: 'usage' | 'stop' | 'import' | { run: Period }) => {
  if (message === 'stop') isStopped = true
  else if (message === 'import') void workOnImports()
  else if (message !== 'usage') void postRun(message.run)
  else sendUsage()
})
let isStopped = false
function sendUsage() {
  const { user, system } = process.cpuUsage()
  const { active } = performance.eventLoopUtilization()
  process.send?.({ cpuMs: (user + system) / 1000, busyMs: active, memoryMB: process.memoryUsage.rss() / 1e6 })
}
async function workOnImports() {
  if (!files) throw new Error('LOAD_FILES is not set.')
  const log = { info: () => {}, error: (fields: unknown) => process.stderr.write(JSON.stringify(fields)) }
  await openImportWorker({ ...opened, files, dataDir, log, now: () => new Date() }).run()
  process.send?.({ imported: true })
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
