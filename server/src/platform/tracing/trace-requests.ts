import type { FastifyInstance } from 'fastify'
import { currentTracing } from './tracing.ts'
import type { OpenSpan } from './span.ts'

/** Routes that ask every few seconds and tell nothing. */
const untraced: ReadonlySet<string> = new Set(['/health'])

/**
 * Tells of each request: its method, route, status and id, which is also in the log and in the audit log. Its address is
 * not told, because places and filters stand there. Without tracing nothing is added.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracing = currentTracing()
  if (!tracing) return
  const spans = new WeakMap<object, OpenSpan>()
  app.addHook('onRequest', (request, reply, next) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    if (untraced.has(route)) return next()
    const { method, headers, id } = request
    const properties = { 'http.request.method': method, 'http.route': route, 'gensvar.request_id': id }
    const span = tracing.begin(`${method} ${route}`, { kind: 'server', properties, headers })
    spans.set(request, span)
    // Also where the caller has gone before the answer.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.statusCode })
      if (reply.raw.statusCode >= 500) span.fail()
      span.end()
    })
    span.run(next)
  })
  // A body arrives outside of it.
  app.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.run(next)
    else next()
  })
}
