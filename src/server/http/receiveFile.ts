import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import { can } from '#contract/permissions'
import { expiredTokenMessage, Problem } from '#contract/problems'
import { maxPartBytes, maxUploadBytes, partAccess, uploadAccess } from '#contract/uploads'
import { readSession } from '../auth/sessions'
import { ServerBusy } from '../errors/refusals'
import { releaseUpload, reserveUpload, storeUpload, type UploadKind } from '../files/uploads'
import type { Services } from '../services'
import { makeTurns } from '../turns'

/** What is received: a file, or a part of one. */
const kinds = {
  file: { name: 'files.upload', access: uploadAccess, most: maxUploadBytes },
  part: { name: 'files.uploadPart', access: partAccess, most: maxPartBytes },
}

/** Uploads that are on their way to the disk: with the largest, 500 MB of it. */
const mostAtOnce = 50
/** Uploads whose bytes are in memory. */
const inMemoryAtOnce = 2

/** Receives uploads, of all admins together within bounds. The change that uses a file is what the activity log records. */
export function openReceiver(services: Services, countCall: (request: FastifyRequest) => Promise<void>) {
  const { connections, files, config } = services
  const inMemory = makeTurns(inMemoryAtOnce)
  let receiving = 0

  /** Who sends it, before a byte of the body is read. */
  async function admit(kind: UploadKind, request: FastifyRequest) {
    const { name, access, most } = kinds[kind]
    request.call = name
    const { logintoken: token, 'content-length': length } = request.headers
    const actor =
      typeof token === 'string' && token.length <= 200
        ? await readSession(connections.access, token, services.now())
        : undefined
    if (!actor) throw new Problem('signedOut', expiredTokenMessage)
    request.adminId = actor.adminId
    await countCall(request)
    if (actor.mustChangePassword || !can(actor, access, 'write'))
      throw new Problem('forbidden', 'You do not have permission to upload files.')
    if (Number(length) > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  }

  async function receive(kind: UploadKind, request: FastifyRequest, reply: FastifyReply, inTime: InTime) {
    if (receiving >= mostAtOnce)
      throw new ServerBusy('Many files are being uploaded. Nothing was done: try again in a few seconds.')
    receiving += 1
    try {
      const adminId = request.adminId as number
      const reserved = await reserveUpload(connections.changes, kind, adminId, services.now())
      const release = async (error: unknown) => {
        await releaseUpload(connections.changes, reserved)
        throw error
      }
      await withDiskFile(config.dataDir, async (disk) => {
        await writeBody(disk, request.body as Readable | undefined, kinds[kind].most).catch(release)
        const stores = { database: connections.changes, files }
        const store = async () =>
          storeUpload(stores, kind, reserved, await disk.readFile(), services.now()).catch(release)
        await inTime(inMemory(store))
      })
      return reply.send({ status: '200', message: 'File uploaded.', data: { id: reserved.id } })
    } finally {
      receiving -= 1
    }
  }
  return { admit, receive }
}

/** Limits the work on a body that was received. */
type InTime = (work: Promise<void>) => Promise<void>

/** A file without a name, which is gone with its handle, also when the server is killed. */
async function withDiskFile(dataDir: string, use: (disk: FileHandle) => Promise<void>) {
  const folder = path.join(dataDir, 'receiving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomUUID())
  const disk = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    await use(disk)
  } finally {
    await disk.close()
  }
}

async function writeBody(disk: FileHandle, body: Readable | undefined, most: number) {
  let size = 0
  // A body that is too large is left unread; ending it would end the connection before the reply.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += (chunk as Buffer).length
    if (size > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    await disk.write(chunk as Buffer, 0, (chunk as Buffer).length, size - (chunk as Buffer).length)
  }
}
