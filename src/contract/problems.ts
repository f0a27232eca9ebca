/**
 * Every failure of the product is one of these. Made in one place on each side
 * (server/http/answer, client/transport/send) and shown in one place each.
 */
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
  /** For `invalid`: the messages of `required_fields`, one a fault. */
  readonly fields: readonly string[]
  /** For `busy`: seconds to wait, when the server said so. */
  readonly retryAfterSeconds: number | undefined
  /** For `signedOut`: somebody ended the session, it did not run out. What is saved of it is then wiped. */
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

/** The server's answer to what was asked, in words for the user; anything else is a failure on the way. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>) => code === 'refused' || code === 'invalid'

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('unavailable', 'An error occurred', { cause: error })

/** Body status of every reply (contract, "Conventions"). */
export type Status = '200' | '204' | '100' | '300' | '302' | '400'
export type Envelope = {
  status: Status
  message: string
  required_fields?: string[]
  /** The change is made, and something beside it failed: the message says what, and what to do. */
  warning?: true
  /** Said to whoever brings the token of a session that did not run out but was ended. */
  session?: 'revoked'
}

export const expiredTokenMessage = 'Expired Token... Please Log in.'
export const sessionExpiredMessage = 'Session expired. Please login again.'
export const notAllowedMessage = 'You are not allowed to view this page'
