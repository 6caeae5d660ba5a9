import { createHash } from 'node:crypto'
import type { ErrorBody, ErrorCode } from '@gensvar/contract/errors'
import { errorStatus } from '@gensvar/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from './context.ts'
import { AppError } from './errors.ts'
import { redactUrl } from './log.ts'

/** Paths below which every answer is JSON, a missing one too. */
const apiPaths = /^\/(rest|vuejs|config|health)(\/|$|\?)/

/** Answers of Fastify itself, before a handler ran, in the contract's codes and words. */
const codeOfStatus: Record<number, ErrorCode> = { 404: 'not_found', 413: 'too_large', 429: 'too_many' }

/** Whether a path belongs to the API rather than to the screens. */
export function isApiPath(url: string): boolean {
  return apiPaths.test(url)
}

/** Installs the one place where a thrown error becomes an answer. */
export function handleErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof AppError) return send(reply, error.code, error.message, error.fields)
    const status = error.statusCode ?? 500
    if (status < 500) return send(reply, codeOfStatus[status] ?? 'validation', wordsFor(error, status))
    request.log.error({ err: error, url: redactUrl(request.url) }, 'request failed')
    await recordBug(deps, request, error)
    return send(reply, 'internal', 'Something went wrong on the server.', undefined, request.id)
  })
}

/** Answers an unknown path of the API. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, 'not_found', `There is nothing at ${request.method} ${redactUrl(request.url)}.`)
}

function send(
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
  requestId?: string,
): FastifyReply {
  const body: ErrorBody = { code, message, ...(fields && { fields: { ...fields } }), ...(requestId && { requestId }) }
  return reply.code(errorStatus[code]).header('cache-control', 'no-store').send(body)
}

function wordsFor(error: FastifyError, status: number): string {
  if (status === 413) return 'The request is too large.'
  if (status === 429) return 'Too many attempts. Wait a minute and try again.'
  if (status === 415) return 'The body of the request must be JSON.'
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return 'The body of the request is not valid JSON.'
  return error.message
}

/** Keeps an unexpected error, once per kind, for the list of bugs. A failure to do so is only logged. */
async function recordBug(deps: Deps, request: FastifyRequest, error: Error): Promise<void> {
  const route = request.routeOptions.url ?? 'unknown'
  const message = `${request.method} ${route}: ${error.name}: ${error.message}`.slice(0, 2000)
  const place = error.stack?.split('\n')[1]?.trim() ?? ''
  const fingerprint = createHash('sha256').update(`${error.name} ${place} ${route}`).digest('hex').slice(0, 32)
  const { survey } = (request.params ?? {}) as { survey?: string }
  const universe = request.caller?.universe?.id ?? null
  await sql`
    INSERT INTO bug (universe_id, survey_id, username, fingerprint, message)
    VALUES (
      ${universe},
      (SELECT id FROM survey WHERE universe_id = ${universe} AND ext_name = ${survey ?? null}),
      ${request.caller?.username ?? ''}, ${fingerprint}, ${message})
    ON CONFLICT (coalesce(survey_id, 0), fingerprint) DO UPDATE
    SET count = bug.count + 1, last_at = now(), message = excluded.message, username = excluded.username`
    .execute(deps.db)
    .catch((failure: unknown) => deps.log.error({ err: failure }, 'could not record the bug'))
}
