import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  idempotencyHeader,
  largestSentLines,
  linesType,
  mostSentResponses,
  sendResponses,
} from '@gensvar/contract/api-responses'
import { Count, say } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import { implementKey } from './implement-key.ts'
import type { KeyCtx } from './implement-key.ts'
import { requestNameOf } from './ingest/idempotency.ts'
import * as ingest from './ingest/service.ts'

/** Serves the API that programs read and send responses by, with keys in place of sessions. */
export function apiRoutes(app: FastifyInstance): void {
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
