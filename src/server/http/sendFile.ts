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

export type FileRequest = { Params: { token: string }; Querystring: Record<string, unknown> }

/** Sends the file of a link, if its admin is still signed in and permitted, and records the view in the activity log. */
export async function sendFile(
  services: Services,
  request: FastifyRequest<FileRequest>,
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
  const title = `${kind.title}.${type.ending}`
  const isPdf = type.ending === 'pdf'
  const isTab = request.headers['sec-fetch-dest'] === 'document'
  reply.headers({
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  // A tab would stay blank: it says what happens, and asks for the file.
  if (isPdf && isTab && !('save' in request.query))
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(pageOf(title))
  // Recorded before the first byte is sent.
  await record()
  return reply
    .headers({
      'content-type': type.type,
      'content-disposition': `${isPdf ? 'attachment' : 'inline'}; filename="${title}"`,
    })
    .send(bytes)
}

/**
 * Nothing of a file runs. A PDF is saved, not shown: a browser's viewer runs its scripts, and a sandbox stops the viewers of Chrome
 * and Safari as a whole. Browsers add inline styles around an image.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
const pagePolicy = "default-src 'none'; frame-ancestors 'none'"

const pageOf = (title: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=?save">
<title>${title}</title>
<h1>${title}</h1>
<p>This PDF is saved to your downloads. Open it from there if you trust who sent it. You can close this tab.</p>
<p><a href="?save">Save it again</a></p>
</html>
`
