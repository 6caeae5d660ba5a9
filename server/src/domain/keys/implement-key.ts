import type { Route } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { countUse, findKey, refuseApiToken } from './key-access.ts'
import type { ApiKeyAccess } from './key-access.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import type { IdentityKey } from '#server/domain/rights/identity.ts'
import { AppError } from '#server/platform/errors.ts'
import { Gathered } from '#server/platform/gathered.ts'
import { parsePart, serveRoute } from '#server/platform/http.ts'
import { localeOf } from '#server/platform/locale.ts'
import type { Work } from '#server/platform/work.ts'

/** Context of a request with a key of the API: that of its user, limited to the key's survey and place. */
export interface KeyCtx extends Ctx {
  key: IdentityKey
}

/** A request as its handler gets it; what it reads of the body is its own. */
interface KeyInput<P extends z.ZodType, Q extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves a route of the API to whoever has a key of it. Services that take a `Ctx` see of the key's survey what its user may
 * see at the key's place, and nothing else.
 */
export function implementKey<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  handler: (ctx: KeyCtx, input: KeyInput<P, Q>) => Promise<z.input<R>>,
): void {
  if (route.permission !== 'api-key') throw new Error(`${route.id} is no route of the API`)
  serveRoute(app, route, (request, reply) =>
    withKey(app, { route, request, reply }, (ctx) => {
      const params = parsePart(route.params, request.params, 'path')
      return handler(ctx, { params, query: parsePart(route.query, request.query, 'query'), request, reply })
    }),
  )
}

/**
 * Does the work of a request with the key in its Authorization header, within the limits of the key. Throws `unauthenticated`
 * without a key that works, `forbidden` for a key of another type or one in the address, `too_many`.
 */
async function withKey<T>(
  app: FastifyInstance,
  { route, request, reply }: { route: Pick<Route, 'takesRows'>; request: FastifyRequest; reply: FastifyReply },
  work: (ctx: KeyCtx) => Promise<T>,
): Promise<T> {
  const { deps } = app
  for (const value of Object.values(request.query as Record<string, unknown>).flat())
    if (typeof value === 'string') refuseApiToken(value)
  const { authorization } = request.headers
  if (authorization === undefined)
    throw new AppError('unauthenticated', say`Send a key of the API in the Authorization header: Bearer KEY.`)
  const token = authorization.replace(/^Bearer\s+/i, '').trim()
  const { identity } = await keyOf(deps, token, request.id)
  const { key } = identity
  if (!key) throw new Error('The identity of a key has none')
  const locale = localeOf(identity, request.headers['accept-language'])
  request.caller = { name: nameOf(identity), locale, universeId: identity.universe?.id ?? null }
  const handle = (underWay: Work): Promise<T> =>
    work({ ...deps, identity, key, locale, requestId: request.id, work: underWay })
  // Rows that no parser has read arrive while they are handled.
  const arriving = route.takesRows && request.body === undefined ? request.raw : null
  return app.requestsUnderWay.run(`key ${key.id}`, reply.raw, handle, arriving)
}

type Door = Map<string, Gathered<string, ApiKeyAccess | AppError>>

const doors = new WeakMap<Deps['db'], Door>()
/** Most requests with one key that are let in at once. */
const together = 200
/** Most keys whose requests are gathered; others are found one by one until a moment without any. */
const mostDoors = 1000

/**
 * The key with a token. What it opens is read once for all requests that came while it was read for those before, because
 * programs send many at a time; each is counted.
 */
async function keyOf(deps: Deps, token: string, requestId: string): Promise<ApiKeyAccess> {
  let door = doors.get(deps.db)
  if (!door || door.size > mostDoors) doors.set(deps.db, (door = new Map()))
  let gathered = door.get(token)
  if (!gathered)
    door.set(token, (gathered = new Gathered((requestIds) => findTogether(deps, token, requestIds), together)))
  try {
    const found = await gathered.add(requestId)
    if (found instanceof AppError) throw found
    return found
  } catch (error) {
    // Guessed tokens are not kept.
    door.delete(token)
    throw error
  }
}

async function findTogether(
  deps: Deps,
  token: string,
  requestIds: readonly string[],
): Promise<(ApiKeyAccess | AppError)[]> {
  try {
    const found = await findKey({ ...deps, requestId: requestIds[0] ?? '' }, token, 3)
    const others = requestIds.slice(1).map(() => counted(deps, found))
    return [found, ...(await Promise.all(others))]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return requestIds.map(() => error)
  }
}

async function counted(deps: Deps, found: ApiKeyAccess): Promise<ApiKeyAccess | AppError> {
  try {
    await countUse(deps.db, found, deps.clock.now())
    return found
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
