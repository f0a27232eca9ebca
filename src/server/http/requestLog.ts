import { type FastifyRequest, LogController } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    call?: string
    adminId?: number
    /** Of the collectors' interface. */
    deviceId?: number
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
  request.log.error({ call: request.call, error }, 'fault')

export function logCall(request: FastifyRequest, http: number, ms: number) {
  const { call = 'unknown', adminId, deviceId, problem, oldBodyKey } = request
  const trace = request.traced?.span.spanContext().traceId
  request.log.info({ call, adminId, deviceId, http, problem, oldBodyKey, ms, trace }, 'call')
}
