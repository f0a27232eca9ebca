import { context, propagation, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

/** How long a stop waits for the collector. */
const flushMs = 3_000

/**
 * Sends traces of calls (http/traceCall.ts) and their statements (db/traceStatements.ts) to an OpenTelemetry collector. The SDK
 * reads its other settings from `OTEL_…` variables.
 */
export function openTracing({ endpoint, service }: { endpoint: string; service: string }) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: flushMs,
  })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return {
    flush: () => provider.forceFlush(),
    /** Sends what is left. A collector that is away does not delay the stop. */
    async close() {
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
