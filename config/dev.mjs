import { spawn } from 'node:child_process'
import { createServer } from 'vite'

/** `npm run dev`: the portal with hot reload on 5173, the real server behind it, restarted when it changes. */
const server = spawn(process.execPath, ['--watch', '--import', 'tsx', 'src/server/main.ts'], {
  stdio: 'inherit',
})
const portal = await createServer()
await portal.listen()
portal.printUrls()

const stop = () => {
  server.kill('SIGTERM')
  void portal.close().then(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => {
  if (code) stop()
})
