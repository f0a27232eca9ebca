import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type pg from 'pg'
import { statementName } from '../statementName'

type Query = (...args: unknown[]) => unknown
type Done = (error: unknown, result: unknown) => void

/**
 * Records each statement of a traced call as a span (process/tracing.ts): by its verb and table, never by its values. Statements
 * that are read row by row belong to files and have none.
 */
export function traceStatements(client: pg.ClientBase) {
  const query = client.query.bind(client) as Query
  const traced: Query = (first, ...more) => {
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
    if (typeof text !== 'string' || trace.getActiveSpan()?.isRecording() !== true)
      return query(first, ...more)
    const summary = statementName(text)
    const span = trace.getTracer('alajo').startSpan(summary, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
    })
    const done = more.at(-1)
    if (typeof done === 'function') {
      const endAndCall: Done = (error, result) => {
        end(span, error)
        ;(done as Done)(error, result)
      }
      return query(first, ...more.slice(0, -1), endAndCall)
    }
    const result = query(first, ...more)
    if (!(result instanceof Promise)) {
      span.end()
      return result
    }
    return result.then(
      (rows: unknown) => {
        end(span)
        return rows
      },
      (error: unknown) => {
        end(span, error)
        throw error
      },
    )
  }
  client.query = traced as pg.ClientBase['query']
}

/** Without the message of an error, which quotes values. */
function end(span: Span, error?: unknown) {
  if (error) {
    const { code } = error as { code?: string }
    if (code) span.setAttribute('db.response.status_code', code)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
