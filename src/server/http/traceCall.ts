import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, if calls are traced (process/tracing.ts), with what it continues. */
    traced?: { span: Span; around: Context }
  }
}

/** Starts the span of a request, within the trace that a proxy began, if it did. */
export function startTrace(request: FastifyRequest) {
  const outside = propagation.extract(context.active(), request.headers)
  const span = trace
    .getTracer('alajo')
    .startSpan('call', { kind: SpanKind.SERVER, attributes: { 'alajo.request_id': request.id } }, outside)
  if (span.isRecording()) request.traced = { span, around: trace.setSpan(outside, span) }
}

/** Runs the rest of a request within its span: what it asks of the database belongs to it. */
export const continueTrace = ({ traced }: FastifyRequest, rest: () => void) =>
  traced ? context.with(traced.around, rest) : rest()

/** Ends the span of a request. It names the call, its outcome and the request, never a person. */
export function endTrace(
  { traced }: FastifyRequest,
  { call, outcome, http }: { call: string; outcome: string; http: number },
) {
  if (!traced) return
  const { span } = traced
  span.updateName(call)
  span.setAttributes({ 'alajo.outcome': outcome, 'http.response.status_code': http })
  if (http >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
