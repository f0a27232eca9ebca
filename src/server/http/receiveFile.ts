import type { FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/permissions'
import { expiredTokenMessage, Problem } from '#contract/problems'
import { partAccess, uploadAccess } from '#contract/uploads'
import { readSession } from '../auth/sessions'
import { storePart, storeUpload } from '../files/uploads'
import type { Services } from '../services'

/** What is received: a file, or a part of one. */
const kinds = {
  file: { name: 'files.upload', access: uploadAccess, store: storeUpload },
  part: { name: 'files.uploadPart', access: partAccess, store: storePart },
}

/** Stores the body as an uploaded file. The change that uses the file is what the activity log records. */
export async function receiveFile(
  kind: keyof typeof kinds,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  countCall: (request: FastifyRequest) => Promise<void>,
) {
  const { connections, files } = services
  const { name, access, store } = kinds[kind]
  const now = services.now()
  request.call = name
  const { logintoken: token } = request.headers
  const actor =
    typeof token === 'string' && token.length <= 200
      ? await readSession(connections.access, token, now)
      : undefined
  if (!actor) throw new Problem('signedOut', expiredTokenMessage)
  request.adminId = actor.adminId
  await countCall(request)
  if (actor.mustChangePassword || !can(actor, access, 'write'))
    throw new Problem('forbidden', 'You do not have permission to upload files.')
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const id = await store({ database: connections.changes, files }, { bytes, adminId: actor.adminId, now })
  return reply.send({ status: '200', message: 'File uploaded.', data: { id } })
}
