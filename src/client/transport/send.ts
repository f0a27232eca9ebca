import { deviceMs } from '#device/deviceMs'
import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { callIdHeader, contentDigestHeader, unencodedDigestHeader } from '#contract/bodyDigest'
import type { BodyOf, Call, ReplyOf } from '#contract/call'
import { offlineUnlocksHeader } from '#contract/offlineUnlocks'
import { type Envelope, expiredTokenMessage, Problem, requestIdHeader } from '#contract/problems'
import { fromWire, toWire } from '#domain/wire'
import { currentAuth } from '#device/auth'
import { digestField } from './bodyDigest'
import { reportNoReply, reportReply } from './connection'
import { takeServerTime } from '#device/clock'
import { cookie } from '#device/cookie'
import { watchForTimeout } from './callTimeout'
import { takeUnlocks } from './offlineUnlocks'

export const apiBase = import.meta.env.VITE_API_BASE ?? '/api'

export type SendOptions = {
  signal?: AbortSignal | undefined
  /** One key for one intent, reused in retries. Writes need it. */
  idempotencyKey?: string
  /** Only checks the outcome of the change with this key. */
  isCheck?: boolean
  /** The token of sign-in step one, for step two. It is never stored. */
  loginToken?: string
}

/** One listener. The first reads are sent before the app is on screen: what they report waits for the listener. */
function reports<T>() {
  let listener: ((report: T) => void) | undefined
  let waiting: { report: T } | undefined
  const send = (report: T) => {
    if (listener) listener(report)
    else waiting = { report }
  }
  /** Returns the function that ends it. */
  const listen = (next: (report: T) => void) => {
    listener = next
    if (waiting) next(waiting.report)
    waiting = undefined
    return () => {
      listener = undefined
    }
  }
  return { send, listen }
}

const signedOut = reports<{ token: string; isRevoked: boolean }>()
/** Runs when the server has ended the session of this token. */
export const whenSignedOut = signedOut.listen

const forbidden = reports<void>()
/** Runs when the server refuses a call for a missing permission. */
export const whenForbidden = forbidden.listen

/** Sends a call and returns its reply in the program's shapes. Throws a Problem on any failure. */
export async function send<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  const { response, envelope, token } = await post(call, body, options, 'application/json')
  if (!envelope) throw noReply(call, deviceMs())
  reportReply()
  rejectFailure(call, response, envelope, token)
  const { status: _status, message, warning, ...output } = envelope
  const parsed = v.safeParse(call.output, fromWire(call.output, output))
  if (!parsed.success) throw otherRelease(call, response)
  const asOf = asOfIn(response)
  return {
    ...(parsed.output as object),
    message,
    ...(warning && { warning }),
    ...(asOf !== undefined && { asOf }),
  } as ReplyOf<C>
}

/** As of when a read replica answered, in milliseconds; undefined if the database itself did. */
export function asOfIn({ headers }: Response) {
  const age = headers.get('age')
  return age === null ? undefined : deviceMs() - Number(age) * 1000
}

