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
  /** Of the request whose reply this is: the server's log has it. */
  readonly requestId: string | undefined

  constructor(
    code: ProblemCode,
    message: string,
    more: {
      fields?: readonly string[]
      retryAfterSeconds?: number
      isRevoked?: boolean
      requestId?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.isRevoked = more.isRevoked ?? false
    this.requestId = more.requestId
  }
}

/** Whether the server rejected the request with a message for the user; any other problem is a failure. */
export const isRefusal = ({ code }: Pick<Problem, 'code'>) => code === 'refused' || code === 'invalid'

/** Whether shown data is removed: what the admin can no longer read must not stay on screen. */
export const isFinal = (problem: Pick<Problem, 'code'>) =>
  isRefusal(problem) || problem.code === 'forbidden' || problem.code === 'notFound'

/** The header of a reply that names its request in the server's log. */
export const requestIdHeader = 'x-request-id'

/** The id to give to support with a failure; a refusal explains itself. */
export const idToReport = (problem: Problem) => (isRefusal(problem) ? undefined : problem.requestId)

/** The message with that id, where only a line of text is shown. */
export function failureText(problem: Problem): string {
  const id = idToReport(problem)
  const text = problem.fields[0] ?? problem.message
  return id === undefined ? text : `${text} Request ${id}`
}

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
