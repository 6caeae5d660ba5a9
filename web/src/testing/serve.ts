import type { z } from 'zod'
import type { Route } from '@gensvar/contract/define-route'
import { errorStatus } from '@gensvar/contract/errors'
import type { ErrorCode } from '@gensvar/contract/errors'
import { serveUploads } from './serve-uploads.ts'

/** A call the application made. */
export interface SeenCall {
  route: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: Headers
}

/** A route of the contract and the server's answer to it. */
export interface Served {
  route: Route
  answer: (seen: SeenCall) => unknown
}

/** Serves a route; the compiler and the contract's schema both check the answer. */
export function serve<R extends Route>(
  route: R,
  answer: z.input<R['response']> | ((seen: SeenCall) => z.input<R['response']> | Response),
): Served {
  return { route, answer: typeof answer === 'function' ? (answer as Served['answer']) : () => answer }
}

/** An error answer. */
export function refusal(code: ErrorCode, message = '', fields?: Record<string, string>): Response {
  return Response.json({ code, message, fields }, { status: errorStatus[code] })
}

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decoded(groups: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
}

/**
 * Replaces `fetch`, and what uploads files: calls of the served routes are answered with bodies that the contract's schemas accept; any other
 * call of the API fails like an unknown path. `elsewhere` answers for other servers, such as the identity provider.
 */
export function startServing(
  served: readonly Served[],
  elsewhere: (request: Request) => Promise<Response | null> = () => Promise.resolve(null),
): { calls: SeenCall[]; stop: () => void } {
  const real = window.fetch
  const stopUploads = serveUploads()
  const calls: SeenCall[] = []
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init)
    const url = new URL(request.url)
    for (const { route, answer } of served) {
      const match = matcher(route.path).exec(url.pathname)
      if (request.method !== route.method || match === null) continue
      const text = await request.text()
      const seen: SeenCall = {
        route: route.id,
        params: decoded(match.groups),
        query: Object.fromEntries(url.searchParams),
        body: text === '' ? undefined : route.takesFile === true ? text : JSON.parse(text),
        headers: request.headers,
      }
      calls.push(seen)
      const given = await answer(seen)
      if (given instanceof Response) return given
      return Response.json(route.response.parse(given) ?? null)
    }
    const other = await elsewhere(request)
    if (other !== null) return other
    const ours = /^\/(rest|vuejs|config)\//.test(url.pathname)
    return ours ? refusal('not_found', `No answer for ${request.method} ${url.pathname}`) : real(input, init)
  }
  return {
    calls,
    stop: () => {
      window.fetch = real
      stopUploads()
    },
  }
}
