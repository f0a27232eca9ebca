import type { ProblemCode } from '../problems'

/** How the collectors' interface says each problem (RFC 9457). `offline` is of clients alone. */
export const fieldProblems = {
  signedOut: { status: 401, title: 'The device has no valid token' },
  forbidden: { status: 403, title: 'The device may not do this' },
  notFound: { status: 404, title: 'There is no such record' },
  invalid: { status: 422, title: 'The input is not valid' },
  refused: { status: 409, title: 'Refused by a rule of the business' },
  busy: { status: 429, title: 'Too many requests, or the server is busy: try again' },
  unavailable: { status: 500, title: 'The server failed' },
  outcomeUnknown: { status: 503, title: 'The outcome is unknown: send the same again' },
} as const satisfies Record<Exclude<ProblemCode, 'offline'>, { status: number; title: string }>
export type FieldProblemCode = keyof typeof fieldProblems
