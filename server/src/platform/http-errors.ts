import { createHash } from 'node:crypto'
import type { ErrorBody, ErrorCode } from '@gensvar/contract/errors'
import { errorStatus } from '@gensvar/contract/errors'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './db-types.ts'
import { AppError } from './errors.ts'
import { knownError } from './known-error.ts'
import { localeOf } from './locale.ts'
import { redactUrl } from './log.ts'
import type { Logger } from './log.ts'
import { translate } from './translate.ts'

/** Paths below which every answer is JSON, also a 404. */
const apiPaths = /^\/(rest|vuejs|config|health|api)(\/|$|\?)/

/** The contract's codes for errors Fastify throws before a handler runs. */
const codeOfStatus: Record<number, ErrorCode> = { 404: 'not_found', 413: 'too_large', 429: 'too_many' }

/** The `retry-after` of an unavailable service, in seconds. */
const retryAfter = 5

/** Whether a path belongs to the API rather than to the screens. */
export function isApiPath(url: string): boolean {
  return apiPaths.test(url)
}

/** What recording an unexpected error needs. */
interface ErrorDeps {
  db: Kysely<Database>
  log: Logger
}

/** Installs the one place that turns a thrown error into an answer, in the caller's language. */
export function handleErrors(app: FastifyInstance, deps: ErrorDeps): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof AppError) return send(reply, error.code, error.words, error.fields)
    const outage = knownError(error)
    if (outage) {
      request.log.warn({ reason: error.message, url: redactUrl(request.url) }, 'the server cannot answer right now')
      return send(reply, outage.code, outage.words)
    }
    const status = error.statusCode ?? 500
    if (status < 500) return send(reply, codeOfStatus[status] ?? 'validation', wordsFor(error, status))
    request.log.error({ err: error, url: redactUrl(request.url) }, 'request failed')
    await recordBug(deps, request, error)
    return send(reply, 'internal', say`Something went wrong on the server.`, undefined, request.id)
  })
}

/** Answers a URL that Fastify itself cannot read, before there is a route. */
export function refuseBadUrl(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  const wrong = tooLong ? say`is too long` : say`must be UTF-8 with every special character percent-encoded`
  send(reply, 'validation', say`The path of the request is wrong.`, { path: wrong })
}

/** Answers an unknown path of the API. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, 'not_found', say`There is nothing at ${request.method} ${redactUrl(request.url)}.`)
}

function send(
  reply: FastifyReply,
  code: ErrorCode,
  words: Words,
  fields?: Readonly<Record<string, Words>>,
  requestId?: string,
): FastifyReply {
  const { caller, headers } = reply.request
  const locale = caller?.locale ?? localeOf(null, headers['accept-language'])
  const named = Object.entries(fields ?? {}).map(([field, wrong]) => [field, translate(wrong, locale)])
  const body: ErrorBody = {
    code,
    message: translate(words, locale),
    ...(fields && { fields: Object.fromEntries(named) }),
    ...(requestId && { requestId }),
  }
  // Too many requests in progress pass within seconds; the rate limit sends its own `retry-after`.
  if (code === 'too_many' && !reply.hasHeader('retry-after')) void reply.header('retry-after', '2')
  if (code === 'unavailable') reply.header('retry-after', retryAfter)
  return reply.code(errorStatus[code]).header('cache-control', 'no-store').send(body)
}

function wordsFor(error: FastifyError, status: number): Words {
  if (status === 413) return say`The request is too large.`
  if (status === 429) return say`Too many attempts. Wait a minute and try again.`
  if (status === 415) return say`The body of the request must be JSON.`
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return say`The body of the request is not valid JSON.`
  return say`${error.message}`
}

/** Records an unexpected error, once per kind, in the list of bugs. A failure to do so is only logged. */
async function recordBug(deps: ErrorDeps, request: FastifyRequest, error: Error): Promise<void> {
  const route = request.routeOptions.url ?? 'unknown'
  const message = `${request.method} ${route}: ${error.name}: ${error.message}`.slice(0, 2000)
  const place = error.stack?.split('\n')[1]?.trim() ?? ''
  const fingerprint = createHash('sha256').update(`${error.name} ${place} ${route}`).digest('hex').slice(0, 32)
  const { survey } = (request.params ?? {}) as { survey?: string }
  const universe = request.caller?.universeId ?? null
  await sql`
    INSERT INTO bug (universe_id, survey_id, username, fingerprint, message)
    VALUES (
      ${universe},
      (SELECT id FROM survey WHERE universe_id = ${universe} AND ext_name = ${survey ?? null}),
      ${request.caller?.name ?? ''}, ${fingerprint}, ${message})
    ON CONFLICT (coalesce(survey_id, 0), fingerprint) DO UPDATE
    SET count = bug.count + 1, last_at = now(), message = excluded.message, username = excluded.username`
    .execute(deps.db)
    .catch((failure: unknown) => deps.log.error({ err: failure }, 'could not record the bug'))
}
