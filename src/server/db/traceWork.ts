import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

/** Records work that no call waits for as a span, with its statements (process/tracing.ts). Attributes name no person. */
export const traceWork = <T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> =>
  trace.getTracer('alajo').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
