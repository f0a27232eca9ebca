/** The kinds of failures, on both sides (server/http/problemOf.ts, client/transport/send.ts). */
export type ProblemCode =
  | 'offline'
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'invalid'
  | 'refused'
  | 'busy'
  | 'unavailable'
  | 'outcomeUnknown'

export class Problem extends Error {
  readonly code: ProblemCode
  /** For `invalid`: the messages of `required_fields`. */
  readonly fields: readonly string[]
  /** For `busy`: seconds to wait, if the server gave them. */
  readonly retryAfterSeconds: number | undefined
  /** For `signedOut`: the session was revoked, not expired. The client then erases what it saved. */
  readonly isRevoked: boolean

  constructor(
    code: ProblemCode,
    message: string,
    more: {
      fields?: readonly string[]
      retryAfterSeconds?: number
      isRevoked?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.isRevoked = more.isRevoked ?? false
  }
}

/** Whether the server rejected the request with a message for the user; any other problem is a failure. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>) => code === 'refused' || code === 'invalid'

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('unavailable', 'An error occurred', { cause: error })

/** The body status of every reply (rules.md, "Reply status"). */
export type Status = '200' | '204' | '100' | '300' | '302' | '400'
export type Envelope = {
  status: Status
  message: string
  required_fields?: string[]
  /** The change was made, but a follow-up failed: the message says what to do. */
  warning?: true
  /** The session was revoked, not expired. */
  session?: 'revoked'
}

export const expiredTokenMessage = 'Expired Token... Please Log in.'
export const sessionExpiredMessage = 'Session expired. Please login again.'
export const notAllowedMessage = 'You are not allowed to view this page'
