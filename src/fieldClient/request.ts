/** One request and what may become of it. */

export type ProblemCode =
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'invalid'
  | 'refused'
  | 'busy'
  | 'unavailable'
  | 'outcomeUnknown'

/**
 * Why there is no result. Without a code there was no whole reply: the server may have done what was asked, or not. So nothing is
 * concluded from it; the same is sent again.
 */
export class FieldError extends Error {
  override readonly name = 'FieldError'
  readonly code: ProblemCode | undefined
  readonly status: number
  readonly fields: readonly string[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    more: { code?: ProblemCode; status?: number; fields?: string[]; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = more.code
    this.status = more.status ?? 0
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  /** Whether the same may succeed later, unchanged. */
  get isPassing() {
    const { code } = this
    return code === undefined || code === 'busy' || code === 'unavailable' || code === 'outcomeUnknown'
  }
}

export type Fetch = (address: string, options: RequestInit) => Promise<Response>
export type Timed = { sentAt: number; receivedAt: number }
type Asked = { method: 'GET' | 'POST'; path: string; body?: object; token?: string | undefined }

/** Makes requests. `onReply` hears when each was sent and answered, by the device's clock. */
export function requester(options: {
  base: string
  fetch: Fetch
  now: () => number
  timeoutMs: number
  onReply: (reply: { server_time?: unknown }, timed: Timed) => Promise<void>
}) {
  const { base, now, timeoutMs, onReply } = options
  return async <Reply extends object>({ method, path, body = {}, token }: Asked): Promise<Reply> => {
    const isGet = method === 'GET'
    const query = isGet ? new URLSearchParams(body as Record<string, string>).toString() : ''
    const sentAt = now()
    const response = await whole(() =>
      options.fetch(`${base}${path}${query && `?${query}`}`, {
        method,
        headers: {
          ...(!isGet && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(!isGet && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    const json = await whole(async () => (await response.json()) as Record<string, unknown>)
    if (!response.ok) throw problemOf(response, json)
    await onReply(json, { sentAt, receivedAt: now() })
    return json as Reply
  }
}

/** A network that fails, a timeout, a reply that was cut, and a page of a proxy are the same: no reply. */
async function whole<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new FieldError(`No reply: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function problemOf(response: Response, json: Record<string, unknown>): FieldError {
  const { code, detail, fields } = json
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new FieldError(typeof detail === 'string' ? detail : `Status ${response.status}`, {
    ...(typeof code === 'string' && { code: code as ProblemCode }),
    status: response.status,
    fields: Array.isArray(fields) ? fields.map(String) : [],
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  })
}
