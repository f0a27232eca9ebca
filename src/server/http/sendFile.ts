import type { FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/permissions'
import { Problem } from '#contract/problems'
import { setSubject, type Subject, writeActivity } from '../audit/activity'
import type { ViewName } from '../audit/activityTexts'
import type { Services } from '../services'
import { readSessionByHash } from '../auth/sessions'
import { fileKinds } from '../files/fileKinds'
import { fileTypeOf } from '../files/fileTypes'
import { readLink } from '../files/links'

const invalidLink = 'This link is not good any more. Go back to the portal and open the file again.'
const noPermission = 'You do not have permission to see this file.'

/** Sends the file of a link, if its admin is still signed in and permitted, and records the view in the activity log. */
export async function sendFile(
  services: Services,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  countCall: (request: FastifyRequest) => Promise<void>,
) {
  const { database, connections, linkKeys, files } = services
  const now = services.now()
  request.call = 'files.open'
  const link = readLink(linkKeys, request.params.token, request, now)
  const actor = link && (await readSessionByHash(connections.access, link.session, now))
  // The reply does not reveal whether the link or the session is invalid.
  if (!link || !actor) throw new Problem('forbidden', invalidLink)
  request.adminId = actor.adminId
  await countCall(request)

  const kind = fileKinds[link.kind]
  const record = async (refused?: Problem) => {
    const subject: Subject = {}
    await setSubject(subject, connections.changes, kind.noun, link.id)
    const action: ViewName = `files.${link.kind}`
    return writeActivity(
      connections.changes,
      { name: action },
      { actor, refused, subject, reference: request.id, now },
    )
  }
  if (actor.mustChangePassword || !can(actor, kind.access, 'read')) {
    const refused = new Problem('forbidden', noPermission)
    await record(refused)
    throw refused
  }
  const name = await kind.storedName(database, link.id)
  const bytes = name === null ? undefined : await files.read(name)
  const type = bytes && fileTypeOf(bytes)
  if (!type) throw new Problem('notFound', kind.missing)
  // Recorded before the first byte is sent.
  await record()
  return reply
    .headers({
      'content-type': type.type,
      'content-disposition': `inline; filename="${kind.title}.${type.ending}"`,
      'content-security-policy': policies[type.ending],
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(bytes)
}

/** Browsers add inline styles around an image. */
const basePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
const policies = {
  png: `${basePolicy}; sandbox`,
  jpg: `${basePolicy}; sandbox`,
  // A sandbox stops the PDF viewers of Safari and Chrome, which isolate the document themselves.
  pdf: `${basePolicy}; object-src 'self'`,
}
