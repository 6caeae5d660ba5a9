import type { Route } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { credentialsOf, parsePart, parseRest, serveRoute } from '#server/platform/http.ts'
import type { Input } from '#server/platform/http.ts'
import { localeOf } from '#server/platform/locale.ts'
import { callerOf } from '#server/platform/requests-under-way.ts'
import type { Work } from '#server/platform/work.ts'
import { openContext } from './context.ts'
import type { Ctx, Deps, OpenCtx } from './context.ts'
import { nameOf } from './rights/acting-access.ts'
import { withDraft } from './rights/draft-choice.ts'

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
  }
}

type Handler<C, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  ctx: C,
  input: Input<P, Q, B>,
  reply: FastifyReply,
) => Promise<z.input<R> | FileAnswer> | z.input<R>

/**
 * Serves a route of the contract to signed-in callers with its permission. The handler's answer is validated against
 * the route's response schema, which also removes fields that are not in the contract.
 */
export function implement<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<Ctx, P, Q, B, R>,
): void {
  if (isOpen(route)) throw new Error(`${route.id} is open to everybody: serve it with implementOpen`)
  serveRoute(app, route, async (request, reply) => {
    const known = await app.deps.identify(app.deps, credentialsOf(route, request))
    if (!known) throw new AppError('unauthenticated', say`Sign in to continue.`)
    const identity = withDraft(known, route, request)
    const { askedLocale, universe } = identity
    const locale = askedLocale ?? localeOf(identity, request.headers['accept-language'])
    request.caller = { name: nameOf(identity), locale, universeId: universe?.id ?? null }
    const handle = async (work: Work): Promise<unknown> => {
      const ctx: Ctx = { ...app.deps, identity, locale, requestId: request.id, work }
      const params = parsePart(route.params, request.params, 'path')
      await app.deps.authorise(ctx, route, request.params as Record<string, unknown>)
      return handler(ctx, { params, ...parseRest(route, request) }, reply)
    }
    const arriving = route.takesFile ? request.raw : null
    return app.requestsUnderWay.run(callerOf(identity), reply.raw, handle, arriving)
  })
}

/** Serves a route whose permission is `none` or `sign-in`: the caller need not be signed in. */
export function implementOpen<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<OpenCtx, P, Q, B, R>,
): void {
  if (!isOpen(route)) throw new Error(`${route.id} demands a permission: serve it with implement`)
  serveRoute(app, route, async (request, reply) => {
    const params = parsePart(route.params, request.params, 'path')
    const rest = parseRest(route, request)
    // The route needs no token, so an expired one must not fail it.
    const identity = await app.deps.identify(app.deps, credentialsOf(route, request)).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    return handler(openContext(app.deps, request.id, identity), { params, ...rest }, reply)
  })
}

/**
 * Serves an open route without identifying the caller, so that it also answers while the database is down. Credentials
 * in the request, valid or not, are ignored.
 */
export function implementForAnyone<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: Handler<Deps, P, Q, B, R>,
): void {
  if (!isOpen(route)) throw new Error(`${route.id} demands a permission: serve it with implement`)
  serveRoute(app, route, async (request, reply) =>
    handler(app.deps, { params: parsePart(route.params, request.params, 'path'), ...parseRest(route, request) }, reply),
  )
}

function isOpen(route: Pick<Route, 'permission'>): boolean {
  return route.permission === 'none' || route.permission === 'sign-in'
}
