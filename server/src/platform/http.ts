import { checkShape } from '@gensvar/contract/configuration/problems'
import type { Route } from '@gensvar/contract/define-route'
import { listed, say } from '@gensvar/contract/say'
import type { Said } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Credentials, Ctx, Deps, OpenCtx } from './context.ts'
import { AppError } from './errors.ts'
import { localeOf } from './locale.ts'
import type { Identity } from './rights/identity.ts'

/** What a handler gets, parsed by the route's schemas. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

type Handler<C, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  ctx: C,
  input: Input<P, Q, B>,
  reply: FastifyReply,
) => Promise<z.input<R>> | z.input<R>

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
    routesOfContract: Route[]
  }
  interface FastifyRequest {
    /** Who calls, once that is known: for the record of what went wrong. */
    caller: Identity | null
  }
}

/** The contract's routes this application serves, in the order of their registration. */
export function registeredRoutes(app: FastifyInstance): readonly Route[] {
  return app.routesOfContract
}

/**
 * Serves a route of the contract to callers who are known and hold its permission. The handler's answer is checked
 * against the route's response schema, which also drops what the contract does not name.
 */
export function implement<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<Ctx, P, Q, B, R>,
): void {
  if (isOpen(route)) throw new Error(`${route.id} is open to everybody: serve it with implementOpen`)
  register(app, route, async (request, reply) => {
    const identity = await app.deps.identify(app.deps, credentialsOf(request))
    if (!identity) throw new AppError('unauthenticated', say`Sign in to continue.`)
    request.caller = identity
    const locale = localeOf(identity, request.headers['accept-language'])
    const ctx: Ctx = { ...app.deps, identity, locale, requestId: request.id }
    const params = parsePart(route.params, request.params, 'path')
    await app.deps.authorise(ctx, route, request.params as Record<string, unknown>)
    return handler(ctx, { params, ...parseRest(route, request) }, reply)
  })
}

/** Serves a route whose permission is `none` or `sign-in`: who calls may be nobody. */
export function implementOpen<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<OpenCtx, P, Q, B, R>,
): void {
  if (!isOpen(route)) throw new Error(`${route.id} demands a permission: serve it with implement`)
  register(app, route, async (request, reply) => {
    const params = parsePart(route.params, request.params, 'path')
    const rest = parseRest(route, request)
    // A stale token is no reason to refuse a page that nobody needs a token for.
    const identity = await app.deps.identify(app.deps, credentialsOf(request)).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    return handler({ ...app.deps, identity, requestId: request.id }, { params, ...rest }, reply)
  })
}

/**
 * Serves an open route that does not ask who calls: it answers with the database out of service, and what goes with a
 * request, be it a stale token, makes no difference.
 */
export function implementForAnyone<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<Deps, P, Q, B, R>,
): void {
  if (!isOpen(route)) throw new Error(`${route.id} demands a permission: serve it with implement`)
  register(app, route, async (request, reply) =>
    handler(app.deps, { params: parsePart(route.params, request.params, 'path'), ...parseRest(route, request) }, reply),
  )
}

function isOpen(route: Pick<Route, 'permission'>): boolean {
  return route.permission === 'none' || route.permission === 'sign-in'
}

function register<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.routesOfContract.push(route)
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    // Only sign-in is limited by the caller's address: it is where passwords and tokens can be tried.
    config: { rateLimit: route.permission === 'sign-in' ? { max: 120, timeWindow: '1 minute' } : false },
    async handler(request, reply) {
      const result = await answer(request, reply)
      // A handler that redirected or streams has answered by itself.
      if (reply.sent) return reply
      const checked = route.response.safeParse(result)
      if (!checked.success) throw new Error(`${route.id} answered outside its contract: ${checked.error.message}`)
      return reply.send(checked.data ?? null)
    },
  })
}

function parseRest<Q extends z.ZodType, B extends z.ZodType>(
  route: { query: Q; body: B },
  request: FastifyRequest,
): { query: z.output<Q>; body: z.output<B> } {
  return {
    query: parsePart(route.query, request.query, 'query'),
    body: parsePart(route.body, request.body ?? undefined, 'body'),
  }
}

/** A part of a request by its schema. Throws `validation`, naming every wrong field. */
export function parsePart<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: 'path' | 'query' | 'body',
): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, Said> = {}
  for (const { path, words } of checkShape(schema, value).problems) fields[path.join('.') || part] ??= words
  const list = Object.entries(fields).map(([field, words]) => say`${field}: ${words}`)
  throw new AppError('validation', listed([wrongPart[part], listed(list, '; ')]), fields)
}

const wrongPart = {
  path: say`The path of the request is wrong.`,
  query: say`The query of the request is wrong.`,
  body: say`The body of the request is wrong.`,
}

function credentialsOf(request: FastifyRequest): Credentials {
  const query = request.query as Record<string, unknown>
  const ticket = query['token'] ?? query['auth']
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    ticket: typeof ticket === 'string' ? ticket : undefined,
  }
}
