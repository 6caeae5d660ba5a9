import type { OpenSpan, SpanProperties, Tracing } from './span.ts'
import type { TracingSettings } from './tracing-settings.ts'

let current: Tracing | null = null

/** Where this process sends traces; null where it does not. */
export function currentTracing(): Tracing | null {
  return current
}

/** Begins to send traces of this process. Only now are the libraries for it loaded. */
export async function startTracing(settings: TracingSettings): Promise<{ stop(): Promise<void> }> {
  const { openTelemetry } = await import('./open-telemetry.ts')
  const tracing = openTelemetry(settings)
  current = tracing
  return {
    async stop() {
      current = null
      await tracing.stop()
    },
  }
}

/** Runs work as a trace of its own, where traces are sent. */
export async function traced<T>(
  name: string,
  properties: SpanProperties,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  const span = current?.begin(name, { kind: 'internal', properties, headers: {} })
  if (!span) return work(null)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail()
    throw error
  } finally {
    span.end()
  }
}
