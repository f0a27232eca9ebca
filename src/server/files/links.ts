import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { hashOf } from '../auth/tokens'
import type { FileKind } from './fileKinds'

export const filesPath = '/api/files'
export const linkSeconds = 60
const cookieName = 'alajo-files'

/** One file for one session. Nothing in it is secret, and nobody else can write one. */
export type Link = {
  kind: FileKind
  id: number
  /** The hash of the session's token, as the database has it. */
  session: string
  until: number
  /** Opens in the browser that asked and in no other. */
  bound: boolean
}

type LinkContext = {
  config: Config
  linkKey: Buffer
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  token: string
}

/** The address of a file, and with the reply the cookie that it takes. */
export function linkTo(ask: LinkContext, kind: FileKind, id: number): string {
  const session = hashOf(ask.token)
  const bound = !isCrossSite(ask)
  if (bound)
    ask.reply.setCookie(cookieName, cookieOf(ask.linkKey, session), {
      path: filesPath,
      httpOnly: true,
      sameSite: 'strict',
      secure: ask.config.tls,
      maxAge: linkSeconds,
    })
  const until = ask.now.getTime() + linkSeconds * 1000
  return `${filesPath}/${encodeLink(ask.linkKey, { kind, id, session, until, bound })}`
}

/** The portal stands on another site: its browser keeps no cookie of ours. */
const isCrossSite = ({ config, request: { headers } }: LinkContext) =>
  config.corsOrigin !== undefined &&
  headers.origin === config.corsOrigin &&
  headers['sec-fetch-site'] !== 'same-site'

export function encodeLink(key: Buffer, link: Link): string {
  const text = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${text}.${sign(key, 'link', text)}`
}

/** What a token stands for; undefined for one that is not ours, that is over, or that another browser brings. */
export function readLink(key: Buffer, token: string, request: FastifyRequest, now: Date): Link | undefined {
  const [text = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isEqual(signature, sign(key, 'link', text))) return undefined
  const link: Link = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (link.until <= now.getTime()) return undefined
  const brought = request.cookies[cookieName] ?? ''
  return link.bound && !isEqual(brought, cookieOf(key, link.session)) ? undefined : link
}

/** The same for all links of a session, so that one does not shut the other. */
const cookieOf = (key: Buffer, session: string) => sign(key, 'browser', session)

const sign = (key: Buffer, purpose: 'link' | 'browser', text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')

/** Letter by letter, not by the bytes they stand for: base64 has several spellings of one. */
const isEqual = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
