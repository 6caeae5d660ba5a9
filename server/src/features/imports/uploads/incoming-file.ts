import type { Route } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { credentialsOf } from '#server/platform/http.ts'
import type { IncomingFile } from './keep-upload.ts'

/** The file that a request sends. A long upload can outlast its session, so that is asked again at its end. */
export function incomingFile(app: FastifyInstance, route: Route, filename: string, reply: FastifyReply): IncomingFile {
  return {
    filename,
    body: reply.request.raw,
    async demandSession() {
      const identity = await app.deps.identify(app.deps, credentialsOf(route, reply.request)).catch(() => null)
      if (identity) return
      throw new AppError(
        'unauthenticated',
        say`Your session ended while the file was being uploaded. Sign in and upload it again.`,
      )
    },
  }
}
