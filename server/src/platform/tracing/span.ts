/** Properties of a span: names of routes, tables and types, never what users wrote, chose or sent. */
export type SpanProperties = Readonly<Record<string, string | number>>

/** Work that has begun and whose duration is told. */
export interface OpenSpan {
  /** Runs something inside it: what begins there belongs to it. */
  run<T>(work: () => T): T
  set(properties: SpanProperties): void
  /** Notes that it failed; why is in the log. */
  fail(): void
  end(): void
}

/** How a span begins. */
export interface SpanStart {
  kind: 'server' | 'client' | 'internal'
  properties: SpanProperties
  /** Begins a trace, or belongs to the one that these headers of a request name; without them to what it runs in. */
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** Sends what the process does to a collector. */
export interface Tracing {
  begin(name: string, start: SpanStart): OpenSpan
  /** Whether this runs inside a span that is sent and has not ended. */
  isInside(): boolean
  /** Runs something that belongs to no span. */
  outside<T>(work: () => T): T
  /** Sends what is left, and ends. */
  stop(): Promise<void>
}
