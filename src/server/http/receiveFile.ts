import type { FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/permissions'
import { expiredTokenMessage, Problem } from '#contract/problems'
import { uploadAccess } from '#contract/uploads'
import { readSession } from '../auth/sessions'
import { storeUpload } from '../files/uploads'
import type { Services } from '../services'

/** Stores the body as an uploaded file. The change that uses the file is what the activity log records. */
export async function receiveFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  countCall: (request: FastifyRequest) => Promise<void>,
) {
  const { connections, files } = services
  const now = services.now()
  request.call = 'files.upload'
  const { logintoken: token } = request.headers
  const actor =
    typeof token === 'string' && token.length <= 200
      ? await readSession(connections.access, token, now)
      : undefined
  if (!actor) throw new Problem('signedOut', expiredTokenMessage)
  request.adminId = actor.adminId
  await countCall(request)
  if (actor.mustChangePassword || !can(actor, uploadAccess, 'write'))
    throw new Problem('forbidden', 'You do not have permission to upload files.')
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const id = await storeUpload(
    { database: connections.changes, files },
    { bytes, adminId: actor.adminId, now },
  )
  return reply.send({ status: '200', message: 'File uploaded.', data: { id } })
}
