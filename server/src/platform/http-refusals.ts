import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus } from '@gensvar/contract/errors'
import type { ErrorBody, ErrorCode } from '@gensvar/contract/errors'
import type { FastifyInstance } from 'fastify'

/** Timeout for a request to arrive completely, in ms. */
const requestTimeout = 60_000

/**
 * Answers what Node's HTTP parser rejects before there is a request, in the contract's error shape and in English, as
 * the caller's language is not known.
 */
export function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  writeRefusal(error.code, socket)
  socket.destroy()
}

/**
 * Ends requests that do not arrive completely in time. Node's own limit would end uploads over slow networks, so it holds
 * for headers alone; files end when they stop arriving (`receiveFile`).
 */
export function endSlowRequests(app: FastifyInstance, timeout = requestTimeout): void {
  app.server.requestTimeout = 0
  app.server.headersTimeout = timeout
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (!hasBody || routeOptions.config.takesFile === true) return
    const timer = setTimeout(() => {
      writeRefusal('ERR_HTTP_REQUEST_TIMEOUT', raw.socket)
      // Closes the connection too, and works for requests of the program to itself, which have none.
      raw.destroy()
    }, timeout)
    for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timer))
  })
}

/** Answers requests with an `Expect` header that is not `100-continue`; Node's own answer has no body. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = bodyOf('validation', 'The server takes no Expect header but 100-continue.')
    response.writeHead(errorStatus.validation, { ...headersOf(body), connection: 'close' }).end(body)
  })
}

function writeRefusal(code: string | undefined, socket: Socket): void {
  if (code !== 'ECONNRESET' && socket.writable) socket.write(rawAnswer(...refusalOf(code)))
}

function refusalOf(code: string | undefined): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['too_large', 'The headers of the request are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['validation', 'The request took too long to arrive.']
  return ['validation', 'The request is not valid HTTP.']
}

function rawAnswer(code: ErrorCode, message: string): string {
  const body = bodyOf(code, message)
  const headers = Object.entries({ ...headersOf(body), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`HTTP/1.1 ${errorStatus[code]} Refused`, ...headers, '', body].join('\r\n')
}

function bodyOf(code: ErrorCode, message: string): string {
  return JSON.stringify({ code, message } satisfies ErrorBody)
}

function headersOf(body: string) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  }
}
