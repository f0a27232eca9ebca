import type { FastifyRequest } from 'fastify'
import { allCalls } from '#contract/index'
import { Problem } from '#contract/problems'
import { unconfirmed } from '../idempotency/idempotency'
import { httpStatusOf, ServerBusy, troubleReply } from '../errors/refusals'

/** Problems that are logged for the operator. */
export const isFault = (problem: Problem) =>
  problem instanceof ServerBusy || problem.code === 'unavailable' || problem.code === 'outcomeUnknown'

/** The problem of a timed-out call. Its work continues; the idempotency key shows the outcome of a change. */
export function timeoutProblem(request: FastifyRequest): Problem {
  const late = new Error('REQUEST_SECONDS have passed')
  const isWrite = allCalls.some(({ name, kind }) => name === request.call && kind === 'write')
  return isWrite ? unconfirmed(late) : new ServerBusy('The server is busy. Try again in a few seconds.', late)
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const trouble = troubleReply(error)
  if (trouble) return trouble
  switch ((error as { code?: string }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('invalid', 'The body is too large.', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('invalid', 'The body must be JSON or a form.', { cause: error })
    default:
      return isClientError(error)
        ? new Problem('invalid', 'The body could not be read.', { cause: error })
        : new Problem('unavailable', 'An error occurred', { cause: error })
  }
}

const isClientError = (error: unknown) => {
  const status = (error as { statusCode?: number }).statusCode
  return status !== undefined && status >= 400 && status < 500
}

/** 413, 415 and 422 are for unreadable bodies; a readable but invalid one is '100' or '400' with HTTP 200. */
export function httpStatus(error: unknown, problem: Problem): number {
  if (problem.code === 'invalid' && problem.fields.length === 0) {
    const status = (error as { statusCode?: number }).statusCode
    return status === 413 || status === 415 ? status : 422
  }
  if (problem instanceof ServerBusy) return 503
  return problem.code === 'busy' && problem.retryAfterSeconds === undefined ? 409 : httpStatusOf[problem.code]
}
