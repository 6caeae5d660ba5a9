import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  idempotencyHeader,
  largestSentLines,
  linesType,
  mostSentResponses,
  sendResponses,
} from '@gensvar/contract/api-responses'
import * as reading from '@gensvar/contract/api-reading'
import { Count, say } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import { implementKey } from '#server/domain/keys/implement-key.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { requestNameOf } from './ingest/idempotency.ts'
import * as ingest from './ingest/service.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { listApiAlerts } from './reading/alerts.ts'
import { getApiRanking, listApiFigures, listApiUnits } from './reading/figures.ts'
import { getApiInterview, listApiComments, listApiInterviews } from './reading/interviews.ts'
import { getApiSurvey, listApiSurveys } from './reading/surveys.ts'

/** Serves the API that programs read and send responses by, with keys in place of sessions. */
export function apiRoutes(app: FastifyInstance): void {
  mcpRoutes(app)
  implementKey(app, reading.listApiSurveys, (ctx) => listApiSurveys(ctx))
  implementKey(app, reading.getApiSurvey, (ctx, { params }) => getApiSurvey(ctx, params.survey))
  implementKey(app, reading.listApiUnits, (ctx, { params, query }) => listApiUnits(ctx, params.survey, query))
  implementKey(app, reading.listApiFigures, (ctx, { params, query }) => listApiFigures(ctx, params.survey, query))
  implementKey(app, reading.getApiRanking, (ctx, { params, query }) => getApiRanking(ctx, params.survey, query))
  implementKey(app, reading.listApiInterviews, (ctx, { params, query }) => listApiInterviews(ctx, params.survey, query))
  implementKey(app, reading.getApiInterview, (ctx, { params }) =>
    getApiInterview(ctx, params.survey, params.interviewId),
  )
  implementKey(app, reading.listApiComments, (ctx, { params, query }) => listApiComments(ctx, params.survey, query))
  implementKey(app, reading.listApiAlerts, (ctx, { params, query }) => listApiAlerts(ctx, params.survey, query))
  app.register(async (scope) => {
    // Read by the handler as it arrives.
    scope.addContentTypeParser(linesType, (_request, _payload, done) => done(null))
    implementKey(scope, sendResponses, (ctx, { params, request }) => {
      const name = requestNameOf(request.headers[idempotencyHeader])
      if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === linesType)
        return takeLines(ctx, params.survey, request.raw, name)
      const { body } = request
      if (!Array.isArray(body)) return ingest.sendOne(ctx, params.survey, body ?? undefined, name)
      if (body.length > mostSentResponses) throw tooMany()
      if (body.length === 0) throw new AppError('validation', say`The request has no responses.`)
      return ingest.sendMany(ctx, params.survey, body, name)
    })
  })
}

async function takeLines(
  ctx: KeyCtx,
  survey: string,
  body: Parameters<typeof receiveFile>[0],
  name: string | null,
): ReturnType<typeof ingest.sendLines> {
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, 'lines')
    await receiveFile(body, path, largestSentLines)
    return await ingest.sendLines(ctx, survey, path, name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tooMany(): AppError {
  return new AppError(
    'too_large',
    say`One list takes ${new Count(mostSentResponses)} responses at most. Send the rest in further ones, or as ${linesType}.`,
  )
}
