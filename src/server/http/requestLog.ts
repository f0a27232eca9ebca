import { type FastifyRequest, LogController } from 'fastify'
import { databaseError } from '../errors/refusals'

declare module 'fastify' {
  interface FastifyRequest {
    call?: string
    adminId?: number
    problem?: string
  }
}

/** The line of a request is ours to write; a reply that breaks on its way is a fault like any other. */
export class RequestLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }
  override streamError(error: Error & { code?: string }, request: FastifyRequest) {
    // The reader went away.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    request.problem = 'unavailable'
    logFault(request, error)
  }
}

export const logFault = (request: FastifyRequest, error: unknown) =>
  request.log.error({ call: request.call, error: safeError(error) }, 'fault')

export function logCall(request: FastifyRequest, http: number, ms: number) {
  const { call = 'unknown', adminId, problem } = request
  request.log.info({ call, adminId, http, problem, ms }, 'call')
}

/** What may be logged of a fault: never a message of the driver or of the query builder, which quote values. */
function safeError(error: unknown) {
  const cause = databaseError(error)
  const stack =
    error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) : undefined
  return {
    name: error instanceof Error ? error.name : typeof error,
    code: cause?.code,
    constraint: cause?.constraint,
    routine: cause?.routine,
    message: cause || !(error instanceof Error) ? undefined : error.message,
    stack: stack?.slice(0, 8).join('\n'),
  }
}
