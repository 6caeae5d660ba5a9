import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { currentTracing } from './tracing.ts'
import type { Tracing } from './span.ts'

type ClientClass = new (settings?: pg.ClientConfig) => pg.Client
type Query = (...values: unknown[]) => unknown
type Told = (error: unknown, result?: unknown) => void

/** The class of connections with each statement told to the tracing: what it does and to which tables, without its text. */
export function tracedClient(base: ClientClass): ClientClass {
  return class extends base {
    constructor(settings?: pg.ClientConfig) {
      super(settings)
      const query = this.query.bind(this) as Query
      this.query = ((...values: unknown[]) => {
        const tracing = currentTracing()
        const text = textOf(values[0])
        if (!tracing?.isInside() || text === null) return query(...values)
        return tracedQuery(tracing, text, query, values)
      }) as typeof this.query
      // What a connection is told, others may have asked for: it belongs to nothing that made it.
      const connect = this.connect.bind(this) as Query
      this.connect = ((...values: unknown[]) => {
        const tracing = currentTracing()
        return tracing ? tracing.outside(() => connect(...values)) : connect(...values)
      }) as typeof this.connect
    }
  }
}

/** Has what waits for a connection of a pool go on as part of what it belongs to, whoever gave the connection back. */
export function keepContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Query
  pool.connect = ((callback?: (...values: unknown[]) => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect
}

function tracedQuery(tracing: Tracing, text: string, query: Query, values: unknown[]): unknown {
  const { verb, tables } = summaryOf(text)
  const summary = [verb, ...tables].join(' ')
  const properties = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.summary': summary }
  const span = tracing.begin(summary, { kind: 'client', properties })
  const end = (error: unknown): void => {
    const { code } = (error ?? {}) as { code?: string }
    if (error) span.fail()
    if (error) span.set({ 'error.type': code ?? 'error' })
    span.end()
  }
  const told = values.at(-1)
  if (typeof told === 'function') {
    const bound = AsyncResource.bind(told as Told)
    const last: Told = (error, result) => {
      end(error)
      bound(error, result)
    }
    return query(...values.slice(0, -1), last)
  }
  const result = query(...values)
  Promise.resolve(result).then(() => end(null), end)
  return result
}

/** The text of a statement; null for one that is read by a cursor, whose end is not known. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : null
}

/** What stands where a table could and is none. */
const noTables: ReadonlySet<string> = new Set([
  'select',
  'lateral',
  'unnest',
  'only',
  'set',
  'values',
  'generate_series',
])

/** What a statement does, and the first tables it names. Quoted texts are taken out first: values could stand there. */
export function summaryOf(text: string): { verb: string; tables: string[] } {
  const plain = text
    .slice(0, 5000)
    .replace(/'(?:[^']|'')*'?/g, "''")
    .replace(/--.*/g, '')
    .toLowerCase()
  const [first = ''] = /[a-z]+/.exec(plain) ?? []
  const verb = first === 'with' ? (/\b(?:insert|update|delete)\b(?= )/.exec(plain)?.[0] ?? 'select') : first
  const named = plain.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_][a-z0-9_]*)\b(?!\()/g)
  const tables = [...new Set([...named].flatMap(([, name]) => name ?? []))].filter((name) => !noTables.has(name))
  return { verb: verb.toUpperCase(), tables: tables.slice(0, 3) }
}
