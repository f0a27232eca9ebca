import { spawn } from 'node:child_process'
import { createServer } from 'vite'

/** `npm run dev`: the portal with hot reload on 5173, the real server behind it, restarted when it changes. */
const server = spawn(process.execPath, ['--watch', '--import', 'tsx', 'src/server/main.ts'], {
  stdio: 'inherit',
})
const parent = process.ppid
let portal
let stopping = false

/** Waits for the server, which finishes the requests in progress. */
const stop = () => {
  if (stopping) return
  stopping = true
  void portal?.close()
  server.kill('SIGTERM')
  setTimeout(() => {
    server.kill('SIGKILL')
    process.exit(1)
  }, 14_500).unref()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)))
setInterval(() => process.ppid !== parent && stop(), 500).unref()

portal = await createServer()
await portal.listen()
portal.printUrls()
