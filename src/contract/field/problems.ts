import type { ProblemCode } from '../problems'

/** How the collectors' interface says each problem (RFC 9457), and what a client does then. `offline` is of clients alone. */
export const fieldProblems = {
  signedOut: {
    status: 401,
    title: 'The device has no valid token',
    advice:
      'Without a valid token (ask for one: its `state` says why there is none), or the password, nonce or signature is not right: see `detail`.',
  },
  forbidden: {
    status: 403,
    title: 'The device may not do this',
    advice: 'The device is not the primary one, or the agent is suspended.',
  },
  notFound: {
    status: 404,
    title: 'There is no such record',
    advice: 'There is none, or it is another agent’s.',
  },
  invalid: {
    status: 422,
    title: 'The input is not valid',
    advice: 'The body can’t be read, or `fields` are not valid. Nothing was done: the same is refused again.',
  },
  refused: {
    status: 409,
    title: 'Refused by a rule of the business',
    advice: 'Refused by a rule of the business: `detail` is for the agent.',
  },
  busy: {
    status: 429,
    title: 'Too many requests, or the server is busy: try again',
    advice: 'Nothing was done: send the same after `Retry-After` seconds.',
  },
  unavailable: {
    status: 500,
    title: 'The server failed',
    advice: 'The server failed, and did nothing that a repeat would do twice: send the same later.',
  },
  outcomeUnknown: {
    status: 503,
    title: 'The outcome is unknown: send the same again',
    advice:
      'With the code `busy` nothing was done. With `outcomeUnknown` it may have been done: send the same again, with the same ids.',
  },
} as const satisfies Record<
  Exclude<ProblemCode, 'offline'>,
  { status: number; title: string; advice: string }
>
export type FieldProblemCode = keyof typeof fieldProblems
