import { ofetch } from 'ofetch'
import * as v from 'valibot'
import type { BodyOf, Call, ReplyOf } from '#contract/call'
import { type Envelope, expiredTokenMessage, Problem } from '#contract/problems'
import { fromWire, toWire } from '#domain/wire'
import { currentAuth } from '#device/auth'
import { sealBody } from './bodyCipher'
import { reportNoReply, reportReply } from './connection'
import { cookie } from '#device/cookie'
import { watchForTimeout } from './callTimeout'

export const apiBase = import.meta.env.VITE_API_BASE ?? '/api'

export type SendOptions = {
  signal?: AbortSignal | undefined
  /** One for one confirmed intent, kept through retries. Writes need it. */
  idempotencyKey?: string
  /** Only asks what became of the change with this key. */
  isCheck?: boolean
  /** Step two goes with the token of step one, which is kept in memory only. */
  loginToken?: string
}

/** Told when the server says that the session is over; the app forgets it, says so and goes to sign-in. */
let onSignedOut: (isRevoked: boolean) => void = () => {}
export const whenSignedOut = (listener: typeof onSignedOut) => {
  onSignedOut = listener
}

/** Runs when the server refuses a call for a missing permission. */
let onForbidden = () => {}
export const whenForbidden = (listener: typeof onForbidden) => {
  onForbidden = listener
}

/** Sends a call and gives its reply in the program's shapes. Every failure is a Problem, made here. */
export async function send<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  const { response, envelope, token } = await post(call, body, options, 'application/json')
  if (!envelope) throw noAnswer(call, Date.now())
  reportReply()
  refuseUnlessGood(call, response, envelope, token)
  const { status: _status, message, warning, ...output } = envelope
  const parsed = v.safeParse(call.output, fromWire(call.output, output))
  if (!parsed.success) throw new Problem('unavailable', 'Unexpected API response structure.')
  return { ...(parsed.output as object), message, ...(warning && { warning }) } as ReplyOf<C>
}

/** Sends a request; the envelope is undefined for a file. */
export async function post(call: Call, body: object, options: SendOptions, accept: string) {
  const plain = toWire(call.input, body) as Record<string, unknown>
  const token = options.loginToken ?? currentAuth()?.accessToken
  const headers = new Headers({ accept })
  if (call.encoding === 'form') headers.set('content-type', 'application/x-www-form-urlencoded')
  if (token) {
    headers.set('logintoken', token)
    headers.set('authorization', `Bearer ${token}`)
  }
  const xsrf = sameOrigin() ? cookie('XSRF-TOKEN') : undefined
  if (xsrf) headers.set('X-XSRF-TOKEN', xsrf)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.isCheck) headers.set('Idempotency-Check', '1')
  const sentAt = Date.now()
  const silence = watchForTimeout(options.signal)
  const lost = (cause: unknown) =>
    (silence.hasTimedOut() ? undefined : aborted(cause)) ?? noAnswer(call, sentAt, cause)
  const response: Response = await ofetch
    .raw(`${apiBase}/admin/${call.path}`, {
      method: 'POST',
      headers,
      body: bodyOf(call, plain),
      credentials: 'include',
      cache: 'no-store',
      signal: silence.signal,
      // Reads are retried above (api/retry.ts), changes never. Replies of any status are read here, and files streamed.
      retry: false,
      ignoreResponseError: true,
      responseType: 'stream',
    })
    .catch((cause: unknown) => {
      silence.end()
      throw lost(cause)
    })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/csv') && response.ok) {
    silence.end()
    return { response, envelope: undefined, token }
  }
  const envelope = type.includes('json')
    ? await response
        .json()
        .catch((cause: unknown) => {
          throw lost(cause)
        })
        .finally(silence.end)
    : undefined
  silence.end()
  if (typeof envelope?.status !== 'string') throw noAnswer(call, sentAt)
  return { response, envelope: envelope as Envelope & Record<string, unknown>, token }
}

/** ofetch makes the text of it: a form by its content type, else JSON. */
function bodyOf({ encoding }: Call, plain: Record<string, unknown>): Record<string, unknown> {
  if (encoding === 'encrypted') return sealBody(plain)
  if (encoding !== 'form') return plain
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
}

/** No answer from our server: a read falls back to what is saved; of a change, nobody knows whether it was made. */
function noAnswer(call: Call, sentAt: number, cause?: unknown): Problem {
  reportNoReply(sentAt)
  return call.kind === 'write'
    ? new Problem('outcomeUnknown', 'We could not confirm this. Check before you try again.', { cause })
    : new Problem('offline', 'The server can’t be reportReply. Check your connection and try again.', {
        cause,
      })
}

/** A request that the screen gave up itself is no failure: it passes as it is, for the query to drop. */
const aborted = (cause: unknown) => {
  const error = (cause as { cause?: unknown }).cause ?? cause
  return error instanceof DOMException && error.name === 'AbortError' ? error : undefined
}

export function refuseUnlessGood(call: Call, response: Response, reply: Envelope, token: string | undefined) {
  const { status, message } = reply
  if (response.status === 401 || isSessionEnd(call, response, reply)) {
    // Of the session that is open now: an answer may come late, to one that was left meanwhile.
    if (token === currentAuth()?.accessToken) onSignedOut(reply.session === 'revoked')
    throw new Problem('signedOut', message)
  }
  if (status === '100') throw new Problem('invalid', message, { fields: reply.required_fields ?? [] })
  if (response.status === 403) {
    onForbidden()
    throw new Problem('forbidden', message)
  }
  const seconds = Number(response.headers.get('retry-after'))
  // 503 without a time to wait: the server lost its database at the commit, and does not know itself.
  if (response.status === 503 && !(seconds > 0) && call.kind === 'write')
    throw new Problem('outcomeUnknown', message)
  if (response.status === 429 || response.status === 409 || (response.status === 503 && seconds > 0)) {
    throw new Problem('busy', message, seconds > 0 ? { retryAfterSeconds: seconds } : {})
  }
  if (response.status >= 500) throw new Problem('unavailable', message)
  if (status !== '200' && status !== '204') throw new Problem('refused', message)
}

/** Body status 300 or 302, HTTP 302, or the message of an expired token (rules.md, "Reply status"). */
const isSessionEnd = (call: Call, response: Response, { status, message }: Envelope) =>
  response.status === 302 ||
  (status === '300' && !(call.kind === 'write' && call.keepsSession)) ||
  status === '302' ||
  message === expiredTokenMessage ||
  message === 'Expired Token'

const sameOrigin = () => new URL(apiBase, location.href).origin === location.origin