/** Sends a request; the envelope is undefined for a file. */
export async function post(call: Call, body: object, options: SendOptions, accept: string) {
  const plain = toWire(call.input, body) as Record<string, unknown>
  const token = options.loginToken ?? currentAuth()?.accessToken
  const headers = new Headers({ accept, ...sessionHeaders(token) })
  const isForm = call.encoding === 'form'
  headers.set('content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.isCheck) headers.set('Idempotency-Check', '1')
  const encoded = await encode(call, plain)
  const id = crypto.randomUUID()
  headers.set(callIdHeader, id)
  headers.set(contentDigestHeader, await digestField(encoded))
  const sentAt = deviceMs()
  const timeout = watchForTimeout(options.signal)
  // A server on another origin would have to allow the header; one of the release before does not.
  const unlocks = token && sameOrigin() ? takeUnlocks(timeout.signal) : undefined
  if (unlocks) headers.set(offlineUnlocksHeader, String(unlocks.count))
  const lost = (cause: unknown) =>
    (timeout.hasTimedOut() ? undefined : aborted(cause)) ?? noReply(call, sentAt, cause)
  const response: Response = await ofetch
    .raw(`${apiBase}/admin/${call.path}`, {
      method: 'POST',
      headers,
      body: encoded,
      credentials: 'include',
      cache: 'no-store',
      signal: timeout.signal,
      // Queries retry reads (api/retry.ts), nothing retries changes. Any status is handled below; files are streamed.
      retry: false,
      ignoreResponseError: true,
      responseType: 'stream',
    })
    .catch((cause: unknown) => {
      timeout.end()
      unlocks?.settle(false)
      throw lost(cause)
    })
  unlocks?.settle(true)
  await rejectMixedUp(call, response, id).catch((problem: unknown) => {
    timeout.end()
    throw problem
  })
  takeServerTime(response)
  const type = response.headers.get('content-type') ?? ''
  if (/^(text\/csv|application\/(zip|vnd\.(alajo|openxmlformats)))/.test(type) && response.ok) {
    timeout.stopWatching()
    return { response, envelope: undefined, token }
  }
  const bytes = type.includes('json')
    ? await response
        .arrayBuffer()
        .catch((cause: unknown) => {
          throw lost(cause)
        })
        .finally(timeout.end)
    : undefined
  timeout.end()
  await rejectMixedUp(call, response, id, bytes)
  const envelope = bytes && jsonIn(bytes)
  if (typeof envelope?.status !== 'string') {
    if (!endsSession(response)) throw noReply(call, sentAt)
    const ended: Envelope & Record<string, unknown> = { status: '300', message: expiredTokenMessage }
    return { response, envelope: ended, token }
  }
  return { response, envelope: envelope as Envelope & Record<string, unknown>, token }
}

/** Identify the session, and prove that the request comes from the portal. */
export function sessionHeaders(token: string | undefined): Record<string, string> {
  const xsrf = sameOrigin() ? cookie('XSRF-TOKEN') : undefined
  return {
    ...(token && { logintoken: token, authorization: `Bearer ${token}` }),
    ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
  }
}

/** The body as it is sent, without undefined fields. */
async function encode({ encoding }: Call, plain: Record<string, unknown>): Promise<string> {
  if (encoding === 'encrypted') return JSON.stringify((await bodyCipher()).sealBody(plain))
  if (encoding !== 'form') return JSON.stringify(plain)
  const given = Object.entries(plain).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** A file of its own, which sign-in does not wait for. Nothing was sent where it does not arrive. */
export const bodyCipher = () =>
  import('./bodyCipher').catch((cause: unknown) => {
    throw new Problem(
      'unavailable',
      'A part of Alajo did not arrive, and nothing was sent. Check your connection and try again; if this stays, reload the page.',
      { cause },
    )
  })

/** JSON; undefined if it is none. */
export const jsonIn = (bytes: ArrayBuffer) => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Rejects a reply that a proxy mixed up: it names another request, or its body is not the one that the server sent. Nothing of it
 * is shown, kept or believed. A server of the release before names and signs nothing.
 */
export async function rejectMixedUp(
  { kind }: Kind,
  response: Response,
  id: string,
  bytes?: ArrayBuffer,
): Promise<void> {
  const digest = response.headers.get(unencodedDigestHeader)
  const isOurs = (response.headers.get(callIdHeader) ?? id) === id
  if (isOurs && (!bytes || digest === null || digest === (await digestField(bytes)))) return
  const about = { requestId: requestId(response) }
  throw kind === 'write'
    ? new Problem(
        'outcomeUnknown',
        `${mixedUp} We could not confirm this. Check before you try again.`,
        about,
      )
    : new Problem('unavailable', `${mixedUp} Nothing of it is shown. Try again.`, about)
}

const mixedUp = 'The reply to another request came back: a proxy mixes them up. Tell your administrator.'

/** No reply from our server: a read falls back to saved data; the outcome of a change is unknown. */
function noReply(call: Call, sentAt: number, cause?: unknown): Problem {
  reportNoReply(sentAt)
  return call.kind === 'write'
    ? new Problem('outcomeUnknown', 'We could not confirm this. Check before you try again.', { cause })
    : new Problem('offline', 'The server can’t be reached. Check your connection and try again.', {
        cause,
      })
}

/** An abort by the screen is no failure: it is rethrown, and the query ignores it. */
const aborted = (cause: unknown) => {
  const error = (cause as { cause?: unknown }).cause ?? cause
  return error instanceof DOMException && error.name === 'AbortError' ? error : undefined
}

const otherReleaseMessage =
  'Alajo is being updated: this page and the server are of different releases. Try again in a minute; if this stays, reload the page.'

/** A reply of another release's shape. A change was made, which this page can't confirm: a new key would make it twice. */
const otherRelease = ({ kind }: Call, response: Response) => {
  const about = { requestId: requestId(response) }
  return kind === 'read'
    ? new Problem('unavailable', otherReleaseMessage, about)
    : new Problem(
        'outcomeUnknown',
        'We could not confirm this: this page and the server are of different releases. Reload the page, then check.',
        about,
      )
}

/** A reply that is no file. */
export const unreadable = (response: Response) =>
  new Problem('unavailable', 'Unexpected API response structure.', { requestId: requestId(response) })

const requestId = ({ headers }: Response) => headers.get(requestIdHeader) ?? undefined

type Kind = { kind: Call['kind']; keepsSession?: true }

export function rejectFailure(call: Kind, response: Response, reply: Envelope, token: string | undefined) {
  const { status, message } = reply
  const about = { requestId: requestId(response) }
  if (response.status === 401 || isSessionEnd(call, response, reply)) {
    if (token) signedOut.send({ token, isRevoked: reply.session === 'revoked' })
    throw new Problem('signedOut', message, about)
  }
  if (status === '100')
    throw new Problem('invalid', message, { ...about, fields: reply.required_fields ?? [] })
  if (response.status === 403) {
    forbidden.send()
    throw new Problem('forbidden', message, about)
  }
  // A server of the release before does not know the call. It neither makes nor refuses the change, nor can it check one.
  if (response.status === 404) throw new Problem('unavailable', otherReleaseMessage, about)
  const seconds = Number(response.headers.get('retry-after'))
  // 503 without Retry-After: the server lost its database at the commit and does not know the outcome.
  if (response.status === 503 && !(seconds > 0) && call.kind === 'write')
    throw new Problem('outcomeUnknown', message, about)
  if (response.status === 429 || response.status === 409 || (response.status === 503 && seconds > 0)) {
    throw new Problem('busy', message, { ...about, ...(seconds > 0 && { retryAfterSeconds: seconds }) })
  }
  if (response.status >= 500) throw new Problem('unavailable', message, about)
  if (status !== '200' && status !== '204') throw new Problem('refused', message, about)
}

const endsSession = ({ status }: Response) => status === 300 || status === 302

/** Body or HTTP status 300 or 302, or the message of an expired token (rules.md, "Reply status"). */
const isSessionEnd = (call: Kind, response: Response, { status, message }: Envelope) =>
  endsSession(response) ||
  (status === '300' && !(call.kind === 'write' && call.keepsSession)) ||
  status === '302' ||
  message === expiredTokenMessage ||
  message === 'Expired Token'

const sameOrigin = () => new URL(apiBase, location.href).origin === location.origin
