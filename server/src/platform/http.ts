import { checkShape } from '@gensvar/contract/configuration/problems'
import type { Route } from '@gensvar/contract/define-route'
import type { Locale } from '@gensvar/contract/local-text'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from './errors.ts'
import { FileAnswer } from './file-answer.ts'
import { underWay } from './requests-under-way.ts'
import type { RequestsUnderWay } from './requests-under-way.ts'

/** What a handler gets, parsed by the route's schemas. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

/** What a request presents as proof of who sends it. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
  /**
   * The ticket of a URL that the browser opens by itself, the parameter it came in and the URL; only for routes that
   * take one.
   */
  ticket: { code: string; parameter: string; url: string } | undefined
}

/** What the HTTP layer needs to know about the caller. */
export interface RequestCaller {
  /** Their name, and the name of whoever acts as them. */
  name: string
  /** Language of the answer. */
  locale: Locale
  universeId: number | null
}

declare module 'fastify' {
  interface FastifyInstance {
    routesOfContract: Route[]
    requestsUnderWay: RequestsUnderWay
    /** Folder of the built web; null where only the API is served. */
    webFolder: string | null
  }
  interface FastifyContextConfig {
    /** The body is a file, which the handler reads from the request as it arrives. */
    takesFile?: boolean
    /** The handler checks the texts of the body itself. */
    takesRows?: boolean
  }
  interface FastifyRequest {
    /** The caller, once known: for the language of errors, and for the list of bugs. */
    caller: RequestCaller | null
  }
}

/** The contract's routes this application serves, in the order of their registration. */
export function registeredRoutes(app: FastifyInstance): readonly Route[] {
  return app.routesOfContract
}

/**
 * Serves a route at its path with the result of `answer`. The result is parsed by the route's response schema, which
 * also drops properties the contract does not name; a `FileAnswer` is sent as it is.
 */
export function serveRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  route: Route<P, Q, B, R>,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  if (route.ticket && route.method !== 'GET') throw new Error(`${route.id} is no GET: it cannot take a ticket`)
  app.routesOfContract.push(route)
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    // Only sign-in is rate limited by the caller's address: only there can passwords and tokens be guessed.
    config: {
      rateLimit: route.permission === 'sign-in' ? { max: 120, timeWindow: '1 minute' } : false,
      takesFile: route.takesFile ?? false,
      takesRows: route.takesRows ?? false,
    },
    // Never cached, whatever a handler sets: the answers hold what one user may see.
    onSend: async (_request, reply) => void reply.header('cache-control', 'no-store'),
    handler: async (request, reply) => {
      const result = await underWay(async () => {
        const given = await answer(request, reply)
        // A handler that redirected or streamed has already answered.
        if (given instanceof FileAnswer || reply.sent || reply.raw.headersSent) return given
        const checked = route.response.safeParse(given)
        if (!checked.success) throw new Error(`${route.id} answered outside its contract: ${checked.error.message}`)
        return checked.data ?? null
      })
      // How long this takes is up to whoever reads it: background work does not wait for that.
      if (result instanceof FileAnswer) return result.send(reply)
      return reply.sent || reply.raw.headersSent ? reply : reply.send(result)
    },
  })
}

/** Query and body of a request by the route's schemas. Throws `validation`, naming every wrong field. */
export function parseRest<Q extends z.ZodType, B extends z.ZodType>(
  route: { query: Q; body: B },
  request: FastifyRequest,
): { query: z.output<Q>; body: z.output<B> } {
  return {
    query: parsePart(route.query, request.query, 'query'),
    body: parsePart(route.body, request.body ?? undefined, 'body'),
  }
}

/** A part of a request by its schema. Throws `validation`, naming every wrong field. */
export function parsePart<T extends z.ZodType>(schema: T, value: unknown, part: Part): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  return refusePart(
    part,
    checkShape(schema, value).problems.map(({ path, words }) => [path.join('.') || part, words] as const),
  )
}

/** Throws `validation` for a part of a request, naming every wrong field with its first error. */
export function refusePart(part: Part, problems: readonly (readonly [field: string, wrong: Words])[]): never {
  // A map, because a field may be called `constructor`.
  const fields = new Map(problems.toReversed())
  const list = [...fields].toReversed().map(([field, words]) => say`${field}: ${words}`)
  throw new AppError('validation', listed([wrongPart[part], listed(list, '; ')]), Object.fromEntries(fields))
}

type Part = keyof typeof wrongPart

const wrongPart = {
  header: say`A header of the request is wrong.`,
  path: say`The path of the request is wrong.`,
  query: say`The query of the request is wrong.`,
  body: say`The body of the request is wrong.`,
}

/** The proof of identity of a request; a ticket only at a route that takes one. */
export function credentialsOf(route: Pick<Route, 'ticket'>, request: FastifyRequest): Credentials {
  return {
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
    ticket: ticketOf(route, request),
  }
}

function ticketOf({ ticket: parameter }: Pick<Route, 'ticket'>, request: FastifyRequest): Credentials['ticket'] {
  // The router answers HEAD by the same route; a ticket is for the one GET it was made for.
  if (parameter === undefined || request.method !== 'GET') return undefined
  const code = (request.query as Record<string, unknown>)[parameter]
  return typeof code === 'string' ? { code, parameter, url: request.url } : undefined
}
