import { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator, parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { OpenSpan, Tracing } from './span.ts'
import type { TracingSettings } from './tracing-settings.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Traces with OpenTelemetry's own libraries, without registering anything with them for the whole process. */
export function openTelemetry({ url, serviceName, resource, sampler, share }: TracingSettings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...parseKeyPairsIntoRecord(resource), 'service.name': serviceName }),
    sampler: samplerOf(sampler, share),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('gensvar')
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  return {
    begin(name, { kind, properties, headers }): OpenSpan {
      const parent = headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : contexts.active()
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: properties }, parent)
      const inside = trace.setSpan(parent, span)
      return {
        run: (work) => contexts.with(inside, work),
        set: (more) => void span.setAttributes(more),
        fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      }
    },
    isInside: () => trace.getSpan(contexts.active())?.isRecording() ?? false,
    outside: (work) => contexts.with(ROOT_CONTEXT, work),
    async stop() {
      await provider.shutdown()
      contexts.disable()
    },
  }
}

function samplerOf(name: TracingSettings['sampler'], share: number): Sampler {
  const isParentBased = name.startsWith('parentbased_')
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }[name.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}
