import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { hashOf } from '../auth/tokens'
import type { FileKind } from './fileKinds'
import { isAhead } from '../clock/stored'
import type { LinkKeys } from './linkKeys'

export const filesPath = '/api/files'
const linkSeconds = 60
const cookieName = 'alajo-files'

/** A signed link to one file for one session. Its content is not secret. */
export type Link = {
  kind: FileKind
  id: number
  /** The hash of the session's token, as stored in the database. */
  session: string
  until: number
  /** Opens only in the browser that requested it. */
  bound: boolean
}

type LinkContext = {
  config: Config
  linkKeys: LinkKeys
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  token: string
}

/** Returns a link to a file and sets the cookie that it needs. */
export function linkTo(ask: LinkContext, kind: FileKind, id: number): string {
  const key = ask.linkKeys.signing(ask.now)
  const session = hashOf(ask.token)
  const bound = !isCrossSite(ask)
  if (bound)
    ask.reply.setCookie(cookieName, cookieOf(key, session), {
      path: filesPath,
      httpOnly: true,
      sameSite: 'strict',
      secure: ask.config.tls,
      maxAge: linkSeconds,
    })
  const until = ask.now.getTime() + linkSeconds * 1000
  return `${filesPath}/${encodeLink(key, { kind, id, session, until, bound })}`
}

/** The portal is on another site, so the browser stores no cookie of this server. */
const isCrossSite = ({ config, request: { headers } }: LinkContext) =>
  config.corsOrigin !== undefined &&
  headers.origin === config.corsOrigin &&
  headers['sec-fetch-site'] !== 'same-site'

export function encodeLink(key: Buffer, link: Link): string {
  const text = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${text}.${sign(key, 'link', text)}`
}

/** Verifies a link's token; undefined if it is forged, expired, or sent by another browser. */
export function readLink(
  keys: Pick<LinkKeys, 'all'>,
  token: string,
  request: FastifyRequest,
  now: Date,
): Link | undefined {
  const [text = '', signature = '', ...more] = token.split('.')
  const key = keys.all().find((one) => isEqual(signature, sign(one, 'link', text)))
  if (more.length > 0 || !key) return undefined
  const link: Link = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (link.until <= now.getTime() || isAhead(new Date(link.until), now, linkSeconds * 1000)) return undefined
  // A link after this one may have come under the next key, with a cookie that replaced this one's.
  const cookie = request.cookies[cookieName] ?? ''
  const isTheirs = keys.all().some((one) => isEqual(cookie, cookieOf(one, link.session)))
  return link.bound && !isTheirs ? undefined : link
}

/** One cookie value for all links of a session, so that a new link does not invalidate another. */
const cookieOf = (key: Buffer, session: string) => sign(key, 'browser', session)

const sign = (key: Buffer, purpose: 'link' | 'browser', text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')

/** Compares the text, not the decoded bytes: base64 can encode the same bytes in several ways. */
const isEqual = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
