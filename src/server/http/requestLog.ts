import { type FastifyRequest, LogController } from 'fastify'
import { databaseError } from '../errors/refusals'

declare module 'fastify' {
  interface FastifyRequest {
    call?: string
    adminId?: number
    problem?: string
    /** The body came under the key of an earlier build. */
    oldBodyKey?: true
  }
}

/** Replaces Fastify's request logging; a reply stream that breaks is logged as a fault. */
export class RequestLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }
  override streamError(error: Error & { code?: string }, request: FastifyRequest) {
    // The client disconnected.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    request.problem = 'unavailable'
    logFault(request, error)
  }
}

export const logFault = (request: FastifyRequest, error: unknown) =>
  request.log.error({ call: request.call, error: safeError(error) }, 'fault')

export function logCall(request: FastifyRequest, http: number, ms: number) {
  const { call = 'unknown', adminId, problem, oldBodyKey } = request
  const trace = request.traced?.span.spanContext().traceId
  request.log.info({ call, adminId, http, problem, oldBodyKey, ms, trace }, 'call')
}

/** The loggable parts of a fault, without messages of the driver or the query builder: they quote values. */
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
