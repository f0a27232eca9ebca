import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { archiveOf, type Source } from '../backup/archive'
import { recordProven } from '../backup/state'
import { ConfigError } from '../config'
import type { Services } from '../services'

/** A reader that takes nothing for this long is cut off: it holds the embedded database's only connection. */
const idleMs = 30_000

/** A socket in the data folder, which only the server's user can open; a pipe on Windows, which has no such files. */
function addressIn(dataDir: string) {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\alajo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`
  const file = path.join(dataDir, 'backup.sock')
  const relative = path.relative(process.cwd(), file)
  // The kernel takes about a hundred characters.
  return relative.length < file.length ? relative : file
}

const isProven = /^proven (\S+)$/

/**
 * Lets a backup read the embedded database of a running server, which no other process can open: it asks for the archive,
 * and later says that it was proven. Returns a function that ends it.
 */
export async function openBackupChannel({ config, database, files, log, now }: Services) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.setTimeout(idleMs, () => socket.destroy())
    serve(socket, { config, database, files, now: now() }).catch((error: unknown) => {
      socket.destroy()
      log.error({ error }, 'a backup could not read the books')
    })
  })
  const address = addressIn(config.dataDir)
  if (process.platform !== 'win32') await rm(address, { force: true })
  server.listen(address)
  await once(server, 'listening')
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
}

async function serve(socket: Socket, source: Source) {
  const question = await lineOf(socket)
  const [, takenAt] = isProven.exec(question) ?? []
  if (question === 'archive') await pipeline(archiveOf(source), socket)
  else if (takenAt !== undefined) {
    await recordProven(source.database, new Date(takenAt))
    socket.end('ok\n')
  } else socket.destroy()
}

async function lineOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    text += String(bytes)
    if (text.includes('\n') || text.length > 200) break
  }
  return text.split('\n')[0] ?? ''
}

/** A server that runs on this data folder; undefined if none does. */
export async function runningServer(dataDir: string) {
  const ask = async (question: string) => {
    const socket = connect(addressIn(dataDir))
    await once(socket, 'connect')
    socket.write(`${question}\n`)
    return socket
  }
  try {
    ;(await ask('')).destroy()
  } catch {
    return undefined
  }
  return {
    archive: () => ask('archive'),
    recordProven: async (takenAt: Date) => {
      const reply = await lineOf(await ask(`proven ${takenAt.toISOString()}`))
      if (reply !== 'ok') throw new ConfigError('The server did not record that the backup is proven.')
    },
  }
}
